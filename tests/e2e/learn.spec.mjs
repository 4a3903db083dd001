// Learn: every chapter by keyboard, with right and wrong answers everywhere; Guide me; the analogy; what is kept of it; and
// that the run in Play is as one left it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());
const CHAPTERS = 9;

/** Presses what a locator finds, with the keyboard. */
async function press(locator) {
  await locator.focus();
  await locator.press("Enter");
}

/** Opens the course by keyboard. */
async function learn(page) {
  await tab(page, "Play").focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
}

async function open(page, place) {
  const before = await page.evaluate((place) => {
    const before = document.querySelector(".learn-title")?.textContent ?? "";
    location.hash = place;
    return before;
  }, `learn=${place}`);
  await page.waitForFunction((before) => ![before, undefined].includes(document.querySelector(".learn-title")?.textContent), before);
}

/** Answers every question of what is open once. */
async function answerOnce(page) {
  const asks = page.locator(".learn .ask");
  for (let i = 0; i < (await asks.count()); i++) {
    const ask = asks.nth(i);
    await ask.waitFor();
    if (await ask.locator("form").count()) {
      await ask.getByRole("textbox").fill("150");
      await ask.getByRole("textbox").press("Enter");
    } else await press(ask.locator(".option").first());
    await ask.locator(".reply").waitFor();
  }
}

/** Answers every question of what is open, wrong wherever that can be, then right; how many of each. */
async function answerAll(page) {
  const seen = { right: 0, wrong: 0 };
  const asks = page.locator(".learn .ask");
  const count = await asks.count();
  for (let i = 0; i < count; i++) {
    const ask = asks.nth(i);
    await ask.waitFor();
    const reply = ask.locator(".reply");
    if (await ask.locator("form").count()) {
      const field = ask.getByRole("textbox");
      await field.focus();
      await page.keyboard.type("no number");
      await page.keyboard.press("Enter");
      await ask.getByRole("alert").filter({ hasText: "whole number" }).waitFor();
      await field.fill("987654");
      await page.keyboard.press("Enter");
      await reply.filter({ hasText: "Not quite." }).waitFor();
      seen.wrong++;
      const right = await rightNumber(page, ask);
      if (right) seen.right++;
    } else {
      const options = ask.locator(".option");
      const of = await options.count();
      assert.ok(of >= 2, "something to choose from");
      const order = [];
      for (let o = 0; o < of; o++) {
        await press(options.nth(o));
        await reply.waitFor();
        order.push(await reply.evaluate((e) => (e.classList.contains("right") ? "right" : "wrong")));
      }
      assert.equal(order.filter((o) => o === "right").length, 1, "one answer is right");
      seen.right++;
      seen.wrong += of - 1;
    }
  }
  return seen;
}

/** Tries the numbers that the page itself says, until one is right. */
async function rightNumber(page, ask) {
  const numbers = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".learn .number")].map((e) => e.textContent);
    return [...new Set(all.flatMap((text) => {
      const plain = text.replace(/[^\d.]/g, "");
      const value = Number(plain);
      // Times are asked for in milliseconds, sizes in bytes.
      return /(\ss|KB)$/.test(text) ? [Math.round(value * 1000), value] : [value];
    }))].filter(Number.isInteger);
  });
  for (const number of [...numbers, 0]) {
    await ask.getByRole("textbox").fill(String(number));
    await ask.getByRole("textbox").press("Enter");
    const class_ = await ask.locator(".reply").getAttribute("class");
    if (class_.includes("right")) return true;
  }
  return false;
}

for (let n = 1; n <= CHAPTERS; n++) {
  test(`chapter ${n}: every question, right and wrong, by keyboard`, { timeout: 120_000 }, async () => {
    await withPage({ reducedMotion: true }, async (page) => {
      await learn(page);
      await press(page.locator(".chapters .chapter").nth(n - 1));
      await page.getByText(`Chapter ${n}`, { exact: true }).waitFor();
      assert.match(page.url(), new RegExp(`#learn=0${n}$`));
      await page.waitForFunction(() => document.activeElement.matches(".learn-title"));
      const before = await page.locator(".learn .outcome-text:visible").count();
      const asks = await page.locator(".learn .ask").count();
      const seen = await answerAll(page);
      assert.equal(seen.right, asks, "each is answered right as well");
      assert.ok(asks >= 2 && seen.wrong >= asks, JSON.stringify(seen));
      assert.ok((await page.locator(".learn .outcome-text:visible").count()) > before, "the text opens with the answers");
      assert.equal(await page.locator(".learn .outcome-text").count(), await page.locator(".learn .outcome-text:visible").count());
      const watch = page.getByRole("button", { name: /^Watch: / });
      for (let i = 0; i < (await watch.count()); i++) await press(watch.nth(i));
      await press(page.getByRole("link", { name: "All chapters" }));
      const card = page.locator(".chapters .chapter").nth(n - 1);
      await card.getByText("✓ read").waitFor();
    });
  });
}

