// Cards: asked, turned and rated by keyboard and by pointer, counted, kept, taken along and brought back; the run behind an
// example; and files that are wrong.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, started, withPage } from "./support.mjs";

const tab = (page, name) => page.getByRole("tab", { name, exact: true });
const button = (page, name) => page.getByRole("button", { name, exact: true });
const card = (page) => page.getByTestId("card");
const CARDS = 27;
const NOW = new Date("2026-05-04T10:00:00Z");
const counts = (page, text) => page.locator(".deck-counts", { hasText: text }).waitFor();
const stored = (page) => page.evaluate(() => localStorage.getItem("barrierscope.cards"));

/** Opens the cards at a fixed time. */
async function withCards(options, body) {
  await withPage({ reducedMotion: true, ...options }, async (page, watch) => {
    await page.clock.setFixedTime(NOW);
    await page.evaluate(() => (location.hash = "cards"));
    await page.getByRole("heading", { name: "Cards", level: 2 }).waitFor();
    await body(page, watch);
  });
}

/** Turns the card that is asked and rates it, with keys; its place and its question. */
async function rate(page, digit) {
  await page.waitForFunction(() => document.activeElement.matches(".flash .place"));
  const asked = await card(page).locator(".asked").innerText();
  await page.keyboard.press(digit % 2 ? "Space" : "Enter");
  await card(page).locator(".flash-back").waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".flash-back"));
  await page.keyboard.press(String(digit));
  await page.waitForFunction((asked) => document.querySelector(".flash .asked")?.innerText !== asked, asked);
  return asked;
}

test("all cards by keyboard: question, answer, four ratings with their intervals", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await page.clock.setFixedTime(NOW);
    await tab(page, "Play").focus();
    await page.keyboard.press("ArrowLeft");
    await counts(page, `${CARDS} cards: ${CARDS} new`);
    assert.match(page.url(), /#cards$/);
    await button(page, `Start with ${CARDS} cards`).focus();
    await page.keyboard.press("Enter");
    await card(page).waitFor();
    assert.equal(await card(page).locator(".flash-back, .rating").count(), 0);
    // A rating before the answer is none.
    await page.keyboard.press("3");
    assert.equal(await card(page).locator(".flash-back").count(), 0);
    await page.keyboard.press("Space");
    for (const name of ["Again 1 min", "Hard 5 min", "Good 10 min", "Easy 15 days"]) await button(page, name).waitFor();
    assert.deepEqual(await card(page).locator(".rating .hint").allInnerTexts(), ["1 min", "5 min", "10 min", "15 days"]);
    const first = await card(page).locator(".asked").innerText();
    await page.keyboard.press("4");
    const seen = new Set([first]);
    for (let i = 1; i < CARDS; i++) {
      await page.getByText(`${CARDS - i} left`).waitFor();
      seen.add(await rate(page, i === 5 ? 1 : 4));
    }
    assert.equal(seen.size, CARDS);
    await page.getByTestId("done").getByText("The next card comes in 1 min").waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".flash .place"));
    // When its time has come it is there again.
    await page.clock.setFixedTime(new Date(NOW.getTime() + 2 * 60_000));
    await button(page, "All cards").first().click();
    await counts(page, `${CARDS} cards: 1 due, ${CARDS - 1} later`);
    await button(page, "Start with 1 card").click();
    await page.getByText("1 left").waitFor();
  });
});

test("by pointer, one chapter: the counts follow", async () => {
  await withCards({}, async (page) => {
    const deck = page.locator(".deck").nth(4);
    await deck.getByText("3 new").waitFor();
    await deck.getByRole("button").click();
    for (let i = 3; i > 0; i--) {
      await page.getByText(`${i} left`).waitFor();
      assert.match(await card(page).locator(".place").innerText(), /chapter 5 · /i);
      await button(page, "Show answer").click();
      await page.getByRole("button", { name: /^Good / }).click();
      await card(page).locator(".flash-back").waitFor({ state: "detached" });
    }
    await page.getByTestId("done").waitFor();
    await page.getByTestId("done").getByRole("button", { name: "All cards" }).click();
    await deck.getByText("done for now").waitFor();
    assert.equal(await deck.getByRole("button").count(), 0);
    await counts(page, `${CARDS} cards: ${CARDS - 3} new, 3 later`);
  });
});

