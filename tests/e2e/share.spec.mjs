// Share: what is taken away from the page, a link, a frame, files, is the run that was on the stage.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { stopAt } from "./opening.mjs";
import { assertAccessible, assertNoSidewaysScroll, theBrowser, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());

const saved = async (page, name) => {
  const download = page.waitForEvent("download");
  await button(page, name).click();
  const file = await download;
  return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
};

test("the run is saved as JSON and its events as a table", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.4);
    await button(page, "Crash").click();
    await button(page, "Share").click();
    const at = await step(page);
    const [name, text] = await saved(page, "Run as JSON");
    assert.equal(name, "run.json");
    const run = JSON.parse(text);
    assert.equal(run.barrierscope_run, 1);
    assert.equal(run.step, at);
    assert.deepEqual(run.choices.map((choice) => choice.do), ["crash"]);
    assert.equal(run.scenario.barrierscope, 1);
    const [table, csv] = await saved(page, "Events as CSV");
    assert.equal(table, "events.csv");
    const lines = csv.trimEnd().split("\r\n").map((line) => line.split(","));
    assert.deepEqual(lines[0].slice(0, 4), ["step", "at_ms", "event", "task"]);
    assert.ok(lines.every((line) => line.length === lines[0].length));
    const steps = lines.slice(1).map((line) => Number(line[0]));
    assert.ok(steps.every((n, i) => i === 0 || n >= steps[i - 1]) && steps.at(-1) === at, `${steps.at(-1)} of ${at}`);
    assert.equal(lines.filter((line) => line[2] === "crashed").length, 1);
  });
});

test("the line for a page of one's own shows the same moment in a frame of another site", async () => {
  let line, at;
  await withPage({}, async (page) => {
    await stopAt(page, 0.7);
    at = await step(page);
    await button(page, "Share").click();
    line = await region(page, "Line for a page of your own").locator("pre").innerText();
    assert.match(line, /^<iframe src="[^"]+" title="Barrierscope: [^"]+" width="100%" height="600" loading="lazy"><\/iframe>$/);
  });
  const host = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>Course</title><h1>Course</h1>${line}`);
  });
  await new Promise((done) => host.listen(0, "127.0.0.1", done));
  const page = await (await theBrowser()).newPage();
  try {
    await page.goto(`http://127.0.0.1:${host.address().port}/`);
    const frame = page.frameLocator("iframe");
    await frame.getByRole("slider", { name: "Position" }).waitFor();
    await frame.locator("#boot").waitFor({ state: "detached" });
    await page.waitForTimeout(500);
    assert.equal(Number(await frame.getByRole("slider", { name: "Position" }).inputValue()), at);
  } finally {
    await page.close();
    host.close();
  }
});

for (const [size, theme] of [["laptop", "dark"], ["phone", "light"]]) {
  test(`the panel is accessible and whole (${size}, ${theme})`, async () => {
    await withPage({ size, theme }, async (page) => {
      await button(page, "Share").click();
      await button(page, "Run as JSON").waitFor();
      await assertAccessible(page);
      await assertNoSidewaysScroll(page);
    });
  });
}
