// Puts a scenario on the stage as a person would.

/** Pastes a scenario and runs it. */
export async function openScenario(page, scenario) {
  await page.getByRole("button", { name: "Open scenario" }).click();
  const dialog = page.getByRole("dialog", { name: "Open scenario" });
  await dialog.getByLabel("Or paste its JSON").fill(JSON.stringify(scenario));
  await dialog.getByRole("button", { name: "Run it" }).click();
  await dialog.waitFor({ state: "hidden", timeout: 60_000 });
}

/** Puts the position at a share of the run, and stands still there. */
export async function stopAt(page, share) {
  // In every language.
  const pause = page.getByRole("button", { name: /^(Pause|暂停)$/ });
  if (await pause.count()) await pause.click();
  await page.evaluate((share) => {
    const position = document.querySelector(".position");
    position.value = Math.round(position.max * share);
    position.dispatchEvent(new Event("input", { bubbles: true }));
  }, share);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
