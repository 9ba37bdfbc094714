/** `deno task validate`: checks a run, file by file, row by row. */
import { embeddingFaults } from "lib/coherence/mod.ts";
import { validateRun } from "lib/run/mod.ts";
import { itemIds } from "lib/tasks/mod.ts";

const HELP = `deno task validate RUN

Checks the run in the folder RUN: run.json, hashes, columns, types, ids, keys, and that activations and
embeddings have the right shapes, known names and finite values. Prints a line a fault, with file, row and column, at
most ten a column; exit status 0 if there is none, 1 if there is one, 2 if misused.`;

const [dir, ...rest] = Deno.args;
if (dir === "--help") {
  console.log(HELP);
  Deno.exit(0);
}
if (dir === undefined || dir.startsWith("-") || rest.length > 0) {
  console.error(HELP);
  Deno.exit(2);
}
if (!isRun(dir)) {
  console.error(`There is no run in ${dir}: it holds no run.json`);
  Deno.exit(1);
}
const faults = [
  ...await validateRun(dir, { items: itemIds }),
  ...await embeddingFaults(dir, { items: itemIds("layout") }),
];
for (const { file, row, column, message } of faults) {
  console.log(
    [file, row > 0 ? `row ${row}` : "", column ? `column ${column}` : ""].filter(Boolean).join(", ") +
      `: ${message}`,
  );
}
console.log(
  faults.length === 0
    ? `${dir}: sound`
    : `${dir}: ${faults.length} ${faults.length === 1 ? "fault" : "faults"}`,
);
Deno.exit(faults.length === 0 ? 0 : 1);

function isRun(dir: string): boolean {
  try {
    return Deno.statSync(`${dir}/run.json`).isFile;
  } catch {
    return false;
  }
}
