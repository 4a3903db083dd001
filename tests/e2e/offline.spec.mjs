// What the page needs it has after the first load; and it needs no storage.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { everything, up } from "./everything.mjs";
import { theBrowser, withPage } from "./support.mjs";

test("once it is loaded, every part works without a connection", async () => {
  await withPage({}, async (page, watch) => {
    const came = () => performance.getEntriesByType("resource").some((e) => e.name.includes("/workbench-") && e.responseEnd > 0);
    await page.waitForFunction(came);
    await page.context().setOffline(true);
    const before = watch.requests.length;
    await everything(page);
    // The browser looks for the page's icon again with each new fragment, where the host lets it keep nothing, as this one does.
    const asked = watch.requests.slice(before).filter((url) => /^http/.test(url) && !/\/icon-/.test(url));
    assert.deepEqual(asked, [], "nothing is asked for");
    // What the console says of it has no address; that nothing else was asked for was seen above.
    watch.complaints = watch.complaints.filter((complaint) => !/\/icon-|ERR_INTERNET_DISCONNECTED/.test(complaint));
  });
});

test("in a sandbox without an origin and without storage every part works", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/course") {
      response.writeHead(200, { "content-type": "text/html" }).end(
        `<!doctype html><title>Course</title><iframe sandbox="allow-scripts" src="/index.html" title="Run" width="1240" height="700"></iframe>`,
      );
      return;
    }
    try {
      const bytes = readFileSync(join(process.env.BARRIERSCOPE_SITE, path));
      response.writeHead(200, { "content-type": types[extname(path)], "access-control-allow-origin": "*" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 760 } });
  try {
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/course`);
    const frame = page.frame({ url: /index/ });
    await assert.rejects(frame.evaluate(() => localStorage.length), /sandboxed|denied/i);
    await up(frame);
    await everything(frame);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
    server.close();
  }
});