test("the subject and each chapter in three sentences, with the engine's numbers", async () => {
  await withCards({}, async (page) => {
    const subject = page.locator(".deck-subject");
    for (const part of [".intuition", ".hook", ".example"]) assert.ok((await subject.locator(part).innerText()).length > 20);
    assert.ok((await subject.locator(".example .number").count()) >= 3);
    const decks = page.locator(".deck");
    assert.equal(await decks.count(), 9);
    for (const deck of await decks.all()) {
      await deck.locator("summary").focus();
      await page.keyboard.press("Enter");
      await deck.locator(".deck-short .example").waitFor();
      assert.match(await deck.locator(".intuition").innerText(), /\.$/);
      assert.equal(await deck.locator(".error").count(), 0);
    }
  });
});

test("an example lives: Watch it opens its run on Play, and the way back leads to the card", async () => {
  await withCards({}, async (page) => {
    await page.locator(".deck").nth(1).getByRole("button").click();
    let watched = 0;
    for (let i = 0; i < 3; i++) {
      await button(page, "Show answer").click();
      const watch = card(page).getByRole("button", { name: "Watch it" });
      if (await watch.count()) {
        watched++;
        const asked = await card(page).locator(".asked").innerText();
        await watch.click();
        await page.locator(".back-bar").waitFor();
        assert.ok(Number(await page.getByRole("slider", { name: "Position" }).inputValue()) > 0);
        await button(page, "Back to the cards").click();
        assert.equal(await card(page).locator(".asked").innerText(), asked);
        await page.waitForFunction(() => document.activeElement.matches(".watch"));
        await card(page).locator(".rating").first().waitFor();
      }
      await page.keyboard.press("4");
      await card(page).locator(".flash-back").waitFor({ state: "detached" });
    }
    assert.equal(watched, 2);
  });
});

test("ratings are kept, erased with one press, and brought back with another", async () => {
  await withCards({}, async (page) => {
    await button(page, `Start with ${CARDS} cards`).click();
    await rate(page, 3);
    await rate(page, 4);
    await page.reload();
    await started(page);
    await counts(page, `${CARDS} cards: ${CARDS - 2} new, 2 later`);
    await page.getByText("kept in this browser").waitFor();
    const before = await stored(page);
    await button(page, "Erase all my progress").click();
    await page.getByText("All is erased").waitFor();
    await counts(page, `${CARDS} cards: ${CARDS} new`);
    assert.equal(await stored(page), null);
    await button(page, "Undo").click();
    await counts(page, `${CARDS} cards: ${CARDS - 2} new, 2 later`);
    assert.equal(await stored(page), before);
  });
});

