// Quiz: five questions from a seed by keyboard and by pointer, what is said to each answer, the run behind it, the link for
// a class, results that are kept, and a link that leads to no quiz.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, THEMES, assertAccessible, assertNoSidewaysScroll, started, theBrowser, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const question = (page) => page.getByTestId("question");
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());
const QUESTIONS = 5;

/** Waits for a question, by its number from 1. */
const at = (page, n) => question(page).getByText(`Question ${n} of ${QUESTIONS}`).waitFor();

/** Everything that a question asks and offers. */
async function asked(page) {
  const text = await question(page).locator(".asked").innerText();
  return [text, ...(await question(page).locator(".option > span:first-of-type").allInnerTexts())].join("\n");
}

/** Answers all questions with keys, always with the same digit; what was asked. */
async function takeByKeys(page, digit = "1") {
  const all = [];
  for (let n = 1; n <= QUESTIONS; n++) {
    await at(page, n);
    all.push(await asked(page));
    await page.keyboard.press(digit);
    await question(page).locator(".reply").waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".quiz-question .button.main"));
    await page.keyboard.press("Enter");
  }
  await page.getByTestId("result").waitFor();
  return all;
}

test("a quiz by keyboard alone: answer, reason, score, what was wrong and why", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await tab(page, "Play").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await at(page, 1);
    assert.match(page.url(), /#quiz=\d{1,6}$/);
    assert.equal(await tab(page, "Quiz").getAttribute("aria-selected"), "true");
    const levels = ["easy", "fairly easy", "medium", "hard", "tricky"];
    const seen = { right: 0, wrong: 0 };
    for (let n = 1; n <= QUESTIONS; n++) {
      await at(page, n);
      assert.ok((await question(page).locator(".place").innerText()).toLowerCase().endsWith(levels[n - 1]));
      const options = await question(page).locator(".option").count();
      assert.ok(options === 3 || options === 4);
      // A digit beyond the options does nothing, and Enter does not go on without an answer.
      if (options === 3) await page.keyboard.press("4");
      assert.equal(await question(page).locator(".reply").count(), 0);
      await page.keyboard.press(String(1 + (n % options)));
      const reply = question(page).locator(".reply");
      await reply.waitFor();
      const right = await reply.evaluate((e) => e.classList.contains("right"));
      seen[right ? "right" : "wrong"]++;
      assert.match(await reply.innerText(), right ? /^Right\. \S/ : /^Not quite\. \S[^]*The answer is [^]+\. \S/);
      assert.equal(await question(page).locator(".option.right").count(), 1);
      assert.equal(await question(page).locator(".option.wrong").count(), right ? 0 : 1);
      // The first answer counts.
      const before = await reply.innerText();
      await page.keyboard.press(String(1 + ((n + 1) % options)));
      assert.equal(await reply.innerText(), before);
      await page.keyboard.press("Enter");
    }
    const result = page.getByTestId("result");
    await result.getByText(`${seen.right} of ${QUESTIONS} right`).waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".quiz-end .place"));
    assert.equal(await result.locator(".miss").count(), seen.wrong);
    assert.equal(await page.locator(".quiz-steps .right").count(), seen.right);
    for (const miss of await result.locator(".miss").all()) {
      const [said, right] = await miss.locator(".reply").allInnerTexts();
      assert.match(said, /^You said: .+\n?\S/);
      assert.match(right, /^Right is: .+\n?\S/);
      assert.equal(await miss.getByRole("button", { name: /^Watch it: / }).count(), 1);
      assert.match(await miss.getByRole("link", { name: /^Chapter \d: / }).getAttribute("href"), /^#learn=0\d$/);
    }
  });
});

test("by pointer: an option, on, and a term that unfolds", async () => {
  await withPage({ path: "#quiz=4711", reducedMotion: true }, async (page) => {
    await at(page, 1);
    const term = question(page).locator(".term").first();
    assert.equal(await term.locator(".means").isVisible(), false);
    await term.getByRole("button").click();
    assert.equal(await term.locator(".means").isVisible(), true);
    await question(page).locator(".option").nth(1).click();
    await question(page).locator(".reply").waitFor();
    await button(page, "Next question").click();
    await at(page, 2);
    assert.equal(await question(page).locator(".reply, .option.right, .option.wrong, .option.other").count(), 0);
    assert.equal(await question(page).locator("[aria-disabled=true]").count(), 0);
  });
});

test("the same seed gives the same quiz elsewhere, by the link that is copied", async () => {
  let [copied, first] = [];
  await withPage({ path: "#quiz", reducedMotion: true }, async (page) => {
    await at(page, 1);
    await button(page, "Copy link for a class").click();
    await button(page, "Link copied").waitFor();
    copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, page.url());
    assert.match(copied, /#quiz=\d+$/);
    first = await takeByKeys(page);
    await button(page, "Same quiz again").click();
    await at(page, 1);
    assert.equal(await asked(page), first[0]);
    assert.equal(await page.locator(".quiz-steps .right, .quiz-steps .wrong").count(), 0);
  });
  await withPage({ path: copied.slice(copied.indexOf("#")), reducedMotion: true }, async (page) => {
    assert.deepEqual(await takeByKeys(page, "2"), first);
  });
});

