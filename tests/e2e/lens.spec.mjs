// The lens: the stage as the analogy has it, the same run at the same moment, by keyboard, at three sizes in both themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());

/** Presses what a locator finds, with the keyboard. */
async function press(locator) {
  await locator.focus();
  await locator.press("Enter");
}

/** What the stage says, to the eye and to a screen reader, at a stand. */
const stageWords = (page) => page.evaluate(() => {
  const stage = document.querySelector("#stage");
  const names = [...stage.querySelectorAll("[aria-label], [title], title")]
    .map((e) => e.getAttribute("aria-label") ?? e.getAttribute("title") ?? e.textContent);
  // What moves is in no order of its own.
  return [...stage.querySelector(".stage-room").innerText.split("\n"), ...names].sort().join("\n");
});

test("the lens shows the same run at the same moment as the clerk has it, by keyboard, and back", { timeout: 120_000 }, async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    for (const preset of ["21-one-crash-two-sinks", "03-two-phase", "28-fast-does-not-wait"]) {
      await page.getByRole("combobox", { name: "Scenario" }).selectOption(preset);
      if (await button(page, "Pause").count()) await button(page, "Pause").click();
      const slider = page.getByRole("slider", { name: "Position" });
      const last = Number(await slider.getAttribute("max"));
      await slider.fill(String(Math.round(last * 0.7)));
      await page.waitForTimeout(400);
      const [at, before] = [await step(page), await stageWords(page)];
      const toggle = button(page, "As a clerk");
      await press(toggle);
      await page.locator(".stage.clerk .node").first().waitFor();
      await page.waitForTimeout(400);
      assert.equal(await step(page), at);
      assert.equal(await toggle.getAttribute("aria-pressed"), "true");
      assert.ok(await toggle.evaluate((e) => e === document.activeElement), "the focus stays");
      const clerk = await stageWords(page);
      assert.doesNotMatch(clerk, /checkpoint|barrier|\brecords?\b|offset|snapshot|coordinator|transaction/i);
      assert.match(clerk, /roll of tickets/i);
      assert.match(clerk, /photocopy/i);
      assert.equal((clerk.match(/\d+/g) ?? []).length > 20, true);
      assert.match(await page.locator(".timeline").textContent(), /divider|filed/);
      // A step goes on in the same words.
      await button(page, "Step").click();
      await page.waitForFunction((next) => Number(document.querySelector(".position").value) === next, at + 1);
      assert.doesNotMatch(await page.getByTestId("step-words").textContent(), /checkpoint|barrier|record/i);
      await button(page, "Step back").click();
      await press(page.getByText("Where the picture fails"));
      await page.getByText("A clerk would remember the fire.").waitFor();
      await press(toggle);
      await page.locator(".stage:not(.clerk) .node").first().waitFor();
      await page.waitForTimeout(400);
      assert.equal(await stageWords(page), before, "and back, as it was");
    }
  });
});

test("why, what can be done, the inspector and the lanes say it as the clerk does, and go on where they were", { timeout: 120_000 }, async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    const slider = page.getByRole("slider", { name: "Position" });
    await slider.fill(await slider.getAttribute("max"));
    const toggle = button(page, "As a clerk");
    const field = /checkpoint|barrier|\brecords?\b|offset|snapshot|transaction|attempt|crash/i;

    // Why?: the chain of what was chosen, in other words; the switch keeps the focus.
    await page.locator(".why-button").click();
    const why = page.getByTestId("why");
    await why.locator(".which select").selectOption({ label: "120" });
    await why.locator(".offer").first().waitFor();
    await why.getByText("Trying changes").waitFor({ state: "detached" });
    const told = () => why.locator(".chain .moment, .wrong-line, .offer").allInnerTexts();
    const before = await told();
    assert.match(before.join("\n"), field);
    await press(toggle);
    await why.getByText("A new clerk").or(why.getByText(/^Clerk 2 begins from photocopy 1/)).first().waitFor();
    assert.ok(await toggle.evaluate((e) => e === document.activeElement), "the focus stays");
    const clerk = await told();
    assert.doesNotMatch(clerk.join("\n"), field);
    assert.equal(clerk.length, before.length);
    const digits = (all) => all.map((text) => text.replace(/\D/g, ""));
    assert.deepEqual(digits(clerk), digits(before), "the same numbers");
    assert.equal(await why.locator(".which select option:checked").innerText(), "120");
    await press(toggle);
    await why.getByText(/^Attempt 2 resumes/).first().waitFor();
    assert.deepEqual(await told(), before, "and back, as it was");
    await press(toggle);
    await why.getByRole("button", { name: "Close" }).click();

    // What can be done.
    await slider.fill("1000");
    await button(page, "More").click();
    const menu = page.getByRole("menu");
    await menu.getByText("Set the office on fire").waitFor();
    await menu.getByText("Make a photocopy now").waitFor();
    assert.doesNotMatch(await menu.innerText(), field);
    await page.keyboard.press("Escape");

    // The inspector: headings and lists; Flink's tables keep Flink's words.
    await button(page, "Inspector").click();
    const look = page.getByTestId("inspector");
    await look.getByRole("heading", { name: "Photocopies" }).waitFor();
    const groups = await look.locator("optgroup").evaluateAll((all) => all.map((group) => group.label));
    assert.deepEqual(groups, ["Photocopies", "Desks", "Sheets", "What goes out", "Trays"]);
    await look.getByText("End to End Duration").first().waitFor();
    await look.locator("select").selectOption({ label: "Sheet of dedup" });
    await look.getByText("Lines that count").first().waitFor();
    await press(toggle);
    await look.getByRole("heading", { name: "State of dedup" }).waitFor();
    await look.getByText("Live entries").first().waitFor();
    await press(toggle);
    await look.getByRole("heading", { name: "Sheet of dedup" }).waitFor();
    await look.getByRole("button", { name: "Close" }).click();

    // The lanes.
    await button(page, "Lanes").click();
    const lanes = page.getByTestId("lanes");
    await lanes.locator(".lane-names li", { hasText: "safe" }).waitFor();
    await lanes.locator(".lane-names li", { hasText: "orders roll" }).waitFor();
    assert.doesNotMatch(await lanes.innerText(), field);
    await lanes.getByRole("button", { name: "In words" }).click();
    await lanes.getByText(/a new clerk takes photocopy 1/).waitFor();
    await press(toggle);
    await lanes.getByText(/restored from checkpoint 1/).waitFor();
  });
});

