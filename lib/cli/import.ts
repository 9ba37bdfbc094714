/** `deno task import`: takes what was made elsewhere into a run. */
import { parseArgs } from "node:util";
import { importAnnotations } from "lib/attempts/mod.ts";
import { importRun, mergeRuns } from "lib/collect/mod.ts";
import { type ImportTable, parseMapping } from "lib/run/mod.ts";
import { openRun } from "lib/simulate/mod.ts";

const HELP = `deno task import generations RUN FILE... --mapping MAP.json [--dry-run] [--skip-unusable]
deno task import judgements  RUN FILE... --mapping MAP.json [--dry-run] [--skip-unusable]
deno task import annotations RUN FILE... [--replace]
deno task import runs        RUN FOLDER...

Takes what was made elsewhere into the run in the folder RUN: all of it, or nothing where something is wrong, which is
then named by file, line, field and value.

generations, judgements: replies of models, or of judges, from files of JSON lines, CSV (.csv, .tsv) or Parquet. The
run is made where there is none; one that exists is extended, and what it has is never replaced.
  --mapping MAP.json  which column is what, see below
  --dry-run           read and check everything, write nothing
  --skip-unusable     import what can be used; how many rows could not be is noted in run.json
annotations: annotators' answers, as the page of \`deno task annotate\` saves them.
  --replace           put an annotator's new answers in the place of those that the run has
runs: whole runs that were filled on different machines; files that several have must be the same.

A mapping says where each column of the run comes from:

  {"columns": {
     "model":       {"column": "llm", "map": {"Qwen/Qwen2.5-7B": "qwen2.5-7b", "gpt2-xl": "gpt2-xl"}},
     "task":        {"constant": "layout"},
     "medium":      {"constant": "canvas"},
     "item":        {"column": "prompt_id", "replace": [["^prompt_", ""], ["_", "-"]]},
     "sample":      {"count": true},
     "temperature": "temp",
     "seed":        {"column": "seed", "missing": 0},
     "reply":       "choices.0.message.content",
     "error":       {"column": "err", "null": ["none"]}},
   "models": [{"id": "qwen2.5-7b", "family": "qwen", "size": 7.6}]}

Columns of generations: model, task (layout, translation, ladder, icons), medium (canvas, svg), item (1A-03), sample (0 is
greedy), temperature, seed, reply, and where there are some error, tokens, entropy, entropy_mass, finish. Of judgements: judge,
model, medium, item, sample, view (native, matched), rubric (pixel-art, neutral), try (from 0), reply, error.
A rule is the name of a column of the file (in JSON lines also a path) or an object with one of
  column    its name            constant  the same value for all rows
  count     true: numbered as they come; sample is 0 at temperature 0, else from 1
  json      a JSON object of several columns, {"prompt_fidelity": "fidelity", ...}, for judges' scores kept apart
and then, in this order: null (values that mean none, ["NA"]), missing (the value where there is none), replace (regular
expressions), map (a table; a value that is not in it is unusable).
Beside "columns": "models" (families and sizes in billions), "null" (for all columns), "where" (rows wanted,
{"split": ["test"]}), "format" (jsonl, csv, parquet) and "delimiter", where the file's name does not tell.
In CSV an empty field is none, and "" in quotes an empty text. Every row has a reply or an error, never both.

Exit status: 0 everything was imported (or could be), 1 not, 2 the command was misused.`;

class Misuse extends Error {}

interface Options {
  replace: boolean;
  mapping?: string;
  "dry-run": boolean;
  "skip-unusable": boolean;
}

type Import = (args: string[], options: Options) => Promise<0 | 1>;