test("the next chapter has nothing of the one before it", async () => {
  await withPage({ path: "#learn=01", reducedMotion: true }, async (page) => {
    for (let n = 1; n < CHAPTERS; n++) {
      await page.getByText(`Chapter ${n}`, { exact: true }).waitFor();
      await answerOnce(page);
      await page.locator(".learn .term button").evaluateAll((all) => all.forEach((term) => term.click()));
      await press(page.getByRole("link", { name: /^Next chapter: / }));
      await page.getByText(`Chapter ${n + 1}`, { exact: true }).waitFor();
      await page.waitForFunction(() => document.activeElement.matches(".learn-title") && scrollY === 0);
      const left = page.locator(".learn").locator(".reply, [aria-pressed=true], .term [aria-expanded=true]");
      assert.equal(await left.count(), 0, `chapter ${n + 1} begins afresh`);
      for (const field of await page.locator(".learn .ask input").all()) assert.equal(await field.inputValue(), "");
    }
    assert.equal(await page.getByRole("link", { name: /^Next chapter: / }).count(), 0);
  });
});

/** Walks Guide me; `choose` says which of the options that are there is pressed. */
async function walk(page, choose) {
  await press(button(page, "Guide me"));
  const guide = page.getByTestId("guide");
  let steps = 0;
  for (; steps < 60; steps++) {
    await guide.waitFor();
    const options = guide.locator(".option");
    if (await options.count()) {
      await press(options.nth(await choose(options)));
    } else if (await guide.getByRole("button", { name: "Go on" }).count()) {
      await press(guide.getByRole("button", { name: "Go on" }));
    } else break;
    await page.waitForFunction(() => document.activeElement.matches(".guide .place"));
  }
  assert.ok(steps < 60, "the walk has an end");
  await guide.getByText(/question.* aside/).first().waitFor();
  const path = await guide.locator(".path li").count();
  await press(guide.getByRole("button", { name: "Back to the chapter" }));
  return path;
}

test("Guide me has a visible path to the end, sure or not", { timeout: 180_000 }, async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    for (let n = 1; n <= CHAPTERS; n++) {
      await open(page, `0${n}`);
      await page.getByText(`Chapter ${n}`, { exact: true }).waitFor();
      const last = await walk(page, async (options) => (await options.count()) - 1);
      await press(button(page, "Guide me"));
      await press(page.getByTestId("guide").getByRole("button", { name: "Start again" }));
      await press(page.getByTestId("guide").getByRole("button", { name: "Back to the chapter" }));
      const first = await walk(page, async () => 0);
      assert.ok(last >= 4 && first >= 2, `${n}: ${last} and ${first} steps`);
    }
    await press(page.getByRole("link", { name: "All chapters" }));
    const guided = page.locator(".chapter em", { hasText: "guided" });
    await guided.first().waitFor();
    assert.equal(await guided.count(), CHAPTERS);
  });
});

test("the analogy: its question, its table, its picture to copy", async () => {
  await withPage({ path: "#learn=analogy", reducedMotion: true }, async (page) => {
    await page.getByRole("heading", { name: /clerk/i, level: 2 }).waitFor();
    const seen = await answerAll(page);
    assert.ok(seen.wrong >= 1, JSON.stringify(seen));
    assert.equal(await page.locator(".likenesses tbody tr").count(), 24);
    await press(button(page, "Copy"));
    await button(page, "Copied").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /The tally says/);
  });
});

