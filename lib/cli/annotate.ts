/** `deno task annotate`: the page on which people compare a run's drawings. */
import { openRun } from "lib/simulate/mod.ts";
import { annotateRun } from "./annotate/annotate_run.ts";
import { startProgress } from "./progress.ts";
import { misuse, readOptions } from "./read_options.ts";

const HELP = `deno task annotate [--run DIR] [--out FILE.html] [--seed N] [--models A,B]

Writes a page that shows a run's pairs of drawings, two at a time, to be opened in any browser: it holds every
picture, needs no server and no network, and saves an annotator's answers as JSON for \`deno task import annotations\`.

The pairs are the run's own (pairs.parquet). A run without any gets 350 of them, chosen by its first judge's scores:
240 by how far apart the two scores lie, 60 of one model against another, 35 of tier 2 against tier 3, 15 against a
blank canvas. What the drawings cannot fill stays short and is reported.

  --run DIR        default: AMBENCH_RUN, else data/roster
  --out FILE.html  default: annotate-RUN.html in the current folder
  --seed N         of the choice of pairs, default 1
  --models A,B     the two models of the cross-model pairs; default: the largest and the smallest of the first
                   family that has two sizes

Exit status: 0 the page was written, 1 it could not be, 2 the command was misused.`;

const values = readOptions(HELP, {
  run: { type: "string" },
  out: { type: "string" },
  seed: { type: "string" },
  models: { type: "string" },
});
if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
  misuse(`--seed must be a whole number, got ${values.seed}`, HELP);
}
const models = values.models?.split(",");
if (models && (models.length !== 2 || models[0] === models[1])) {
  misuse(`--models must be two model ids with a comma between, got ${values.models}`, HELP);
}
const progress = startProgress("annotate");
try {
  const run = await openRun(values.run, { onProgress: progress.update });
  const unknown = models?.find((model) => !run.models.includes(model));
  if (unknown !== undefined) misuse(`--models must name models of the run, got ${unknown}`, HELP);
  const { html, pairs, chosen, shortfalls } = await annotateRun(run, {
    seed: Number(values.seed ?? 1),
    models: models as [string, string] | undefined,
    onProgress: (share) => progress.update(share, "drawings"),
  });
  const out = values.out ?? `annotate-${run.name}.html`;
  Deno.writeTextFileSync(out, html);
  if (!chosen && (values.seed !== undefined || models)) {
    console.error("the run has its pairs already: --seed and --models changed nothing");
  }
  for (const { part, wanted, got } of shortfalls) {
    console.error(`short: ${part}: ${got} of ${wanted} pairs`);
  }
  if (chosen) console.error(`${pairs.length} pairs were chosen and put into ${run.dir}/pairs.parquet`);
  progress.end(`${pairs.length} pairs are in ${out} (${Math.round(html.length / 1000)} kB)`);
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
