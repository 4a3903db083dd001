// Inspector and Lanes: what they show, how they are used by pointer and by keyboard alone, and that they stay small
// however long the run is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScenario, stopAt } from "./opening.mjs";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const position = (page) => page.getByRole("slider", { name: "Position" });
const step = async (page) => Number(await position(page).inputValue());
const focused = (page) => page.evaluate(() => document.activeElement.textContent.trim());

/** Opens the inspector on a subject, by its name in the list. */
const inspect = async (page, subject) => {
  await button(page, "Inspector").click();
  const panel = region(page, "Inspector");
  await panel.waitFor();
  if (subject) await panel.getByRole("combobox", { name: "Look at" }).selectOption({ label: subject });
  return panel;
};

/** A run of 100,000 rows in one sink: each of 50,000 orders goes two ways. */
const rows = () => ({
  barrierscope: 1,
  title: "A hundred thousand rows",
  sources: [{ name: "orders", service_ms: 0, partitions: [{ generate: { count: 50_000, every_ms: 10 } }] }],
  operators: [
    { name: "left", kind: "map", inputs: ["orders"], service_ms: 0 },
    { name: "right", kind: "map", inputs: ["orders"], service_ms: 0 },
  ],
  sinks: [{ name: "out", kind: "append", inputs: ["left", "right"], service_ms: 0 }],
  channels: { capacity: 100, latency_ms: 0 },
  checkpointing: { every_ms: 60_000 },
});

test("the checkpoint page has Flink's columns in Flink's order, and the phases of each task", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 1);
    const panel = await inspect(page);
    const heads = await panel.getByRole("grid", { name: "History" }).getByRole("columnheader").allTextContents();
    assert.deepEqual(heads, [
      "ID", "Status", "Acknowledged", "Trigger Time", "Latest Acknowledgement", "End to End Duration",
      "Checkpointed Data Size", "Full Checkpoint Data Size", "Processed (persisted) in-flight data",
    ]);
    await panel.getByText("Its cut is consistent", { exact: false }).waitFor();
    const bars = panel.getByRole("img", { name: /^Start Delay .* Alignment Duration .* Sync Duration .* Async Duration/ });
    assert.equal(await bars.count(), 5, "one line of bars for each task");
    // Another checkpoint, from the history.
    await panel.getByRole("grid", { name: "History" }).getByText("1", { exact: true }).click();
    await panel.getByRole("heading", { name: "Checkpoint 1", exact: true }).waitFor();
  });
});

test("by keyboard alone: from a place of the stage to a record's life, to its moments, and back", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.95);
    // The menu of the ledger's node.
    await page.getByRole("button", { name: "ledger: what can be done", exact: true }).focus();
    await page.keyboard.press("Enter");
    const item = page.getByRole("menuitem", { name: "Inspect", exact: true });
    await item.focus();
    await page.keyboard.press("Enter");
    const panel = region(page, "Inspector");
    await panel.getByRole("heading", { name: "ledger", exact: true }).waitFor();
    await panel.getByRole("button", { name: "Rows of ledger" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "subject");
    assert.equal(await focused(page), "Rows of ledger");
    const grid = panel.getByRole("grid", { name: "Rows" });
    await grid.focus();
    await page.keyboard.press("End");
    const active = await grid.getAttribute("aria-activedescendant");
    const row = page.locator(`#${active}`);
    assert.match(await row.innerText(), /again, as row/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /^Record \d+$/.test(document.activeElement.textContent));
    await panel.getByText(/^Read 2 times/).waitFor();
    await panel.getByRole("heading", { name: /^Attempt 1 · orders offset \d+$/ }).waitFor();
    await panel.getByRole("heading", { name: /^Attempt 2 · orders offset \d+, read again$/ }).waitFor();
    // A moment of its life goes there.
    const moment = panel.getByRole("button", { name: /dedup took/ }).first();
    await moment.focus();
    await page.keyboard.press("Enter");
    assert.equal(await step(page), Number(await moment.getAttribute("data-step")));
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-current") === "step");
    // What is to come is said to be so.
    assert.ok((await panel.locator(".moment.to-come").count()) > 0);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^ledger/);
  });
});

