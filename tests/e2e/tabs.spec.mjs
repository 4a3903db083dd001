// The tabs of the page: by keyboard the focus stays among them, whatever is opened, and however soon one goes on; an address
// that leads nowhere in one says so there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });

test("arrow keys lead through all tabs and round, at once and again", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await tab(page, "Play").focus();
    // At once: the second module may still be on its way.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector("#tab-quiz").getAttribute("aria-selected") === "true");
    for (const name of ["Cards", "Play", "Learn", "Quiz", "Cards"]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction((name) => document.activeElement.textContent === name, name);
      assert.equal(await tab(page, name).getAttribute("aria-selected"), "true", name);
    }
    await page.keyboard.press("Home");
    assert.equal(await tab(page, "Play").getAttribute("aria-selected"), "true");
    await page.waitForFunction(() => !document.querySelector(".learn:not([hidden])"));
  });
});

const NOWHERE = [
  // Where, what the address says, what is said to that, what goes on.
  ["Learn", "learn=99", "There is no chapter “99”.", "All chapters"],
  ["Learn", "learn=abc", "There is no chapter “abc”.", "All chapters"],
  ["Learn", "learn=0", "There is no chapter “0”.", "All chapters"],
  ["Learn", "learn=", "The link ends before the number of its chapter.", "All chapters"],
  ["Quiz", "quiz=99999999999999999999", "“99999999999999999999” is too large", "New quiz"],
  ["Quiz", "quiz=4711x", "“4711x” is no number of a quiz.", "New quiz"],
  ["Quiz", "quiz=", "The link ends before its number.", "New quiz"],
  ["Cards", "cards=x", "“x” is none of them.", "All cards"],
  ["Cards", "cards=", "No card and no chapter of the cards has a link of its own.", "All cards"],
];

test("an address that leads nowhere in a tab says what is wrong there, and a press goes on", { timeout: 120_000 }, async () => {
  for (const [name, hash, says, instead] of NOWHERE) {
    await withPage({ path: `#${hash}`, reducedMotion: true }, async (page) => {
      const alert = page.locator(".learn:not([hidden])").getByRole("alert");
      await alert.getByText(says).waitFor();
      assert.match(await alert.innerText(), /^This link leads to no .*\n[^]*#(learn=02|quiz=4711|cards)/);
      assert.equal(await tab(page, name).getAttribute("aria-selected"), "true");
      assert.equal(await page.locator(".page").isVisible(), false, "no stage beside it");
      await page.getByRole("button", { name: instead, exact: true }).press("Enter");
      await alert.waitFor({ state: "detached" });
      assert.match(page.url(), { Learn: /#learn$/, Quiz: /#quiz=\d{1,6}$/, Cards: /#cards$/ }[name]);
    });
  }
});

test("whoever leaves an address that leads nowhere does not come back to it", async () => {
  for (const [name, hash] of [["Learn", "learn=99"], ["Quiz", "quiz=x"], ["Cards", "cards=x"]]) {
    await withPage({ path: `#${hash}`, reducedMotion: true }, async (page) => {
      await page.locator(".learn:not([hidden])").getByRole("alert").waitFor();
      await tab(page, "Play").click();
      await page.locator(".page").waitFor();
      assert.ok(!page.url().includes("#"));
      await tab(page, name).click();
      await page.locator(".learn:not([hidden]) .learn-title").waitFor();
      assert.equal(await page.locator(".learn:not([hidden])").getByRole("alert").count(), 0);
    });
  }
});

test("a chapter goes by its number, with its naught or without, and by its name", async () => {
  for (const hash of ["learn=2", "learn=02"]) {
    await withPage({ path: `#${hash}`, reducedMotion: true }, async (page) => {
      await page.getByText("Chapter 2", { exact: true }).waitFor();
      for (const [hash, place] of [["learn=analogy", "The clerk"], ["learn=model", "Model and sources"]]) {
        await page.evaluate((hash) => (location.hash = hash), hash);
        await page.locator(".learn-title", { hasText: place }).waitFor();
      }
    });
  }
});
