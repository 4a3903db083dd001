// Languages: chosen by the address, by hand and by the browser; changed in the middle of a run; Chinese all over the page, in
// the gallery, in "Why?", embedded; and how it looks. And texts of other lengths, and from right to left.
import assert from "node:assert/strict";
import { test } from "node:test";
import { faults } from "./measure.mjs";
import { stopAt } from "./opening.mjs";
import { pseudo } from "./pseudo.mjs";
import { BASE, SIZES, THEMES, Watch, assertAccessible, assertNoSidewaysScroll, started, theBrowser, withPage } from "./support.mjs";

const LOOKED_AT = [
  "21-one-crash-two-sinks", "03-two-phase", "22-three-partitions", "15-unaligned", "13-alignment-exactly-once",
  "17-transaction-timeout", "20-join-buffer-lost", "05-increment", "25-ttl-backoff-create", "a52-a-minute-with-a-ttl",
];

const list = (page) => page.locator("#language");
const lang = (page) => page.evaluate(() => document.documentElement.lang);
const tabs = (page) => page.locator("[role=tab]").allTextContents();
const button = (page, name) => page.getByRole("button", { name, exact: true });
/** Waits until the page speaks a language. */
const speaks = (page, tag) => page.waitForFunction((tag) => document.documentElement.lang === tag && document.querySelector(".stage-drawing > *"), tag);

/** English that the page shows or tells, outside of what is in English on purpose: the course, names of a job's parts, code. */
function english() {
  const own = "option[value], [lang=en], .node-name, code, pre, textarea, script, style, noscript, title, #boot, .logo";
  const kept = /^(Sink|TTL|JSON|CSV|Flink|Kafka|Barrierscope|RUNNING|RESTARTING|FINISHED|FAILED|Page|Down|Up|Home|End|Ctrl|Tab|Enter|Esc|broker|upsert|English)$/;
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!node.parentElement.closest(own)) said.push(node.textContent);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [aria-valuetext]")) {
    if (element.closest("[lang=en]")) continue;
    for (const name of ["aria-label", "title", "aria-valuetext"]) said.push(element.getAttribute(name) ?? "");
  }
  // The names of the job's own parts stand in many texts.
  const names = new Set([...document.querySelectorAll(".node-name")].map((e) => e.textContent));
  const words = (text) => (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !kept.test(word) && !names.has(word));
  return [...new Set(said.filter((text) => words(text).length > 0))];
}

test("the page asks the address first, then what was chosen here, then the browser", async () => {
  const cases = [
    ["", "en-GB", "en"],
    ["", "zh-CN", "zh-Hans"],
    ["?lang=zh", "en-GB", "zh-Hans"],
    ["?lang=zh-Hans-CN", "en-GB", "zh-Hans"],
    // A language that there is not is English, whatever the browser would like.
    ["?lang=fr-CA", "zh-CN", "en"],
    ["?lang=en", "zh-CN", "en"],
    ["", "fr-FR", "en"],
  ];
  for (const [path, locale, tag] of cases) {
    await withPage({ path, locale }, async (page) => {
      await speaks(page, tag);
      assert.equal((await tabs(page))[1], tag === "en" ? "Learn" : "学习", `${path} in ${locale}`);
      assert.equal(await page.evaluate(() => document.documentElement.dir), "ltr");
    });
  }
});