test("the key that looks inside looks at what the focus is on; Escape closes what it opened", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.5);
    await page.getByRole("button", { name: "ledger: what can be done", exact: true }).focus();
    await page.keyboard.press("i");
    const heading = page.locator("#subject");
    await heading.waitFor();
    assert.match(await heading.textContent(), /ledger/);
    await page.keyboard.press("Escape");
    await heading.waitFor({ state: "detached" });

    const lanes = button(page, "Lanes");
    await lanes.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByTestId("lanes");
    await panel.waitFor();
    await panel.locator("button:not([disabled])").first().focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.equal(await focused(page), "Lanes");
  });
});

test("a record is found by its id, and one that is not there is said not to be", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.95);
    const panel = await inspect(page, "Rows of ledger");
    await panel.getByRole("grid").getByText("3", { exact: true }).first().click();
    const field = panel.getByRole("textbox", { name: "Record with the id" });
    await field.fill("7");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { name: "Record 7", exact: true }).waitFor();
    await panel.getByText(/^Read once/).waitFor();
    await field.fill("4711");
    await button(panel, "Find").click();
    await panel.getByText("No record with the id 4711 is read in this run.").waitFor();
  });
});

test("state entries count down, and what has expired and is still held stands apart", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("09-ttl-65s");
    await stopAt(page, 0.3);
    const panel = await inspect(page, "State of dedup");
    const left = async () => {
      const rows = panel.getByRole("grid", { name: "Live entries" }).getByRole("row");
      return parseFloat(await rows.nth(1).locator("td").last().innerText());
    };
    const before = await left();
    await stopAt(page, 0.6);
    const after = await left();
    assert.ok(after < before && after > 0, `${after} s left, ${before} s before`);
    await panel.getByRole("heading", { name: "Expired, still held" }).waitFor();
  });
});

test("a sink of a hundred thousand rows: few of them are on the page, and the last is reached", async () => {
  await withPage({}, async (page) => {
    await openScenario(page, rows());
    await stopAt(page, 1);
    const panel = await inspect(page, "Rows of out");
    const grid = panel.getByRole("grid", { name: "Rows" });
    assert.equal(await grid.getAttribute("aria-rowcount"), "100001");
    const onPage = () => grid.locator("tbody tr:not(.pad)").count();
    assert.ok((await onPage()) < 40, `${await onPage()} rows`);
    await grid.focus();
    await page.keyboard.press("End");
    assert.equal(await grid.getAttribute("aria-activedescendant"), "sink-row-99999");
    await page.keyboard.press("ArrowUp");
    const row = page.locator("#sink-row-99998");
    assert.equal(await row.getAttribute("aria-rowindex"), "100000");
    assert.match(await row.innerText(), /^99,999\b/);
    const box = await row.boundingBox();
    const room = await panel.locator(".listing-rows").first().boundingBox();
    assert.ok(box.y >= room.y && box.y + box.height <= room.y + room.height + 1, "the row is in sight");
    assert.ok((await onPage()) < 40, `${await onPage()} rows`);
    // By pages, and by the wheel.
    await page.keyboard.press("PageUp");
    assert.ok(Number((await grid.getAttribute("aria-activedescendant")).split("-").pop()) < 99_998);
    await panel.locator(".listing-rows").first().evaluate((e) => { e.scrollTop = 50_000 * 32; });
    await page.locator("#sink-row-50000").waitFor();
    await page.keyboard.press("Home");
    await page.locator("#sink-row-0").waitFor();
  });
});

