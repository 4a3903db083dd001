// The editor: a scenario made from nothing in the form, the same as JSON, errors beside what they are about, all the way
// back; by pointer, by keyboard, at 360 px, in both themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openScenario } from "./opening.mjs";
import { THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const editor = (page) => page.getByTestId("editor");
const status = (page) => page.getByTestId("editor-status");
/** What a place of the scenario is entered with. */
const field = (page, path) => page.locator(`[id="field${path}"]`);
const way = (page, path) => page.locator(`[id="way${path}"]`);
const fold = (page, path) => page.locator(`details[data-path="${path}"] > summary`);
const add = (page, path) => page.locator(`[data-do="add"][data-path="${path}"]`);
const nodes = (page) => page.locator("[data-node]").evaluateAll((all) => all.map((e) => e.dataset.node));

const enter = async (page, path, text) => {
  await field(page, path).fill(text);
  await field(page, path).press("Enter");
};
const open = async (page) => {
  await button(page, "Edit").click();
  await editor(page).waitFor();
};
const json = async (page) => {
  await button(page, "JSON").click();
  const text = await page.getByRole("textbox", { name: "Scenario as JSON" }).inputValue();
  await button(page, "Form").click();
  return JSON.parse(text);
};
const runs = (page) => page.waitForFunction(() => /This is what runs/.test(document.querySelector('[data-testid="editor-status"]')?.textContent));

const BY_HAND = {
  barrierscope: 1,
  title: "Orders and payments",
  sources: [
    { name: "orders", partitions: [{ generate: { count: 40, every_ms: 100, keys: 40 } }] },
    { name: "payments", partitions: [{ generate: { count: 40, first_id: 1000, every_ms: 100, keys: 40 } }] },
  ],
  operators: [{ name: "paid", kind: "join", inputs: ["orders", "payments"], ttl: { ms: 30000 } }],
  sinks: [{ name: "out", kind: "two_phase", inputs: ["paid"] }],
  checkpointing: { every_ms: 1000 },
};

test("nine hundred thousand characters in one line are refused in less than a second", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await button(page, "JSON").click();
    const area = page.getByRole("textbox", { name: "Scenario as JSON" });
    await area.waitFor();
    for (const text of [
      `{"barrierscope":1,"sources":[${'{"name":"a"},'.repeat(69_000)}{}]}`,
      `{"barrierscope":1,"title":"${"x".repeat(900_000)}"}`,
      `[${'{"a":1},'.repeat(112_000)}`,
    ]) {
      const took = await area.evaluate(async (area, text) => {
        const begun = performance.now();
        area.value = text;
        area.dispatchEvent(new Event("input", { bubbles: true }));
        area.dispatchEvent(new Event("change", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return performance.now() - begun;
      }, text);
      assert.ok((await page.locator("#json-wrong li").count()) > 0, "it is refused");
      assert.ok(took < 1000, `${Math.round(took)} ms for ${text.length} characters`);
    }
  });
});

test("a scenario made from nothing in the form runs, and is the same as written by hand", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await button(page, "Start from nothing").click();
    await page.getByText("2 errors to mend").waitFor();
    assert.deepEqual(await nodes(page), ["orders", "dedup", "total", "ledger", "dashboard"], "the run stays");

    await fold(page, "").click();
    await enter(page, "/title", "Orders and payments");
    for (const [i, name, first] of [[0, "orders", "1"], [1, "payments", "1000"]]) {
      await add(page, "/sources").click();
      await enter(page, `/sources/${i}/name`, name);
      const generate = `/sources/${i}/partitions/0/generate`;
      await enter(page, `${generate}/count`, "40");
      if (i > 0) await enter(page, `${generate}/first_id`, first);
      await enter(page, `${generate}/keys`, "40");
    }
    await add(page, "/operators").click();
    await enter(page, "/operators/0/name", "paid");
    await field(page, "/operators/0/kind").selectOption("join");
    await field(page, "/operators/0/inputs").getByLabel("payments").check();
    await way(page, "/operators/0/ttl").selectOption("on");
    await enter(page, "/operators/0/ttl/ms", "30000");
    await add(page, "/sinks").click();
    await enter(page, "/sinks/0/name", "out");
    await field(page, "/sinks/0/kind").selectOption("two_phase");
    await fold(page, "/checkpointing").click();
    await way(page, "/checkpointing").selectOption("on");
    await runs(page);
    assert.deepEqual(await json(page), BY_HAND);
    await page.waitForFunction(() => document.querySelector('[data-node="paid"]'));
    assert.deepEqual(await nodes(page), ["orders", "payments", "paid", "out"], "it is on the stage");
    await button(page, "Close").click();
    await editor(page).waitFor({ state: "detached" });
    const made = await page.locator(".verdict-words").innerText();
    await openScenario(page, BY_HAND);
    assert.deepEqual(await nodes(page), ["orders", "payments", "paid", "out"]);
    assert.equal(await page.locator(".verdict-words").innerText(), made);
  });
});

