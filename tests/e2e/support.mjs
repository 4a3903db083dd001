// What the specs share: a browser with the right flags, a page that is watched for complaints, sizes, themes, axe.
//
// `cargo xtask test e2e` builds the site, serves it and sets BARRIERSCOPE_URL and CHROME. To try one spec again and
// again without a new build: `cargo xtask test e2e --no-build -- NAME`.
import assert from "node:assert/strict";
import { after } from "node:test";
import axe from "axe-core";
import { chromium } from "playwright-core";

/** The address of the site, with a slash at its end. The site lies in a sub-folder, as it may anywhere. */
export const BASE = process.env.BARRIERSCOPE_URL ?? fail("BARRIERSCOPE_URL is not set: run `cargo xtask test e2e`");

/** Windows that the page must work in. */
export const SIZES = {
  laptop: { width: 1280, height: 720 },
  desktop: { width: 1920, height: 1080 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
  // A laptop's window at 200 %.
  zoomed: { width: 640, height: 360 },
};

export const THEMES = ["light", "dark"];

// No sandbox, because CI runs as root; no chatter with servers of the browser's maker.
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

let browser;

/** The one browser of a spec file, started when it is first wanted and closed after the last test. */
export async function theBrowser() {
  browser ??= chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", headless: true, args: FLAGS });
  return browser;
}

after(async () => {
  await (await browser)?.close();
});

/**
 * Opens the page in a fresh profile, hands it to `body`, and closes it. Fails when the page complained on the way: an
 * error in the console (which is where a broken Content-Security-Policy shows), an exception, a request that failed
 * or that went to another host.
 *
 * @param {object} options
 * @param {string} [options.path] relative to the site, such as "?embed#run"
 * @param {keyof SIZES} [options.size]
 * @param {"light"|"dark"} [options.theme]
 * @param {boolean} [options.reducedMotion]
 * @param {string} [options.locale]
 * @param {boolean} [options.javaScript] off to see what is said without it
 * @param {number} [options.slowdown] how many times slower the processor is made to look
 * @param {(page: import("playwright-core").Page, watch: Watch) => Promise<void>} body
 */
export async function withPage(options, body) {
  const { path = "", size = "laptop", theme = "light", reducedMotion = false, locale = "en-GB", javaScript = true } = options;
  const context = await (await theBrowser()).newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    locale,
    javaScriptEnabled: javaScript,
    hasTouch: size === "phone",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  try {
    const page = await context.newPage();
    const watch = new Watch(page, javaScript);
    if (options.slowdown) {
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: options.slowdown });
    }
    await page.goto(new URL(path, BASE).href);
    if (javaScript) await started(page);
    await body(page, watch);
    watch.assertQuiet();
  } finally {
    await context.close();
  }
}

/** Waits until the program runs, boot.js then takes its waiting text away, and has drawn its first picture. */
export async function started(page) {
  await page.locator("#boot").waitFor({ state: "detached" });
  await page.locator(".stage-drawing > *").first().waitFor({ state: "attached" });
}

/** Listens to what goes wrong on a page. A test that provokes an error takes it off `complaints` itself. */
export class Watch {
  complaints = [];
  /** Every request's address, in order. */
  requests = [];

  constructor(page, javaScript) {
    page.on("console", (message) => {
      if (message.type() === "error") this.complaints.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.complaints.push(`exception: ${error.message}`));
    page.on("requestfailed", (request) => {
      // A browser without JavaScript drops the module that the page told it to fetch early, and it may.
      if (javaScript) this.complaints.push(`request failed: ${request.url()}`);
    });
    page.on("request", (request) => {
      const url = request.url();
      this.requests.push(url);
      const local = url.startsWith(BASE) || url.startsWith("data:") || url.startsWith("blob:");
      if (!local) this.complaints.push(`request leaves the site: ${url}`);
    });
  }

  assertQuiet() {
    assert.deepEqual(this.complaints, [], "the page complained");
  }
}

/**
 * Runs axe over the page, or over what a selector picks, and fails with each violation in a line.
 * It goes in by evaluation, since a script tag would be stopped by the Content-Security-Policy.
 */
export async function assertAccessible(page, { within, without } = {}) {
  await page.evaluate(axe.source);
  const context = { include: within ? [within] : [["html"]], exclude: without ? [without] : [] };
  const violations = await page.evaluate(async (where) => {
    const { violations } = await window.axe.run(where, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, context);
  assert.deepEqual(violations, [], "axe found violations");
}

/** Fails when the page scrolls sideways. */
export async function assertNoSidewaysScroll(page) {
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: document.documentElement.clientWidth,
  }));
  assert.ok(inner <= outer, `the page is ${inner} px wide in a window of ${outer}`);
}

function fail(message) {
  throw new Error(message);
}
