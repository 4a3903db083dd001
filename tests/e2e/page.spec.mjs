// The opening run on the page: it plays, breaks, tells what it cost, and is mended; by pointer and by keyboard.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const region = (page, name) => page.getByRole("region", { name, exact: true });
const position = (page) => page.getByRole("slider", { name: "Position" });
const step = async (page) => Number(await position(page).inputValue());

/** Resolves with the milliseconds since `start` at which the page first shows what `find` looks for. */
const when = async (page, start, find, argument) => {
  await page.waitForFunction(find, argument, { polling: "raf", timeout: 25_000 });
  return Date.now() - start;
};

test("the opening run keeps its page times", async (t) => {
  await withPage({}, async (page) => {
    const start = Date.now();
    await button(page, "Pause").waitFor();
    const times = {
      barrier: await when(page, start, () => document.querySelector('.movers [data-kind="barrier"]')),
      crash: await when(page, start, () => document.querySelector(".is-down")),
      again: await when(page, start, () => document.querySelector('[data-destination="ledger"] tr.again')),
      end: await when(page, start, () => document.querySelector('[data-testid="closing"]')),
    };
    t.diagnostic(`page times in ms: ${JSON.stringify(times)}`);
    assert.ok(times.barrier <= 2_000, `the barrier left after ${times.barrier} ms`);
    assert.ok(times.crash <= 9_000, `the crash came after ${times.crash} ms`);
    assert.ok(times.again <= 11_000, `the first row stood twice after ${times.again} ms`);
    assert.ok(times.end <= 16_000, `the run ended after ${times.end} ms`);
    assert.match(await region(page, "Verdict").innerText(), /Output: 50 duplicates/);
    assert.match(await region(page, "Verdict").innerText(), /exactly once/);
    assert.match(await page.getByTestId("closing").innerText(), /50 orders booked twice, 6,275 too much/);
  });
});

test("at least three records are under way, each seen in at least five places, none overtaking", async (t) => {
  await withPage({}, async (page) => {
    const seen = await page.evaluate(
      () =>
        new Promise((done) => {
          const places = [];
          const counts = [];
          let overtaken = 0;
          const until = performance.now() + 3_000;
          const look = () => {
            const movers = [...document.querySelectorAll('.movers [data-kind="record"], .movers [data-kind="write"]')];
            counts.push(movers.length);
            const last = {};
            for (const mover of movers) {
              const { e: x, f: y } = mover.getCTM();
              const channel = mover.dataset.channel;
              // One element is one thing, from the channel through the work at its end to the destination.
              if (channel !== undefined) mover.watched ??= places.push({ at: new Set(), whole: counts.length > 5 }) - 1;
              if (mover.watched !== undefined) places[mover.watched].at.add(`${x.toFixed(1)} ${y.toFixed(1)}`);
              if (channel !== undefined && mover.dataset.kind === "record") {
                (last[channel] ??= []).push([Number(mover.dataset.step), x]);
              }
            }
            for (const list of Object.values(last)) {
              list.sort((a, b) => a[0] - b[0]);
              overtaken += list.filter(([, x], i) => i > 0 && x > list[i - 1][1]).length;
            }
            if (performance.now() < until) requestAnimationFrame(look);
            else {
              // What the watch cut off at its beginning or end was seen in part.
              for (const mover of movers) if (mover.watched !== undefined) places[mover.watched].whole = false;
              const whole = places.filter((place) => place.whole);
              done({ counts, overtaken, places: whole.map((place) => place.at.size) });
            }
          };
          requestAnimationFrame(look);
        }),
    );
    const least = Math.min(...seen.counts.slice(5));
    const few = seen.places.filter((n) => n < 5).length;
    t.diagnostic(`frames ${seen.counts.length}, fewest under way ${least}, ${few} of ${seen.places.length} in under five places`);
    assert.ok(least >= 3, `only ${least} were under way in some frame`);
    assert.equal(seen.overtaken, 0);
    // A frame that came late shows fewer.
    assert.ok(few * 10 <= seen.places.length, `${few} of ${seen.places.length} were seen in fewer than five places`);
  });
});

test("step back gives exactly the earlier picture", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    const standing = page.locator(".node, .tape, .slot, .destination");
    const words = async () => (await standing.allInnerTexts()).join("\n");
    const [before, there] = [await words(), await step(page)];
    await button(page, "Step").click();
    await page.waitForFunction((n) => Number(document.querySelector(".position").value) === n + 1, there);
    await button(page, "Step back").click();
    assert.equal(await step(page), there);
    assert.equal(await words(), before);
  });
});

test("crash crashes now, and the run goes on from there", async () => {
  await withPage({}, async (page) => {
    await button(page, "Crash").click();
    await page.locator(".is-down").waitFor({ timeout: 2_000 });
    await page.getByText(/went back: next \d+ → next 1$/).first().waitFor({ timeout: 8_000 });
  });
});