test("a change starts the run anew as a branch, and is taken back", async () => {
  await withPage({}, async (page) => {
    await button(page, "Pause").click();
    await open(page);
    const first = await json(page);
    await fold(page, "/operators/0").click();
    await enter(page, "/operators/0/name", "once");
    await page.locator('[data-node="once"]').waitFor();
    assert.deepEqual((await json(page)).sinks[0].inputs, ["once"], "the name is followed");
    assert.ok((await page.getByRole("combobox", { name: "Run" }).locator("option").allInnerTexts()).some((t) => /dedup renamed once/.test(t)));
    await fold(page, "/sinks/0").click();
    await field(page, "/sinks/0/kind").selectOption("two_phase");
    await page.locator('[data-destination="ledger"] .transaction').first().waitFor();
    await button(page, "Undo").click();
    await button(page, "Undo").click();
    await page.locator('[data-node="dedup"]').waitFor();
    assert.deepEqual(await json(page), first);
    assert.equal(await button(page, "Undo").getAttribute("aria-disabled"), "true");
    await button(page, "Redo").click();
    await page.locator('[data-node="once"]').waitFor();
  });
});

test("the draft follows what the set-up changes", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await page.getByRole("combobox", { name: "Sink" }).selectOption("upsert");
    await fold(page, "/sinks/0").click();
    await page.waitForFunction(() => document.querySelector('[id="field/sinks/0/kind"]')?.value === "upsert");
    await button(page, "Undo").click();
    await page.waitForFunction(() => document.querySelector('[id="field/sinks/0/kind"]')?.value === "append");
    assert.equal(await page.getByRole("combobox", { name: "Sink" }).inputValue(), "append");
  });
});

test("what is wrong stands beside its field and beside its line, and a click leads there", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await fold(page, "/sources/0").click();
    await enter(page, "/sources/0/partitions/0/generate/count", "many");
    await page.getByText("1 error to mend").waitFor();
    const count = field(page, "/sources/0/partitions/0/generate/count");
    assert.equal(await count.getAttribute("aria-invalid"), "true");
    const described = (await count.getAttribute("aria-describedby")).split(" ")[0];
    assert.match(await page.locator(`[id="${described}"]`).innerText(), /found the string "many", expected a whole number/);
    await fold(page, "/sources").click();
    await page.locator(".e-wrong .e-link").click();
    await page.waitForFunction(() => document.activeElement?.id === "field/sources/0/partitions/0/generate/count");

    await button(page, "JSON").click();
    const text = page.getByRole("textbox", { name: "Scenario as JSON" });
    const lines = (await text.inputValue()).split("\n");
    const line = lines.findIndex((l) => l.includes('"many"'));
    const remark = await page.locator(".e-remark").evaluate((e) => ({ top: e.offsetTop, words: e.textContent }));
    assert.match(remark.words, /expected a whole number/);
    const height = await page.locator(".e-sheet textarea").evaluate((e) => parseFloat(getComputedStyle(e).lineHeight));
    assert.equal(Math.round((remark.top - 8) / height), line);
    await page.locator("[data-line]").click();
    assert.ok(await text.evaluate((e) => e.value.slice(e.selectionStart, e.selectionEnd).includes('"many"')));
    // Mended there, it runs; one letter missing and the parser says where.
    await text.fill(lines.join("\n").replace('"many"', "151"));
    await runs(page);
    await text.fill("{\n  \"barrierscope\": 1,\n  \"sources\": [}\n");
    await page.getByText("line 3", { exact: true }).waitFor();
    await button(page, "Form").click();
    await page.getByText(/has no form yet/).waitFor();
    await button(page, "Undo").click();
    await fold(page, "/sources").waitFor();
  });
});