test("a section plays its span on the stage, and stands still at its end", async () => {
  await withPage({ path: "#learn=02" }, async (page) => {
    await page.getByText("Chapter 2", { exact: true }).waitFor();
    const at = await step(page);
    await page.getByRole("button", { name: /^Watch: / }).last().click();
    await button(page, "Pause").waitFor();
    await button(page, "Play").waitFor({ timeout: 40_000 });
    assert.notEqual(await step(page), at);
    assert.equal(await page.getByTestId("closing").count(), 0);
  });
});

test("Play is as one left it, and so is the lesson", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
    await button(page, "Pause").click();
    const [left, url] = [await step(page), page.url()];
    await learn(page);
    await open(page, "04");
    await page.getByRole("button", { name: /^Watch: / }).first().click();
    const lesson = await step(page);
    await tab(page, "Play").click();
    await page.getByRole("combobox", { name: "Scenario" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "03-two-phase");
    assert.equal(await step(page), left);
    assert.equal(page.url(), url);
    await tab(page, "Learn").click();
    await page.getByText("Chapter 4", { exact: true }).waitFor();
    assert.equal(await step(page), lesson);
    await button(page, "Take this run to Play").click();
    await tab(page, "Play").and(page.locator("[aria-selected=true]")).waitFor();
    assert.equal(await step(page), lesson);
    // A link to a run leaves the course.
    await page.evaluate(() => (location.hash = "learn=01"));
    await page.getByText("Chapter 1", { exact: true }).waitFor();
    await page.evaluate(() => (location.hash = "preset=01-append"));
    await page.getByRole("combobox", { name: "Scenario" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "01-append");
    // And back.
    await page.goBack();
    await page.getByText("Chapter 1", { exact: true }).waitFor();
  });
});

test("progress is kept, erased with one press, and brought back with another", async () => {
  await withPage({ path: "#learn=01", reducedMotion: true }, async (page) => {
    await answerAll(page);
    await page.reload();
    await press(page.getByRole("link", { name: "All chapters" }));
    await page.locator(".chapter em", { hasText: "right at first" }).waitFor();
    await page.getByText("kept in this browser").waitFor();
    const stored = () => page.evaluate(() => localStorage.getItem("barrierscope.learn"));
    const before = await stored();
    await press(button(page, "Erase all my progress"));
    await page.getByText("All is erased: course, quiz and cards.").waitFor();
    assert.equal(await page.locator(".chapter em", { hasText: "right at first" }).count(), 0);
    assert.equal(await stored(), null);
    await page.keyboard.press("Enter");
    await page.locator(".chapter em", { hasText: "right at first" }).waitFor();
    assert.equal(await stored(), before);
  });
});

test("where the browser keeps nothing, the course works and says so", async () => {
  await withPage({}, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
    });
    await page.reload();
    await open(page, "01");
    await answerAll(page);
    await press(page.getByRole("link", { name: "All chapters" }));
    await page.locator(".chapter em", { hasText: "right at first" }).waitFor();
    await page.getByText("This browser keeps nothing").waitFor();
  });
});

test("a term unfolds by keyboard, a source opens elsewhere and fetches nothing", async () => {
  await withPage({ path: "#learn=05", reducedMotion: true }, async (page) => {
    const term = page.locator(".learn .term").first();
    await term.waitFor();
    assert.equal(await term.locator(".means").isVisible(), false);
    await press(term.getByRole("button"));
    assert.equal(await term.locator(".means").isVisible(), true);
    const cites = page.locator(".learn a[target=_blank]");
    for (const rel of await cites.evaluateAll((all) => all.map((a) => a.rel))) assert.match(rel, /noopener/);
  });
});

test("model and sources: every rule with what the engine makes of it, by keyboard and on paper", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await learn(page);
    await press(page.getByRole("link", { name: /Model and sources/ }));
    await page.getByRole("heading", { name: "Model and sources", level: 2 }).waitFor();
    assert.match(page.url(), /#learn=model$/);
    const rules = page.locator(".rule");
    assert.equal(await rules.count(), 148);
    assert.equal(await rules.filter({ visible: true }).count(), 0);
    const door = page.getByRole("button", { name: /Snapshot theory/ });
    await press(door);
    assert.equal(await rules.filter({ visible: true }).count(), 9);
    assert.equal(await door.getAttribute("aria-expanded"), "true");
    await press(button(page, "Open all"));
    assert.equal(await rules.filter({ visible: true }).count(), 148);
    await page.locator(".rule", { hasText: "CC-10" }).getByRole("link", { name: /PendingCheckpoint/ }).waitFor();
    await press(button(page, "Close all"));
    assert.equal(await rules.filter({ visible: true }).count(), 0);
    for (const rel of await page.locator(".rule a").evaluateAll((all) => all.map((a) => a.rel))) assert.match(rel, /noopener/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await rules.filter({ visible: true }).count(), 148);
  });
});