for (const [kind, label] of [["upsert", "upsert"], ["two_phase", "two-phase commit"]]) {
  test(`with ${label} the same crash leaves nothing twice`, async () => {
    await withPage({}, async (page) => {
      await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
      await page.getByTestId("closing").waitFor({ timeout: 20_000 });
      await page.getByRole("combobox", { name: "Sink" }).selectOption(kind);
      await page.getByText(/The run is over: it crashed/).waitFor({ timeout: 20_000 });
      assert.match(await region(page, "Verdict").innerText(), /Output: 0 duplicates/);
    });
  });
}

test("the closing card mends the run in one click", async () => {
  await withPage({}, async (page) => {
    await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
    const card = page.getByTestId("closing");
    await card.waitFor({ timeout: 20_000 });
    await assertAccessible(page);
    await card.getByRole("button", { name: /upsert/ }).click();
    await page.getByText(/The run is over: it crashed/).waitFor({ timeout: 20_000 });
    assert.match(await region(page, "Verdict").innerText(), /Output: 0 duplicates/);
    assert.equal(await page.getByRole("combobox", { name: "Sink" }).inputValue(), "upsert");
  });
});

test("a scenario that cannot be read says every error, and the run stays", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    const there = await step(page);
    await button(page, "Open scenario").click();
    const dialog = page.getByRole("dialog", { name: "Open scenario" });
    const broken = JSON.parse(await readFile(new URL("../../cases/e01-unknown-field.json", import.meta.url), "utf8"));
    broken.scenario.sinks[0].kind = "appendix";
    await dialog.getByLabel("Or paste its JSON").fill(JSON.stringify(broken.scenario));
    await dialog.getByRole("button", { name: "Run it" }).click();
    const errors = dialog.getByRole("alert");
    await errors.waitFor();
    assert.equal(await errors.locator("li").count(), 2);
    assert.match(await errors.innerText(), /\/operators\/\d+\/\w+/);
    await assertAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await step(page), there);
  });
});

test("by keyboard alone", async () => {
  await withPage({}, async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await region(page, "Stage").focus();
    await page.keyboard.press("Space");
    await button(page, "Play").waitFor();
    const there = await step(page);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await step(page), there - 1);
    await page.keyboard.press("PageDown");
    assert.ok((await step(page)) > there, "the next mark lies ahead");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Legend and keys" }).waitFor();
    await page.keyboard.press("Escape");
    await position(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    assert.equal(await step(page), 0);
    await page.keyboard.press("Space");
    await button(page, "Pause").waitFor();
  });
});

test("a mark is gone to with a click", async () => {
  await withPage({}, async (page) => {
    await region(page, "Timeline").getByRole("button", { name: /^Go to crash/ }).click();
    await page.locator(".is-down").waitFor({ timeout: 2_000 });
  });
});

test("with reduced motion nothing travels, and the same is said", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    const kinds = await page.evaluate(
      () =>
        new Promise((done) => {
          const kinds = new Set();
          const places = {};
          const until = performance.now() + 2_500;
          const look = () => {
            for (const mover of document.querySelectorAll(".movers [data-kind]")) {
              kinds.add(mover.dataset.kind);
              if (mover.dataset.kind === "record" && mover.dataset.channel !== undefined) {
                (places[mover.dataset.event] ??= new Set()).add(mover.getAttribute("transform"));
              }
            }
            if (performance.now() < until) requestAnimationFrame(look);
            else done({ kinds: [...kinds], most: Math.max(...Object.values(places).map((set) => set.size)) });
          };
          look();
        }),
    );
    assert.ok(kinds.kinds.every((kind) => ["record", "barrier"].includes(kind)), kinds.kinds.join());
    assert.ok(kinds.most <= 4, `a record was seen in ${kinds.most} places`);
    await page.locator(".is-down").waitFor({ timeout: 9_000 });
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "tablet", "phone"]) {
    test(`accessible and whole while it plays and at its end (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await page.locator('.movers [data-kind="barrier"]').first().waitFor({ state: "attached" });
        await button(page, "Pause").click();
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        await position(page).focus();
        await page.keyboard.press("End");
        await button(page, "Play").waitFor();
        await assertAccessible(page);
        if (size === "laptop") {
          const room = await page.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight]);
          assert.ok(room[0] <= room[1], `the page is ${room[0]} px high in a window of ${room[1]}`);
        }
      });
    });
  }
}

test("every preset plays to its end without a complaint", async () => {
  await withPage({}, async (page) => {
    const presets = page.getByRole("combobox", { name: "Scenario" });
    const names = await presets.locator("option").evaluateAll((options) => options.map((option) => option.value));
    assert.ok(names.length >= 10);
    for (const name of names) {
      await presets.selectOption(name);
      await position(page).focus();
      await page.keyboard.press("End");
      await page.waitForFunction(() => { const p = document.querySelector(".position"); return p.value === p.max; });
      await assertNoSidewaysScroll(page);
      // Nothing of the stage lies over the controls.
      await button(page, "Play").click({ trial: true, timeout: 3_000 });
    }
  });
});
