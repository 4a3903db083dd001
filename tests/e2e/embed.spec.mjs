// The embedded view: in a frame of a page of another origin, as an element and without one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { BASE, Watch, assertAccessible, assertNoSidewaysScroll, theBrowser, withPage } from "./support.mjs";

const OPENING = "21-one-crash-two-sinks";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
const servers = [];
after(() => servers.forEach((server) => server.close()));

/** A server of its own, which is another origin; gives its address. */
async function serve(answer) {
  const server = createServer((request, response) => answer(new URL(request.url, "http://x").pathname, response));
  servers.push(server);
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${server.address().port}/`;
}

/** Files below a folder, for pages without an origin, too. */
const folder = (of) =>
  serve((path, response) => {
    try {
      const file = join(of, path.endsWith("/") ? `${path}index.html` : path);
      const bytes = readFileSync(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", "access-control-allow-origin": "*" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });

/** Listens to all that comes, and says it to the test. */
const LISTENS = `<script>window.heard = []; addEventListener("message", (event) => heard.push({ origin: event.origin, ...event.data }));</script>`;
const page = (body) => `<!doctype html><html lang="en"><title>Course</title><body><h1>Course</h1>${body}`;
const frame = (address, more = `width="600" height="450"`) => `<iframe src="${BASE}index.html${address}" title="A run" ${more}></iframe>`;
const element = (more) => `<script src="${BASE}embed.js" defer></script><barrier-scope ${more}></barrier-scope>`;

/** Opens a page of another origin with this body; `pages` are others beside it. */
async function withHost(body, then, { pages = {}, reducedMotion = "no-preference", viewport = { width: 900, height: 700 } } = {}) {
  const address = await serve((path, response) => {
    const html = path === "/" ? page(body) : pages[path];
    response.writeHead(html ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/html" }).end(html);
  });
  assert.notEqual(new URL(address).origin, new URL(BASE).origin);
  const context = await (await theBrowser()).newContext({ viewport, reducedMotion });
  try {
    const host = await context.newPage();
    const errors = [];
    host.on("pageerror", (error) => errors.push(error.message));
    await host.goto(address);
    await then(host, address);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

const heard = (host, type) => host.evaluate((type) => window.heard.filter((message) => message.type === type), type);
/** The messages of a type, once the last one is as it should be. */
async function until(host, type, is = () => true) {
  const end = Date.now() + 20_000;
  for (;;) {
    const all = await heard(host, type);
    if (all.length > 0 && is(all.at(-1))) return all;
    if (Date.now() > end) assert.fail(`no such ${type}; the last is ${JSON.stringify(all.at(-1))}`);
    await host.waitForTimeout(50);
  }
}
const say = (host, message) => host.evaluate((message) => document.querySelector("iframe").contentWindow.postMessage(message, "*"), message);
const tell = (host, message) => say(host, { barrierscope: 1, ...message });
const stepOf = async (frame) => Number(await frame.getByRole("slider", { name: "Position" }).inputValue());
const shown = (page) => page.locator(":root[data-embed=shown] .stage-drawing > *").first().waitFor();

for (const [width, height, colorScheme] of [[600, 450, "light"], [360, 640, "dark"], [900, 640, "dark"]]) {
  test(`at ${width}×${height} everything to press is in sight, and nothing is to be hovered over (${colorScheme})`, async () => {
    const context = await (await theBrowser()).newContext({ viewport: { width, height }, colorScheme, hasTouch: width === 360 });
    const page = await context.newPage();
    const watch = new Watch(page, true);
    try {
      await page.goto(new URL(`?embed&at=duplicate#preset=${OPENING}`, BASE).href);
      await shown(page);
      for (const name of ["Restart run", "Step back", "Play", "Step", "Crash"]) {
        const box = await page.getByRole("button", { name, exact: true }).boundingBox();
        assert.ok(box.height >= 32 && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${name}: ${JSON.stringify(box)}`);
      }
      const open = page.getByRole("link", { name: "Open in Barrierscope" });
      const box = await open.boundingBox();
      assert.ok(box.height >= 32 && box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box));
      assert.equal(await page.getByRole("banner").getByRole("button").count(), 0, "no head");
      assert.equal(await page.getByRole("tab").count(), 0);
      // The stage has more than half of it.
      const [top, bottom] = await page.evaluate(() => [".stage-frame", ".desk"].map((part) => document.querySelector(part).getBoundingClientRect().top));
      assert.ok(bottom - top > height / 2, `${bottom - top} of ${height}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
      watch.assertQuiet();
    } finally {
      await context.close();
    }
  });
}