test("another language is put on in the middle of a run, which goes on where it is", async () => {
  await withPage({ reducedMotion: true }, async (page) => {
    await stopAt(page, 0.7);
    const at = () => page.locator(".position").inputValue();
    const values = () => page.locator(".node-value").allTextContents();
    const before = [await at(), await values()];
    await list(page).waitFor();
    assert.deepEqual(await list(page).locator("option").allTextContents(), ["English", "中文"]);
    assert.equal(await list(page).getAttribute("aria-label"), "Language");
    await button(page, "Inspector").click();
    await list(page).selectOption({ label: "中文" });
    await speaks(page, "zh-Hans");
    await page.getByRole("region", { name: "舞台" }).waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual([await at(), await values()], before, "the run stands where it stood");
    assert.ok(await list(page).evaluate((e) => e === document.activeElement), "the focus stays on the list");
    assert.match(await page.getByTestId("inspector").innerText(), /检查点/, "what was open is open");
    for (const name of ["时间线", "判定", "舞台"]) await page.getByRole("region", { name, exact: true }).waitFor();
    const verdict = page.getByRole("region", { name: "判定" });
    assert.match(await verdict.innerText(), /内部：结果正确/);
    assert.equal(await verdict.locator("[aria-live=polite], [role=status]").count() > 0 || (await verdict.getAttribute("aria-live")) === "polite", true);
    assert.equal(await page.getByRole("slider", { name: "位置" }).inputValue(), before[0]);
    // What a step did is told in the same words.
    await button(page, "前进一步").click();
    await page.getByTestId("step-words").filter({ hasText: /^第 [\d,]+ 步：.+。$/ }).waitFor({ state: "attached" });
    assert.deepEqual(await page.evaluate(english), []);
    // The run can be played and changed.
    await button(page, "播放").click();
    await button(page, "暂停").waitFor();
    await list(page).selectOption({ label: "English" });
    await speaks(page, "en");
    await button(page, "Pause").waitFor();
    await button(page, "As a clerk").click();
    await list(page).selectOption({ label: "中文" });
    await speaks(page, "zh-Hans");
    // The analogy is in English alone: the stage is shown as ever, and nothing offers it.
    await page.locator(".stage:not(.clerk) .node").first().waitFor();
    assert.equal(await page.locator(".lens-switch, .lens-bar").count(), 0);
  });
});

test("the choice is kept, and the page works without a place to keep it", async () => {
  await withPage({}, async (page) => {
    await list(page).selectOption({ label: "中文" });
    await speaks(page, "zh-Hans");
    await page.reload();
    await started(page);
    await speaks(page, "zh-Hans");
    await page.goto(`${BASE}?lang=en`);
    await started(page);
    assert.equal(await lang(page), "en", "the address goes first");
  });
  const context = await (await theBrowser()).newContext({ viewport: SIZES.laptop });
  try {
    await context.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } }));
    const page = await context.newPage();
    const watch = new Watch(page, true);
    await page.goto(BASE);
    await started(page);
    await list(page).selectOption({ label: "中文" });
    await speaks(page, "zh-Hans");
    watch.assertQuiet();
  } finally {
    await context.close();
  }
});