test("a long table stays where one scrolls to, and knows how much of it is seen", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.0186);
    const panel = await inspect(page, "Rows of ledger");
    const table = panel.locator(".listing-rows").first();
    const counted = (how) => panel.locator(".listing-head span").first().getByText(how).waitFor();
    await counted(/^rows 1 to ([1-4]) of \1$/);
    await stopAt(page, 0.62);
    // It has grown, and is measured anew.
    await counted(/^rows 1 to [78] of 1\d\d$/);
    const top = () => table.evaluate((e) => e.scrollTop);
    const rests = async (at) => {
      for (const ms of [60, 600]) {
        await page.waitForTimeout(ms);
        assert.equal(await top(), at);
      }
    };
    await table.hover();
    for (const [by, at] of [[320, 320], [320, 640], [-160, 480]]) {
      await page.mouse.wheel(0, by);
      await rests(at);
    }
    const grid = panel.getByRole("grid", { name: "Rows" });
    await grid.focus();
    for (const key of ["Home", "PageDown", "PageDown"]) await page.keyboard.press(key);
    await page.waitForTimeout(600);
    const chosen = grid.locator("tr[aria-selected=true]");
    assert.equal(await chosen.getAttribute("id"), await grid.getAttribute("aria-activedescendant"));
    const [row, room] = [await chosen.boundingBox(), await table.boundingBox()];
    assert.ok(row.y >= room.y && row.y + row.height <= room.y + room.height + 1, "the row is in sight");
    // Every step of the run, among the lanes.
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Lanes", exact: true }).click();
    await page.getByRole("button", { name: "In words", exact: true }).click();
    await stopAt(page, 0.56);
    await page.waitForTimeout(600);
    const steps = page.locator(".lanes-words .listing-rows").first();
    const [here, around] = [await steps.locator("tr[aria-current=step]").boundingBox(), await steps.boundingBox()];
    assert.ok(here.y >= around.y && here.y + here.height <= around.y + around.height + 1, "the step is in sight");
  });
});

test("the lanes of a hundred thousand steps are drawn whole, and every step is in their list", async () => {
  await withPage({}, async (page) => {
    await openScenario(page, rows());
    await stopAt(page, 0.5);
    const steps = Number(await position(page).getAttribute("max"));
    assert.ok(steps >= 100_000, `${steps} steps`);
    await button(page, "Lanes").click();
    const lanes = region(page, "Lanes");
    await lanes.locator(".lane-live").first().waitFor();
    assert.ok((await lanes.locator("*").count()) < 250, "the picture stays small");
    await button(lanes, "In words").click();
    const grid = lanes.getByRole("grid", { name: "Every step" });
    assert.equal(await grid.getAttribute("aria-rowcount"), String(steps + 2));
    await grid.focus();
    await page.keyboard.press("End");
    await page.locator(`#step-${steps}`).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await step(page), steps);
  });
});

test("lanes: cuts carry what the check says; clicks, arrows and Enter go to a step", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.2);
    await button(page, "Lanes").click();
    const lanes = region(page, "Lanes");
    const picture = lanes.getByRole("application");
    // It is drawn in the frame after it is opened.
    await lanes.locator(".lane-save").waitFor({ state: "attached" });
    for (const layer of [".lane-barrier", ".lane-cut.good", ".lane-down", ".lane-restore", ".lane-save"]) {
      assert.equal(await lanes.locator(layer).count(), 1, layer);
    }
    assert.equal(await lanes.getByText("1 ✓", { exact: true }).count(), 1);
    // By keyboard.
    await picture.focus();
    const before = await step(page);
    await page.keyboard.press("ArrowDown");
    for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowRight");
    await lanes.getByText(/^orders, .* step [\d,]+: orders/).waitFor();
    assert.equal(await step(page), before, "looking around goes nowhere");
    await page.keyboard.press("Enter");
    const there = await step(page);
    assert.ok(there > before, `${there} after ${before}`);
    // Closer, and by pointer: the line of the position is where one clicked.
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await lanes.getByText(/\d s to \d/).waitFor();
    const box = await picture.boundingBox();
    await page.mouse.click(box.x + box.width * 0.52, box.y + 60);
    assert.notEqual(await step(page), there);
    // In words.
    await button(lanes, "In words").click();
    await lanes.getByRole("button", { name: /Checkpoint 1: its cut is consistent/ }).click();
    await page.waitForFunction(() => document.querySelector('[data-checkpoint="1"]'));
    await lanes.getByRole("button", { name: /The job crashes; restored from checkpoint 1/ }).click();
    await page.waitForFunction(() => document.querySelector(".is-down"));
  });
});

