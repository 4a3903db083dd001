// What one has done in the course, the quiz and the cards: one press erases all of it, in each of them, and one brings it
// back; a quiz goes on where it was left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { started, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const question = (page) => page.getByTestId("question");
const KEYS = ["barrierscope.learn", "barrierscope.quiz", "barrierscope.quiz.begun", "barrierscope.cards"];

const stored = (page) => page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), KEYS);

/** Takes the storage away, as a browser does that allows none. */
async function withoutStorage(page) {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
  });
  await page.reload();
  await started(page);
}

/** Answers questions of a quiz with keys, from one to another. */
async function take(page, from, to) {
  for (let n = from; n <= to; n++) {
    await question(page).getByText(`Question ${n} of 5`).waitFor();
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.activeElement.matches(".quiz-question .button.main"));
    await page.keyboard.press("Enter");
  }
}

/** Does a little in each part. */
async function study(page) {
  await page.evaluate(() => (location.hash = "learn=01"));
  await page.locator(".learn .skip, .learn .held .link").first().click();
  await page.evaluate(() => (location.hash = "quiz=12"));
  await take(page, 1, 5);
  await page.getByTestId("result").waitFor();
  await tab(page, "Cards").click();
  await page.getByRole("button", { name: /^Start with / }).click();
  await page.getByRole("button", { name: "Show answer" }).click();
  await page.keyboard.press("3");
  await page.locator(".crumbs").getByRole("button").click();
}

/** What each part says of it. */
async function told(page) {
  const all = [];
  await page.evaluate(() => (location.hash = "learn"));
  await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
  all.push(await page.locator(".chapter em").allInnerTexts());
  await tab(page, "Quiz").click();
  all.push(await page.locator(".so-far").innerText().catch(() => ""));
  await tab(page, "Cards").click();
  all.push(await page.locator(".deck-counts").innerText());
  return JSON.stringify(all);
}

const PARTS = {
  Learn: (page) => page.getByRole("heading", { name: "Learn", level: 2 }).waitFor(),
  Quiz: (page) => page.getByTestId("result").waitFor(),
  Cards: (page) => page.getByTestId("deck").waitFor(),
};

for (const withIt of [true, false]) {
  test(`one press erases all progress in each part, another brings all of it back (${withIt ? "kept" : "in memory"})`, async () => {
    await withPage({ reducedMotion: true }, async (page) => {
      if (!withIt) await withoutStorage(page);
      await study(page);
      const before = await told(page);
      assert.match(before, /parts? read|✓ read/);
      assert.match(before, /One quiz so far/);
      assert.match(before, /1 later/);
      const kept = withIt ? await stored(page) : [];
      assert.ok(kept.every(Boolean));
      for (const [part, there] of Object.entries(PARTS)) {
        await tab(page, part).click();
        await there(page);
        const main = page.locator("main:visible");
        await main.getByText(withIt ? "is kept in this browser" : "This browser keeps nothing").waitFor();
        const erase = main.getByRole("button", { name: "Erase all my progress", exact: true });
        assert.equal(await erase.count(), 1, part);
        await erase.focus();
        await page.keyboard.press("Enter");
        await main.getByText("All is erased: course, quiz and cards.").waitFor();
        if (withIt) assert.deepEqual(await stored(page), [null, null, null, null]);
        const nothing = await told(page);
        assert.match(nothing, /^\[\[(""(,"")*)?\],"","27 cards: 27 new"\]$/, nothing);
        // To look around takes nothing away: it comes back from any part.
        await tab(page, part).click();
        await there(page);
        await button(page, "Undo").and(page.locator("main:visible button")).focus();
        await page.keyboard.press("Enter");
        assert.equal(await told(page), before, part);
        if (withIt) assert.deepEqual(await stored(page), kept);
      }
      if (!withIt) return;
      // Erased it stays, without an undo, once something new is there.
      await button(page, "Erase all my progress").click();
      await page.getByRole("button", { name: /^Start with / }).click();
      await page.getByRole("button", { name: "Show answer" }).click();
      await page.keyboard.press("3");
      await page.locator(".crumbs").getByRole("button").click();
      assert.equal(await button(page, "Undo").count(), 0);
      const [course, results, begun, cards] = await stored(page);
      assert.deepEqual([course, results, begun], [null, null, null]);
      assert.ok(cards);
    });
  });
}