test("the closing card is the clerk's too", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await page.getByRole("combobox", { name: "Speed" }).selectOption("16");
    const card = page.getByTestId("closing");
    await card.waitFor({ timeout: 60_000 });
    const head = await card.getByRole("heading").innerText();
    await press(button(page, "As a clerk"));
    await card.getByText("the new clerk read them again").waitFor();
    assert.match(await card.innerText(), /Mend it: numbered envelopes in ledger/);
    await press(button(page, "As a clerk"));
    await card.getByRole("heading", { name: head }).waitFor();
  });
});

test("the lens is drawn with signs of its own, slow and in haste", async () => {
  await withPage({}, async (page) => {
    await button(page, "As a clerk").click();
    await page.locator(".movers .record path.disc").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".movers .record circle.disc").count(), 0);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("16");
    await page.waitForTimeout(1500);
    await button(page, "As a clerk").click();
    await button(page, "Restart run").click();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("1");
    await page.locator(".movers .record circle.disc").first().waitFor({ state: "attached" });
  });
});

test("the lens opens from the analogy, and its bar leads there", async () => {
  await withPage({ path: "#learn=analogy", reducedMotion: true }, async (page) => {
    await press(button(page, "See the stage as the clerk"));
    await page.locator(".stage.clerk").waitFor();
    await page.getByText("A new clerk takes photocopy 1").first().waitFor();
    await press(button(page, "See the stage as ever"));
    await page.locator(".stage:not(.clerk)").waitFor();
    await tab(page, "Play").click();
    await button(page, "As a clerk").click();
    await press(page.getByRole("link", { name: "What is what" }));
    await page.locator(".learn-title", { hasText: "The clerk" }).waitFor();
  });
});

test("two runs are compared through the lens, which stays as it was", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await button(page, "Pause").click();
    await page.getByRole("slider", { name: "Position" }).fill("615");
    const toggle = () => page.getByRole("button", { name: "As a clerk", exact: true });
    const both = (selector) => page.waitForFunction((selector) => {
      const stages = [...document.querySelectorAll("#stage, #stage-there")];
      return stages.length === 2 && stages.every((stage) => stage.matches(selector) && stage.querySelector(".node"));
    }, selector);
    await press(toggle());
    await page.locator(".stage.clerk .node").first().waitFor();
    await press(button(page, "Compare"));
    await both(".clerk");
    for (const stage of await page.locator("#stage, #stage-there").all()) {
      await stage.getByText("Roll of tickets").first().waitFor();
      assert.doesNotMatch(await stage.locator(".stage-room").innerText(), /checkpoint|barrier|\brecords?\b|coordinator/i);
    }
    // There is one switch for both, and it keeps the focus.
    assert.equal(await toggle().count(), 1);
    assert.equal(await toggle().getAttribute("aria-pressed"), "true");
    await press(toggle());
    await both(":not(.clerk)");
    assert.equal(await page.locator("#stage-there").getByText("Roll of tickets").count(), 0);
    await press(toggle());
    await both(".clerk");
    await press(button(page, "Stop comparing"));
    await page.locator("#stage.clerk .node").first().waitFor();
    assert.equal(await page.locator("#stage-there").count(), 0);
    assert.equal(await toggle().getAttribute("aria-pressed"), "true");
    // Off it stays, too.
    await press(toggle());
    await press(button(page, "Compare"));
    await both(":not(.clerk)");
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`the lens is accessible (${size}, ${theme})`, async () => {
      await withPage({ size, theme, reducedMotion: true }, async (page) => {
        await button(page, "Pause").click();
        await page.getByRole("slider", { name: "Position" }).fill("615");
        await button(page, "As a clerk").click();
        await page.locator(".stage.clerk .node").first().waitFor();
        const fails = page.getByText("Where the picture fails");
        // On a phone it is one line: the page behind its link says the rest.
        if (size === "phone") assert.ok((await page.locator(".lens-bar").boundingBox()).height < 40);
        else await fails.click();
        assert.equal(await fails.isVisible(), size !== "phone");
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
      });
    });
  }
}
