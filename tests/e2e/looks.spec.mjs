// How the page looks, measured: no two texts overlap and none is cut, in every preset and in a large job, at three sizes,
// at a few moments of each run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { big, flood } from "./jobs.mjs";
import { openScenario, stopAt } from "./opening.mjs";
import { SIZES, assertNoSidewaysScroll, withPage } from "./support.mjs";

const MOMENTS = [0.25, 0.6, 1];

/** Every fault that can be seen just now, in words. It runs on the page. */
function faults() {
  const found = [];
  const seen = (element) => {
    // What is folded away has a place all the same.
    if (!element.checkVisibility()) return false;
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.visibility === "hidden" || style.display === "none" || Number(style.opacity) < 0.05) return false;
      // What only a screen reader is told is clipped away.
      if (style.clipPath === "inset(50%)") return false;
    }
    return true;
  };
  // What floats above the rest on purpose, with a ground of its own.
  const floor = (element) => element.closest("dialog, .closing, .ended-well, .menu, .desk, .head, .page")?.className ?? "";
  const shortened = (element) => {
    const holder = element.closest("[title]");
    return getComputedStyle(element).textOverflow === "ellipsis" && holder !== null;
  };
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent.trim();
    // Signs of records are drawn over each other where records stand close; their names are not.
    const isSign = element.closest("option, script, style, title, .mover") && !element.closest(".tagged .tag");
    if (words === "" || isSign || !seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < 1 || rect.height < 1) continue;
      // The line is higher than its letters.
      const slack = Math.max(0, (rect.height - parseFloat(getComputedStyle(element).fontSize)) / 2);
      const box = { left: rect.left, right: rect.right, top: rect.top + slack, bottom: rect.bottom - slack };
      texts.push({ words, element, box, floor: floor(element) });
      for (let e = element; e && e !== document.body; e = e.parentElement) {
        const style = getComputedStyle(e);
        if (style.overflowX === "visible" && style.overflowY === "visible") continue;
        // What scrolls is not cut.
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        const room = e.getBoundingClientRect();
        const out = Math.max(box.right - room.right, room.left - box.left, box.bottom - room.bottom, room.top - box.top);
        if (out > 1 && !shortened(e)) found.push(`"${words}" is cut by ${out.toFixed(0)} px in .${e.className}`);
        if (shortened(e)) {
          box.right = Math.min(box.right, room.right);
          break;
        }
      }
      if (box.right > window.innerWidth + 1 || box.left < -1) found.push(`"${words}" leaves the window`);
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  texts.forEach((a, i) => {
    for (const b of texts.slice(i + 1)) {
      if (b.box.top > a.box.bottom) break;
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 1.5 && y > 1.5 && a.floor === b.floor && a.element !== b.element) {
        found.push(`"${a.words}" and "${b.words}" overlap by ${x.toFixed(0)}×${y.toFixed(0)} px`);
      }
    }
  });
  return found;
}

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
