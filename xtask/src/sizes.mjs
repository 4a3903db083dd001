// Prints each file below a folder with its size raw, gzip and brotli, and the sums. What a host sends is the last two.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[1];
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();

const sum = [0, 0, 0];
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
  row(relative(folder, file), sizes);
}
row("all", sum);
