// The moment as a picture: an SVG, a PNG and paper show what the stage shows, and need neither the page nor its style.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openScenario, stopAt } from "./opening.mjs";
import { big, flood } from "./jobs.mjs";
import { BASE, SIZES, THEMES, theBrowser, withPage } from "./support.mjs";

const button = (page, name) => page.getByRole("button", { name, exact: true });
const step = async (page) => Number(await page.getByRole("slider", { name: "Position" }).inputValue());

/** The picture of what stands on the stage: the name of the file, and what is in it. */
async function picture(page, as) {
  await button(page, "Share").click();
  const download = page.waitForEvent("download");
  await button(page, `Picture as ${as}`).click();
  const file = await download;
  await page.keyboard.press("Escape");
  return [file.suggestedFilename(), readFileSync(await file.path())];
}

/** What is read on a stage and in its verdict, by its words, but for texts that end in an ellipsis. */
const read = (page) =>
  page.evaluate(() => {
    const words = [];
    for (const root of document.querySelectorAll(".page .verdict, .page .stage-room")) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const hidden = node.parentElement.closest(".grips, .zoom, .lens-switch, .verdict button, .visually-hidden, title");
        const { visibility } = getComputedStyle(node.parentElement);
        const range = document.createRange();
        range.selectNodeContents(node);
        if (hidden || visibility !== "visible" || !range.getBoundingClientRect().width) continue;
        const { textOverflow } = getComputedStyle(node.parentElement);
        if (textOverflow === "ellipsis" && node.parentElement.scrollWidth > node.parentElement.clientWidth) continue;
        const upper = getComputedStyle(node.parentElement).textTransform === "uppercase";
        words.push(...(upper ? node.data.toUpperCase() : node.data).split(/\s+/).filter(Boolean));
      }
    }
    return words;
  });

const counted = (words) => words.reduce((all, word) => all.set(word, (all.get(word) ?? 0) + 1), new Map());

/** Reads an SVG as a reader without the page would: its words, its marks, what it asks for. */
async function inside(svg) {
  const page = await (await theBrowser()).newPage();
  try {
    return await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      const broken = parsed.querySelector("parsererror")?.textContent;
      const all = [...parsed.querySelectorAll("*")];
      const texts = [...parsed.querySelectorAll("text")].map((e) => e.textContent);
      return {
        broken,
        words: texts.flatMap((text) => text.split(/\s+/).filter(Boolean)),
        shapes: all.filter((e) => ["path", "circle", "polygon"].includes(e.tagName)).length,
        foreign: all.filter((e) => ["script", "style", "image", "use", "foreignObject"].includes(e.tagName)).length,
        styled: all.filter((e) => e.hasAttribute("style") || e.hasAttribute("class")).length,
        link: parsed.querySelector("a")?.getAttribute("href"),
        title: parsed.querySelector("title")?.textContent,
        described: parsed.querySelector("desc")?.textContent.length,
        size: ["width", "height"].map((name) => Number(parsed.documentElement.getAttribute(name))),
      };
    }, svg);
  } finally {
    await page.close();
  }
}

test("the SVG says every word of the stage and the verdict, and its link opens the moment", async () => {
  let link, at;
  await withPage({}, async (page) => {
    await stopAt(page, 0.6);
    at = await step(page);
    const words = counted(await read(page));
    const [name, bytes] = await picture(page, "SVG");
    assert.equal(name, `barrierscope-${at}.svg`);
    const svg = await inside(bytes.toString());
    assert.equal(svg.broken, undefined);
    assert.equal(svg.foreign, 0);
    assert.equal(svg.styled, 0);
    const there = counted(svg.words);
    const lacking = [...words].filter(([word, n]) => (there.get(word) ?? 0) < n).map(([word]) => word);
    assert.deepEqual(lacking, [], "words of the stage that are not in the picture");
    assert.match(svg.title, new RegExp(`step ${at} of`));
    assert.ok(svg.described > 40 && svg.shapes > 20, JSON.stringify(svg));
    link = svg.link;
  });
  await withPage({ path: link.slice(BASE.length) }, async (page) => {
    await page.waitForFunction((at) => Number(document.querySelector(".position").value) === at, at);
  });
});

test("what rushes by comes to rest for its picture, and is in it", async () => {
  await withPage({}, async (page) => {
    await openScenario(page, flood(300));
    await page.waitForTimeout(2_500);
    const [, bytes] = await picture(page, "SVG");
    assert.ok(await button(page, "Play").isVisible(), "it stands still");
    const { broken, words } = await inside(bytes.toString());
    assert.equal(broken, undefined);
    const fills = await page.locator(".fill").allTextContents();
    assert.ok(fills.length > 3 && fills.every((fill) => words.includes(fill)), fills.join(" "));
  });
});

test("the PNG is the same picture, in twice the pixels", async () => {
  await withPage({}, async (page) => {
    await stopAt(page, 0.5);
    const [, svg] = await picture(page, "SVG");
    const [name, png] = await picture(page, "PNG");
    assert.match(name, /^barrierscope-\d+\.png$/);
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    const { size } = await inside(svg.toString());
    const pixels = [png.readUInt32BE(16), png.readUInt32BE(20)];
    size.forEach((length, i) => assert.ok(Math.abs(pixels[i] - 2 * length) <= 2, `${pixels} for ${size}`));
  });
});

/**
 * The share of the stage that looks otherwise in the picture than on the page. Looked at from where four pixels are one: the edges of
 * letters are not placed alike. What is for hands only is covered in both.
 */