test("the address says what is shown and how", async () => {
  await withPage({ path: `?embed&at=crash&theme=dark&panels=none&controls=none#preset=${OPENING}` }, async (page) => {
    await shown(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    for (const name of ["Verdict", "Timeline"]) assert.equal(await page.getByRole("region", { name, exact: true }).count(), 0);
    assert.equal(await page.getByRole("button", { name: "Play", exact: true }).count(), 0);
  });
  await withPage({ path: `?embed&controls=full&panels=verdict,setup,lanes&autoplay#preset=${OPENING}` }, async (page) => {
    await shown(page);
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Speed" }).waitFor();
    await page.getByRole("group", { name: "Set-up" }).waitFor();
    await page.getByRole("region", { name: "Lanes" }).waitFor();
  });
  // The whole page goes by it, too; and what others put behind an address does no harm.
  await withPage({ path: `?at=crash&utm_source=mail#preset=${OPENING}` }, async (page) => {
    await page.getByRole("button", { name: "Share", exact: true }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.getByTestId("caption").getByText("Crash: everything above the line is wiped.").waitFor();
    await page.getByRole("tab", { name: "Learn" }).click();
    await page.getByRole("heading", { name: "Learn", level: 2 }).waitFor();
  });
});

test("a run is played from where its span begins to where it ends, and again", async () => {
  await withPage({ path: `?embed&from=crash&to=restore#preset=${OPENING}` }, async (page) => {
    await shown(page);
    const from = await stepOf(page);
    const play = page.getByRole("button", { name: "Play", exact: true });
    await play.click();
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await play.waitFor({ timeout: 30_000 });
    const to = await stepOf(page);
    assert.ok(to > from, `${from} to ${to}`);
    await play.click();
    await page.waitForFunction((to) => Number(document.querySelector(".position").value) < to, to);
  });
});

test("what the address cannot say is told with what it could, and the rest counts", async () => {
  await withPage({ path: `?embed&at=soon&autoply&theme=dark#preset=${OPENING}` }, async (page) => {
    await shown(page);
    const alert = page.getByRole("alert");
    assert.match(await alert.innerText(), /address\?at[^]*"soon" is not possible, expected a step \(812\)/);
    assert.match(await alert.innerText(), /address\?autoply[^]*did you mean "autoplay"\?/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    await assertAccessible(page);
  });
  for (const [fragment, said] of [["preset=nothing", /no preset "nothing"/], ["run=1.AAAA", /damaged/], ["quiz=4711", /leave "embed" out/], ["zzzz", /leave "embed" out/]]) {
    // No other run stands in its place.
    await withPage({ path: `?embed#${fragment}` }, async (page) => {
      await page.locator(":root[data-embed=failed]").waitFor();
      assert.match(await page.getByRole("alert").innerText(), said);
      assert.equal(await page.locator("dialog[open]").count(), 0);
      for (const part of [".stage", ".verdict", ".transport", ".timeline"]) assert.equal(await page.locator(part).isVisible(), false, part);
      await assertAccessible(page);
    });
  }
  await withPage({ path: `?at=crash-9#preset=${OPENING}` }, async (page) => {
    assert.match(await page.getByRole("dialog").getByRole("alert").innerText(), /only 1 of "crash"/);
  });
});

test("the link opens the whole page at the moment on the stage", async () => {
  await withPage({ path: `?embed&at=120#preset=${OPENING}` }, async (page) => {
    await shown(page);
    for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "Step", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".position").value === "123");
    const opened = page.context().waitForEvent("page");
    await page.getByRole("link", { name: "Open in Barrierscope" }).click();
    const whole = await opened;
    await whole.getByRole("button", { name: "Share", exact: true }).waitFor();
    await whole.waitForFunction(() => document.querySelector(".position")?.value === "123");
    assert.equal(new URL(whole.url()).search, "");
  });
});

test("every message says what it is for", async () => {
  await withHost(LISTENS + frame(`?embed&at=120#preset=${OPENING}`), async (host) => {
    const [ready] = await until(host, "ready");
    assert.deepEqual([ready.barrierscope, ready.step, ready.origin], [1, 120, new URL(BASE).origin]);
    assert.match(ready.title, /crash/i);
    const [size] = await until(host, "size");
    assert.ok(size.height > 450 && size.height < 1500, `${size.height}`);
    const [step] = await until(host, "step");
    assert.deepEqual([step.step, step.steps, step.playing], [120, ready.steps, false]);
    const [verdict] = await until(host, "verdict");
    assert.deepEqual([verdict.state, verdict.output, verdict.duplicates, verdict.missing], ["exactly_once", "exactly_once", 0, 0]);
    assert.match(verdict.text.output, /0 duplicates/);

    await tell(host, { type: "seek", to: "end" });
    await until(host, "step", (m) => m.step === ready.steps);
    const ended = (await until(host, "verdict", (m) => m.ended)).at(-1);
    assert.deepEqual([ended.output, ended.duplicates], ["at_least_once", 50]);
    await tell(host, { type: "seek", to: 7 });
    await until(host, "step", (m) => m.step === 7 && !m.playing);
    await tell(host, { type: "play" });
    await until(host, "step", (m) => m.step > 9 && m.playing);
    await tell(host, { type: "pause" });
    const still = (await until(host, "step", (m) => !m.playing)).at(-1);
    await host.waitForTimeout(400);
    assert.equal((await heard(host, "step")).at(-1).step, still.step);

    await tell(host, { type: "load", scenario: "03-two-phase", from: "crash", autoplay: true });
    await until(host, "ready", (m) => /two-phase/i.test(m.title));
    await until(host, "step", (m) => m.playing);
    const own = { barrierscope: 1, title: "Mine", sources: [{ name: "a", partitions: [{ generate: { count: 5, every_ms: 100 } }] }], operators: [{ name: "b", kind: "map", inputs: ["a"] }], sinks: [{ name: "c", kind: "append", inputs: ["b"] }] };
    await tell(host, { type: "load", scenario: own });
    await until(host, "ready", (m) => m.title === "Mine");
    await tell(host, { type: "load", scenario: { ...own, sinks: [] } });
    const [error] = await until(host, "error");
    assert.ok(error.errors.length > 0 && error.errors.every((e) => e.code && e.message), JSON.stringify(error));
    await tell(host, { type: "seek", to: "crash" });
    await until(host, "error", (m) => m.errors[0].path === "address?to" && /no crash/.test(m.errors[0].message));
    await tell(host, { type: "load", run: "1.AAAA" });
    await until(host, "error", (m) => m.errors[0].path === "link");
    await tell(host, { type: "sek" });
    await until(host, "error", (m) => /did you mean "seek"/.test(m.errors[0].message));
    await say(host, { barrierscope: 2, type: "play" });
    await until(host, "error", (m) => m.errors[0].code === "version");
  });
});

test("an answer is told when the run has shown what came of it", async () => {
  await withHost(LISTENS + frame(`?embed&panels=predict&autoplay&at=8s#preset=${OPENING}`), async (host) => {
    const inside = host.frameLocator("iframe");
    await inside.getByTestId("predict").getByRole("button").first().click({ timeout: 30_000 });
    const [answer] = await until(host, "answer");
    assert.ok(answer.question.length > 10 && answer.said && answer.right, JSON.stringify(answer));
    assert.equal(answer.correct, answer.said === answer.right);
  });
});

test("what is none of its messages is not heard, nor is another window", async () => {
  const other = `<script>setInterval(() => parent.frames[0].postMessage({ barrierscope: 1, type: "seek", to: 9 }, "*"), 50)</script>`;
  const hostile = [
    null, 7, "play", [], {}, { type: "seek", to: 9 }, { barrierscope: "1", type: "seek", to: 9 }, { barrierscope: 1, type: ["seek"], to: 9 },
    { barrierscope: 1n, type: "seek", to: 9 }, { barrierscope: { valueOf: 1 }, type: "play" },
  ];
  await withHost(LISTENS + frame(`?embed&at=120#preset=${OPENING}`) + `<iframe src="other.html" title="Other"></iframe>`, async (host) => {
    await until(host, "ready");
    for (const message of hostile) await say(host, message);
    const loop = `const a = { barrierscope: 1, type: "seek", to: 9 }; a.self = a; document.querySelector("iframe").contentWindow.postMessage(a, "*")`;
    await host.evaluate(loop);
    await host.waitForTimeout(700);
    assert.equal((await heard(host, "step")).at(-1).step, 120);
    assert.deepEqual(await heard(host, "error"), []);
    // What asks for nothing that can be is an error, and does no harm.
    for (const to of [-1, 1.5, "9e9", {}, 2 ** 53]) await tell(host, { type: "seek", to });
    await tell(host, { type: "load", run: "A".repeat(300_000) });
    await until(host, "error");
    await host.waitForTimeout(300);
    assert.equal((await heard(host, "step")).at(-1).step, 120);
    await tell(host, { type: "seek", to: 5 });
    await until(host, "step", (m) => m.step === 5);
  }, { pages: { "/other.html": other } });
});

test("several elements on one page: each is as high as it needs, hears its own frame alone, and waits until one comes near", async () => {
  const far = `<div style="height: 9000px"></div>`;
  const body = `${element(`id="a" scenario="${OPENING}" at="crash"`)}
    <barrier-scope id="b" scenario="03-two-phase" height="450" title="Mine" theme="dark"><a href="/x">without a script</a></barrier-scope>
    <iframe src="other.html" title="Other"></iframe>${far}<barrier-scope id="c" run="https://x.test/?y#run=1.AAAA"></barrier-scope>
    <script>window.heard = []; window.addEventListener("DOMContentLoaded", () => { for (const run of document.querySelectorAll("barrier-scope"))
      for (const type of ["ready", "size", "step", "verdict", "error"]) run.addEventListener(type, (event) => heard.push({ id: run.id, ...event.detail })); });</script>`;
  // A stranger's frame that pretends to be one of them.
  const other = `<script>setInterval(() => parent.postMessage({ barrierscope: 1, type: "size", height: 77 }, "*"), 50)</script>`;
  await withHost(body, async (host) => {
    await until(host, "ready", () => true);
    await host.waitForFunction(() => window.heard.filter((m) => m.type === "ready").length === 2);
    await host.waitForTimeout(800);
    const at = (id) => host.evaluate((id) => { const f = document.getElementById(id).shadowRoot.querySelector("iframe"); return [f.clientHeight, f.title, f.clientWidth]; }, id);
    const size = (await heard(host, "size")).filter((m) => m.id === "a").at(-1).height;
    assert.equal((await at("a"))[0], size);
    assert.match((await at("a"))[1], /^Barrierscope: /);
    assert.deepEqual((await at("b")).slice(0, 2), [450, "Mine"]);
    assert.ok(!(await heard(host, "size")).some((m) => m.height === 77));
    // What stands between the tags has made room for the frame.
    assert.equal(await host.getByText("without a script").isVisible(), false);
    assert.equal(host.frames().filter((f) => f.url().includes("AAAA")).length, 0, "nobody has come near");
    await host.evaluate(() => document.getElementById("b").seek("end"));
    await host.waitForFunction(() => window.heard.some((m) => m.id === "b" && m.type === "verdict" && m.ended));
    assert.ok(!(await heard(host, "step")).some((m) => m.id === "a" && m.step === m.steps));
    await host.evaluate(() => document.getElementById("c").scrollIntoView());
    await host.waitForFunction(() => window.heard.some((m) => m.id === "c" && m.type === "error"));
    // Another attribute is another view.
    await host.evaluate(() => document.getElementById("b").setAttribute("scenario", "01-append"));
    await host.evaluate(() => document.getElementById("b").scrollIntoView());
    await host.waitForFunction(() => window.heard.some((m) => m.id === "b" && m.type === "ready" && /append/i.test(m.title)));
  }, { pages: { "/other.html": other } });
});

test("a scenario of one's own, in the page or in a file", async () => {
  const own = (title) => JSON.stringify({ barrierscope: 1, title, sources: [{ name: "a", partitions: [{ generate: { count: 5, every_ms: 100 } }] }], operators: [{ name: "b", kind: "map", inputs: ["a"] }], sinks: [{ name: "c", kind: "append", inputs: ["b"] }] });
  const body = element(`id="a" scenario='${own("In the page")}' at="end"`) + `<barrier-scope id="b" scenario="mine.json" autoplay></barrier-scope>
    <barrier-scope id="c" scenario="none.json"></barrier-scope>
    <script>window.heard = []; window.addEventListener("DOMContentLoaded", () => { for (const run of document.querySelectorAll("barrier-scope"))
      for (const type of ["ready", "step", "error"]) run.addEventListener(type, (event) => heard.push({ id: run.id, ...event.detail })); });</script>`;
  await withHost(body, async (host) => {
    await host.waitForFunction(() => window.heard.some((m) => m.id === "a" && m.title === "In the page"));
    await host.waitForFunction(() => window.heard.some((m) => m.id === "a" && m.type === "step" && m.step === m.steps));
    await host.evaluate(() => document.getElementById("b").scrollIntoView());
    await host.waitForFunction(() => window.heard.some((m) => m.id === "b" && m.title === "In a file"));
    await host.waitForFunction(() => window.heard.some((m) => m.id === "c" && m.type === "error" && m.errors[0].message.includes("404")));
  }, { pages: { "/mine.json": own("In a file") } });
});

test("what is asked of an element is done when its run is there, however early it was asked", async () => {
  const own = JSON.stringify({ barrierscope: 1, title: "Mine", sources: [{ name: "a", partitions: [{ generate: { count: 5, every_ms: 100 } }] }], operators: [{ name: "b", kind: "map", inputs: ["a"] }], sinks: [{ name: "c", kind: "append", inputs: ["b"] }] });
  await withHost(`<script src="${BASE}embed.js"></script>`, async (host) => {
    const with_ = (act) => host.evaluate(`(() => {
      document.querySelector("barrier-scope")?.remove();
      window.heard = [];
      const run = document.createElement("barrier-scope");
      for (const type of ["ready", "step", "verdict", "error"]) run.addEventListener(type, (event) => heard.push(event.detail));
      (${act})(run, (run) => document.body.append(run));
    })()`);
    const frame = () => host.frameLocator("barrier-scope >> iframe");
    const alert = () => frame().getByRole("alert").innerText();
    // Before its scenario is there: of the run that the frame opens with nothing is told.
    await with_(`(run, put) => { run.setAttribute("scenario", "mine.json"); put(run); run.seek("end"); }`);
    await until(host, "step", (m) => m.step === m.steps);
    assert.deepEqual((await heard(host, "ready")).map((m) => m.title), ["Mine"]);
    assert.ok((await heard(host, "step")).every((m) => m.steps < 100));
    // Before it is in the page.
    await with_(`(run, put) => { run.load({ scenario: "03-two-phase", at: "crash" }); put(run); }`);
    await until(host, "ready", (m) => /two-phase/i.test(m.title));
    // After another attribute, and beside something that cannot be sent.
    await with_(`(run, put) => { run.setAttribute("scenario", "03-two-phase"); put(run); run.setAttribute("scenario", "01-append"); run.load({ scenario: () => 1 }); run.seek("crash"); }`);
    await until(host, "step", (m) => m.step > 0);
    assert.ok((await heard(host, "error")).length > 0);
    // What cannot be had, and a moment that cannot be read, are said in the frame.
    await with_(`(run, put) => { run.setAttribute("scenario", "none.json"); put(run); }`);
    await frame().locator(":root[data-embed=failed]").waitFor();
    assert.match(await alert(), /could not get it: none.json: the server answered 404/);
    await with_(`(run, put) => { run.setAttribute("scenario", "mine.json"); run.setAttribute("at", "soon"); run.setAttribute("panels", "foo"); put(run); }`);
    await until(host, "ready", (m) => m.title === "Mine");
    await frame().locator(":root[data-embed=shown]").waitFor();
    assert.match(await alert(), /panels[^]*"foo"/);
    assert.match(await alert(), /message\/at/);
    // A link to a preset is a run as well; a height is a number.
    await with_(`(run, put) => { run.setAttribute("run", "https://x.test/index.html#preset=03-two-phase"); run.setAttribute("height", "1e9"); put(run); }`);
    await until(host, "ready", (m) => /two-phase/i.test(m.title));
    assert.ok((await host.locator("barrier-scope").boundingBox()).height < 2_000);
  }, { pages: { "/mine.json": own } });
});

test("a frame that cannot show its run is as high as the reason", async () => {
  await withHost(element(`scenario="nope"`), async (host) => {
    await host.frameLocator("barrier-scope >> iframe").getByRole("alert").waitFor();
    await host.waitForFunction(() => document.querySelector("barrier-scope").getBoundingClientRect().height < 260);
  });
});

test("the script beside the folder of the site frames the page in it", async () => {
  const address = await folder(join(import.meta.dirname, "..", "..", "dist"));
  await withHost(`<script src="${address}embed.js" defer></script><barrier-scope scenario="03-two-phase"></barrier-scope>${LISTENS}`, async (host) => {
    const frame = host.frameLocator("barrier-scope >> iframe");
    await shown(frame);
    assert.match(await host.locator("barrier-scope iframe").getAttribute("src"), new RegExp(`^${address}site/index\\.html\\?`));
  });
});

test("a page that does not listen has a frame that scrolls inside", async () => {
  await withHost(frame(`?embed&at=crash#preset=${OPENING}`), async (host) => {
    const inside = host.frame({ url: /embed/ });
    await inside.locator(":root[data-embed=shown] .stage-drawing > *").first().waitFor();
    const [all, room] = await inside.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok(all > room, `${all} in ${room}`);
    await inside.evaluate(() => scrollTo(0, 200));
    await host.frameLocator("iframe").getByRole("button", { name: "Play", exact: true }).click();
    await host.frameLocator("iframe").getByRole("button", { name: "Pause", exact: true }).waitFor();
  });
});

test("the wheel and the keys scroll the page around, until the stage has the focus", async () => {
  const body = `${element(`scenario="${OPENING}" at="120"`)}<div style="height: 4000px"></div>${LISTENS}`;
  await withHost(body, async (host) => {
    await until(host, "size");
    await host.waitForTimeout(800);
    const scrolled = () => host.evaluate(() => scrollY);
    const inside = host.frame({ url: /embed/ });
    const box = await host.locator("barrier-scope").boundingBox();
    await host.mouse.move(box.x + box.width / 2, box.y + 200);
    await host.mouse.wheel(0, 150);
    await host.waitForFunction(() => scrollY > 100);
    assert.equal(await inside.evaluate(() => scrollY), 0);
    await host.evaluate(() => scrollTo(0, 0));
    // Beside the stage: a press there gives the frame the keys, and they are still those of the page around.
    const before = await stepOf(inside);
    await inside.locator(".verdict").click({ position: { x: box.width - 40, y: 8 } });
    await host.keyboard.press("ArrowDown");
    await host.waitForFunction(() => scrollY > 0);
    await host.keyboard.press("ArrowRight");
    await host.keyboard.press("Space");
    await host.waitForTimeout(300);
    assert.equal(await stepOf(inside), before);
    assert.equal(await inside.getByRole("button", { name: "Play", exact: true }).count(), 1, "nothing plays");
    // On the stage they are the run's.
    await host.evaluate(() => scrollTo(0, 0));
    await inside.locator("#stage").focus();
    const at = await scrolled();
    await host.keyboard.press("ArrowRight");
    await inside.waitForFunction((before) => Number(document.querySelector(".position").value) === before + 1, before);
    await host.keyboard.press("Space");
    await inside.getByRole("button", { name: "Pause", exact: true }).waitFor();
    assert.equal(await scrolled(), at);
    // And Tab leaves it.
    for (let i = 0; i < 60 && (await host.evaluate(() => document.activeElement?.localName)) === "barrier-scope"; i += 1) await host.keyboard.press("Tab");
    assert.notEqual(await host.evaluate(() => document.activeElement?.localName), "barrier-scope");
  });
});

test("it takes neither the focus nor the place in the page, and nothing moves for whoever asks for less motion", async () => {
  const body = `<input aria-label="Name" autofocus>${element(`scenario="${OPENING}" at="8s" autoplay panels="verdict,predict,inspector,lanes"`)}${LISTENS}<div style="height: 3000px"></div>`;
  await withHost(body, async (host) => {
    await host.getByLabel("Name").focus();
    await until(host, "step", (m) => m.playing);
    for (const name of ["Inspector", "Lanes"]) await host.frameLocator("iframe").getByRole("region", { name, exact: true }).waitFor();
    await host.frameLocator("iframe").getByTestId("predict").waitFor({ timeout: 30_000 });
    assert.equal(await host.evaluate(() => document.activeElement?.localName), "input");
    assert.equal(await host.evaluate(() => scrollY), 0);
  });
  await withHost(body, async (host) => {
    await until(host, "step");
    await host.waitForTimeout(500);
    assert.ok((await heard(host, "step")).every((m) => !m.playing));
  }, { reducedMotion: "reduce" });
});

test("it runs in a sandbox without an origin and without storage", async () => {
  const site = await folder(process.env.BARRIERSCOPE_SITE);
  const inner = page(`${LISTENS}<script src="${site}embed.js"></script><barrier-scope scenario="${OPENING}" at="crash"></barrier-scope>`);
  const outer = `<iframe sandbox="allow-scripts" src="inner.html" title="Sandbox" width="800" height="900"></iframe>`;
  await withHost(outer, async (host) => {
    const sandbox = host.frame({ url: /inner/ });
    assert.equal(await sandbox.evaluate(() => self.origin), "null");
    await until(sandbox, "ready");
    const run = host.frame({ url: /embed=1/ });
    await assert.rejects(run.evaluate(() => localStorage.length), /sandboxed|denied/i);
    await until(sandbox, "size");
    await sandbox.evaluate(() => document.querySelector("barrier-scope").play());
    await until(sandbox, "step", (m) => m.playing);
    assert.ok((await sandbox.evaluate(() => document.querySelector("barrier-scope").shadowRoot.querySelector("iframe").clientHeight)) !== 560);
  }, { pages: { "/inner.html": inner } });
});

test("Share gives the element's line, and it shows the same moment", async () => {
  let line, at;
  await withPage({ path: `?at=300#preset=${OPENING}` }, async (page) => {
    await page.waitForFunction(() => document.querySelector(".position").value === "300");
    at = await stepOf(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    line = await page.getByRole("region", { name: "Element for a page of your own" }).locator("pre").innerText();
    assert.match(line, /^<script src="[^"]+\/embed\.js" defer><\/script>\n<barrier-scope run="1\.[\w-]+" title="Barrierscope: [^"]+"><\/barrier-scope>$/);
    assert.ok(!line.includes("at=300"));
  });
  await withHost(LISTENS + line, async (host) => {
    const [ready] = await until(host, "ready");
    assert.equal(ready.step, at);
  });
});

test("the course page that comes with the site", async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 900, height: 800 } });
  const host = await context.newPage();
  const watch = new Watch(host, true);
  try {
    await host.goto(new URL("course.html", BASE).href);
    const first = host.frameLocator("#first iframe");
    await first.locator(":root[data-embed=shown]").waitFor();
    await host.getByRole("button", { name: "The end" }).click();
    await host.getByText(/50 rows stand twice/).waitFor();
    for (const id of ["second", "third", "fourth"]) {
      await host.locator(`#${id}`).scrollIntoViewIfNeeded();
      await host.frameLocator(`#${id} iframe`).locator(":root[data-embed=shown]").waitFor();
      assert.equal(await host.frameLocator(`#${id} iframe`).getByRole("alert").count(), 0, id);
    }
    assert.equal(await host.locator("#fourth").evaluate((run) => run.shadowRoot.querySelector("iframe").title), "No checkpoint at all");
    await assertAccessible(host);
    await host.setViewportSize({ width: 360, height: 740 });
    await assertNoSidewaysScroll(host);
    watch.assertQuiet();
  } finally {
    await context.close();
  }
});

