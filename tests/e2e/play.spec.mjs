// What one can do on the Play page: take hold of things, go back and do something else, set up, compare; by pointer, by
// keyboard alone, and by touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flood } from "./jobs.mjs";
import { openScenario } from "./opening.mjs";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const combobox = (page, name) => page.getByRole("combobox", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const item = (page, name) => page.getByRole("menuitem", { name });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());
const verdict = (page) => region(page, "Verdict").innerText();
const branches = (page) => combobox(page, "Run").locator("option");

/** The end of the run on the stage. */
async function playToTheEnd(page) {
  await combobox(page, "Speed").selectOption("16");
  await page.getByText(/The run is over|orders booked twice/).first().waitFor({ timeout: 25_000 });
}

test("open, see it twice, ask why, mend it, go back before the crash, fork, compare", async () => {
  await withPage({}, async (page) => {
    await playToTheEnd(page);
    assert.match(await verdict(page), /Output: 50 duplicates/);
    await button(page, "Why?").first().click();
    const moments = region(page, "Why?").getByRole("listitem").getByRole("button");
    assert.ok((await moments.count()) >= 3, "the chain has at least three moments");
    await page.keyboard.press("Escape");
    // Mended by the sink: the same crash, and nothing twice.
    await combobox(page, "Sink").selectOption({ label: "ledger: upsert" });
    await playToTheEnd(page);
    assert.match(await verdict(page), /Output: 0 duplicates/);
    assert.equal(await branches(page).count(), 2);
    // Back to before the crash, and another future from there.
    await combobox(page, "Moments").selectOption({ label: "crashes" });
    await button(page, "Previous moment").click();
    const crash = await step(page);
    await page.getByRole("slider", { name: "Position" }).fill(String(crash - 200));
    await button(page, "Crash").click();
    await page.locator(".is-down").waitFor();
    assert.equal(await branches(page).count(), 3);
    // The old future is still there.
    await combobox(page, "Run").selectOption({ index: 0 });
    await page.getByRole("slider", { name: "Position" }).fill("1000000");
    await page.waitForFunction(() => document.querySelector(".verdict").innerText.includes("50 duplicates"));
    // Side by side, in step.
    await button(page, "Compare").click();
    await region(page, "Verdict of the other run").waitFor();
    await button(page, "upsert").click();
    await page.getByRole("slider", { name: "Position" }).fill("1000000");
    await page.waitForFunction(() => [...document.querySelectorAll(".verdict")].map((v) => v.innerText).join().includes("0 duplicates"));
    assert.match(await verdict(page), /50 duplicates/);
    assert.match(await region(page, "Verdict of the other run").innerText(), /0 duplicates/);
    const row = page.getByRole("row", { name: /ledger: duplicates/ });
    assert.match(await row.innerText(), /50\s+0\s+differs/);
    assert.ok((await page.locator(".unlike").count()) >= 2, "what differs is marked on both stages");
    await button(page, "Stop comparing").click();
    assert.equal(await region(page, "Stage of the other run").count(), 0);
  });
});

test("the same by keyboard alone", async () => {
  await withPage({}, async (page) => {
    const focus = (name) => page.getByRole(name.role, { name: name.name, exact: true }).focus();
    await focus({ role: "combobox", name: "Speed" });
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
    await page.getByText(/booked twice/).first().waitFor({ timeout: 25_000 });
    await focus({ role: "button", name: "Why?" }).catch(() => button(page, "Why?").first().focus());
    await page.keyboard.press("Enter");
    await region(page, "Why?").waitFor();
    await page.keyboard.press("Escape");
    await focus({ role: "combobox", name: "Sink" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(/The run is over: it crashed/).waitFor({ timeout: 25_000 });
    assert.match(await verdict(page), /Output: 0 duplicates/);
    // A place of the stage: one stop in the order of focus, the arrows go on from there.
    await page.locator(".stage").first().focus();
    await page.keyboard.press("Home");
    for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowRight");
    await page.locator(".grip").first().focus();
    await page.keyboard.press("ArrowDown");
    const held = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.equal(held, "dedup: what can be done");
    await page.keyboard.press("Enter");
    await item(page, "Crash dedup").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "menuitem");
    await page.keyboard.press("Enter");
    await page.locator(".is-down").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), held, "the focus is back");
    assert.ok((await branches(page).count()) >= 3);
    await button(page, "Compare").focus();
    await page.keyboard.press("Enter");
    await region(page, "Stage of the other run").waitFor();
  });
});