test("a prediction is answered by pointing at the stage, by key and by press", async () => {
  await withPage({ path: "#learn=01", reducedMotion: true }, async (page) => {
    const ask = page.locator(".learn .ask").first();
    const point = ask.getByRole("button", { name: "Point at it on the stage" });
    await press(point);
    await ask.getByText("Press on the part of the stage").waitFor();
    await page.locator(".stage .tape").first().click();
    await ask.locator(".reply.wrong").waitFor();
    assert.equal(await point.getAttribute("aria-pressed"), "false");
    await press(point);
    await press(page.getByRole("button", { name: /^dedup: what can be done/ }));
    await ask.locator(".reply.right").waitFor();
    assert.equal(await page.getByRole("menu").count(), 0);
    assert.equal(await ask.locator(".option[aria-pressed=true]").textContent(), "dedup");
    // Now it means what it always does.
    await press(page.getByRole("button", { name: /^dedup: what can be done/ }));
    await page.getByRole("menu").waitFor();
  });
  await withPage({ size: "phone", path: "#learn=03", reducedMotion: true }, async (page) => {
    const ask = page.locator(".learn .ask", { has: page.getByRole("button", { name: "Point at it on the stage" }) });
    await ask.getByRole("button", { name: "Point at it on the stage" }).click();
    await page.getByRole("button", { name: /^count: what can be done/ }).click();
    await ask.locator(".reply.wrong").waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".point"));
  });
});

test("on paper each chapter has its whole text, and what stands behind it", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    for (let n = 1; n <= CHAPTERS; n++) {
      await page.emulateMedia({ media: "screen" });
      await open(page, `0${n}`);
      await page.locator(".learn .part").first().waitFor();
      await page.emulateMedia({ media: "print" });
      const parts = page.locator(".learn .part");
      assert.equal(await page.locator(".learn .outcome-text:visible").count(), await parts.count(), `chapter ${n}`);
      assert.equal(await page.getByRole("tab").first().isVisible(), false);
      const marks = await parts.evaluateAll((all) => all.filter((part) => !part.querySelector(".cite, .note")).length);
      assert.equal(marks, 0, `chapter ${n}: parts that rest on nothing`);
      await assertNoSidewaysScroll(page);
    }
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`the course is accessible and whole (${size}, ${theme})`, { timeout: 240_000 }, async () => {
      await withPage({ size, theme, reducedMotion: true }, async (page) => {
        await learn(page);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        await open(page, "model");
        await button(page, "Open all").click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        const all = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "analogy"];
        // Each in the narrowest window, some in the others.
        for (const place of all.filter((place) => size === "phone" || ["03", "05", "07", "08", "analogy"].includes(place))) {
          await open(page, place);
          await page.locator(".learn .ask").first().waitFor();
          await answerOnce(page);
          await assertNoSidewaysScroll(page);
          await assertAccessible(page);
        }
        await open(page, "01");
        await button(page, "Guide me").click();
        await page.getByTestId("guide").locator(".option").last().click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        // A demonstration, with what is asked of it.
        const guide = page.getByTestId("guide");
        await button(guide, "Start again").click();
        await guide.locator(".option", { hasText: "All 150" }).click();
        await guide.getByText("Where were the ids before the crash?").waitFor();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        await guide.locator(".option", { hasText: "In durable storage" }).click();
        await guide.getByText("What is in durable storage comes back.").waitFor();
      });
    });
  }
}

test("on a narrow page Watch leads to the stage, and back to the text", async () => {
  await withPage({ size: "phone", path: "#learn=01", reducedMotion: true }, async (page) => {
    const watch = page.getByRole("button", { name: /^Watch: / }).first();
    await press(watch);
    await page.waitForFunction(() => {
      const box = document.querySelector("#stage").getBoundingClientRect();
      return box.top < innerHeight && document.activeElement.id === "stage";
    });
    await press(button(page, "Back to the text"));
    await page.waitForFunction(() => document.activeElement.matches(".watch"));
  });
});