async function unlike(page, svg) {
  const box = await page.locator(".stage-room").first().boundingBox();
  const verdict = await page.locator(".page .verdict").first().boundingBox();
  const half = await page.locator(".page .half").first().boundingBox();
  const covered = await page.locator(".stage-room .zoom, .stage-room .lens-switch").evaluateAll((hands) => hands.map((e) => e.getBoundingClientRect().toJSON()));
  const shot = await page.locator(".stage-room").first().screenshot();
  const other = await (await theBrowser()).newPage({ viewport: { width: 1400, height: 1400 } });
  try {
    return await other.evaluate(
      async ([svg, shot, at, covered]) => {
        const load = (src) => new Promise((done, wrong) => Object.assign(new Image(), { onload() { done(this); }, onerror: wrong, src }));
        const [drawn, seen] = [await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`), await load(shot)];
        const pixels = (image, x, y) => {
          const whole = Object.assign(document.createElement("canvas"), { width: seen.width, height: seen.height });
          const pen = whole.getContext("2d");
          pen.drawImage(image, x, y);
          for (const { x, y, width, height } of covered) pen.clearRect(x - 2, y - 2, width + 4, height + 4);
          const [w, h] = [Math.floor(seen.width / 4), Math.floor(seen.height / 4)];
          const far = Object.assign(document.createElement("canvas"), { width: w, height: h }).getContext("2d");
          far.imageSmoothingQuality = "high";
          far.drawImage(whole, 0, 0, w, h);
          return far.getImageData(0, 0, w, h).data;
        };
        const [a, b] = [pixels(drawn, -at.x, -at.y), pixels(seen, 0, 0)];
        let differ = 0;
        for (let i = 0; i < a.length; i += 4) {
          if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 110) differ += 1;
        }
        return differ / (a.length / 4);
      },
      // Where the stage stands in the picture: its margin, and what stands above.
      [svg, `data:image/png;base64,${shot.toString("base64")}`, { x: 20 + box.x - half.x, y: 58 + box.y - Math.min(box.y, verdict.y) }, covered.map(({ x, y, width, height }) => ({ x: x - box.x, y: y - box.y, width, height }))],
    );
  } finally {
    await other.close();
  }
}

for (const theme of THEMES) {
  for (const [what, scenario] of [["the opening run", null], ["sixteen operators", big()]]) {
    test(`the picture looks like the stage (${what}, ${theme})`, async () => {
      await withPage({ theme }, async (page) => {
        // The transport lies over no part of the stage.
        await page.setViewportSize({ width: 1280, height: 1100 });
        if (scenario) await openScenario(page, scenario);
        await stopAt(page, 0.55);
        await page.mouse.move(2, 2);
        const [, bytes] = await picture(page, "SVG");
        // The focus is back on the button; nothing on the stage is lit.
        await page.waitForTimeout(400);
        const share = await unlike(page, bytes.toString());
        assert.ok(share < 0.01, `${(share * 100).toFixed(1)} % of it look otherwise`);
      });
    });
  }
}

test("on paper there is the moment, its numbers and its link, in light colours, on one sheet", async () => {
  for (const size of ["laptop", "phone"]) {
    await withPage({ theme: "dark", size }, async (page) => {
      await stopAt(page, 0.6);
      const at = await step(page);
      // As a browser prints: it tells the page before and after.
      await page.waitForFunction(() => performance.getEntriesByType("resource").some((e) => /workbench/.test(e.name) && e.responseEnd > 0));
      await page.getByRole("button", { name: "Inspector", exact: true }).waitFor();
      await page.waitForTimeout(500);
      const pdf = (await page.pdf({ format: "A4", landscape: size === "laptop" })).toString("latin1");
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1, size);
      // The second half of the page brings it, and may still be on its way.
      await page.waitForFunction(() => {
        dispatchEvent(new Event("beforeprint"));
        return document.querySelector(".paper") !== null;
      });
      await page.emulateMedia({ media: "print" });
      const seen = await page.evaluate(() => [...document.body.children].filter((e) => e.checkVisibility()).map((e) => e.className));
      assert.deepEqual(seen, ["paper"]);
      const paper = page.locator(".paper");
      const words = (await paper.innerText()).replace(/\s+/g, " ");
      assert.match(words, new RegExp(`step ${at} of .*#run=1\\.`));
      assert.ok((await paper.locator("li").count()) > 3);
      const ground = await paper.locator("svg > rect").first().getAttribute("fill");
      assert.ok(parseInt(ground.slice(1, 3), 16) > 200, ground);
      // So are all grounds of the stage: none fades from one to the other just then.
      const large = await paper.locator("svg rect[fill^='#']").evaluateAll((all) =>
        all.filter((e) => e.width.baseVal.value > 200 && e.height.baseVal.value > 60).map((e) => parseInt(e.getAttribute("fill").slice(1, 3), 16)),
      );
      assert.ok(large.length > 3 && large.every((red) => red > 200), large.join(" "));
      await page.emulateMedia({ media: "screen" });
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      assert.equal(await paper.count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
    });
  }
});

test("a picture can be had at every size, of two runs too", async () => {
  for (const size of Object.keys(SIZES)) {
    await withPage({ size }, async (page) => {
      await stopAt(page, 0.6);
      const [, bytes] = await picture(page, "SVG");
      assert.equal((await inside(bytes.toString())).broken, undefined, size);
    });
  }
  await withPage({}, async (page) => {
    await button(page, "Compare").click();
    await page.locator(".two .stage-drawing").nth(1).waitFor();
    await stopAt(page, 0.9);
    const words = counted(await read(page));
    const [, bytes] = await picture(page, "SVG");
    const there = counted((await inside(bytes.toString())).words);
    const lacking = [...words].filter(([word, n]) => (there.get(word) ?? 0) < n).map(([word]) => word);
    assert.deepEqual(lacking, []);
  });
});