/** Presses a button and reads the file that it gives. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, name).click()]);
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

/** Chooses a file to import. */
const choose = (page, buffer, name = "cards.json") =>
  page.locator(".drill input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(buffer) });

test("exported, erased and imported it is the same; the deck goes to Anki", async () => {
  await withCards({}, async (page) => {
    await button(page, `Start with ${CARDS} cards`).click();
    await rate(page, 2);
    await rate(page, 4);
    await rate(page, 3);
    await page.locator(".crumbs").getByRole("button").click();
    const before = await stored(page);
    const [name, json] = await saved(page, "Export");
    assert.equal(name, "barrierscope-cards.json");
    assert.equal(json, before);
    await button(page, "Erase all my progress").click();
    await counts(page, `${CARDS} new`);
    await choose(page, json);
    await page.getByText("The file is taken over: 3 cards.").waitFor();
    assert.equal(await stored(page), before);
    await counts(page, `${CARDS} cards: ${CARDS - 3} new, 3 later`);
    await button(page, "Undo").click();
    await counts(page, `${CARDS} cards: ${CARDS} new`);
    const [anki, text] = await saved(page, "Export for Anki");
    assert.equal(anki, "barrierscope-anki.txt");
    assert.match(text, /^#separator:tab\n/);
    assert.equal(text.split("\n").filter((line) => line.startsWith("barrierscope.")).length, CARDS);
  });
});

test("a file that is wrong says what was expected, and changes nothing", async () => {
  await withCards({}, async (page) => {
    await button(page, `Start with ${CARDS} cards`).click();
    await rate(page, 3);
    await page.locator(".crumbs").getByRole("button").click();
    const good = await stored(page);
    const bad = [
      ["no json", /This is no JSON: .* line 1, column 2/],
      ["", /This is no JSON/],
      [good.slice(0, 60), /This is no JSON/],
      ["{}", /lacks `barrierscope_cards` and `cards`/],
      [good.replace('"barrierscope_cards":1', '"barrierscope_cards":2'), /version 2, and this page reads version 1/],
      [good.replace(/"reps":1/, '"reps":0'), /no usable `reps`: expected a whole number from 1/],
      [good.replace(/"stage":"learning"/, '"stage":"new"'), /expected one of learning, review, relearning/],
      [" ".repeat(2_000_001), /2\.0 MB is the most/],
      [Buffer.from([0xff, 0xfe, 0x00, 0x80]), /no JSON/],
    ];
    for (const [file, says] of bad) {
      await choose(page, file);
      const alert = page.locator(".drill .progress").getByRole("alert");
      await alert.filter({ hasText: says }).waitFor();
      assert.match(await alert.innerText(), /^This file was not taken over, and nothing was changed\./);
      assert.equal(await stored(page), good);
      await counts(page, `${CARDS} cards: ${CARDS - 1} new, 1 later`);
    }
    await choose(page, good);
    await page.getByText("The file is taken over: 1 card.").waitFor();
    assert.equal(await page.locator(".drill .progress").getByRole("alert").count(), 0);
  });
});

test("where the browser keeps nothing the cards work, and say so; what it kept and is broken is told", async () => {
  await withPage({}, async (page) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
    });
    await page.reload();
    await started(page);
    await page.evaluate(() => (location.hash = "cards"));
    await page.getByText("This browser keeps nothing").waitFor();
    await button(page, `Start with ${CARDS} cards`).click();
    await rate(page, 4);
    await page.locator(".crumbs").getByRole("button").click();
    await counts(page, `${CARDS - 1} new, 1 later`);
  });
  await withPage({}, async (page) => {
    await page.evaluate(() => localStorage.setItem("barrierscope.cards", '{"barrierscope_cards":7}'));
    await page.evaluate(() => (location.hash = "cards"));
    await page.locator(".drill").getByRole("alert").filter({ hasText: "version 7" }).waitFor();
    await counts(page, `${CARDS} cards: ${CARDS} new`);
    assert.match(await stored(page), /7/);
  });
  // A full storage is told when something is to be kept.
  await withPage({}, async (page) => {
    await page.evaluate(() => (Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }));
    await page.evaluate(() => (location.hash = "cards"));
    await button(page, `Start with ${CARDS} cards`).click();
    await rate(page, 4);
    await page.locator(".crumbs").getByRole("button").click();
    await page.getByText("This browser keeps nothing").waitFor();
  });
});

test("keys of the cards are not those of Play", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    const here = await page.getByRole("slider", { name: "Position" }).inputValue();
    await tab(page, "Cards").click();
    await page.locator(".learn-title:visible").focus();
    for (const key of [" ", "Enter", "1", "Home"]) await page.keyboard.press(key);
    await counts(page, `${CARDS} new`);
    await tab(page, "Play").click();
    assert.equal(await page.getByRole("slider", { name: "Position" }).inputValue(), here);
    await button(page, "Play").waitFor();
  });
});

test("on paper the card has no buttons", async () => {
  await withCards({}, async (page) => {
    await button(page, `Start with ${CARDS} cards`).click();
    await page.keyboard.press("Space");
    await card(page).locator(".flash-back").waitFor();
    await page.emulateMedia({ media: "print" });
    assert.ok(await card(page).locator(".flash-back").isVisible());
    assert.equal(await page.locator("button.button:visible, .rating:visible, [role=tab]:visible").count(), 0);
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`the cards are accessible and whole (${size}, ${theme})`, { timeout: 120_000 }, async () => {
      await withCards({ size, theme }, async (page) => {
        const look = async () => {
          await assertNoSidewaysScroll(page);
          await assertAccessible(page);
        };
        await look();
        await page.locator(".deck summary").nth(1).click();
        await page.locator(".deck-short .example").first().waitFor();
        await choose(page, "{}");
        await page.locator(".drill .progress").getByRole("alert").waitFor();
        await look();
        await page.locator(".deck").nth(0).getByRole("button").click();
        await card(page).waitFor();
        await look();
        for (let i = 0; i < 3; i++) {
          await button(page, "Show answer").click();
          await card(page).locator(".flash-back").waitFor();
          await look();
          await page.keyboard.press("3");
          await card(page).locator(".flash-back").waitFor({ state: "detached" });
        }
        await page.getByTestId("done").waitFor();
        await look();
        await button(page, "All cards").first().click();
        await button(page, "Erase all my progress").click();
        await button(page, "Undo").waitFor();
        await look();
      });
    });
  }
}
