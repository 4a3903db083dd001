// The package for a learning management system (SCORM 1.2), with scorm-again as the system: what it is told, when, and what
// comes back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, test } from "node:test";
import { learn, quiz, up } from "./everything.mjs";
import { theBrowser } from "./support.mjs";

/** The files of an archive, none of them compressed. */
function unzip(archive) {
  const files = {};
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = archive.readUInt32LE(end + 16);
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    assert.equal(archive.readUInt16LE(at + 10), 0, "stored");
    assert.equal(archive.readUInt16LE(at + 14), 33, "1 January 1980");
    const [size, name] = [archive.readUInt32LE(at + 24), archive.readUInt16LE(at + 28)];
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files[archive.toString("utf8", at + 46, at + 46 + name)] = archive.subarray(from, from + size);
    at += 46 + name;
  }
  return files;
}

const FILES = unzip(readFileSync(join(process.env.BARRIERSCOPE_DIST, "scorm12.zip")));
const RUNTIME = readFileSync(new URL("node_modules/scorm-again/dist/scorm12.min.js", import.meta.url));

// The system: it writes down what it is asked, and begins with what it was given at the last commit. A frame, or a window.
const LMS = `<!doctype html><title>LMS</title><body><script src="runtime.js"></script><script>
  window.said = [];
  window.launch = (cmi, how) => {
    const api = new Scorm12API({ autocommit: false, logLevel: 5 });
    if (cmi) api.loadFromJSON(cmi);
    for (const name of ["LMSInitialize", "LMSSetValue", "LMSCommit", "LMSFinish"]) {
      const real = api[name].bind(api);
      api[name] = (...args) => {
        const answer = real(...args);
        said.push([name, ...args, answer, api.LMSGetLastError()]);
        return answer;
      };
    }
    window.API = api;
    if (how === "window") window.opened = window.open("index.html", "sco");
    else {
      const frame = document.createElement("iframe");
      Object.assign(frame, { src: "index.html", width: 1200, height: 700, title: "SCO" });
      // Systems put frames in frames.
      const around = document.createElement("iframe");
      document.body.replaceChildren(around);
      Object.assign(around, { width: 1220, height: 720, title: "Course" });
      around.contentDocument.body.append(frame);
    }
  };
  window.record = () => JSON.parse(JSON.stringify(API.cmi));
</script>`;