test("at 360 px by touch: a record is sent again, a node is slowed, two runs stand under each other", async () => {
  await withPage({ size: "phone" }, async (page) => {
    await button(page, "Pause").tap();
    await button(page, "orders: what can be done").tap();
    await item(page, /^Send \d+ again$/).tap();
    await page.getByTestId("caption").filter({ hasText: /Sent again: the producer puts \d+ into the log once more/ }).waitFor();
    await button(page, "More").tap();
    await item(page, /^Slow dedup/).tap();
    await page.getByText(/dedup is slow until/).first().waitFor();
    assert.equal(await branches(page).count(), 3);
    await button(page, "Set-up").tap();
    await combobox(page, "Offsets").selectOption({ label: "from the earliest" });
    assert.equal(await branches(page).count(), 4);
    await button(page, "Compare").tap();
    const [here, there] = await page.locator(".stage").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
    assert.ok(there > here + 200, "the other stage stands under this one");
    await assertNoSidewaysScroll(page);
  });
});

test("every hand is a choice in the run: it shows, it is listed, and what it undoes can be returned to", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    // Before the first checkpoint: an outage that meets one fails it, and the job with it.
    await page.getByRole("slider", { name: "Position" }).fill("200");
    const done = [
      [/^Take storage down/, /Checkpoint storage cannot be written until/],
      [/^Stall orders → dedup/, /Nothing comes from orders to dedup until/],
      [/^Slow total/, /total is slow until/],
      [/^Crash total$/, /Crash/],
    ];
    for (const [i, [hand, caption]] of done.entries()) {
      await button(page, "More").click();
      await item(page, hand).first().click();
      await page.getByTestId("caption").filter({ hasText: caption }).waitFor();
      assert.equal(await branches(page).count(), i + 2);
    }
    await combobox(page, "Run").selectOption({ index: 0 });
    // The coordinator does what it is asked for in the next step, and says so.
    await button(page, "More").click();
    await item(page, "Trigger a checkpoint").click();
    await page.locator(".coordinator").filter({ hasNotText: "idle" }).waitFor();
    await page.waitForFunction(() => !document.querySelector(".is-down"));
  });
});

for (const size of ["laptop", "tablet", "phone"]) {
  for (const theme of THEMES) {
    test(`a menu and two runs side by side are accessible, ${size}, ${theme}`, async () => {
      await withPage({ size, theme }, async (page) => {
        await button(page, "Pause").click();
        await button(page, "More").click();
        // It comes with the second module.
        await page.getByRole("menu").waitFor();
        await assertAccessible(page, { within: ".menu" });
        await page.keyboard.press("Escape");
        await button(page, "Compare").click();
        await region(page, "Stage of the other run").waitFor();
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
      });
    });
  }
}

test("what rushes by and what stands take turns: no frame does the work of both", async () => {
  await withPage({}, async (page) => {
    await openScenario(page, flood(500));
    await page.locator("canvas.layer").waitFor({ state: "attached" });
    const frames = await page.evaluate(async () => {
      const seen = { painted: 0, told: 0, both: 0 };
      let [painted, told] = [false, false];
      const clear = CanvasRenderingContext2D.prototype.clearRect;
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        painted = true;
        clear.apply(this, area);
      };
      const watch = new MutationObserver(() => (told = true));
      for (const part of document.querySelectorAll(".tape, .destination, svg.pipes")) {
        watch.observe(part, { subtree: true, characterData: true });
      }
      const end = performance.now() + 4_000;
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame);
        seen.painted += painted && !told;
        seen.told += told && !painted;
        seen.both += painted && told;
        [painted, told] = [false, false];
      }
      return seen;
    });
    assert.ok(frames.painted > 20 && frames.told > 5, JSON.stringify(frames));
    // One may be told whole when it was not in haste for a moment.
    assert.ok(frames.both * 5 < frames.told, JSON.stringify(frames));
  });
});

