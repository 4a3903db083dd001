// How the page looks, measured: no two texts overlap and none is cut, in every preset and in a large job, at three sizes,
// at a few moments of each run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { big, flood } from "./jobs.mjs";
import { faults } from "./measure.mjs";
import { openScenario, stopAt } from "./opening.mjs";
import { SIZES, assertNoSidewaysScroll, withPage } from "./support.mjs";

const MOMENTS = [0.25, 0.6, 1];

for (const size of ["laptop", "tablet", "phone"]) {
  test(`no text is cut and none lies on another (${size})`, async () => {
    await withPage({ size }, async (page) => {
      const wrong = [];
      const look = async (name) => {
        for (const moment of MOMENTS) {
          await stopAt(page, moment);
          for (const fault of await page.evaluate(faults)) wrong.push(`${name} at ${moment}: ${fault}`);
        }
      };
      const presets = page.getByRole("combobox", { name: "Scenario" });
      const names = await presets.locator("option").evaluateAll((options) => options.map((option) => option.value));
      assert.ok(names.length >= 24, `${names.length} presets`);
      for (const name of names.filter(Boolean)) {
        await presets.selectOption(name);
        await look(name);
      }
      // The card and the line at the end of a run.
      for (const name of ["21-one-crash-two-sinks", "02-upsert", "27-fast-waits-for-slow", "08-offset-ahead-of-state"]) {
        await presets.selectOption(name);
        await stopAt(page, 0.98);
        await page.getByRole("combobox", { name: "Speed" }).selectOption("64");
        await page.getByRole("button", { name: "Play", exact: true }).click();
        await page.locator(".closing, .ended-well").first().waitFor({ timeout: 30_000 });
        for (const fault of await page.evaluate(faults)) wrong.push(`${name} when it is over: ${fault}`);
        await page.getByRole("combobox", { name: "Speed" }).selectOption("1");
      }
      // The same in the words of the analogy.
      for (const name of ["01-append", "03-two-phase", "28-fast-does-not-wait", "21-one-crash-two-sinks"]) {
        await presets.selectOption(name);
        await page.getByRole("button", { name: "As a clerk", exact: true }).click();
        await page.locator(".stage.clerk .node").first().waitFor();
        await look(`${name} as a clerk`);
        await page.getByRole("button", { name: "As a clerk", exact: true }).click();
      }
      // Side by side there is less room: the lower half still holds what it shows.
      await presets.selectOption("21-one-crash-two-sinks");
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      await page.getByRole("button", { name: "two-phase commit", exact: true }).click();
      await page.locator(".column").nth(1).waitFor();
      await look("a two-phase sink beside");
      await page.getByRole("button", { name: "Compare", exact: true }).click();
      // On a phone a job of this size is for the zoom.
      if (size !== "phone") await openScenario(page, big()).then(() => look("the large job"));
      await openScenario(page, flood(500)).then(() => look("500 in flight"));
      assert.deepEqual(wrong, [], `${wrong.length} faults at ${SIZES[size].width}`);
    });
  });
}

test("at 200 % no text is cut, none lies on another, and nothing scrolls sideways", async () => {
  await withPage({ size: "zoomed" }, async (page) => {
    const wrong = [];
    for (const name of ["21-one-crash-two-sinks", "02-upsert", "03-two-phase", "27-fast-waits-for-slow", "08-offset-ahead-of-state"]) {
      await page.getByRole("combobox", { name: "Scenario" }).selectOption(name);
      for (const moment of MOMENTS) {
        await stopAt(page, moment);
        for (const fault of await page.evaluate(faults)) wrong.push(`${name} at ${moment}: ${fault}`);
        await assertNoSidewaysScroll(page);
      }
    }
    assert.deepEqual(wrong, []);
    // What is used most can be reached and pressed.
    for (const name of ["Play", "Step", "Crash", "Why?"]) {
      const button = page.getByRole("button", { name, exact: true }).first();
      if (name === "Why?" && !(await button.count())) continue;
      await button.scrollIntoViewIfNeeded();
      await button.click({ trial: true });
    }
  });
});

test("a message lies on no title and on no button, however narrow the stage is beside its panels", async () => {
  await withPage({}, async (page) => {
    const clear = async (name) => {
      await stopAt(page, 0.5);
      await page.getByTestId("caption").first().waitFor();
      const under = await page.evaluate(() => {
        const message = document.querySelector(".caption").getBoundingClientRect();
        const others = ".half-title, .half-note, .lens-switch, .zoom .button";
        return [...document.querySelector(".stage").querySelectorAll(others)]
          .filter((e) => e.checkVisibility())
          .filter((e) => {
            const box = e.getBoundingClientRect();
            const x = Math.min(box.right, message.right) - Math.max(box.left, message.left);
            return x > 0 && Math.min(box.bottom, message.bottom) - Math.max(box.top, message.top) > 1;
          })
          .map((e) => e.textContent || e.getAttribute("aria-label"));
      });
      assert.deepEqual(under, [], name);
    };
    const button = (name) => page.getByRole("button", { name, exact: true });
    await clear("the stage alone");
    await button("Inspector").click();
    await page.getByTestId("inspector").waitFor();
    await clear("beside the inspector");
    await button("Edit").click();
    await page.getByTestId("editor").waitFor();
    await clear("beside inspector and editor");
    for (const width of [1100, 820, 600, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await clear(`${width} px`);
    }
  });
});

test("the stage is zoomed by its buttons, by keys, and with ctrl and the wheel; the wheel alone scrolls", async () => {
  await withPage({}, async (page) => {
    const scale = () => page.locator(".stage-drawing").first().evaluate((e) => new DOMMatrix(getComputedStyle(e).transform).a);
    const button = (name) => page.getByRole("button", { name, exact: true }).first();
    assert.equal(await scale(), 1);
    await button("Zoom in").click();
    assert.equal(await scale(), 1.25);
    await page.keyboard.press("+");
    assert.ok((await scale()) > 1.5);
    const left = () => page.locator(".node").first().evaluate((e) => e.getBoundingClientRect().left);
    const before = await left();
    await page.keyboard.press("ArrowRight");
    assert.ok((await left()) < before, "the picture moved");
    await page.keyboard.press("0");
    assert.equal(await scale(), 1);
    const box = await page.locator(".stage-room").first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + 20);
    await page.mouse.wheel(0, -200);
    assert.equal(await scale(), 1);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await page.waitForFunction(() => new DOMMatrix(getComputedStyle(document.querySelector(".stage-drawing")).transform).a > 1.2);
    const there = await left();
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + 30, { steps: 4 });
    await page.mouse.up();
    assert.ok((await left()) > there + 40, "what is empty can be dragged");
    await button("Fit").click();
    assert.equal(await scale(), 1);
  });
});

test("at a stand each step is told in a sentence", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    // The sentences come with the second module, a moment after the start.
    const words = page.getByTestId("step-words").filter({ hasText: /^Step \d+: .+\.$/ });
    await words.waitFor({ state: "attached" });
    const first = await words.textContent();
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.waitForFunction((first) => /^Step/.test(document.querySelector('[data-testid="step-words"]').textContent) && document.querySelector('[data-testid="step-words"]').textContent !== first, first);
  });
});
