// Why? From a duplicate back to what made it so, and to the change that would have prevented it; by pointer and by
// keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const position = (page) => page.getByRole("slider", { name: "Position" });
const step = async (page) => Number(await position(page).inputValue());

/** The opening run at its end, where 50 rows stand twice. */
const toTheEnd = async (page) => {
  await position(page).focus();
  await page.keyboard.press("End");
  await region(page, "Verdict").getByText(/50 duplicates/).waitFor();
};

test("a duplicate is explained, gone back to, and mended", async () => {
  await withPage({}, async (page) => {
    await toTheEnd(page);
    await region(page, "Verdict").getByRole("button", { name: "Why?", exact: true }).click();
    const why = region(page, "Why?");
    const moments = why.locator("ol button");
    assert.ok((await moments.count()) >= 3, "a chain has three moments at least");
    assert.match(await why.innerText(), /50 orders too many in ledger: 101–150/);

    // Each moment goes to its step and lights up what it names.
    for (const name of [/process crashes/, /keeps both/, /Checkpoint 1 is complete/]) {
      const moment = moments.filter({ hasText: name });
      await moment.click();
      assert.equal(await step(page), Number(await moment.getAttribute("data-step")));
      assert.ok((await page.locator("[data-lit]").count()) > 0, `${name} lights nothing up`);
      assert.equal(await moment.getAttribute("aria-current"), "step");
    }
    await page.locator('[data-checkpoint="1"][data-lit]').waitFor();

    // Another of the fifty.
    await why.getByRole("combobox", { name: "Which one" }).selectOption("150");
    await why.getByText(/Attempt 1 reads offset 150/).waitFor();

    const mend = why.getByRole("button", { name: /upsert by id in ledger.*exactly once/i });
    await mend.click();
    await why.waitFor({ state: "detached" });
    await page.keyboard.press("End");
    await region(page, "Verdict").getByText(/0 duplicates/).waitFor();
    assert.equal(await button(page, "Why?").count(), 0, "nothing is left to ask about");
  });
});

test("by keyboard alone: the focus goes in, and comes back", async () => {
  await withPage({}, async (page) => {
    await toTheEnd(page);
    const ask = region(page, "Verdict").getByRole("button", { name: "Why?", exact: true });
    await ask.focus();
    await page.keyboard.press("Enter");
    const why = region(page, "Why?");
    await page.waitForFunction(() => document.activeElement.closest('[data-testid="why"]'));
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Why?");
    await page.keyboard.press("Enter");
    await why.getByRole("button", { name: /process crashes/ }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".is-down"));
    // Nothing is wrong yet at the crash, so there is no button to go back to: the stage is next.
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), "stage");
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`the panel is accessible and whole (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await toTheEnd(page);
        await region(page, "Verdict").getByRole("button", { name: "Why?", exact: true }).click();
        const why = region(page, "Why?");
        await why.getByRole("button", { name: /exactly once/ }).first().waitFor();
        await why.getByRole("button", { name: /process crashes/ }).click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        const cut = await why.evaluate((panel) =>
          [...panel.querySelectorAll("button, h2, h3, p")].filter((e) => e.scrollWidth > e.clientWidth + 1).length,
        );
        assert.equal(cut, 0, "no text of the panel is cut");
      });
    });
  }
}
