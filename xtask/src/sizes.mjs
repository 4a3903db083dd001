// Prints each file of a folder that ships with its size raw, gzip and brotli, and the sums for the site. What a host sends is
// the last two.
//
// Fails when what the page fetches before it can be used is over its budget, or what is one file. The first is everything but
// the second module, and what is for other pages; the end-to-end tests hold the page to it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Bytes of brotli until the page can be used. */
const START_MAX = 400_000;
/** Bytes of the one file, as it is: from a stick it comes so. */
const ONE_FILE_MAX = 1_500_000;

/** What the page does not fetch, or not until it can be used: its second module, and what is for other pages. */
const LATER = /^(workbench-|embed\.js$|course\.)/;

const folder = process.argv[1];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();

const row = (name, sizes) =>
  console.log(`${name.padEnd(56)}${sizes.map((n) => n.toLocaleString("en").padStart(12)).join("")}`);
const sum = () => [0, 0, 0];
const add = (to, sizes) => sizes.forEach((size, i) => (to[i] += size));
const [site, start] = [sum(), sum()];
const over = [];

console.log(`${"bytes".padEnd(56)}${["raw", "gzip", "brotli"].map((s) => s.padStart(12)).join("")}`);
for (const file of files) {
  const bytes = readFileSync(file);
  const sizes = [
    bytes.length,
    gzipSync(bytes, { level: 9 }).length,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
  ];
  const name = relative(folder, file).split(sep).join("/");
  row(name, sizes);
  const [, ofSite] = name.match(/^site\/(.*)/) ?? [];
  if (ofSite) add(site, sizes);
  if (ofSite && !LATER.test(ofSite)) add(start, sizes);
  if (name === "barrierscope.html" && bytes.length > ONE_FILE_MAX) over.push([name, bytes.length, ONE_FILE_MAX]);
}
row("the site, all", site);
row("the site, until interactive", start);
if (start[2] > START_MAX) over.push(["what the page fetches before it can be used (brotli)", start[2], START_MAX]);
for (const [what, bytes, max] of over) {
  console.error(`\nOver its budget: ${what} has ${bytes.toLocaleString("en")} bytes; ${max.toLocaleString("en")} is the limit.`);
  process.exitCode = 1;
}
