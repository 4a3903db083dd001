// Prints each file below a folder with its size raw, gzip and brotli, and the sums. What a host sends is the last two.
//
// Fails when what the page fetches before it can be used is over its budget. That is everything but the second module, and
// what is for other pages; the end-to-end tests hold the page to it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Bytes of brotli until the page can be used. */
const BUDGET = 400_000;

/** What the page does not fetch, or not until it can be used: its second module, and what is for other pages. */
const LATER = /^(workbench-|embed\.js$|course\.)/;

const folder = process.argv[1];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();

const sum = [0, 0, 0];
const start = [0, 0, 0];
const row = (name, sizes) =>
  console.log(`${name.padEnd(52)}${sizes.map((n) => n.toLocaleString("en").padStart(12)).join("")}`);

console.log(`${"bytes".padEnd(52)}${["raw", "gzip", "brotli"].map((s) => s.padStart(12)).join("")}`);
for (const file of files) {
  const bytes = readFileSync(file);
  const sizes = [
    bytes.length,
    gzipSync(bytes, { level: 9 }).length,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length,
  ];
  sizes.forEach((size, i) => (sum[i] += size));
  if (!LATER.test(relative(folder, file))) sizes.forEach((size, i) => (start[i] += size));
  row(relative(folder, file), sizes);
}
row("all", sum);
row("until interactive", start);
if (start[2] > BUDGET) {
  console.error(`\nThe page fetches ${start[2].toLocaleString("en")} bytes (brotli) before it can be used; ${BUDGET.toLocaleString("en")} is the limit.`);
  process.exitCode = 1;
}
