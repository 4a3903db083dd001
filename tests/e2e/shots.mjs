// Pictures of the page's main states at three sizes in both themes, to be looked at. `cargo xtask shots` runs it.
//
// SHOTS_SITE is the address of the built site, SHOTS_TO the folder that the pictures go to. Arguments: parts of names.
import { chromium } from "playwright-core";
import { big, flood } from "./jobs.mjs";
import { openScenario, stopAt } from "./opening.mjs";

const SIZES = { laptop: [1280, 720], tablet: [768, 1024], phone: [360, 740] };
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"];
const wanted = process.argv.slice(2);

const preset = (name) => async (page) => {
  const presets = page.getByRole("combobox", { name: "Scenario" });
  await presets.selectOption(name);
};
/** Goes to the timeline's first mark of this name, and so much page time further. */
const mark = (name, ms) => async (page) => {
  await page.getByRole("region", { name: "Timeline" }).getByRole("button", { name }).first().click();
  const play = page.getByRole("button", { name: "Play", exact: true });
  if (await play.count()) await play.click();
  await page.waitForTimeout(ms);
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  if (await pause.count()) await pause.click();
};
const at = (share) => (page) => stopAt(page, share);
const OPENING = "21-one-crash-two-sinks";

/** Each state: its name, and what leads to it. */
const STATES = [
  ["opening", preset(OPENING), at(0.4)],
  ["barrier", preset(OPENING), mark(/^Go to barrier 1/, 500)],
  ["saved", preset(OPENING), mark(/^Go to saved 1/, 250)],
  ["blocked", preset("13-alignment-exactly-once"), mark(/^Go to barrier 1/, 2_500)],
  ["unaligned", preset("15-unaligned"), mark(/^Go to saved 1/, 200)],
  ["crash", preset(OPENING), mark(/^Go to crash/, 300)],
  ["down", preset(OPENING), mark(/^Go to crash/, 1_200)],
  ["restoring", preset(OPENING), mark(/^Go to back to/, 350)],
  ["replay", preset(OPENING), mark(/^Go to back to/, 2_600)],
  ["two-phase", preset("03-two-phase"), mark(/^Go to crash/, 2_500)],
  ["partitions", preset("22-three-partitions"), at(0.6)],
  ["big", (page) => openScenario(page, big()), at(0.3)],
  ["flood", (page) => openScenario(page, flood(500)), at(0.5)],
  ["end", preset(OPENING), async (page) => {
    await page.getByRole("combobox", { name: "Speed" }).selectOption("8");
    await stopAt(page, 0.95);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByTestId("closing").waitFor({ timeout: 30_000 });
  }],
  ["legend", preset(OPENING), (page) => page.getByRole("button", { name: "Legend" }).click()],
];

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium", headless: true, args: FLAGS });
try {
  for (const theme of ["light", "dark"]) {
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: size === "phone" });
      const page = await context.newPage();
      for (const [name, ...steps] of STATES) {
        const file = `${size}-${theme}-${name}`;
        if (wanted.length > 0 && !wanted.some((part) => file.includes(part))) continue;
        await page.goto(process.env.SHOTS_SITE);
        await page.locator("#boot").waitFor({ state: "detached" });
        try {
          for (const step of steps) await step(page);
          await page.waitForTimeout(250);
          await page.screenshot({ path: `${process.env.SHOTS_TO}/${file}.png`, fullPage: size !== "laptop" || name === "big" });
          console.log(`${file}.png`);
        } catch (error) {
          console.log(`${file}: ${error.message.split("\n")[0]}`);
          process.exitCode = 1;
        }
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
