// The JS API: the package as it ships, in Node, in a page and in a worker; its types; and every example of its page.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { theBrowser } from "./support.mjs";

const NPM = process.env.BARRIERSCOPE_NPM ?? fileURLToPath(new URL("../../dist/npm", import.meta.url));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cases = readdirSync(here("../../cases"))
  .filter((name) => /^\d\d-.*\.json$/.test(name))
  .map((name) => [name, readFileSync(here(`../../cases/${name}`), "utf8")]);

/** Runs a script in Node in a folder where `barrierscope` is installed; gives what it printed. */
let folder;
const run = (script) => {
  const file = join(folder, "script.mjs");
  writeFileSync(file, script);
  return execFileSync(process.execPath, [file], { encoding: "utf8", cwd: folder, timeout: 60_000 });
};

let api;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "barrierscope-api-"));
  cpSync(NPM, join(folder, "node_modules", "barrierscope"), { recursive: true });
  api = await import(pathToFileURL(join(NPM, "barrierscope.js")));
  await api.default({ module_or_path: readFileSync(join(NPM, "barrierscope_bg.wasm")) });
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe("in Node", () => {
  test("every case reports what it expects, given as text and as an object", () => {
    let compared = 0;
    for (const [name, text] of cases) {
      const { scenario, expect } = JSON.parse(text);
      const report = api.simulate(JSON.stringify(scenario));
      assert.deepEqual(api.simulate(scenario), report, name);
      if (expect.guarantee) {
        assert.deepEqual({ ...report.guarantee, ...expect.guarantee }, report.guarantee, name);
        compared += 1;
      }
    }
    assert.ok(compared > 10, `${compared}`);
  });

  test("a session goes forward, back and elsewhere, and comes to the same report", () => {
    const { scenario } = JSON.parse(cases[0][1]);
    const session = new api.Session(scenario);
    const steps = session.seek(Infinity);
    assert.ok(session.ended && steps > 100);
    assert.deepEqual(session.report(), api.simulate(scenario));
    assert.equal(session.back(10), 10);
    assert.equal(session.step(), 1);
    assert.equal(session.position, steps - 9);
    assert.equal(session.seek(0), 0);
    assert.equal(session.back(), 0);
    const [first] = session.enabled();
    session.apply(first.action);
    assert.ok(session.events().every((line) => line.step === 1));
    session.seek(50);
    const again = api.Session.open(session.link());
    assert.equal(again.position, 50);
    assert.deepEqual(again.events(), session.events());
    // Odd numbers are no reason to fail.
    for (const odd of [NaN, -5, 1e300, 0.5]) assert.equal(typeof session.seek(odd), "number");
    session.free();
    again.free();
  });

  test("what is wrong is thrown with a code and every reason", () => {
    const thrown = (call) => {
      try {
        call();
      } catch (error) {
        assert.ok(error instanceof Error && error.message.length > 0);
        assert.ok(error.details.every((d) => typeof d.path === "string" && d.code && d.message));
        return [error.code, error.details.length];
      }
      return assert.fail("nothing was thrown");
    };
    assert.deepEqual(thrown(() => api.simulate("{")), ["scenario", 1]);
    assert.equal(thrown(() => api.simulate({ barrierscope: 1, sources: [], sinks: [] }))[0], "scenario");
    for (const odd of [undefined, null, 5, [], () => {}, Symbol("x"), new Map()]) assert.equal(thrown(() => api.simulate(odd))[0], "scenario");
    assert.equal(thrown(() => new api.Session("{}"))[0], "scenario");
    assert.equal(thrown(() => api.Session.open("run=1.AAAA"))[0], "link");
    const session = api.Session.open("preset=01-append");
    assert.equal(thrown(() => session.apply("fly"))[0], "unknown_action");
    assert.equal(thrown(() => session.apply("complete 9"))[0], "not_enabled");
    session.step();
    assert.equal(session.position, 1);
  });
});

describe("in a browser", () => {
  test("a page and a worker give what Node gives", async () => {
    const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
    const worker = `import init, { simulate } from "./barrierscope.js";
      onmessage = async ({ data }) => { await init(); postMessage(simulate(data)); };`;
    const server = createServer((request, response) => {
      const name = request.url.slice(1) || "index.html";
      const own = { "index.html": "<!doctype html><title>API</title>", "worker.js": worker };
      const body = own[name] ?? (readdirSync(NPM).includes(name) ? readFileSync(join(NPM, name)) : undefined);
      response.writeHead(body ? 200 : 404, { "content-type": types[extname(name)] ?? "text/plain" }).end(body);
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const page = await (await theBrowser()).newPage();
    try {
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      const scenario = JSON.parse(cases[0][1]).scenario;
      const [inPage, inWorker] = await page.evaluate(async (scenario) => {
        const api = await import("./barrierscope.js");
        await api.default();
        const worker = new Worker("./worker.js", { type: "module" });
        const answer = new Promise((done) => (worker.onmessage = (event) => done(event.data)));
        worker.postMessage(scenario);
        return [api.simulate(scenario), await answer];
      }, scenario);
      const inNode = api.simulate(scenario);
      assert.deepEqual(inPage, inNode);
      assert.deepEqual(inWorker, inNode);
    } finally {
      await page.close();
      server.close();
    }
  });
});

describe("in writing", () => {
  test("the types fit scripts that are right, and only those", () => {
    const tsc = here("./node_modules/typescript/bin/tsc");
    try {
      execFileSync(process.execPath, [tsc, "--project", here("./api/tsconfig.json")], { encoding: "utf8" });
    } catch (error) {
      assert.fail(error.stdout);
    }
  });

  test("the reference is generated, and says of everything what it is", () => {
    const to = mkdtempSync(join(tmpdir(), "barrierscope-reference-"));
    try {
      const typedoc = [here("./node_modules/typedoc/bin/typedoc"), "--options", here("./api/typedoc.json"), "--out", to];
      const all = ["--validation.notDocumented", "true", "--treatWarningsAsErrors", "false"];
      const { stderr, stdout, status } = spawnSync(process.execPath, [...typedoc, ...all], { encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
      // The loader's own types come from wasm-bindgen.
      const silent = (stdout + stderr).split("\n").filter((line) => /warning/.test(line) && !/InitOutput|InitInput|free|dispose|Found/.test(line));
      assert.deepEqual(silent, []);
      const page = readFileSync(join(to, "classes", "Session.html"), "utf8");
      for (const name of ["step", "back", "seek", "enabled", "apply", "events", "report", "link"]) assert.match(page, new RegExp(`id="${name}"`));
    } finally {
      rmSync(to, { recursive: true });
    }
  });

  test("every example of the page runs and prints what it says", () => {
    const page = readFileSync(here("../../docs/js-api.md"), "utf8");
    const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]);
    assert.ok(examples.length >= 4);
    for (const example of examples) {
      const said = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
      assert.deepEqual(run(example).trim().split("\n"), said, example);
    }
  });
});
