// The page in two modules: the first screen starts without the second, which is there for every panel, also without a
// connection; and when it cannot be fetched, the page says so and tries again.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { BASE, Watch, assertAccessible, started, theBrowser, withPage } from "./support.mjs";

const SECOND = "**/workbench-*.wasm";

/** Waits until the second module has come. */
async function complete(page) {
  const came = () => performance.getEntriesByType("resource").some((e) => e.name.includes("/workbench-") && e.responseEnd > 0);
  await page.waitForFunction(came);
  // What it brings is there: the dialogues stand in the page from then on.
  await page.locator("dialog").first().waitFor({ state: "attached" });
}

test("the first screen does not wait for the second module", async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 720 } });
  try {
    await context.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.body && !document.getElementById("boot")) window.startedAt ??= performance.now();
      });
      // The text that waits is there with the document; the program takes it away.
      document.addEventListener("DOMContentLoaded", () => watch.observe(document.body, { childList: true }));
    });
    const page = await context.newPage();
    const watch = new Watch(page, true);
    await page.goto(BASE);
    await started(page);
    await complete(page);
    const [at, files] = await page.evaluate(() => [
      window.startedAt,
      performance.getEntriesByType("resource").map((e) => [e.name, e.startTime]),
    ]);
    const before = files.filter(([, start]) => start < at).map(([name]) => name);
    assert.ok(before.some((name) => name.endsWith("_bg.wasm")), `${before}`);
    assert.deepEqual(before.filter((name) => name.includes("/workbench-")), []);
    watch.assertQuiet();
  } finally {
    await context.close();
  }
});

test("a module that cannot be fetched is told, and a second try opens what was asked for", async () => {
  await withPage({}, async (page, watch) => {
    await page.route(SECOND, (route) => route.abort());
    await page.reload();
    await started(page);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const told = page.getByTestId("later");
    await told.waitFor();
    assert.match(await told.innerText(), /could not be fetched/);
    assert.equal(await page.getByTestId("editor").count(), 0);
    await assertAccessible(page, { within: ".later" });
    // The rest of the page goes on.
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    // Still not there: told again.
    const stopped = page.waitForEvent("requestfailed", (request) => request.url().includes("/workbench-"));
    await told.getByRole("button", { name: "Try again" }).click();
    await stopped;
    await told.waitFor();
    await page.unroute(SECOND);
    await told.getByRole("button", { name: "Try again" }).click();
    await page.getByTestId("editor").waitFor();
    assert.equal(await told.count(), 0);
    // The browser's own words about the requests that were stopped.
    watch.complaints = watch.complaints.filter((c) => !/workbench-|ERR_FAILED|Failed to fetch/.test(c));
  });
});

test("who gives up asks again with the next press", async () => {
  await withPage({ size: "phone", theme: "dark" }, async (page, watch) => {
    await page.route(SECOND, (route) => route.abort());
    await page.reload();
    await started(page);
    const gallery = page.getByRole("button", { name: "Gallery" });
    await gallery.click();
    const told = page.getByTestId("later");
    await told.getByRole("button", { name: "Close" }).click();
    await told.waitFor({ state: "detached" });
    await page.unroute(SECOND);
    await gallery.click();
    await page.getByRole("dialog", { name: "Gallery" }).waitFor();
    watch.complaints = watch.complaints.filter((c) => !/workbench-|ERR_FAILED|Failed to fetch/.test(c));
  });
});

