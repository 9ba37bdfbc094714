/** `deno task claims`: the paper's claims beside what a run gives for them. */
import { parseArgs } from "node:util";
import { claimsLedger, type Ledger, ledgerSentence, NEEDS } from "lib/paper/mod.ts";
import { openRun } from "lib/simulate/mod.ts";
import { claimsSummary, claimsTable, ledgerCsv } from "lib/tables/mod.ts";
import { startProgress } from "./progress.ts";
import { runCommand } from "./run_command.ts";

const FORMATS = ["summary", "md", "csv"] as const;
const VERDICTS = ["agrees", "differs", "not-testable"] as const;

const HELP = `deno task claims [--run DIR] [--format summary|md|csv] [options]

Holds every claim of the paper (data/published.json: 416 sentences, and the cells of its tables) against a run: published,
recomputed, tolerance, and whether it agrees, differs, or cannot be tested on this run and why. Each number comes from
the functions that the tables are made of; the notebook cell that shows it is named beside it.

  --run DIR            the run; AMBENCH_RUN or the simulated roster unless given
  --format FORMAT      summary (counts and what differs, unless given), md (every claim), csv (every claim, digits in full)
  --needs WHAT         only claims that rest on WHAT, one or more of ${NEEDS.join(", ")}
  --verdict VERDICT    only claims that agree, differ or are not testable: agrees, differs, not-testable
  --named PAPER=MODEL  which of the run's models is which of the paper's, where its name does not tell; as often as needed
  --no-cells           sentences only, without the cells of tables
  --strict             exit with 1 if a claim differs

A simulated run claims nothing about the paper: its quantities are computed, and what depends on a run is not testable.
Exit status: 0 the ledger was drawn up, 1 it could not be (or, with --strict, a claim differs), 2 the command was misused.
`;

interface Options {
  run?: string;
  format: (typeof FORMATS)[number];
  needs?: (typeof NEEDS)[number][];
  verdict?: (typeof VERDICTS)[number];
  named: Record<string, string>;
  cells: boolean;
  strict: boolean;
}

function misused(message: string): never {
  console.error(`${message}\nTry: deno task claims --help`);
  Deno.exit(2);
}

function readOptions(args: readonly string[]): Options {
  let values, positionals;
  try {
    ({ values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        run: { type: "string" },
        format: { type: "string", default: "summary" },
        needs: { type: "string", multiple: true },
        verdict: { type: "string" },
        named: { type: "string", multiple: true, default: [] },
        "no-cells": { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    }));
  } catch (error) {
    misused((error as Error).message);
  }
  const one = <T extends string>(name: string, of: readonly T[], value: string): T =>
    of.find((choice) => choice === value) ??
      misused(`--${name} must be one of ${of.join(", ")}, got ${value}`);
  if (positionals.length > 0) misused(`no such argument: ${positionals[0]}`);
  const named = values.named!.map((pair): [string, string] => {
    const [paper, model] = pair.split(/=(.*)/s);
    if (!paper || !model) misused(`--named must be PAPER=MODEL, got ${pair}`);
    return [paper, model];
  });
  return {
    run: values.run,
    format: one("format", FORMATS, values.format!),
    needs: values.needs?.flatMap((text) => text.split(",")).map((text) => one("needs", NEEDS, text.trim())),
    verdict: values.verdict === undefined ? undefined : one("verdict", VERDICTS, values.verdict),
    named: Object.fromEntries(named),
    cells: !values["no-cells"],
    strict: values.strict!,
  };
}

function output(ledger: Ledger, { format, verdict }: Options): string {
  const wanted = verdict === undefined
    ? ledger
    : { ...ledger, rows: ledger.rows.filter((row) => row.verdict === verdict.replace("-", " ")) };
  if (format === "csv") return ledgerCsv(wanted);
  if (format === "md") return claimsTable(wanted).markdown();
  const differing = ledger.rows.some((row) => row.verdict === "differs")
    ? "\n" + claimsTable(ledger, { verdict: "differs" }).markdown()
    : "";
  return `${ledgerSentence(ledger)}\n\n${claimsSummary(wanted).markdown()}${verdict ? "" : differing}`;
}

async function main(): Promise<number> {
  const options = readOptions(Deno.args);
  const run = await openRun(options.run);
  const progress = startProgress("claims");
  const ledger = await claimsLedger(run, {
    named: options.named,
    cells: options.cells,
    wanted: options.needs && (({ needs }) => options.needs!.includes(needs)),
    onProgress: (share, quantity) => progress.update(share, quantity),
  });
  progress.end(`${ledger.rows.length} held against ${ledger.run}`);
  const bytes = new TextEncoder().encode(output(ledger, options));
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
  return options.strict && ledger.rows.some(({ verdict }) => verdict === "differs") ? 1 : 0;
}

if (import.meta.main) await runCommand("claims", HELP, main);
