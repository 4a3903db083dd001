// Measurements in a browser: the core, compiled to WebAssembly, and the page. `cargo xtask bench` runs it.
//
// BENCH_CORE is the address of a folder with the package in pkg/, BENCH_SITE that of the built site; what has no address is
// left out.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { flood, steady } from "./jobs.mjs";
import { openScenario } from "./opening.mjs";

const scenario = readFileSync(new URL("../../benches/core.json", import.meta.url), "utf8");
const TTL = '{ "ms": 100000, "cleanup": "incremental" }';
/** So often five seconds of play are measured; the one in the middle counts, and all are printed: the machine has busy moments. */
const ROUNDS = 5;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"];

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", headless: true, args: FLAGS });
try {
  if (process.env.BENCH_CORE) await core();
  if (process.env.BENCH_SITE) await site();
} finally {
  await browser.close();
}

/** The page: how soon it runs, what a frame costs, what it keeps. */
async function site() {
  console.log(`page to interactive, processor 4 times slower: ${await interactive()} ms`);
  for (const [inFlight, panels] of [[500, []], [500, ["Inspector", "Lanes"]], [5_000, []]]) {
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push(await frameWork(inFlight, panels));
    rounds.sort((a, b) => a.frames - b.frames);
    const { frames, scripts, seen } = rounds[Math.floor(ROUNDS / 2)];
    const beside = panels.length ? `, ${panels.join(" and ").toLowerCase()} open` : "";
    const all = rounds.map((round) => round.frames.toFixed(1)).join(", ");
    console.log(`frame work on the main thread, ${seen} records in flight${beside}, p95: ${frames.toFixed(1)} ms (all rounds: ${all})`);
    console.log(`  of that the program, p95: ${scripts.toFixed(1)} ms`);
  }
  const { before, after } = await minuteAt64();
  const mb = (bytes) => (bytes / 1e6).toFixed(1);
  console.log(`memory after 10 s and after 70 s at 64×: heap ${mb(before.heap)} and ${mb(after.heap)} MB, WebAssembly ${mb(before.wasm)} and ${mb(after.wasm)} MB, ${before.nodes} and ${after.nodes} nodes`);
}

/**
 * The core, record by record. All runs take turns and the best of each counts, after a warm-up that lets the browser
 * compile what is hot: neither that nor a busy moment of the machine may fall on one number alone.
 */
async function core() {
  const page = await browser.newPage();
  await page.goto(process.env.BENCH_CORE);
  const sizes = process.argv.slice(2).map(Number);
  // As natively: with a TTL, what counts is the time after the set is full.
  const sets = [["100000 live ids", scenario.replace("TTL", TTL), 300_000], ["growing set", scenario.replace("TTL", "null"), 0]];
  const measured = await page.evaluate(async ([sizes, sets]) => {
    const core = await import("./pkg/barrierscope.js");
    await core.default();
    const took = (text, before, records) => {
      let start;
      core.drain(text, before + records, before, () => (start = performance.now()));
      return performance.now() - start;
    };
    for (const [, text] of sets) for (let i = 0; i < 3; i++) took(text, 0, 300_000);
    return sets.flatMap(([name, text, before]) => {
      const best = sizes.map(() => Infinity);
      for (let round = 0; round < 7; round++) {
        // The longest runs last long enough to see quiet and busy moments.
        sizes.forEach((n, i) => {
          if (round < 2 || n < 5_000_000) best[i] = Math.min(best[i], took(text, before, n));
        });
      }
      return sizes.map((n, i) => [`${n} records, ${name}`, (best[i] * 1e6) / n]);
    });
  }, [sizes, sets]);
  for (const [name, ns] of measured) console.log(`${name}: ${ns.toFixed(1)} ns/record`);
  await page.close();
}

/**
 * From the start of loading until the first screen is whole, painted, and the page free to answer; the median of five. The page
 * itself notes when: to ask it from outside has it busy with the question, which took half a second of its own.
 */
async function interactive() {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    await context.addInitScript(() => {
      const isWhole = () => !document.getElementById("boot") && document.querySelector(".stage-drawing > *");
      const painted = new MessageChannel();
      window.answers_ = new Promise((free) => (painted.port1.onmessage = () => free(performance.now())));
      const look = (_, observer) => {
        if (!document.body || !isWhole()) return;
        observer.disconnect();
        requestAnimationFrame(() => painted.port2.postMessage(0));
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(process.env.BENCH_SITE, { waitUntil: "commit" });
    times.push(await page.evaluate(() => window.answers_));
    await context.close();
  }
  return Math.round(times.sort((a, b) => a - b)[2]);
}

/** From the start of a frame's work until the browser has painted it and is free again, over five seconds of play. */
async function frameWork(inFlight, panels) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  await context.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    const painted = new MessageChannel();
    let start = 0;
    window.frames_ = [];
    window.scripts_ = [];
    painted.port1.onmessage = () => window.frames_.push(performance.now() - start);
    window.requestAnimationFrame = (call) =>
      ask((now) => {
        start = performance.now();
        call(now);
        window.scripts_.push(performance.now() - start);
        painted.port2.postMessage(0);
      });
  });
  const page = await context.newPage();
  await page.goto(process.env.BENCH_SITE);
  await page.locator("#boot").waitFor({ state: "detached" });
  await openScenario(page, flood(inFlight));
  for (const name of panels) await page.getByRole("button", { name, exact: true }).click();
  await page.waitForTimeout(4_500);
  const result = await page.evaluate(async () => {
    window.frames_.length = window.scripts_.length = 0;
    const counts = [...document.querySelectorAll(".fill")].map((e) => Number(e.textContent.split("/")[0].replace(/,/g, "")));
    await new Promise((done) => setTimeout(done, 5_000));
    const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)];
    return { frames: p95(window.frames_), scripts: p95(window.scripts_), seen: counts.reduce((a, b) => a + b, 0), n: window.frames_.length };
  });
  await context.close();
  return result;
}

/** What is kept after ten seconds at 64×, and after a minute more. */
async function minuteAt64() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  // Each memory of the program is noted as it is made: to have the browser look for them all takes it minutes.
  await context.addInitScript(() => {
    window.memories_ = [];
    const noting = (make) => async (...given) => {
      const made = await make(...given);
      const exports = Object.values((made.instance ?? made).exports ?? {});
      for (const one of exports) if (one instanceof WebAssembly.Memory && !window.memories_.includes(one)) window.memories_.push(one);
      return made;
    };
    WebAssembly.instantiate = noting(WebAssembly.instantiate);
    WebAssembly.instantiateStreaming = noting(WebAssembly.instantiateStreaming);
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(process.env.BENCH_SITE);
  await page.locator("#boot").waitFor({ state: "detached" });
  await openScenario(page, steady());
  await page.getByRole("combobox", { name: "Speed" }).selectOption("64");
  const kept = async () => {
    await devtools.send("HeapProfiler.enable");
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    const { nodes } = await devtools.send("Memory.getDOMCounters");
    const wasm = await page.evaluate(() => window.memories_.reduce((sum, memory) => sum + memory.buffer.byteLength, 0));
    return { heap: usedSize, nodes, wasm };
  };
  await page.waitForTimeout(10_000);
  const before = await kept();
  await page.waitForTimeout(60_000);
  const after = await kept();
  await context.close();
  return { before, after };
}
