// Starts the program. A file of its own, not an inline script, so that a strict Content-Security-Policy holds.
// The build writes the names of the module and of the WebAssembly file, which carry a hash, into this script's tag.
const tag = document.querySelector("script[data-wasm]");
const waiting = document.getElementById("boot");
const at = (name) => new URL(name, document.baseURI);

// What the address asks of the page's look is there before anything is drawn. The program does the rest.
const asked = new URLSearchParams(location.search);
const { dataset } = document.documentElement;
if (/^(light|dark)$/.test(asked.get("theme"))) dataset.theme = asked.get("theme");
if (/^(1|true|)$/.test(asked.get("embed"))) dataset.embed = "coming";

try {
  const program = await import(at(tag.dataset.js));
  await program.default({ module_or_path: at(tag.dataset.wasm) });
  waiting.remove();
} catch (problem) {
  // The page may be half there when the program itself fails; the words must then stand on their own.
  waiting.textContent = "Barrierscope could not start: this browser may be too old, or WebAssembly may be switched off.";
  throw problem;
}
