// Five hundred damaged links and scenarios, always the same: each is an error that is said or a run that is shown, within a
// second, and the page lives on.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { withPage } from "./support.mjs";

const LINKS = 250;
const SCENARIOS = 250;
const LIMIT_MS = 1_000;

/** A fixed sequence of numbers. */
function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * Math.max(below, 1));
  };
}

/** A text with a few letters changed, taken out, put in, or cut off. */
function damaged(text, next, letters) {
  let bad = text;
  for (let n = 1 + next(3); n > 0; n--) {
    const at = next(bad.length);
    const letter = letters[next(letters.length)];
    const change = next(8);
    if (change === 0) bad = bad.slice(0, at);
    else if (change < 3) bad = bad.slice(0, at) + letter + bad.slice(at);
    else if (change < 5) bad = bad.slice(0, at) + bad.slice(at + 1 + next(6));
    else bad = bad.slice(0, at) + letter + bad.slice(at + 1);
  }
  return bad;
}

const CASES = new URL("../../cases/", import.meta.url);
const scenarios = readdirSync(CASES)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => JSON.stringify(JSON.parse(readFileSync(new URL(name, CASES), "utf8")).scenario));

/** A number somewhere in a scenario is another one, which mostly can be read; or a word is. */
function bent(text, next) {
  const isNumber = next(3) > 0;
  const places = [...text.matchAll(isNumber ? /(?<=[:,[])-?\d+/g : /true|false|"[a-z_]+"/g)];
  const { 0: found, index } = places[next(places.length)];
  const numbers = ["1", "2", "3", "7", "20", "150", "500", "4000", "0", "-1", "999999999999", "1e9"];
  const others = isNumber ? numbers : ["null", "true", '"append"', '"two_phase"', '"dedup"', '"upsert"', "[]"];
  return text.slice(0, index) + others[next(others.length)] + text.slice(index + found.length);
}

/** What the page's own thread has worked so far, in ms: what others do on the machine does not count. */
async function clock(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
}

/** How many records come in, as far as they are generated. */
const records = (text) => [...text.matchAll(/"count":(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);

/** Waits for the next picture. */
const alive = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))));

test(`${LINKS} damaged links: a message or a run, and a page that lives`, async (t) => {
  await withPage({}, async (page) => {
    await page.waitForFunction(() => typeof window.barrierscopeRun === "string");
    const link = await page.evaluate(() => window.barrierscopeRun);
    const now = await clock(page);
    const next = numbers(7);
    let [slowest, errors] = [0, 0];
    const letters = "AZaz09-_.=#%&";
    const places = ["preset=03-two-phase", "learn=03", "quiz=4711", "cards", "run=1."];
    for (let n = 0; n < LINKS; n++) {
      const bad = damaged(n % 5 ? link : places[next(places.length)], next, letters);
      const start = await now();
      await page.evaluate(async (fragment) => {
        const heard = new Promise((done) => addEventListener("hashchange", done, { once: true }));
        const before = location.hash;
        location.hash = fragment;
        if (location.hash !== before) await heard;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, bad);
      const took = (await now()) - start;
      slowest = Math.max(slowest, took);
      assert.ok(took < LIMIT_MS, `${took} ms for #${bad}`);
      const dialog = page.locator("dialog[open]");
      if (await dialog.count()) {
        assert.ok((await dialog.getByRole("alert").innerText()).length > 10, bad);
        errors++;
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      }
      assert.equal(await page.locator(".wreck").count(), 0, `#${bad}`);
    }
    t.diagnostic(`${errors} of ${LINKS} were refused in a dialogue; the slowest took ${Math.round(slowest)} ms`);
    assert.ok(errors > LINKS / 2, `${errors}`);
    await page.evaluate(() => (location.hash = "preset=21-one-crash-two-sinks"));
    await page.getByRole("region", { name: "Stage", exact: true }).waitFor();
    await alive(page);
  });
});

test(`${SCENARIOS} damaged scenarios: every error is said, or it runs, and the page lives`, async (t) => {
  await withPage({}, async (page) => {
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Open scenario" }).click();
    const dialog = page.getByRole("dialog", { name: "Open scenario" });
    const now = await clock(page);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    const next = numbers(11);
    let [slowest, opened, refused] = [0, 0, 0];
    // A machine on which the longest of them takes nearly as long when nothing is wrong with it is given that much.
    let limit = LIMIT_MS;
    const longest = scenarios.reduce((a, b) => (records(a) > records(b) ? a : b));
    const put = async (text) => {
      await page.getByRole("button", { name: "Open scenario" }).click();
      const start = await now();
      const isOpen = await page.evaluate(async (text) => {
        const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
        const field = dialog.querySelector("textarea");
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        dialog.querySelector("form").requestSubmit();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return dialog.open;
      }, text);
      return [(await now()) - start, isOpen];
    };
    for (let n = 0; n < 3; n++) {
      const [took] = await put(longest);
      await dialog.waitFor({ state: "hidden" });
      limit = Math.max(LIMIT_MS, n ? Math.min(limit, took * 1.3) : took * 1.3);
    }
    assert.ok(limit < 3 * LIMIT_MS, `${limit} ms for the longest scenario as it is`);
    for (let n = 0; n < SCENARIOS; n++) {
      const text = scenarios[next(scenarios.length)];
      const bad = n % 3 === 0 ? damaged(text, next, '0123456789"{}[]:,-ae') : bent(text, next);
      let [took, isOpen] = [Infinity, false];
      // Others on the machine may slow it down: the best of three.
      for (let tries = 0; tries < 3 && took >= limit; tries++) {
        const [once, open] = await put(bad);
        [took, isOpen] = [Math.min(took, once), open];
        if (isOpen) {
          assert.ok((await dialog.getByRole("alert").innerText()).length > 10, bad);
          await page.keyboard.press("Escape");
        }
        await dialog.waitFor({ state: "hidden" });
      }
      slowest = Math.max(slowest, took);
      assert.ok(took < limit, `${took} ms for ${bad}`);
      if (isOpen) refused++;
      else opened++;
      assert.equal(await page.locator(".wreck").count(), 0, bad);
      // It goes on to its end, too.
      if (!isOpen && n % 4 === 0) {
        const before = await now();
        await page.evaluate(async () => {
          const position = document.querySelector(".position");
          position.value = position.max;
          position.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        });
        const end = (await now()) - before;
        assert.ok(end < LIMIT_MS, `${end} ms to the end of ${bad}`);
      }
    }
    t.diagnostic(`${opened} opened, ${refused} were refused; the slowest took ${Math.round(slowest)} ms`);
    assert.ok(opened > 20 && refused > 20, `${opened} opened, ${refused} refused`);
    await page.getByRole("combobox", { name: "Scenario" }).selectOption("03-two-phase");
    await page.getByRole("region", { name: "Stage", exact: true }).waitFor();
    await alive(page);
  });
});
