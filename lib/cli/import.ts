/** `deno task import`: takes what was made elsewhere into a run. */
import { parseArgs } from "node:util";
import { importAnnotations } from "lib/attempts/mod.ts";
import { openRun } from "lib/simulate/mod.ts";

const HELP = `deno task import annotations RUN FILE... [--replace]

Takes annotators' answers, as the page of \`deno task annotate\` saves them, into the run in the folder RUN. Every file
is checked against the run's pair set first; what is wrong is named by file, pair, field and value, and then nothing
is imported.

  --replace   put an annotator's new answers in the place of those that the run has

Exit status: 0 everything was imported, 1 nothing was, 2 the command was misused.`;

function misuse(message: string): never {
  console.error(`${message}\n\n${HELP}`);
  Deno.exit(2);
}

/** Imports by kind: what follows the kind on the command line in, the exit status out. */
const KINDS: Record<string, (args: string[], options: { replace: boolean }) => Promise<0 | 1>> = {
  annotations: async ([dir, ...files], { replace }) => {
    if (dir === undefined || files.length === 0) misuse("annotations needs a RUN and at least one FILE");
    const run = await openRun(dir);
    const texts = files.map((file) => ({ file, text: Deno.readTextFileSync(file) }));
    const { faults, annotators } = await importAnnotations(run, texts, { replace });
    for (const { file, pair, field, message } of faults) {
      const where = [file, pair && `pair ${pair}`, field && `field ${field}`].filter(Boolean).join(", ");
      console.error(`${where}: ${message}`);
    }
    if (faults.length > 0) {
      console.error(`nothing was imported: ${faults.length} fault${faults.length === 1 ? "" : "s"}`);
      return 1;
    }
    for (const { annotator, answered } of annotators) {
      console.log(`${annotator}: ${answered} answers are in ${dir}/annotations.parquet`);
    }
    return 0;
  },
};

let parsed;
try {
  parsed = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: { help: { type: "boolean" }, replace: { type: "boolean", default: false } },
  });
} catch (error) {
  misuse((error as Error).message);
}
if (parsed.values.help) {
  console.log(HELP);
  Deno.exit(0);
}
const [kind, ...args] = parsed.positionals;
if (!Object.hasOwn(KINDS, kind ?? "")) {
  misuse(kind === undefined ? "say what to import" : `there is no import of ${kind}`);
}
try {
  Deno.exit(await KINDS[kind](args, { replace: parsed.values.replace }));
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
