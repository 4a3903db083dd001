// From part to part: the browser's ways back and forward lead where one was, and what one had opened in Play is there again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { started, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());
const scenario = (page) => page.getByRole("combobox", { name: "Scenario" }).locator("option:checked").innerText();
const isOpen = (page, name) => tab(page, name).and(page.locator("[aria-selected=true]")).waitFor();
const at = (page, n) => page.getByTestId("question").getByText(`Question ${n} of 5`).waitFor();

test("back and forward lead through the parts as one went", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
    await button(page, "Pause").click();
    await page.getByRole("slider", { name: "Position" }).fill("500");
    await tab(page, "Learn").click();
    await page.getByRole("link", { name: /State dies/ }).first().click();
    await page.getByText("Chapter 1", { exact: true }).waitFor();
    await tab(page, "Play").click();
    await isOpen(page, "Play");
    assert.ok(!page.url().includes("#"));
    assert.equal(await step(page), 500);
    await tab(page, "Cards").click();
    await page.getByTestId("deck").waitFor();
    await tab(page, "Play").click();
    await isOpen(page, "Play");
    const way = [
      ["", "Play"],
      ["#learn", "Learn"],
      ["#learn=01", "Learn"],
      ["", "Play"],
      ["#cards", "Cards"],
      ["", "Play"],
    ];
    const here = async ([hash, part]) => {
      await isOpen(page, part);
      assert.equal(new URL(page.url()).hash, hash);
      if (part !== "Play") return;
      assert.equal(await scenario(page), "Two-phase commit: void, then right");
      assert.equal(await step(page), 500);
    };
    await here(way.at(-1));
    for (const place of way.slice(0, -1).reverse()) {
      await page.goBack();
      await here(place);
    }
    for (const place of way.slice(1)) {
      await page.goForward();
      await here(place);
    }
  });
});

test("forward leads to a run that was watched, each to its own, and Play is as it was", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
    await button(page, "Pause").click();
    await page.getByRole("slider", { name: "Position" }).fill("500");
    await page.evaluate(() => (location.hash = "quiz=4711"));
    const seen = [];
    for (const n of [1, 2]) {
      await at(page, n);
      await page.keyboard.press("1");
      await page.getByRole("button", { name: /^Watch it: / }).click();
      await page.locator(".back-bar").waitFor();
      await button(page, "Step back").click();
      await page.locator(".back-bar").waitFor();
      seen.push([await scenario(page), await step(page)]);
      await button(page, "Back to the quiz").click();
      await page.getByTestId("question").waitFor();
      await button(page, "Next question").click();
    }
    assert.notEqual(seen[0][0], seen[1][0]);
    const run = async (n) => {
      await page.locator(".back-bar").waitFor();
      assert.deepEqual([await scenario(page), await step(page)], seen[n]);
    };
    await page.goBack();
    await run(1);
    await page.goBack();
    await at(page, 3);
    await page.goBack();
    await run(0);
    await page.goForward();
    await at(page, 3);
    await page.goForward();
    await run(1);
    // And what stood on Play before is there.
    await tab(page, "Cards").click();
    await page.getByTestId("deck").waitFor();
    await tab(page, "Play").click();
    await isOpen(page, "Play");
    assert.deepEqual([await scenario(page), await step(page)], ["Two-phase commit: void, then right", 500]);
    // A page that was loaded anew there has no such run any more, and opens as ever.
    await page.goBack();
    await page.goBack();
    await run(1);
    await page.reload();
    await started(page);
    await isOpen(page, "Play");
    assert.equal(await page.locator(".back-bar").count(), 0);
  });
});

test("two runs that are compared are compared again after Learn, the cards and a run that was watched", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("slider", { name: "Position" }).fill("615");
    await button(page, "Compare").click();
    await page.locator("#stage-there .node").first().waitFor();
    const pressed = page.locator(".against .button[aria-pressed=true]");
    const against = await pressed.innerText();
    const still = async (how) => {
      await page.locator("#stage-there .node").first().waitFor();
      assert.equal(await pressed.innerText(), against, how);
      assert.equal(await step(page), 615, how);
    };
    await page.evaluate(() => (location.hash = "learn=05"));
    await page.getByText("Chapter 5", { exact: true }).waitFor();
    assert.equal(await page.locator("#stage-there").count(), 0, "a lesson has the stage for itself");
    await tab(page, "Play").click();
    await still("Learn");
    await tab(page, "Cards").click();
    await page.getByTestId("deck").waitFor();
    await tab(page, "Play").click();
    await still("Cards");
    await page.evaluate(() => (location.hash = "quiz=4711"));
    await at(page, 1);
    await page.keyboard.press("1");
    await page.getByRole("button", { name: /^Watch it: / }).click();
    await page.locator(".back-bar").waitFor();
    assert.equal(await page.locator("#stage-there").count(), 0);
    await button(page, "Back to the quiz").click();
    await tab(page, "Play").click();
    await still("Watch it");
  });
});
