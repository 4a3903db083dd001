// The gallery: every preset as a card, found by its words, chosen by pointer or by keyboard, and put on the stage.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES, THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const gallery = (page) => page.getByRole("dialog", { name: "Gallery" });
const cards = (page) => gallery(page).locator(".preset");
const scenario = (page) => page.getByRole("combobox", { name: "Scenario" });
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);

async function open(page) {
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await cards(page).first().waitFor();
}

test("the gallery has a card for every preset, by groups, each with a promise and how it comes out", async () => {
  await withPage({}, async (page) => {
    await open(page);
    const names = await scenario(page).locator("optgroup option").evaluateAll((all) => all.map((option) => option.value));
    const ids = await cards(page).evaluateAll((all) => all.map((card) => card.id.replace("preset-", "")));
    assert.ok(ids.length >= 24, `${ids.length} cards`);
    assert.deepEqual(ids, names);
    const groups = await gallery(page).getByRole("heading", { level: 3 }).allInnerTexts();
    const options = await scenario(page).locator("optgroup").evaluateAll((all) => all.map((group) => group.label));
    assert.deepEqual(groups, options);
    const lost = cards(page).filter({ hasText: "Loses 600 rows without an error" });
    assert.equal(await lost.count(), 1);
    assert.match(await lost.innerText(), /lost/);
    const bare = await cards(page).evaluateAll((all) =>
      all.filter((card) => !card.querySelector(".shape rect") || !card.querySelector(".promise").textContent || !card.querySelector(".outcome").textContent).length);
    assert.equal(bare, 0);
    assert.equal(await gallery(page).locator('[aria-current="true"]').count(), 1);
  });
});

test("typing narrows the gallery, and Enter opens the first that is left", async () => {
  await withPage({}, async (page) => {
    await open(page);
    const field = gallery(page).getByRole("searchbox", { name: "Filter" });
    const all = await cards(page).count();
    assert.equal(await focused(page), "INPUT");
    await page.keyboard.type("LOST transaction");
    const left = await gallery(page).locator(".preset:visible").count();
    assert.ok(left > 0 && left < all / 4, `${left} of ${all}`);
    assert.match(await gallery(page).getByRole("status").innerText(), new RegExp(`^${left} of ${all} `));
    assert.equal(await gallery(page).getByRole("heading", { level: 3, name: "Time to live" }).isVisible(), false);
    await field.fill("no such words");
    assert.equal(await gallery(page).locator(".preset:visible").count(), 0);
    await field.fill("peeks");
    await page.keyboard.press("Enter");
    await gallery(page).waitFor({ state: "hidden" });
    assert.equal(await scenario(page).inputValue(), "04-two-phase-read-uncommitted");
  });
});

test("by keyboard: arrows go as the cards stand, Enter opens, the focus comes back", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("button", { name: "Gallery", exact: true }).focus();
    await page.keyboard.press("Enter");
    await cards(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(page), "preset-21-one-crash-two-sinks");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(page), "preset-01-append");
    const place = () => page.evaluate(() => { const r = document.activeElement; return [r.offsetLeft, r.offsetTop]; });
    const [left, top] = await place();
    await page.keyboard.press("ArrowDown");
    const [left2, top2] = await place();
    assert.equal(left2, left);
    assert.ok(top2 > top);
    await page.keyboard.press("ArrowUp");
    assert.equal(await focused(page), "preset-01-append");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focused(page), "preset-21-one-crash-two-sinks");
    await page.keyboard.press("End");
    const last = await focused(page);
    await page.keyboard.press("Enter");
    await gallery(page).waitFor({ state: "hidden" });
    assert.equal(`preset-${await scenario(page).inputValue()}`, last);
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Gallery");
    await page.keyboard.press("Enter");
    await cards(page).first().waitFor();
    await page.keyboard.press("Escape");
    await gallery(page).waitFor({ state: "hidden" });
    assert.equal(`preset-${await scenario(page).inputValue()}`, last);
  });
});

test("every card puts its preset on the stage, in no time", async (t) => {
  await withPage({}, async (page) => {
    await open(page);
    const ids = await cards(page).evaluateAll((all) => all.map((card) => card.id));
    const slow = [];
    for (const id of ids) {
      if (!(await gallery(page).isVisible())) await open(page);
      const ms = await page.evaluate(
        (id) =>
          new Promise((done) => {
            const start = performance.now();
            document.getElementById(id).click();
            // The frame after the one that draws it.
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
          }),
        id,
      );
      await gallery(page).waitFor({ state: "hidden" });
      assert.equal(`preset-${await scenario(page).inputValue()}`, id);
      assert.ok((await page.locator(".stage .node").count()) >= 2, id);
      assert.ok((await page.locator(".stage .destination").count()) >= 1, id);
      if (ms > 300) slow.push(`${id}: ${Math.round(ms)} ms`);
    }
    t.diagnostic(`more than 300 ms: ${slow.join(", ") || "none"}`);
  });
});

for (const size of Object.keys(SIZES)) {
  for (const theme of THEMES) {
    test(`accessible and whole (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await open(page);
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
        // No text of a card is cut, and no card leaves the gallery.
        const cut = await gallery(page).evaluate((dialog) => {
          const room = dialog.getBoundingClientRect();
          const inside = (r) => r.left >= room.left && r.right <= room.right;
          return [...dialog.querySelectorAll(".preset, .preset *:not(path, rect)")]
            .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 || !inside(e.getBoundingClientRect()))
            .map((e) => e.outerHTML.slice(0, 80));
        });
        assert.deepEqual(cut, []);
      });
    });
  }
}
