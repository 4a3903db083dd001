// The worst cases: no WebAssembly, a program that cannot be fetched or read, and one that fails while it runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, SIZES, THEMES, assertAccessible, assertNoSidewaysScroll, started, theBrowser, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });

/** A page whose program will not start. */
async function withBroken({ init, route, size = "laptop", theme = "light" }, then) {
  const context = await (await theBrowser()).newContext({ viewport: SIZES[size], colorScheme: theme });
  try {
    const page = await context.newPage();
    if (init) await page.addInitScript(init);
    if (route) await route(page);
    await page.goto(BASE);
    await then(page);
  } finally {
    await context.close();
  }
}

for (const theme of THEMES) {
  test(`without WebAssembly the page says what to do (${theme})`, async () => {
    const init = () => delete window.WebAssembly;
    await withBroken({ init, theme, size: "phone" }, async (page) => {
      await page.getByRole("alert").getByText(/needs WebAssembly.*switched off.*current Firefox, Chrome, Edge or Safari/).waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
    });
  });
}

test("a program that is not to be had, or is broken, is told, and can be tried again", async () => {
  let isAway = true;
  const away = (page) => page.route("**/*_bg.wasm", (route) => (isAway ? route.abort() : route.continue()));
  await withBroken({ route: away }, async (page) => {
    await page.getByRole("alert").getByText(/could not be fetched/).waitFor();
    isAway = false;
    await button(page, "Try again").click();
    await started(page);
  });
  const missing = (page) => page.route("**/*_bg.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await withBroken({ route: missing }, async (page) => {
    await page.getByRole("alert").getByText(/could not be fetched/).waitFor();
  });
  const broken = (page) =>
    page.route("**/*_bg.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: Buffer.from([0, 97, 115, 109, 9, 9, 9, 9]) }));
  await withBroken({ route: broken }, async (page) => {
    await page.getByRole("alert").getByText(/could not start\. Try again/).waitFor();
  });
});

test("a picture of the stage and how much has come are there before the program", async () => {
  const slow = (page) =>
    page.route("**/*_bg.wasm", async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
  await withBroken({ route: slow }, async (page) => {
    await page.locator(".boot-wide").waitFor();
    await page.getByRole("progressbar", { name: "Loaded" }).waitFor();
    await page.getByRole("status").getByText("Loading…").waitFor();
    await assertAccessible(page);
    await started(page);
    assert.equal(await page.locator(".boot-wide").count(), 0);
  });
});

/** From now on the browser makes no more elements: the program did not expect that. */
const breakIt = (page) =>
  page.evaluate(() => {
    const no = () => {
      throw new DOMException("no more elements", "NotSupportedError");
    };
    window.real = [Document.prototype.createElement, Node.prototype.cloneNode];
    for (const name of ["createElement", "createElementNS", "createTextNode", "createComment"]) {
      const real = Document.prototype[name];
      // boot.js may, it is not the program.
      Document.prototype[name] = function (...args) {
        return /boot\.js/.test(new Error().stack) && !/\.wasm/.test(new Error().stack) ? real.apply(this, args) : no();
      };
    }
    Node.prototype.cloneNode = no;
  });

for (const [size, theme] of [["laptop", "light"], ["phone", "dark"]]) {
  test(`a program that fails while it runs says so with the run, and starts again with the scenario (${size}, ${theme})`, async () => {
    await withPage({ size, theme }, async (page, watch) => {
      await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
      await page.waitForFunction(() => typeof window.barrierscopeRun === "string");
      await button(page, "Crash").click();
      await page.locator(".is-down").waitFor();
      await page.waitForTimeout(400);
      await breakIt(page);
      await button(page, "Gallery").click();
      const told = page.getByRole("alertdialog", { name: "Barrierscope has stopped" });
      await told.waitFor();
      const report = await told.getByRole("textbox").inputValue();
      assert.match(report, /#run=1\.\S+\n\npanicked at /);
      if (process.env.WRECK) await page.screenshot({ path: `${process.env.WRECK}-${size}.png` });
      await assertNoSidewaysScroll(page);
      await told.getByRole("button", { name: "Copy", exact: true }).click();
      await told.getByText("Copied").waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), report);
      // Nothing else is left that could be taken for a run.
      assert.equal(await page.locator("body > *").count(), 1);
      const start = told.getByRole("button", { name: "Start again" });
      await start.focus();
      await page.keyboard.press("Enter");
      await page.locator(".wreck").waitFor({ state: "detached" });
      await started(page);
      await page.getByRole("combobox", { name: "Sink" }).waitFor();
      assert.equal(await page.getByRole("combobox", { name: "Sink" }).inputValue(), "two_phase");
      assert.ok(watch.complaints.some((complaint) => /panicked at/.test(complaint)), `${watch.complaints}`);
      watch.complaints.length = 0;
    });
  });
}

test("whoever wants no more of that run starts with the opening one", async () => {
  await withPage({ path: "#preset=03-two-phase" }, async (page, watch) => {
    await page.waitForFunction(() => typeof window.barrierscopeRun === "string");
    await breakIt(page);
    // The next thing that it does is one too many, whatever it is.
    await page.getByRole("button", { name: "Start with the opening run" }).click();
    await page.locator(".wreck").waitFor({ state: "detached" });
    await started(page);
    assert.equal(new URL(page.url()).hash, "");
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "21-one-crash-two-sinks");
    watch.complaints.length = 0;
  });
});