test("of two runs that are compared either is looked at, and both stay in step", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.95);
    await button(page, "Compare").click();
    // By the key, on a place of the other run.
    await region(page, "Stage of the other run").getByRole("button", { name: "ledger: what can be done", exact: true }).focus();
    await page.keyboard.press("i");
    const panel = region(page, "Inspector");
    await panel.getByRole("heading", { name: "ledger", exact: true }).waitFor();
    // What plays both stays in sight, and both stages stand at one height.
    const play = await button(page, "Play").boundingBox();
    assert.ok(play.y > 0 && play.y + play.height <= (await panel.boundingBox()).y, JSON.stringify(play));
    const tops = await page.locator(".stage").evaluateAll((stages) => stages.map((stage) => stage.getBoundingClientRect().top));
    assert.equal(tops[0], tops[1]);
    const there = button(panel, "the other");
    assert.equal(await there.getAttribute("aria-pressed"), "true");
    await panel.getByRole("combobox", { name: "Look at" }).selectOption({ label: "Rows of ledger" });
    const rows = async () => Number(await panel.getByRole("grid", { name: "Rows" }).getAttribute("aria-rowcount"));
    const upserted = await rows();
    await button(panel, "this run").click();
    await panel.getByRole("heading", { name: "Rows of ledger", exact: true }).waitFor();
    assert.ok((await rows()) > upserted, `${await rows()} rows here, ${upserted} there`);
    // A moment of a record's life in the other run: both go there.
    await panel.getByRole("grid", { name: "Rows" }).getByText("3", { exact: true }).first().click();
    await button(panel, "the other").click();
    const moment = panel.getByRole("button", { name: /dedup took/ }).first();
    const before = await step(page);
    await moment.click();
    await page.waitForFunction((before) => Number(document.querySelector(".position").value) < before, before);
    const nodes = (id) => page.locator(`${id} .node-value`).allTextContents();
    assert.deepEqual(await nodes("#stage-there"), await nodes("#stage"));
    // What is to come stays in its list.
    const place = await panel.boundingBox();
    for (const box of await panel.locator(".moment.to-come").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top))) {
      assert.ok(box > place.y, "a moment to come stands outside of the panel");
    }
    await assertNoSidewaysScroll(page);
    await assertAccessible(page);
    // What is done is done to this run; the other follows it, and is only looked at.
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await region(page, "Stage of the other run").getByRole("button", { name: "dedup: what can be done", exact: true }).focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await page.getByRole("menuitem").allTextContents(), ["Inspect"]);
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { name: "dedup", exact: true }).waitFor();
    assert.equal(await button(panel, "the other").getAttribute("aria-pressed"), "true");
    await button(page, "Stop comparing").click();
    await panel.getByRole("heading", { name: "dedup", exact: true }).waitFor();
    assert.equal(await button(panel, "the other").count(), 0);
  });
});

test("closed, they cost nothing: no table, no picture", async () => {
  await withPage({}, async (page) => {
    assert.equal(await page.locator(".look, .lanes, [role=grid]").count(), 0);
    await button(page, "Inspector").click();
    await region(page, "Inspector").waitFor();
    await button(page, "Inspector").click();
    assert.equal(await page.locator(".look").count(), 0);
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`inspector and lanes are accessible and whole (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await stopAt(page, 0.95);
        await button(page, "Lanes").click();
        await assertAccessible(page);
        await button(region(page, "Lanes"), "In words").click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        await button(page, "Lanes").click();
        const panel = await inspect(page);
        for (const subject of [null, "dedup", "State of dedup", "Rows of ledger", "orders → dedup", "Storage and configuration"]) {
          if (subject) await panel.getByRole("combobox", { name: "Look at" }).selectOption({ label: subject });
          await assertNoSidewaysScroll(page);
          await assertAccessible(page);
          const cut = await panel.evaluate((panel) =>
            [...panel.querySelectorAll("button, h2, h3, h4, p, dd")]
              .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline")
              .map((e) => e.textContent),
          );
          assert.deepEqual(cut, [], `cut in ${subject}`);
        }
      });
    });
  }
}