test("amid a quiz the control is at its foot, and what was erased is not gone on with", async () => {
  await withPage({ path: "#quiz=12", reducedMotion: true }, async (page) => {
    await take(page, 1, 2);
    await page.getByText("Your progress").click();
    await button(page, "Erase all my progress").click();
    await page.getByText("All is erased: course, quiz and cards.").waitFor();
    await page.reload();
    await started(page);
    await question(page).getByText("Question 1 of 5").waitFor();
    assert.equal(await page.locator(".quiz-steps .right, .quiz-steps .wrong").count(), 0);
  });
});

test("a quiz that is reloaded goes on where it was, with what was answered", async () => {
  await withPage({ path: "#quiz", reducedMotion: true }, async (page) => {
    await take(page, 1, 2);
    await question(page).getByText("Question 3 of 5").waitFor();
    const seen = async () => [
      new URL(page.url()).hash,
      await question(page).innerText(),
      await page.locator(".quiz-steps").innerText(),
      await page.locator(".quiz-steps .right").count(),
    ];
    let before = await seen();
    await page.reload();
    await started(page);
    await question(page).waitFor();
    assert.deepEqual(await seen(), before);
    // An answer whose reason is read is there too.
    await page.keyboard.press("2");
    await question(page).locator(".reply").waitFor();
    before = await seen();
    await page.reload();
    await started(page);
    await question(page).locator(".reply").waitFor();
    assert.deepEqual(await seen(), before);
    // By its tab in a page that was opened without a word of it, too.
    await page.goto(page.url().split("#")[0] + "?anew");
    await started(page);
    await tab(page, "Quiz").click();
    await question(page).locator(".reply").waitFor();
    assert.deepEqual(await seen(), before);
    await button(page, "Next question").click();
    await take(page, 4, 5);
    const result = await page.getByTestId("result").innerText();
    await page.reload();
    await started(page);
    await page.getByTestId("result").waitFor();
    assert.equal(await page.getByTestId("result").innerText(), result);
    // It counts once.
    await page.getByText("One quiz so far").waitFor();
    await button(page, "Same quiz again").click();
    await question(page).getByText("Question 1 of 5").waitFor();
    await page.reload();
    await started(page);
    await question(page).getByText("Question 1 of 5").waitFor();
    assert.equal(new URL(page.url()).hash, before[0]);
  });
});

test("after a quiz that was taken to its end the next one is another; one begun before is gone back to", async () => {
  await withPage({ path: "#quiz=12", reducedMotion: true }, async (page) => {
    await take(page, 1, 5);
    await page.getByTestId("result").waitFor();
    await page.goto(page.url().split("#")[0] + "?anew");
    await started(page);
    await tab(page, "Quiz").click();
    await question(page).getByText("Question 1 of 5").waitFor();
    const next = new URL(page.url()).hash;
    assert.match(next, /^#quiz=\d{1,6}$/);
    assert.notEqual(next, "#quiz=12");
    await take(page, 1, 1);
    await button(page, "New quiz").click();
    await question(page).getByText("Question 1 of 5").waitFor();
    assert.notEqual(new URL(page.url()).hash, next);
    await page.goBack();
    await question(page).getByText("Question 2 of 5").waitFor();
    assert.equal(new URL(page.url()).hash, next);
  });
});

test("where the browser keeps nothing a quiz is gone on with as long as the page is open", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await withoutStorage(page);
    await page.evaluate(() => (location.hash = "quiz=12"));
    await take(page, 1, 2);
    await tab(page, "Learn").click();
    await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
    await tab(page, "Quiz").click();
    await question(page).getByText("Question 3 of 5").waitFor();
    await page.evaluate(() => (location.hash = "quiz=13"));
    await page.getByRole("heading", { name: "Quiz 13", exact: true }).waitFor();
    await page.goBack();
    await question(page).getByText("Question 3 of 5").waitFor();
    assert.match(page.url(), /#quiz=12$/);
  });
});