test("gallery, Why?, panels and dialogues are in Chinese, and axe finds nothing", async () => {
  for (const theme of THEMES) {
    await withPage({ path: "?lang=zh", theme, reducedMotion: true }, async (page) => {
      await speaks(page, "zh-Hans");
      const left = async (what) => assert.deepEqual(await page.evaluate(english), [], what);
      await button(page, "案例库").click();
      const gallery = page.getByRole("dialog", { name: "案例库" });
      await gallery.getByText("两阶段提交：先作废，后正确").waitFor();
      await gallery.getByText(/^[\d,]+ 行作废，而读者看到全部 [\d,]+ 行各一次$/).waitFor();
      await gallery.getByRole("searchbox").fill("对齐");
      await page.waitForTimeout(200);
      await left("the gallery");
      await assertAccessible(page);
      await gallery.getByRole("button", { name: /^追加：两条都留下/ }).waitFor({ state: "hidden" });
      await gallery.getByRole("searchbox").fill("");
      await gallery.getByRole("button", { name: /追加：两条都留下/ }).first().click();
      await stopAt(page, 1);
      await page.getByRole("button", { name: "为什么？" }).first().click();
      const why = page.getByTestId("why");
      await why.getByText("来龙去脉").waitFor();
      assert.match(await why.innerText(), /重放写入追加型 Sink/);
      assert.match(await why.innerText(), /第 1 次尝试读取偏移量/);
      await page.getByText("之后：精确一次").first().waitFor();
      await left("Why?");
      await assertAccessible(page);
      await button(page, "图例").click();
      await page.getByRole("dialog", { name: "图例与按键" }).getByText("一条记录；色相和字母是它的键").waitFor();
      await left("the legend");
      await page.keyboard.press("Escape");
      await button(page, "泳道").click();
      await page.waitForTimeout(300);
      await left("the lanes");
      await button(page, "编辑").first().click();
      await page.getByTestId("editor").getByText("数据源").first().waitFor();
      await assertAccessible(page);
      await button(page, "编辑").first().click();
      await button(page, "分支").click();
      await page.getByText("退回去做点别的").waitFor();
      await left("the branches");
      await button(page, "分享").click();
      const share = page.getByRole("dialog", { name: "分享" });
      await share.getByText("指向此刻的链接").waitFor();
      assert.match(await share.innerText(), /\?embed&amp;lang=zh-Hans#|\?embed&lang=zh-Hans#/, "the lines for a page say which language");
      await assertAccessible(page);
    });
  }
});

test("what is in English alone is said to be so, in Chinese", async () => {
  await withPage({ path: "?lang=zh#learn", reducedMotion: true }, async (page) => {
    await speaks(page, "zh-Hans");
    for (const name of ["学习", "测验", "卡片"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      const part = page.locator("main[lang=en]:not([hidden])");
      await part.locator(".only-english").waitFor();
      assert.match(await part.locator(".only-english").innerText(), /目前只有英文/);
      assert.equal(await part.locator(".only-english").getAttribute("lang"), "zh-Hans");
      await assertAccessible(page);
    }
    await list(page).selectOption({ label: "English" });
    await page.locator(".only-english").first().waitFor({ state: "detached" });
  });
});

test("an embedded view speaks the language of the page around it", async () => {
  await withPage({ path: "?embed&lang=zh-CN&at=crash#preset=01-append" }, async (page) => {
    await speaks(page, "zh-Hans");
    await page.locator(":root[data-embed=shown] .stage-drawing > *").first().waitFor();
    await page.getByRole("region", { name: "舞台" }).waitFor();
    await page.getByRole("link", { name: "在 Barrierscope 中打开" }).waitFor();
    await assertAccessible(page);
  });
  await withPage({ path: "?embed&lang=zh&at=crash-9#preset=01-append" }, async (page) => {
    await page.getByText("此视图没有按要求设置：").waitFor();
  });
});

for (const size of ["laptop", "tablet", "phone"]) {
  test(`in Chinese no text is cut and none lies on another (${size})`, async () => {
    await withPage({ size, path: "?lang=zh" }, async (page) => {
      await speaks(page, "zh-Hans");
      await list(page).waitFor();
      const wrong = [];
      for (const name of LOOKED_AT) {
        await page.getByRole("combobox", { name: "场景" }).selectOption(name);
        for (const moment of [0.25, 0.6, 1]) {
          await stopAt(page, moment);
          for (const fault of await page.evaluate(faults)) wrong.push(`${name} at ${moment}: ${fault}`);
        }
      }
      await assertNoSidewaysScroll(page);
      assert.deepEqual(wrong, [], `${wrong.length} faults at ${SIZES[size].width}`);
    });
  });

  for (const kind of ["long", "mirrored"]) {
    test(`${kind} texts are not cut and do not lie on each other (${size})`, async () => {
      await withPage({ size }, async (page) => {
        await list(page).waitFor();
        await page.evaluate(pseudo, kind);
        const wrong = [];
        for (const name of LOOKED_AT.slice(0, 5)) {
          await page.locator(".head-choice select").selectOption(name);
          for (const moment of [0.25, 0.6, 1]) {
            await stopAt(page, moment);
            await page.waitForTimeout(60);
            for (const fault of await page.evaluate(faults)) wrong.push(`${name} at ${moment}: ${fault}`);
          }
        }
        await assertNoSidewaysScroll(page);
        assert.deepEqual(wrong, [], `${wrong.length} faults at ${SIZES[size].width}`);
      });
    });
  }
}