test("however fast it plays, what stands tells the moment that its line tells", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("combobox", { name: "Speed" }).selectOption("16");
    const seen = await page.evaluate(async () => {
      const position = document.querySelector(".position");
      position.value = "700";
      position.dispatchEvent(new Event("input", { bubbles: true }));
      const text = (selector) => document.querySelector(selector)?.textContent ?? "";
      const list = [];
      while (list.length < 600 && !document.querySelector(".closing")) {
        await new Promise(requestAnimationFrame);
        list.push([text(".caption"), text(".half-title"), [...document.querySelectorAll(".slot")].map((e) => e.textContent).join(" ")]);
      }
      return list;
    });
    const run = (is) => seen.reduce(([now, most], one) => (is(one) ? [now + 1, Math.max(most, now + 1)] : [0, most]), [0, 0])[1];
    assert.ok(seen.some(([caption]) => /^Crash/.test(caption)) && seen.some(([caption]) => /Back to 101/.test(caption)), "it went by");
    // In haste the parts have a frame each, and every other frame is for what moves.
    assert.ok(run(([caption, title]) => /^Crash/.test(caption) && /attempt 1/i.test(title)) <= 3, "memory is there after the crash");
    assert.ok(run(([caption, title]) => /Back to|Written again/.test(caption) && !/attempt 2/i.test(title)) <= 3, "memory is gone after the restart");
    assert.ok(run(([caption, , shelf]) => /^Saved: checkpoint 1/.test(caption) && /none complete yet/.test(shelf)) <= 16, "what is saved is not on the shelf");
  });
});

test("who presses Pause as the run ends does not start it over; what is shared is one moment", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("combobox", { name: "Speed" }).selectOption("64");
    const step = () => page.locator(".position").inputValue();
    const after = await page.evaluate(async () => {
      const main = document.querySelector(".transport .button.main");
      const is = (word) => main.textContent.includes(word);
      while (!is("Pause")) await new Promise(requestAnimationFrame);
      while (is("Pause")) await new Promise(requestAnimationFrame);
      main.click();
      await new Promise((then) => setTimeout(then, 300));
      return document.querySelector(".position").value;
    });
    assert.equal(after, await page.locator(".position").getAttribute("max"));
    await page.waitForTimeout(300);
    await button(page, "Play").click();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("1");
    await button(page, "Share").click();
    await page.getByRole("dialog").waitFor();
    const before = await step();
    await page.waitForTimeout(600);
    assert.equal(await step(), before);
  });
});

test("a jump while the run plays is judged at once, however much happens there", async () => {
  await withPage({}, async (page) => {
    const took = await page.evaluate(async () => {
      const position = document.querySelector(".position");
      const start = performance.now();
      position.value = "1450";
      position.dispatchEvent(new Event("input", { bubbles: true }));
      while (!/duplicates in ledger/.test(document.querySelector(".verdict").textContent)) await new Promise(requestAnimationFrame);
      return performance.now() - start;
    });
    assert.ok(took < 600, `after ${took} ms`);
  });
});

test("two runs that are alike so far show the same rows and balances in every frame", async () => {
  await withPage({}, async (page) => {
    await button(page, "Compare").click();
    await region(page, "Stage of the other run").waitFor();
    const frames = await page.evaluate(async () => {
      const held = (column) => [...column.querySelectorAll(".row-number, .balances b")].map((e) => e.textContent).join(" ");
      const seen = { all: 0, unlike: [] };
      const end = performance.now() + 3_000;
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame);
        const [left, right] = [...document.querySelectorAll(".column")].map(held);
        seen.all += 1;
        if (left !== right) seen.unlike.push(`${left} | ${right}`);
      }
      return seen;
    });
    assert.ok(frames.all > 50, `${frames.all} frames`);
    assert.deepEqual(frames.unlike, []);
  });
});
