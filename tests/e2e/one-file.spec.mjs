// The whole page in one file, opened from the disk: nothing is asked for beside it, and everything is there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { everything, play, up } from "./everything.mjs";
import { SIZES, THEMES, assertAccessible, assertNoSidewaysScroll, theBrowser } from "./support.mjs";

const FILE = join(process.env.BARRIERSCOPE_DIST, "barrierscope.html");
const ADDRESS = pathToFileURL(FILE).href;

/** Opens the file; fails when the page complains or asks for anything but itself. */
async function withFile({ fragment = "", size = "laptop", theme = "light", init, address = ADDRESS, isUp = true }, then) {
  const context = await (await theBrowser()).newContext({ viewport: SIZES[size], colorScheme: theme, hasTouch: size === "phone" });
  try {
    if (init) await context.addInitScript(init);
    const page = await context.newPage();
    const [complaints, requests] = [[], []];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address + fragment);
    if (isUp) await up(page);
    await then(page, complaints);
    assert.deepEqual(complaints, []);
    const others = requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:"));
    assert.deepEqual(others, [], "it asks for something else");
  } finally {
    await context.close();
  }
}

test("it is small, names its own scripts, and lets nothing in or out", () => {
  const text = readFileSync(FILE, "utf8");
  assert.ok(Buffer.byteLength(text) <= 1_500_000, `${Buffer.byteLength(text)} bytes`);
  const policy = text.match(/http-equiv="Content-Security-Policy" content="([^"]+)"/)[1];
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; /);
  assert.doesNotMatch(policy, /unsafe-inline|https?:|'self'|connect-src/);
  // Of the window around it knows the package for an LMS alone.
  assert.doesNotMatch(text, /LMSInitialize|barrierscope-lms"/);
});

test("from the disk everything is there, and nothing is fetched", async () => {
  await withFile({}, async (page) => {
    const link = await everything(page);
    assert.ok(link.startsWith(`${ADDRESS}#run=1.`), link);
  });
});

test("a link opens in it, the hint says where a link leads, and no line for other pages is offered", async () => {
  await withFile({ fragment: "#preset=03-two-phase" }, async (page) => {
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await page.getByTestId("one-file").waitFor();
    assert.equal(await page.getByRole("region", { name: "Line for a page of your own", exact: true }).count(), 0);
    assert.equal(await page.getByRole("region", { name: "Element for a page of your own", exact: true }).count(), 0);
    const link = await page.getByRole("region", { name: "Link to this moment", exact: true }).locator("pre").innerText();
    await page.goto("about:blank");
    await page.goto(link);
    await up(page);
    // Links are read by the second half of the program.
    const sink = page.getByRole("combobox", { name: "Sink" });
    for (let tries = 0; (await sink.inputValue()) !== "two_phase" && tries < 100; tries++) await page.waitForTimeout(50);
    assert.equal(await sink.inputValue(), "two_phase");
  });
});

test("where storage is not allowed, it runs", async () => {
  const init = () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
  await withFile({ init }, async (page) => {
    await everything(page);
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "phone"]) {
    test(`it is as accessible as the site (${size}, ${theme})`, async () => {
      await withFile({ size, theme }, async (page) => {
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
      });
    });
  }
}

test("the embedded view is there, too", async () => {
  await withFile({ fragment: "?embed&at=crash#preset=21-one-crash-two-sinks" }, async (page) => {
    await page.locator(":root[data-embed=shown] .stage-drawing > *").first().waitFor();
  });
});

test("a picture stands there while it loads, and without WebAssembly it says what to do", async () => {
  const init = () => {
    delete window.WebAssembly;
    addEventListener("DOMContentLoaded", () => (window.pictured = !!document.querySelector("#boot .boot-stage")));
  };
  await withFile({ init, isUp: false }, async (page, complaints) => {
    await page.getByRole("alert").getByText(/needs WebAssembly.*current Firefox, Chrome, Edge or Safari/).waitFor();
    complaints.length = 0;
  });
  await withFile({ init: () => addEventListener("DOMContentLoaded", () => (window.pictured = !!document.querySelector("#boot .boot-stage"))) }, async (page) => {
    await play(page);
    assert.equal(await page.evaluate(() => window.pictured), true);
  });
});