test("without a clipboard it is said what to copy instead", async () => {
  await withPage({ path: "#quiz=5", reducedMotion: true }, async (page) => {
    await at(page, 1);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
    await button(page, "Copy link for a class").click();
    await button(page, "Not copied: take the address of this page").waitFor();
  });
});

test("no new quiz is like the one before", async () => {
  await withPage({ path: "#quiz=3", reducedMotion: true }, async (page) => {
    let before = await takeByKeys(page);
    for (let i = 0; i < 4; i++) {
      const url = page.url();
      await button(page, "New quiz").click();
      await page.waitForFunction((url) => location.href !== url, url);
      const now = await takeByKeys(page);
      for (const one of now) assert.ok(!before.includes(one));
      before = now;
    }
    // Back goes to the quiz before, as it was left.
    await page.goBack();
    await page.getByTestId("result").waitFor();
    await page.goBack();
    await page.getByTestId("result").waitFor();
  });
});

test("a link that leads to no quiz says what is wrong, and a press begins one", async () => {
  const bad = ["abc", "", "-1", "1.5", "18446744073709551616", "%E2%82%AC", "%", "<b>1</b>", "9".repeat(5000)];
  for (const seed of bad) {
    await withPage({ path: `#quiz=${seed}`, reducedMotion: true }, async (page) => {
      const alert = page.locator(".drill").getByRole("alert");
      await alert.waitFor();
      assert.match(await alert.innerText(), /^This link leads to no quiz\n[^]*#quiz=4711/);
      assert.ok((await alert.innerText()).length < 400);
      await button(page, "New quiz").click();
      await at(page, 1);
      assert.match(page.url(), /#quiz=\d{1,6}$/);
      await tab(page, "Play").click();
      await button(page, "Pause").waitFor();
    });
  }
});

test("the largest seed is one, and so is nought", async () => {
  for (const seed of ["18446744073709551615", "0", "0007"]) {
    await withPage({ path: `#quiz=${seed}`, reducedMotion: true }, async (page) => {
      await at(page, 1);
      await page.getByRole("heading", { name: `Quiz ${BigInt(seed)}`, exact: true }).waitFor();
    });
  }
});

test("Watch it opens the run on Play, the way back leads to where it was pressed, and Play is as it was", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
    await button(page, "Pause").click();
    const left = await step(page);
    await page.evaluate(() => (location.hash = "quiz=4711"));
    await takeByKeys(page);
    const watch = page.getByRole("button", { name: /^Watch it: / });
    const count = await watch.count();
    assert.ok(count >= 1);
    for (let i = 0; i < count; i++) {
      const title = (await watch.nth(i).getAttribute("aria-label")).replace("Watch it: ", "");
      await watch.nth(i).focus();
      await page.keyboard.press("Enter");
      await tab(page, "Play").and(page.locator("[aria-selected=true]")).waitFor();
      const bar = page.locator(".back-bar");
      await bar.getByText(`Watching: ${title}`).waitFor();
      await page.waitForFunction(() => document.activeElement.id === "stage");
      assert.ok((await step(page)) > 0, "it stands at the end of its span");
      assert.equal(await page.locator(".choice", { hasText: "Scenario" }).locator("option:checked").innerText(), title);
      await button(page, "Back to the quiz").focus();
      await page.keyboard.press("Enter");
      await page.getByTestId("result").waitFor();
      await page.waitForFunction((title) => document.activeElement.getAttribute("aria-label")?.endsWith(title), title);
    }
    // By the browser's own way back, too.
    await watch.first().click();
    await page.locator(".back-bar").waitFor();
    await page.goBack();
    await page.getByTestId("result").waitFor();
    await tab(page, "Play").click();
    await page.getByRole("combobox", { name: "Scenario" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "03-two-phase");
    assert.equal(await step(page), left);
    assert.equal(await page.locator(".back-bar").count(), 0);
    assert.ok(!page.url().includes("#"));
    // By way of the course, too.
    await tab(page, "Quiz").click();
    await watch.first().click();
    await page.locator(".back-bar").waitFor();
    await tab(page, "Learn").click();
    await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
    await tab(page, "Play").click();
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "03-two-phase");
    assert.equal(await step(page), left);
    // Another scenario is another matter: there is no way back from that.
    await tab(page, "Quiz").click();
    await watch.first().click();
    await page.locator(".back-bar").waitFor();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("01-append");
    await page.locator(".back-bar").waitFor({ state: "detached" });
    await tab(page, "Quiz").click();
    await page.getByTestId("result").waitFor();
    await tab(page, "Play").click();
    assert.equal(await page.getByRole("combobox", { name: "Scenario" }).inputValue(), "01-append");
  });
});