test("once the page is complete, every panel opens without a connection", async () => {
  await withPage({}, async (page) => {
    await complete(page);
    await page.context().setOffline(true);
    for (const name of ["Gallery", "Open scenario", "Share", "As code"]) {
      await page.getByRole("button", { name, exact: true }).first().click();
      await page.getByRole("dialog", { name, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name, exact: true }).waitFor({ state: "hidden" });
    }
    await page.getByRole("button", { name: "Legend" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    // What was shared was this moment: the run stands still since.
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const panels = [["Edit", "editor"], ["Lanes", "lanes"], ["Inspector", "inspector"], ["Branches", "branches"]];
    for (const [name, panel] of panels) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByTestId(panel).waitFor();
      await page.getByRole("button", { name, exact: true }).click();
    }
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator("#stage-there").waitFor();
    await page.getByRole("button", { name: "Stop comparing" }).click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("12-no-checkpoint");
    await page.getByRole("button", { name: "Predict" }).click();
    await page.getByTestId("predict").waitFor({ timeout: 60_000 });
    await page.context().setOffline(false);
  });
});

// The least of hosts: deep in a folder, every file as a stream of bytes but for pages and scripts.
test("the page works in any folder, whatever type the host gives WebAssembly", async (t) => {
  const site = process.env.BARRIERSCOPE_SITE;
  if (!site) return t.skip("BARRIERSCOPE_SITE is not set");
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  const server = createServer(async (request, response) => {
    const name = request.url.split(/[?#]/)[0].replace(/^\/a\/b c\/|^\/a\/b%20c\//, "");
    const bytes = await readFile(join(site, name === "" ? "index.html" : name)).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404, { "content-type": types[extname(name || "x.html")] ?? "application/octet-stream" });
    response.end(bytes);
  });
  await new Promise((up) => server.listen(0, "127.0.0.1", up));
  const context = await (await theBrowser()).newContext();
  try {
    const page = await context.newPage();
    const failed = [];
    page.on("pageerror", (error) => failed.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/a/b%20c/`);
    await started(page);
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("dialog", { name: "Gallery" }).waitFor();
    assert.deepEqual(failed, []);
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
});

test("the page is put together behind its picture, and comes whole", async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 720 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.shifts_ = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.shifts_ += e.value))).observe({ type: "layout-shift", buffered: true });
      window.seen_ = [];
      const look = () => {
        const boot = document.getElementById("boot");
        const isSeen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const of = (selector) => [...document.querySelectorAll(selector)].filter(isSeen).length;
        const parts = [".head select", ".setup-bar select", ".verdict", ".node", ".tape", ".card", ".destination", ".movers", ".transport button", ".flag"];
        window.seen_.push([boot !== null, document.body ? parts.map(of) : []]);
        // Until a while after it is there.
        if (window.seen_.filter(([waits]) => !waits).length < 20) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto(BASE);
    await started(page);
    await page.waitForFunction(() => window.seen_.filter(([waits]) => !waits).length >= 20);
    const seen = await page.evaluate(() => window.seen_);
    assert.ok(seen.some(([waits]) => waits), "the picture is there first");
    for (const [waits, parts] of seen) {
      if (waits) assert.ok(parts.every((n) => n === 0), `nothing is seen behind the picture: ${parts}`);
      else assert.ok(parts.every((n) => n > 0), `all is there when the picture goes: ${parts}`);
    }
    assert.ok((await page.evaluate(() => window.shifts_)) < 0.02);
  } finally {
    await context.close();
  }
});

test("in another language nothing is shown before its words are there, and English if they do not come", async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 720 }, locale: "zh-CN" });
  try {
    const page = await context.newPage();
    let held;
    const wanted = new Promise((then) => (held = then));
    await page.route(SECOND, (route) => held(route));
    await page.goto(BASE);
    const route = await wanted;
    await page.locator(":root[data-words] .stage").first().waitFor({ state: "attached" });
    const seen = () => page.evaluate(() => [...document.body.children].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.id));
    assert.deepEqual(await seen(), ["boot"], "the page waits, and so does its run");
    const step = () => page.locator(".position").inputValue();
    const before = await step();
    await page.waitForTimeout(500);
    assert.equal(await step(), before);
    await route.continue();
    await started(page);
    await page.getByRole("button", { name: "暂停", exact: true }).waitFor();
    await page.waitForFunction((before) => document.querySelector(".position").value !== before, before);
    // It does not come.
    await page.unroute(SECOND);
    await page.route(SECOND, (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor({ timeout: 15_000 });
    await started(page);
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  } finally {
    await context.close();
  }
});
