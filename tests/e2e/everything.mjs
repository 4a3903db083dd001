// A walk through every part of the page, for the specs that ask whether it is all there: in one file, without a connection,
// without storage. `at` is a page or a frame.
import assert from "node:assert/strict";

const button = (at, name) => at.getByRole("button", { name, exact: true });
const region = (at, name) => at.getByRole("region", { name, exact: true });
const tab = (at, name) => at.getByRole("tab", { name, exact: true });

/** Waits until the program has started. */
export async function up(at) {
  await at.locator("#boot").waitFor({ state: "detached" });
  await at.locator(".stage-drawing > *").first().waitFor({ state: "attached" });
}

/** Plays the opening run until rows stand twice. */
export async function play(at) {
  await at.getByRole("combobox", { name: "Speed" }).selectOption("8");
  await at.getByTestId("closing").waitFor({ timeout: 40_000 });
  assert.match(await region(at, "Verdict").innerText(), /Output: 50 duplicates/);
  assert.ok((await at.locator('[data-destination="ledger"] tr.again').count()) > 0, "rows stand twice");
}

/** Why? of the first duplicate. */
export async function why(at) {
  await region(at, "Verdict").getByRole("button", { name: "Why?", exact: true }).click();
  const moments = region(at, "Why?").locator("ol button");
  await moments.first().waitFor();
  assert.ok((await moments.count()) >= 3);
  await region(at, "Why?").getByRole("button", { name: "Close" }).click();
}

/** Another preset out of the gallery, and another set-up. */
export async function gallery(at) {
  await button(at, "Gallery").click();
  const dialog = at.getByRole("dialog", { name: "Gallery" });
  await dialog.waitFor();
  await dialog.getByRole("button").filter({ hasText: /two-phase|Two-phase/ }).first().click();
  await dialog.waitFor({ state: "hidden" });
  await at.getByRole("combobox", { name: "Scenario" }).selectOption("01-append");
  await at.getByRole("combobox", { name: "Sink" }).selectOption("upsert");
  await at.getByRole("combobox", { name: "Scenario" }).selectOption("21-one-crash-two-sinks");
}

/** The editor, as a form and as JSON. */
export async function edit(at) {
  await button(at, "Edit").click();
  await at.getByTestId("editor").waitFor();
  await button(at, "Edit").click();
}

/** A chapter, with an answer. */
export async function learn(at) {
  await tab(at, "Learn").click();
  await at.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
  await at.locator('a[href="#learn=01"]').first().click();
  const ask = at.locator(".learn .ask").first();
  await ask.waitFor();
  if (await ask.locator("form").count()) {
    await ask.getByRole("textbox").fill("150");
    await ask.getByRole("textbox").press("Enter");
  } else await ask.locator(".option").first().click();
  await ask.locator(".reply").waitFor();
}

/** A whole quiz, always with the first answer; how many were right of how many. */
export async function quiz(at) {
  if (!(await at.getByTestId("question").isVisible())) await tab(at, "Quiz").click();
  for (let n = 1; n <= 5; n++) {
    const question = at.getByTestId("question");
    await question.getByText(`Question ${n} of 5`).waitFor();
    await question.locator(".option").first().click();
    await question.locator(".reply").waitFor();
    await question.locator(".button.main").last().click();
  }
  const result = at.getByTestId("result");
  await result.waitFor();
  return Number((await result.innerText()).match(/(\d) of 5/)?.[1]);
}

/** A card, turned and rated. */
export async function cards(at) {
  await tab(at, "Cards").click();
  await at.getByRole("button", { name: /^Start with \d+ cards?$/ }).first().click();
  await button(at, "Show answer").click();
  await at.getByRole("button", { name: /^Good/ }).click();
  await button(at, "Show answer").waitFor();
}

/** Share: the link, read off the page. */
export async function share(at) {
  if (!(await button(at, "Share").isVisible())) await tab(at, "Play").click();
  await button(at, "Share").click();
  const link = region(at, "Link to this moment").locator("pre");
  await link.waitFor();
  const said = await link.innerText();
  const page = at.keyboard ?? at.page().keyboard;
  await page.press("Escape");
  await at.getByRole("dialog", { name: "Share" }).waitFor({ state: "hidden" });
  return said;
}

/** All of it. */
export async function everything(at) {
  await play(at);
  await why(at);
  await gallery(at);
  await edit(at);
  const link = await share(at);
  await learn(at);
  await quiz(at);
  await cards(at);
  await tab(at, "Play").click();
  return link;
}
