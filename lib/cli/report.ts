/** `deno task report`: every table and figure of a run in one document. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { outputFile } from "lib/tables/mod.ts";
import { openRun } from "lib/simulate/mod.ts";
import { startProgress } from "./progress.ts";
import { readOptions } from "./read_options.ts";
import { ledgerSummary } from "./report/ledger_summary.ts";
import { provenance } from "./report/provenance.ts";
import { reportHtml } from "./report/report_html.ts";
import { reportParts } from "./report/report_parts.ts";
import { reportTex } from "./report/report_tex.ts";

const HELP = `deno task report [--run DIR] [--out DIR] [--no-ledger]

Puts every table and figure of a run, as \`deno task reproduce\` left them in tables/ and figures/, into one document:
DIR/report.html, which holds its figures and fonts and needs no network, and DIR/latex/, whose main.tex takes the
tables by \\input and the figures as PDF (pdflatex main.tex). Both say what became of the paper's claims on this run and
what the numbers rest on: the run's seeds and hashes, the suite's source, the versions of what it is built on.

  --run DIR    default: AMBENCH_RUN, else data/roster
  --out DIR    default: report-RUN in the current folder
  --no-ledger  without the paper's claims, which have to be computed

Exit status: 0 the report was written, 1 it could not be, 2 the command was misused.`;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const values = readOptions(HELP, {
  run: { type: "string" },
  out: { type: "string" },
  "no-ledger": { type: "boolean" },
});
const progress = startProgress("report");
try {
  if (values.run !== undefined) Deno.env.set("AMBENCH_RUN", resolve(values.run)); // tables/ and figures/ follow it
  const run = await openRun(undefined, { onProgress: progress.update });
  const sections = reportParts(ROOT, (kind) => dirname(outputFile(kind, "any").path));
  if (sections.length === 0) {
    const wanted = Deno.env.get("AMBENCH_RUN") ? ` --run ${Deno.env.get("AMBENCH_RUN")}` : "";
    throw new RangeError(
      `Cannot write a report: tables/ and figures/ hold nothing of this run; deno task reproduce${wanted} fills them`,
    );
  }
  const ledger = values["no-ledger"]
    ? []
    : await ledgerSummary(run, (share, what) => progress.update(share, what));
  const report = {
    run: run.name,
    simulated: run.simulated,
    sections,
    provenance: await provenance(run, ROOT),
    ledger,
  };
  const out = values.out ?? `report-${run.name}`;
  Deno.mkdirSync(join(out, "latex"), { recursive: true });
  Deno.writeTextFileSync(join(out, "report.html"), reportHtml(report));
  for (const [path, file] of reportTex(report)) {
    const target = join(out, "latex", path);
    Deno.mkdirSync(dirname(target), { recursive: true });
    if ("text" in file) Deno.writeTextFileSync(target, file.text);
    else Deno.copyFileSync(file.copy, target);
  }
  const items = sections.flatMap((section) => section.items);
  const count = (kind: string) => items.filter((item) => item.kind === kind).length;
  progress.end(
    `${count("table")} tables and ${
      count("figure")
    } figures are in ${out}/report.html and ${out}/latex/main.tex`,
  );
  Deno.exit(0);
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
