// Starts the program. A file of its own, not an inline script, so that a strict Content-Security-Policy holds.
// The build writes the names of the module and of the WebAssembly file, which carry a hash, into this script's tag.
//
// It also has the last word: when the program cannot start, or has failed while it ran, nothing of it can be relied on.
const WORDS = {
  missing:
    "Barrierscope needs WebAssembly, and this browser does not have it or has it switched off. " +
    "Open the page in a current Firefox, Chrome, Edge or Safari; where a rule of your school or firm, or a locked-down mode, " +
    "switches it off, ask for it to be allowed for this page.",
  failed: "Barrierscope could not start. Try again; if that does not help, the browser may be too old: use a current Firefox, Chrome, Edge or Safari.",
  unfetched: "Barrierscope could not start: a part of it could not be fetched. Look at the connection, and try again.",
  again: "Try again",
  stopped: "Barrierscope has stopped",
  why: "This is a mistake in Barrierscope, not one of yours. Start again with the same scenario; it is kept.",
  report: "To report it, copy this: the run as a link, and what went wrong. Nothing is sent by itself.",
  copy: "Copy",
  copied: "Copied",
  start: "Start again",
  afresh: "Start with the opening run",
};

const tag = document.querySelector("script[data-wasm]");
const waiting = document.getElementById("boot");
const at = (name) => new URL(name, document.baseURI);

// What the address asks of the page's look is there before anything is drawn. The program does the rest.
const asked = new URLSearchParams(location.search);
const { dataset } = document.documentElement;
if (/^(light|dark)$/.test(asked.get("theme"))) dataset.theme = asked.get("theme");
if (/^(1|true|)$/.test(asked.get("embed"))) dataset.embed = "coming";

/** An element with a class, and a text or other elements in it. */
const made = (name, classes, ...inside) => {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  element.append(...inside);
  return element;
};
const button = (classes, words, press) => {
  const pressed = made("button", classes, words);
  pressed.type = "button";
  pressed.addEventListener("click", press);
  return pressed;
};

/** Says in the place of the picture why there is no program. */
const giveUp = (words) => {
  // The page may be half there when the program itself fails; the words must then stand on their own.
  const said = made("div", "boot-failed", made("h1", "", "Barrierscope"), made("p", "", words));
  said.setAttribute("role", "alert");
  if (words !== WORDS.missing) said.append(button("button", WORDS.again, () => location.reload()));
  waiting.replaceChildren(said);
};

// The program keeps the run on the stage here.
const keptRun = () => (typeof window.barrierscopeRun === "string" ? window.barrierscopeRun : "");
/** The page's address with this run. */
const withRun = (run) => location.pathname + location.search + (run ? `#${run}` : "");
const again = (run) => {
  // Not by the hash: the program that has failed would hear of it.
  history.replaceState(null, "", withRun(run));
  location.reload();
};

let isDown = false;
/** The program has failed while it ran. */
const wreck = (problem) => {
  if (isDown) return;
  isDown = true;
  const run = keptRun() || location.hash.slice(1);
  const reason = dataset.panic ?? String(problem);
  const text = made("textarea", "wreck-report");
  text.readOnly = true;
  text.rows = 5;
  text.value = `${new URL(withRun(run), location.href).href}\n\n${reason}\n${navigator.userAgent}`;
  text.setAttribute("aria-label", WORDS.report);
  const copied = made("span", "");
  copied.setAttribute("role", "status");
  const copy = button("button", WORDS.copy, () => {
    text.select();
    const done = () => (copied.textContent = WORDS.copied);
    (navigator.clipboard?.writeText(text.value) ?? Promise.reject()).then(done, () => document.execCommand("copy") && done());
  });
  const title = made("h1", "", WORDS.stopped);
  title.id = "wreck-title";
  const start = button("button main", WORDS.start, () => again(run));
  const afresh = run ? [button("button", WORDS.afresh, () => again(""))] : [];
  const box = made(
    "div", "wreck-box", title, made("p", "", WORDS.why), made("div", "actions", start, ...afresh),
    made("p", "hint", WORDS.report), text, made("div", "actions", copy, copied),
  );
  box.setAttribute("role", "alertdialog");
  box.setAttribute("aria-labelledby", title.id);
  // Nothing of it is to look as if it still ran, nor to go on failing behind this, nor to hear a key.
  window.requestAnimationFrame = () => 0;
  addEventListener("keydown", (event) => event.stopImmediatePropagation(), true);
  document.body.replaceChildren(made("main", "wreck", box));
  // In a frame, whoever reads the page around is left where they are.
  if (self === top || document.hasFocus()) start.focus();
};
/** Whether this came out of the program: it has stopped in the middle of something then. */
const isOfProgram = (problem) => typeof WebAssembly === "object" && problem instanceof WebAssembly.RuntimeError;
let isUp = false;
const heard = (problem) => {
  if (isUp && (isOfProgram(problem) || dataset.panic)) wreck(problem);
};
addEventListener("error", (event) => heard(event.error));
addEventListener("unhandledrejection", (event) => heard(event.reason));

// <program>
/** A file's answer; the bar tells how much of it has come. The build has written how much there is. */
const counted = async (address, size) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`${answer.url}: ${answer.status}`);
  const bar = waiting.querySelector("progress");
  if (bar && size && answer.body) {
    // A copy is counted: the answer itself goes to the compiler as it comes.
    const reader = answer.clone().body.getReader();
    const count = (come, { done, value }) => {
      if (done) return;
      bar.value = (come + value.byteLength) / size;
      return reader.read().then((next) => count(come + value.byteLength, next));
    };
    reader.read().then((first) => count(0, first)).catch(() => {});
  }
  return answer;
};
/** The picture has been seen. Where nobody looks, or the browser does not tell, it is not waited for. */
const seen = () => new Promise((then) => {
  if (document.hidden || !window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return then();
  new PerformanceObserver((_, observer) => then(observer.disconnect())).observe({ type: "paint", buffered: true });
  setTimeout(then, 400);
});
/** Fetches the program and starts it. */
const run = async () => {
  await seen();
  const wasm = counted(at(tag.dataset.wasm), Number(tag.dataset.size));
  // It is asked for below; until then nobody has to hear that it failed.
  wasm.catch(() => {});
  const program = await import(at(tag.dataset.js));
  await program.default({ module_or_path: wasm });
};
// </program>

try {
  await run();
  // Pieces of the first screen, or words of another language, are still on their way.
  await new Promise((then, fail) => {
    const look = (_, observer) => {
      const isComing = "coming" in dataset || dataset.words;
      if (isComing && !dataset.panic) return;
      observer.disconnect();
      isComing ? fail(new Error(dataset.panic)) : then();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributes: true });
    look([], observer);
  });
  isUp = true;
  waiting.remove();
} catch (problem) {
  giveUp(typeof WebAssembly !== "object" ? WORDS.missing : problem instanceof TypeError ? WORDS.unfetched : WORDS.failed);
  throw problem;
}
