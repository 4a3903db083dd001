// Measurements in a browser: the core, compiled to WebAssembly, and the page. `cargo xtask bench` runs it.
//
// BENCH_CORE is the address of a folder with the package in pkg/, BENCH_SITE that of the built site.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const scenario = readFileSync(new URL("../../benches/core.json", import.meta.url), "utf8");
const TTL = '{ "ms": 100000, "cleanup": "incremental" }';
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"];

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", headless: true, args: FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(process.env.BENCH_CORE);
  for (const records of process.argv.slice(2).map(Number)) {
    // As natively: with a TTL, what counts is the time after the set is full.
    for (const [name, ttl, before] of [["100000 live ids", TTL, 300000], ["growing set", "null", 0]]) {
      const text = scenario.replace("TTL", ttl);
      const ms = await page.evaluate(async ([text, records, before]) => {
        const core = await import("./pkg/barrierscope.js");
        await core.default();
        const best = (all) => {
          let least = Infinity;
          for (let i = 0; i < 3; i++) {
            const start = performance.now();
            core.drain(text, all);
            least = Math.min(least, performance.now() - start);
          }
          return least;
        };
        return best(before + records) - (before > 0 ? best(before) : 0);
      }, [text, records, before]);
      console.log(`${records} records, ${name}: ${((ms * 1e6) / records).toFixed(1)} ns/record`);
    }
  }
  await page.close();
  console.log(`page to interactive, processor 4 times slower: ${await interactive()} ms`);
} finally {
  await browser.close();
}

/** From the start of loading until the program runs, the median of five. */
async function interactive() {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(process.env.BENCH_SITE, { waitUntil: "commit" });
    await page.locator("#boot").waitFor({ state: "detached" });
    times.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  return Math.round(times.sort((a, b) => a - b)[2]);
}