let server;
after(() => server?.close());
async function address() {
  if (!server) {
    server = createServer((request, response) => {
      const path = new URL(request.url, "http://x").pathname;
      const answers = { "/lms": [LMS, "text/html"], "/runtime.js": [RUNTIME, "text/javascript"], "/index.html": [FILES["index.html"], "text/html"] };
      const [body, type] = answers[path] ?? ["", "text/plain"];
      response.writeHead(body ? 200 : 404, { "content-type": type }).end(body);
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
  }
  return `http://127.0.0.1:${server.address().port}/lms`;
}

async function withLms(then) {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 760 }, reducedMotion: "reduce" });
  try {
    const lms = await context.newPage();
    const errors = [];
    lms.on("pageerror", (error) => errors.push(error.message));
    await lms.goto(await address());
    await then(lms, context);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

/** Starts the activity; its frame. */
async function launched(lms, cmi) {
  await lms.evaluate((cmi) => launch(cmi), cmi);
  const end = Date.now() + 10_000;
  for (;;) {
    const frame = lms.frames().find((frame) => frame.url().endsWith("/index.html"));
    if (frame) {
      await up(frame);
      return frame;
    }
    assert.ok(Date.now() < end, "no frame");
    await lms.waitForTimeout(50);
  }
}
const record = (lms) => lms.evaluate(() => record());
const said = (lms) => lms.evaluate(() => said);
const close = (lms) => lms.evaluate(() => document.body.replaceChildren());

test("the manifest is well-formed, and says what SCORM 1.2 wants to know", async () => {
  assert.deepEqual(Object.keys(FILES), ["imsmanifest.xml", "index.html"]);
  const page = await (await theBrowser()).newPage();
  try {
    const found = await page.evaluate((text) => {
      const xml = new DOMParser().parseFromString(text, "application/xml");
      const [ims, adl] = ["http://www.imsproject.org/xsd/imscp_rootv1p1p2", "http://www.adlnet.org/xsd/adlcp_rootv1p2"];
      const all = (name) => [...xml.getElementsByTagNameNS(ims, name)];
      const text_ = (name) => all(name)[0]?.textContent;
      const resource = all("resource")[0];
      return {
        broken: xml.getElementsByTagName("parsererror").length,
        root: [xml.documentElement.localName, xml.documentElement.namespaceURI === ims, !!xml.documentElement.getAttribute("identifier")],
        schema: [text_("schema"), text_("schemaversion")],
        organization: [all("organizations")[0].getAttribute("default"), all("organization")[0].getAttribute("identifier")],
        item: [all("item").length, all("item")[0].getAttribute("identifierref"), all("item")[0].getElementsByTagNameNS(ims, "title")[0].textContent.length > 0],
        resource: [all("resource").length, resource.getAttribute("identifier"), resource.getAttribute("type"), resource.getAttributeNS(adl, "scormtype")],
        files: [resource.getAttribute("href"), ...all("file").map((file) => file.getAttribute("href"))],
      };
    }, FILES["imsmanifest.xml"].toString("utf8"));
    assert.equal(found.broken, 0);
    assert.deepEqual(found.root, ["manifest", true, true]);
    assert.deepEqual(found.schema, ["ADL SCORM", "1.2"]);
    assert.equal(found.organization[0], found.organization[1]);
    assert.deepEqual(found.resource, [1, found.item[1], "webcontent", "sco"]);
    assert.deepEqual([found.item[0], found.item[2]], [1, true]);
    for (const file of found.files) assert.ok(FILES[file], `${file} is not in the package`);
  } finally {
    await page.close();
  }
});

test("an untouched page stays incomplete and without a score, and ends once", async () => {
  await withLms(async (lms) => {
    await launched(lms);
    await close(lms);
    const { core, suspend_data: kept } = await record(lms);
    assert.equal(core.lesson_status, "incomplete");
    assert.equal(core.score.raw, "");
    assert.equal(kept, "");
    const calls = (await said(lms)).map(([name]) => name);
    assert.equal(calls[0], "LMSInitialize");
    assert.deepEqual(calls.slice(-2), ["LMSCommit", "LMSFinish"]);
    assert.equal(calls.filter((name) => name === "LMSFinish").length, 1);
    const wrong = (await said(lms)).filter((call) => call.at(-1) !== "0" && call.at(-1) !== 0);
    assert.deepEqual(wrong, [], "the system refuses nothing");
  });
});

test("a quiz is the activity done and its score, and what was done is there the next time", async () => {
  await withLms(async (lms) => {
    const frame = await launched(lms);
    assert.equal(await frame.evaluate(() => Object.keys(localStorage).length >= 0), true);
    await learn(frame);
    await frame.getByRole("tab", { name: "Quiz", exact: true }).click();
    const right = await quiz(frame);
    const after = await record(lms);
    assert.equal(after.core.lesson_status, "completed");
    assert.deepEqual([after.core.score.raw, after.core.score.min, after.core.score.max], [String(right * 20), "0", "100"]);
    assert.ok(after.suspend_data.length > 0 && after.suspend_data.length <= 4096, `${after.suspend_data.length}`);
    assert.match(after.suspend_data, /^[\w.-]+$/);
    await frame.getByText(/kept by the course system/).first().waitFor();
    await close(lms);
    const closed = await record(lms);
    assert.equal(closed.core.exit, "suspend");
    assert.match(closed.core.session_time, /^\d\d:\d\d:\d\d/);

    // The next time, with what the system has kept, in a browser that has kept nothing.
    await lms.reload();
    const { core, suspend_data } = closed;
    const cmi = { suspend_data, core: { lesson_status: core.lesson_status, lesson_mode: "normal", entry: "resume", score: core.score } };
    const again = await launched(lms, cmi);
    await again.getByRole("tab", { name: "Quiz", exact: true }).click();
    await again.getByTestId("question").waitFor();
    const learned = await again.evaluate(() => [localStorage.getItem("barrierscope.learn"), localStorage.getItem("barrierscope.quiz")]);
    assert.ok(learned.every((text) => text?.length > 2), `${learned}`);
    // A worse quiz takes nothing away.
    await quiz(again);
    assert.ok(Number((await record(lms)).core.score.raw) >= right * 20);
    assert.equal((await record(lms)).core.lesson_status, "completed");
  });
});

test("whatever has gathered fits into what the system keeps, and comes back", async () => {
  await withLms(async (lms) => {
    const frame = await launched(lms);
    const results = Array.from({ length: 200 }, (_, n) => ({ seed: 7_919_000_000_019 * (n + 1), right: n % 6, of: 5 }));
    const cards = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`card-${n}`, { due: 1_900_000_000_000 + n * 7_919_317, stability: n * 48_271 }]));
    await frame.evaluate(([results, cards]) => {
      localStorage.setItem("barrierscope.learn", JSON.stringify({ "01-state-dies": { sections: ["right", "größer"], predictions: {}, guided: true } }));
      localStorage.setItem("barrierscope.cards", JSON.stringify(cards));
      localStorage.setItem("barrierscope.quiz", JSON.stringify(results));
    }, [results, cards]);
    await close(lms);
    const { suspend_data, core } = await record(lms);
    assert.ok(suspend_data.length > 0 && suspend_data.length <= 4096, `${suspend_data.length}`);
    assert.equal(core.score.raw, "100");
    const wrong = (await said(lms)).filter((call) => String(call.at(-1)) !== "0");
    assert.deepEqual(wrong, []);
    await lms.reload();
    const again = await launched(lms, { suspend_data, core: { lesson_status: "completed", lesson_mode: "normal", score: { raw: "100" } } });
    const back = await again.evaluate(() => ({ ...Object.fromEntries(["learn", "quiz"].map((key) => [key, JSON.parse(localStorage.getItem(`barrierscope.${key}`))])) }));
    assert.deepEqual(back.learn["01-state-dies"].sections, ["right", "größer"]);
    assert.ok(back.quiz.length >= 5);
    assert.deepEqual(back.quiz.at(-1), results.at(-1));
  });
});