test("a name that is taken is refused beside the field", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await fold(page, "/operators/0").click();
    await enter(page, "/operators/0/name", "ledger");
    await page.getByText('another node is named "ledger", expected a name of its own').waitFor();
    assert.equal((await json(page)).operators[0].name, "dedup");
  });
});

test("numbers beyond 2^53 stay exact", async () => {
  await withPage({}, async (page) => {
    await open(page);
    await fold(page, "").click();
    await enter(page, "/seed", "18446744073709551615");
    await runs(page);
    await button(page, "JSON").click();
    const text = await page.getByRole("textbox", { name: "Scenario as JSON" }).inputValue();
    assert.match(text, /"seed": 18446744073709551615,/);
  });
});

test("everything by keyboard: opened, a node added, filled in, moved, removed, taken back, closed", async () => {
  await withPage({ size: "phone" }, async (page) => {
    await button(page, "Edit").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    await add(page, "/operators").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "field/operators/2/name");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("last");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector('details[data-path="/operators/2"] > summary b').textContent === "last");
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), "BODY", "the focus stays");
    const up = page.locator('[data-do="earlier"][data-path="/operators/2"]');
    await up.focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.activeElement?.dataset.path === "/operators/1" && document.activeElement.dataset.do === "earlier");
    await page.locator('[data-do="remove"][data-path="/operators/1"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.dataset.do === "add");
    await runs(page);
    await page.keyboard.press("Control+z");
    await page.waitForFunction(() => document.querySelector('details[data-path="/operators/1"] > summary b').textContent === "last");
    await page.keyboard.press("Escape");
    await editor(page).waitFor({ state: "detached" });
    // What was added is read by nothing yet: the button says that a draft waits.
    await page.waitForFunction(() => /^Edit.*1 error/.test(document.activeElement?.textContent));
  });
});

for (const theme of THEMES) {
  for (const size of ["laptop", "phone"]) {
    test(`axe finds nothing in the form and the JSON, and nothing is wider than the window (${size}, ${theme})`, async () => {
      await withPage({ size, theme, reducedMotion: true }, async (page) => {
        await button(page, "Pause").click();
        await open(page);
        const all = page.locator(".e-form details:not([open]) > summary");
        // What is unfolded brings more to unfold.
        for (let i = 0; i < 40 && (await all.count()) > 0; i++) await all.first().click();
        await field(page, "/sinks/0/kind").selectOption("two_phase");
        await way(page, "/faults/0/when").selectOption("checkpoint");
        await way(page, "/sources/0/partitions/0/input").selectOption("records");
        await field(page, "/restart/strategy").selectOption("exponential_delay");
        await enter(page, "/restart/max_ms", "none");
        await page.getByText(/errors? to mend/).first().waitFor();
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
        const small = await editor(page).evaluate((root) =>
          [...root.querySelectorAll("button, input[type=text], select, summary, .e-check")]
            .filter((e) => e.getBoundingClientRect().height < 31.5 && e.getBoundingClientRect().height > 0)
            .map((e) => e.outerHTML.slice(0, 90)));
        assert.deepEqual(small, [], "targets of at least 32 px");
        const wide = await editor(page).evaluate((root) => {
          const inside = root.querySelector(".editor-inside");
          return inside.scrollWidth - inside.clientWidth;
        });
        assert.ok(wide <= 0, `the form is ${wide} px too wide`);
        await button(page, "JSON").click();
        await page.locator(".e-remark").first().waitFor();
        await assertAccessible(page);
        await assertNoSidewaysScroll(page);
      });
    });
  }
}
