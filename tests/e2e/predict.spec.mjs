// Predict: the run stops before each turning point, asks, and shows what came of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const card = (page) => page.getByRole("region", { name: "Predict", exact: true });

/** Switches it on and plays to the first question. */
async function asked(page) {
  // From the beginning: on a slow machine the opening run has passed its first question by now.
  await button(page, "Pause").click();
  await page.getByRole("slider", { name: "Position" }).focus();
  await page.keyboard.press("Home");
  await button(page, "Predict").click();
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await button(page, "Play").click();
  await card(page).getByText("What will happen?").waitFor();
}

test("a wrong answer is told apart, a right one too", async () => {
  await withPage({}, async (page) => {
    await asked(page);
    await card(page).getByText(/barrier of checkpoint 1 is about to leave/).waitFor();
    assert.ok((await card(page).getByRole("button").count()) >= 4, "three answers at least, and Skip");
    await card(page).getByRole("button", { name: "offset 100", exact: true }).click();
    await card(page).getByText(/You said offset 100. It is offset 101/).waitFor();
    await card(page).getByText(/the next record to read/).waitFor();
    await card(page).getByText("0 of 1 right").waitFor();
    await button(page, "Go on").click();

    await card(page).getByText(/The job is about to fail/).waitFor();
    await card(page).getByRole("button", { name: "offset 101", exact: true }).click();
    // How the state comes back is asked while the first answer still waits.
    for (let i = 0; i < 6; i++) {
      await card(page).waitFor();
      if (await card(page).getByText("What happened").count()) break;
      await button(page, "Skip").click();
      await page.waitForTimeout(100);
    }
    await card(page).getByText("Right: offset 101.").waitFor();
    await card(page).getByText("1 of 2 right").waitFor();
    await button(page, "Predict").click();
    await card(page).waitFor({ state: "detached" });
  });
});

test("by keyboard alone, and without an answer", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await asked(page);
    await page.waitForFunction(() => document.activeElement.closest('[data-testid="predict"]'));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await card(page).getByText("What happened").waitFor();
    await page.waitForFunction(() => document.activeElement.closest('[data-testid="predict"]'));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await card(page).getByText("What will happen?").waitFor();
    // Who goes elsewhere is not held.
    await page.getByRole("slider", { name: "Position" }).focus();
    await page.keyboard.press("End");
    await card(page).waitFor({ state: "detached" });
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "phone"]) {
    test(`the card is accessible and whole (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await asked(page);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        await card(page).getByRole("button").first().click();
        await card(page).getByText("What happened").waitFor();
        await assertAccessible(page);
      });
    });
  }
}