test("in a window of its own it finds the system, and ends when the window closes", async () => {
  await withLms(async (lms, context) => {
    const opened = context.waitForEvent("page");
    await lms.evaluate(() => launch(undefined, "window"));
    const sco = await opened;
    await up(sco);
    await sco.close({ runBeforeUnload: true });
    await lms.waitForFunction(() => said.some(([name]) => name === "LMSFinish"));
    assert.equal((await record(lms)).core.lesson_status, "incomplete");
  });
});

test("who looks again at what is done changes nothing of it; without a system it is a page like any other", async () => {
  await withLms(async (lms) => {
    const frame = await launched(lms, { core: { lesson_status: "completed", lesson_mode: "review", score: { raw: "60" } } });
    await frame.evaluate(() => localStorage.setItem("barrierscope.quiz", JSON.stringify([{ seed: 1, right: 5, of: 5 }])));
    await close(lms);
    const values = (await said(lms)).filter(([name]) => name === "LMSSetValue").map(([, name]) => name);
    assert.ok(values.every((name) => !/score|status|suspend/.test(name)), `${values}`);
  });
  const page = await (await theBrowser()).newPage();
  try {
    await page.goto((await address()).replace("/lms", "/index.html"));
    await up(page);
    assert.equal(await page.locator("meta[name=barrierscope-lms]").count(), 0);
    assert.equal(await page.evaluate(() => localStorage instanceof Storage), true);
  } finally {
    await page.close();
  }
});