test("with motion the span is played, and stands still at its end", async () => {
  await withPage({ path: "#quiz=4711" }, async (page) => {
    await takeByKeys(page);
    await page.getByRole("button", { name: /^Watch it: / }).first().click();
    await button(page, "Pause").waitFor();
    const begin = await step(page);
    await button(page, "Play").waitFor({ timeout: 40_000 });
    assert.ok((await step(page)) > begin);
  });
});

test("keys of the quiz are not those of Play, and Play goes on where one left it", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").waitFor();
    await tab(page, "Quiz").click();
    await at(page, 1);
    await page.locator(".learn-title:visible").focus();
    const still = async () => Number(await page.locator(".position").first().inputValue());
    const here = await still();
    for (const key of [" ", "ArrowRight", "Home", "l", "i"]) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    assert.equal(await still(), here, "it stands still meanwhile");
    await at(page, 1);
    await tab(page, "Learn").click();
    await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
    assert.match(page.url(), /#learn$/);
    await page.goBack();
    await at(page, 1);
    await tab(page, "Play").click();
    await button(page, "Pause").waitFor();
    await page.waitForFunction((here) => Number(document.querySelector(".position").value) > here, here);
  });
});

test("results are kept; one press erases them, another brings them back", async () => {
  await withPage({ path: "#quiz=12", reducedMotion: true }, async (page) => {
    await takeByKeys(page);
    const score = (await page.getByTestId("result").locator(".place").innerText()).match(/^\d/)[0];
    await page.getByText(`One quiz so far: ${score} of 5.`).waitFor();
    await page.getByText("kept in this browser").waitFor();
    await page.reload();
    await started(page);
    await page.getByText(`One quiz so far: ${score} of 5.`).waitFor();
    await button(page, "Same quiz again").click();
    await takeByKeys(page);
    await page.getByText("2 quizzes so far.").waitFor();
    await button(page, "Erase all my progress").click();
    await page.getByText("All is erased: course, quiz and cards.").waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("barrierscope.quiz")), null);
    await button(page, "Undo").click();
    await page.getByText("2 quizzes so far.").waitFor();
    assert.notEqual(await page.evaluate(() => localStorage.getItem("barrierscope.quiz")), null);
  });
});

test("where the browser keeps nothing the quiz works, and says so", async () => {
  await withPage({}, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
    });
    await page.reload();
    await started(page);
    await page.evaluate(() => (location.hash = "quiz=12"));
    await takeByKeys(page);
    await page.getByText("This browser keeps nothing").waitFor();
    await page.getByText("One quiz so far").waitFor();
  });
});

test("on paper the result is whole, and without buttons", async () => {
  await withPage({ path: "#quiz=4711", reducedMotion: true }, async (page) => {
    await takeByKeys(page);
    const count = await page.locator(".miss").count();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".miss:visible").count(), count);
    assert.equal(await page.locator("button.button:visible, [role=tab]:visible").count(), 0);
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`the quiz is accessible and whole (${size}, ${theme})`, { timeout: 120_000 }, async () => {
      await withPage({ path: "#quiz=4711", size, theme, reducedMotion: true }, async (page) => {
        const look = async () => {
          await assertNoSidewaysScroll(page);
          await assertAccessible(page);
        };
        await at(page, 1);
        await look();
        await page.keyboard.press("1");
        await question(page).locator(".reply").waitFor();
        await look();
        await page.keyboard.press("Enter");
        await at(page, 2);
        for (let n = 2; n <= QUESTIONS; n++) {
          await at(page, n);
          await page.keyboard.press("3");
          await question(page).locator(".reply").waitFor();
          await page.keyboard.press("Enter");
        }
        await page.getByTestId("result").waitFor();
        await look();
        await page.getByRole("button", { name: /^Watch it: / }).first().click();
        await page.locator(".back-bar").waitFor();
        await look();
        await page.evaluate(() => (location.hash = "quiz=none"));
        await page.locator(".drill").getByRole("alert").waitFor();
        await look();
      });
    });
  }
}

test("the page of the quiz is there at once on a slow machine", async () => {
  await withPage({ path: "", slowdown: 4, reducedMotion: true }, async (page) => {
    await page.locator("dialog").first().waitFor({ state: "attached" });
    const began = Date.now();
    await tab(page, "Quiz").click();
    await at(page, 1);
    assert.ok(Date.now() - began < 4_000, `${Date.now() - began} ms`);
  });
});

test("the address of the site is the link's", async () => {
  const context = await (await theBrowser()).newContext();
  try {
    const page = await context.newPage();
    await page.goto(new URL("?course=7#quiz=5", BASE).href);
    await started(page);
    await at(page, 1);
    await tab(page, "Play").click();
    assert.match(page.url(), /\?course=7$/);
  } finally {
    await context.close();
  }
});
