// Branches, pins and links: a run is forked, pinned, shared and opened again; a damaged link is said to be one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, THEMES, assertAccessible, assertNoSidewaysScroll, started, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const position = (page) => page.getByRole("slider", { name: "Position" });
const step = async (page) => Number(await position(page).inputValue());

/** The opening run with a crash by hand after checkpoint 1, then with an upsert; a pin on each. */
async function forked(page) {
  await button(page, "Pause").click();
  await position(page).focus();
  await page.keyboard.press("Home");
  await button(page, "Next moment").click();
  await button(page, "Next moment").click();
  await button(page, "Crash").click();
  await button(page, "Branches").click();
  await button(page, "Pin this moment").click();
  await page.getByRole("textbox", { name: "Text of pin 1" }).fill("All of it is gone.");
  await page.getByRole("combobox", { name: "Sink" }).selectOption("upsert");
  await position(page).focus();
  await page.keyboard.press("End");
  await button(page, "Pin this moment").click();
  await page.getByRole("textbox", { name: "Text of pin 2" }).fill("Nothing stands twice.");
}

const linkOf = async (page) => {
  await button(page, "Share").click();
  const link = await region(page, "Link to this moment").locator("pre").innerText();
  await page.keyboard.press("Escape");
  return link;
};

test("branches are gone back to, compared with and dropped", async () => {
  await withPage({}, async (page) => {
    await forked(page);
    const panel = region(page, "Branches");
    const rows = panel.locator(".branch-row");
    assert.equal(await rows.count(), 3);
    assert.match(await panel.locator("[aria-current=true]").innerText(), /upsert/);

    await panel.getByRole("button", { name: /^Compare: as it was opened/ }).click();
    const stages = page.getByRole("region", { name: /^Stage/ });
    assert.equal(await stages.count(), 2);
    await page.getByRole("region", { name: "Verdict of the other run" }).getByText(/50 duplicates/).waitFor();
    await button(page, "Stop comparing").click();

    await panel.getByRole("button", { name: /^\d+\.\d s: Crash the process/ }).click();
    await region(page, "Verdict").waitFor();
    assert.match(await panel.locator(".branch-row [aria-current=true]").innerText(), /Crash the process/);
    // What is dropped takes its pin along.
    await panel.getByRole("button", { name: /^Drop: .*upsert/ }).click();
    assert.equal(await rows.count(), 2);
    assert.equal(await panel.getByRole("textbox").count(), 1);
    await page.waitForFunction(() => document.activeElement.textContent === "Branches");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
  });
});

test("pins are put in order, taken off, and there are five at most", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    await button(page, "Branches").click();
    for (let i = 0; i < 5; i++) {
      await button(page, "Next moment").click();
      await button(page, "Pin this moment").click();
      await page.getByRole("textbox", { name: `Text of pin ${i + 1}` }).fill(`text ${i + 1}`);
    }
    const pin = button(page, "Pin this moment");
    assert.equal(await pin.getAttribute("aria-disabled"), "true");
    await pin.click({ force: true });
    const texts = () => region(page, "Branches").getByRole("textbox").evaluateAll((all) => all.map((t) => t.value));
    assert.deepEqual(await texts(), ["text 1", "text 2", "text 3", "text 4", "text 5"]);
    await button(page, "Put pin 2 earlier").click();
    await button(page, "Put pin 4 later").click();
    await button(page, "Remove pin 3").click();
    assert.deepEqual(await texts(), ["text 2", "text 1", "text 5", "text 4"]);
  });
});

test("a link opens the same run, with its lesson", async () => {
  let link, digest;
  await withPage({}, async (page) => {
    await forked(page);
    digest = [await step(page), await position(page).getAttribute("max")];
    link = await linkOf(page);
    assert.ok(link.startsWith(`${BASE}#run=1.`) && link.length < 1200, link);
    await button(page, "Share").click();
    await region(page, "Link to this moment").getByRole("button", { name: "Copy" }).click();
    await region(page, "Link to this moment").getByText("Copied").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    const file = page.getByRole("link", { name: "Download" });
    const text = decodeURIComponent((await file.getAttribute("href")).split(",").slice(1).join(","));
    assert.equal(JSON.parse(text).sinks[0].kind, "upsert");
    const [download] = await Promise.all([page.waitForEvent("download"), file.click()]);
    assert.equal(download.suggestedFilename(), "scenario.json");
  });
  await withPage({ path: link.slice(BASE.length) }, async (page) => {
    assert.deepEqual([await step(page), await position(page).getAttribute("max")], digest);
    const lesson = region(page, "Lesson");
    await lesson.getByText("Moments to look at").waitFor();
    // By keyboard alone.
    await button(page, "Next pin").focus();
    await page.keyboard.press("Enter");
    await lesson.getByText("All of it is gone.").waitFor();
    await page.locator(".is-down").waitFor();
    await page.keyboard.press("Enter");
    await lesson.getByText("Nothing stands twice.").waitFor();
    assert.equal(await button(page, "Next pin").getAttribute("aria-disabled"), "true");
    await region(page, "Verdict").getByText(/0 duplicates/).waitFor();
    await button(page, "Previous pin").click();
    await lesson.getByText("All of it is gone.").waitFor();
    // Whoever goes on from there leaves the caption behind, not the lesson.
    await button(page, "Step").click();
    await lesson.getByText("All of it is gone.").waitFor({ state: "detached" });
    assert.equal(await button(page, "Next pin").count(), 1);
  });
});

test("an address that changes opens what it says; a damaged link leaves the page working", async () => {
  await withPage({ path: "#preset=03-two-phase" }, async (page) => {
    await page.waitForFunction(() => /two-phase/.test(document.querySelector(".head select").value));
    const link = await linkOf(page);
    await page.evaluate((hash) => (location.hash = hash), link.split("#")[1].slice(0, -3));
    const dialog = page.getByRole("dialog", { name: "Open scenario" });
    await dialog.getByText("This link cannot be opened.").waitFor();
    await dialog.getByText(/the link is damaged/).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.evaluate((hash) => (location.hash = hash), "run=7.AAAA");
    await dialog.getByText(/version 7/).waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate((hash) => (location.hash = hash), link.split("#")[1]);
    await button(page, "Play").click();
    await page.waitForFunction(() => document.querySelector(".position").value > 0);
  });
  await withPage({ path: "#run=1.nonsense" }, async (page) => {
    await page.getByRole("dialog", { name: "Open scenario" }).getByText(/damaged/).waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Pause").click();
    await page.reload();
    await started(page);
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`panel, strip and Share are accessible and whole (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await forked(page);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        const small = await region(page, "Branches").evaluate((panel) =>
          [...panel.querySelectorAll("button, input")].filter((e) => e.getBoundingClientRect().height < 31.5).length,
        );
        assert.equal(small, 0, "everything in it is large enough to be pressed");
        await region(page, "Branches").getByRole("button", { name: "Close" }).click();
        await assertAccessible(page);
        await button(page, "Share").click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page, { within: "dialog[open]" });
      });
    });
  }
}
