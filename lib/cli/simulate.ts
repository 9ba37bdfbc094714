/** `deno task simulate`: makes a simulated run. */
import { parseArgs } from "node:util";
import { DEFAULT_RUN, ROSTER, simulate } from "lib/simulate/mod.ts";
import { startProgress } from "./progress.ts";

const HELP =
  `deno task simulate [--out DIR] [--seed N] [--models N] [--layout-samples N] [--translation-samples N]

Makes a simulated run: eight made-up models with planted skills that write real Python. Notebooks make the
default run (data/roster) by themselves; this is for other seeds and sizes.

  --out DIR                 where the run goes; its last part is the run's name (default: data/roster)
  --seed N                  default 20260501; the default run's seed makes the default run
  --models N                the first N of the eight made-up models, default all
  --layout-samples N        attempts a layout prompt, default 11
  --translation-samples N   attempts a reference, default 12

Exit status: 0 if the run was made, 1 if not, such as where there is one already, 2 if misused.`;

function integer(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) misuse(`--${name} must be a positive integer, got ${text}`);
  return value;
}

function misuse(message: string): never {
  console.error(`${message}\nTry: deno task simulate --help`);
  Deno.exit(2);
}

let values;
try {
  values = parseArgs({
    args: Deno.args,
    options: {
      out: { type: "string" },
      seed: { type: "string" },
      models: { type: "string" },
      "layout-samples": { type: "string" },
      "translation-samples": { type: "string" },
      help: { type: "boolean" },
    },
  }).values;
} catch (error) {
  misuse((error as Error).message);
}
if (values.help) {
  console.log(HELP);
  Deno.exit(0);
}
const dir = (values.out ?? DEFAULT_RUN).replace(/\/+$/, "");
const progress = startProgress("simulating");
try {
  await simulate({
    dir,
    name: dir.split("/").pop(),
    seed: integer(values.seed, "seed", 20260501),
    models: ROSTER.slice(0, integer(values.models, "models", ROSTER.length)),
    layoutSamples: integer(values["layout-samples"], "layout-samples", 11),
    translationSamples: integer(values["translation-samples"], "translation-samples", 12),
    onProgress: progress.update,
  });
  progress.end(`the run is in ${dir}`);
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