test("the examples name files that there are", async () => {
  const examples = new URL("../../examples/embed/", import.meta.url);
  const plain = readFileSync(new URL("plain.html", examples), "utf8");
  const site = BASE;
  await withHost(plain.replaceAll('"barrierscope/', `"${site}`).replace(/^[^]*<body>|<\/body>[^]*$/g, "") + `<script src="${site}embed.js"></script>`, async (host) => {
    await host.frameLocator("barrier-scope iframe").locator(":root[data-embed=shown]").waitFor();
    await host.locator("body > iframe").scrollIntoViewIfNeeded();
    await host.frameLocator("body > iframe").locator(":root[data-embed=shown]").waitFor();
  });
});

test("the example book shows its run", { skip: process.env.MDBOOK ? false : "MDBOOK names no mdbook" }, async () => {
  const book = mkdtempSync(join(tmpdir(), "barrierscope-book-"));
  try {
    cpSync(new URL("../../examples/embed/mdbook", import.meta.url), book, { recursive: true });
    cpSync(process.env.BARRIERSCOPE_SITE, join(book, "src", "barrierscope"), { recursive: true });
    execFileSync(process.env.MDBOOK, ["build", book]);
    const address = await folder(join(book, "book"));
    const host = await (await theBrowser()).newPage();
    await host.goto(`${address}crash.html`);
    const run = host.frameLocator("barrier-scope iframe");
    await run.locator(":root[data-embed=shown]").waitFor();
    await run.getByRole("button", { name: "Play", exact: true }).click();
    await run.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await host.close();
  } finally {
    rmSync(book, { recursive: true, force: true });
  }
});