/** Imports by kind: what follows the kind on the command line in, the exit status out. */
const KINDS: Record<string, Import> = {
  generations: (args, options) => importTable("generations", args, options),
  judgements: (args, options) => importTable("judgements", args, options),
  annotations: async (args, { replace }) => {
    const [dir, files] = runAnd("annotations", "FILE", args);
    const run = await openRun(dir);
    const texts = files.map((file) => ({ file, text: Deno.readTextFileSync(file) }));
    const { faults, annotators } = await importAnnotations(run, texts, { replace });
    for (const { file, pair, field, message } of faults) {
      const where = [file, pair && `pair ${pair}`, field && `field ${field}`].filter(Boolean).join(", ");
      console.error(`${where}: ${message}`);
    }
    if (faults.length > 0) {
      console.error(`nothing was imported: ${counted(faults.length, "fault")}`);
      return 1;
    }
    for (const { annotator, answered } of annotators) {
      console.log(`${annotator}: ${answered} answers are in ${dir}/annotations.parquet`);
    }
    return 0;
  },
  runs: async (args) => {
    const [dir, sources] = runAnd("runs", "FOLDER", args);
    const files = await mergeRuns(dir, sources);
    console.log(files.length === 0 ? `${dir} has it all already` : `into ${dir}: ${files.join(", ")}`);
    return 0;
  },
};

async function importTable(table: ImportTable, args: string[], options: Options): Promise<0 | 1> {
  const [dir, files] = runAnd(table, "FILE", args);
  if (options.mapping === undefined) throw new Misuse("--mapping is missing");
  const twice = files.find((file, i) => files.indexOf(file) !== i);
  if (twice !== undefined) throw new Misuse(`${twice} is given twice`);
  let text: string;
  try {
    text = Deno.readTextFileSync(options.mapping);
  } catch (error) {
    throw new Error(
      `--mapping must be a readable file, got ${options.mapping} (${(error as Error).message})`,
    );
  }
  const mapping = parseMapping(text, table);
  const report = await importRun({
    dir,
    files,
    mapping,
    dryRun: options["dry-run"],
    skipUnusable: options["skip-unusable"],
  });
  for (const { file, line, column, source, message } of report.faults) {
    const from = source && source !== column ? ` (${source})` : "";
    const where = [file, line > 0 && `line ${line}`, column && `${column}${from}`].filter(Boolean).join(", ");
    console.error(`${where}: ${message}`);
  }
  for (const [owner, rows] of report.owners) console.log(`${owner}: ${counted(rows, "row")}`);
  if (report.leftOut > 0) console.log(`left out by the mapping: ${counted(report.leftOut, "row")}`);
  if (report.unusable > 0) console.error(`unusable: ${counted(report.unusable, "row")}`);
  const sound = report.faults.length === 0;
  if (options["dry-run"]) {
    console.log(`nothing was imported: a dry run${sound ? "; all of it can be" : ""}`);
    return sound ? 0 : 1;
  }
  if (!report.written) console.error(`nothing was imported: ${counted(report.faults.length, "fault")}`);
  else console.log(`imported into ${dir}: ${counted(report.rows, "row")}`);
  return report.written ? 0 : 1;
}

function runAnd(kind: string, what: string, [dir, ...rest]: string[]): [string, string[]] {
  if (dir === undefined || rest.length === 0) {
    throw new Misuse(`${kind} needs a RUN and at least one ${what}`);
  }
  return [dir, rest];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

async function main(): Promise<0 | 1> {
  let parsed;
  try {
    parsed = parseArgs({
      args: Deno.args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        replace: { type: "boolean", default: false },
        mapping: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "skip-unusable": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  if (parsed.values.help) {
    console.log(HELP);
    return 0;
  }
  const [kind, ...args] = parsed.positionals;
  if (!Object.hasOwn(KINDS, kind ?? "")) {
    throw new Misuse(kind === undefined ? "say what to import" : `there is no import of ${kind}`);
  }
  return await KINDS[kind](args, parsed.values);
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error((error as Error).message + (error instanceof Misuse ? `\n\n${HELP}` : ""));
  Deno.exit(error instanceof Misuse ? 2 : 1);
}
