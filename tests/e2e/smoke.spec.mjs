// The least that must hold of any build: it starts, everywhere, without a complaint.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE, SIZES, THEMES, assertAccessible, assertNoSidewaysScroll, withPage } from "./support.mjs";

for (const theme of THEMES) {
  for (const size of Object.keys(SIZES)) {
    test(`the page starts (${size}, ${theme})`, async () => {
      await withPage({ size, theme }, async (page) => {
        await page.getByRole("main").waitFor();
        assert.match(await page.title(), /Barrierscope/);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
      });
    });
  }
}

test("the site lies in a sub-folder and asks for nothing outside it", async () => {
  assert.notEqual(new URL(BASE).pathname, "/");
  await withPage({}, async (page, watch) => {
    assert.ok(watch.requests.some((url) => url.endsWith(".wasm")), "the program was fetched");
  });
});

test("without JavaScript the page says what it needs", async () => {
  await withPage({ javaScript: false }, async (page) => {
    assert.match(await page.locator("noscript").innerText(), /needs JavaScript/);
  });
});

test("a program that cannot start says so in words", async () => {
  await withPage({}, async (page, watch) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.reload();
    await page.getByText("could not start").waitFor();
    watch.complaints.length = 0;
  });
});
