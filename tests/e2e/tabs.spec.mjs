// The tabs of the page, by keyboard: the focus stays among them, whatever is opened, and however soon one goes on.
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
