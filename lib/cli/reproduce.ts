/** `deno task reproduce`: runs the notebooks in the real Deno kernel and writes tables and figures. */
import { availableParallelism } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type NotebookReport, reproduceNotebooks } from "lib/notebook/mod.ts";
import { startProgress } from "./progress.ts";

const HELP =
  `deno task reproduce [NOTEBOOK...] [--run DIR] [--check] [--jobs N] [--limit SECONDS] [--allow-errors]

Runs notebooks in the Deno kernel, from top to bottom, and puts their outputs, tables and figures into place. Needs no
Python and no Jupyter. A notebook that fails changes nothing.

  NOTEBOOK         its number (02), its name or its path; where none is given all in notebooks/ but the optional ones,
                   which need a large download and say so
  --run DIR        read the run in DIR (default: AMBENCH_RUN, else data/roster); any other run than the default one
                   writes tables/NAME/, figures/NAME/ and copies of the notebooks in notebooks/NAME/, NAME being the
                   folder's name
  --check          change nothing, and fail if any table, figure or stored output would change
  --jobs N         notebooks that run at once (default: 2, or 1 on one core)
  --limit SECONDS  time a cell may take (default: 600)
  --allow-errors   go on after cells that raise

Exit status: 0 if all is well, 1 if a notebook failed or --check found a difference, 2 if misused.`;

const marks = { new: "new", changed: "changed", unchanged: "unchanged" };

/** A command line that asks for what there is not. */
class Misuse extends Error {}

/**
 * The command as a function.
 *
 * @param args The command line after `reproduce`.
 * @param options.root The project's folder.
 * @param options.from The folder from which relative paths count.
 * @param options.prepare Makes what notebooks of the default run read, if it is missing, before any of them starts.
 * @returns The exit status.
 */
export async function reproduce(
  args: readonly string[],
  options: { root: string; from: string; prepare?: () => Promise<void> },
): Promise<0 | 1 | 2> {
  const { root } = options;
  let asked: ReturnType<typeof readArguments>;
  try {
    asked = readArguments(args, options);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    console.error(`${error.message}\nTry: deno task reproduce --help`);
    return 2;
  }
  if (asked === null) {
    console.log(HELP);
    return 0;
  }
  if (asked.files.length === 0) {
    console.error("There is no notebook in notebooks/");
    return 1;
  }

  if (asked.run === undefined) await options.prepare?.();

  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) Deno.exit(1); // asked twice: no more patience
    stop.abort();
  };
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) Deno.addSignalListener(signal, onSignal);
  try {
    const bar = Deno.stderr.isTerminal();
    if (!bar) console.error(startSentence(asked));
    const progress = bar ? startProgress("notebooks") : null; // elsewhere each notebook's own line is enough
    const reports = await reproduceNotebooks(asked.files, {
      ...asked,
      root,
      signal: stop.signal,
      onProgress: progress?.update,
      onNotebook: bar ? undefined : printNotebook,
    });
    progress?.end(`${reports.length} of ${asked.files.length} run`);
    if (bar) reports.forEach(printNotebook);
    printFiles(reports, asked.check);
    for (const { name, reason } of asked.optional) {
      console.log(`${name}: left out (${reason}); deno task reproduce ${name} runs it`);
    }
    if (asked.complete && reports.every(({ failure }) => failure === null)) {
      printUnwritten(reports, asked.run, root);
    }
    return isWell(reports, asked) ? 0 : 1;
  } finally {
    for (const signal of signals) Deno.removeSignalListener(signal, onSignal);
  }
}

function readArguments(args: readonly string[], { root, from }: { root: string; from: string }) {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        run: { type: "string" },
        check: { type: "boolean", default: false },
        jobs: { type: "string" },
        limit: { type: "string" },
        "allow-errors": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) return null;
  const present = notebooksOf(root);
  const optional = new Map(present.map((file) => [file, optionalReason(file)]));
  return {
    optional: positionals.length === 0
      ? [...optional].flatMap(([file, reason]) =>
        reason === null ? [] : [{ name: basename(file, ".ipynb"), reason }]
      )
      : [],
    files: positionals.length === 0 ? present.filter((file) => optional.get(file) === null) : [
      ...new Set(positionals.map((asked) => findNotebook(asked, present, from))),
    ],
    complete: positionals.length === 0,
    run: chooseRun(values.run, { root, from }),
    check: values.check,
    jobs: positive(values.jobs, "--jobs", Math.min(2, availableParallelism()), Number.isInteger),
    cellLimit: positive(values.limit, "--limit", 600, Number.isFinite),
    allowErrors: values["allow-errors"],
  };
}

function positive(
  text: string | undefined,
  name: string,
  fallback: number,
  rule: (n: number) => boolean,
): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === "" || !rule(value) || value <= 0) {
    throw new Misuse(`${name} must be a positive number, got ${text}`);
  }
  return value;
}

/** The notebooks of the project in order of their names. */
function notebooksOf(root: string): string[] {
  const folder = join(root, "notebooks");
  return [...Deno.readDirSync(folder)].filter(({ name, isFile }) => isFile && name.endsWith(".ipynb"))
    .map(({ name }) => join(folder, name)).sort();
}

/** Why a notebook is only run when it is asked for (`metadata.optional`), null where it is not so. */
function optionalReason(file: string): string | null {
  try {
    const reason = JSON.parse(Deno.readTextFileSync(file)).metadata?.optional;
    return typeof reason === "string" ? reason : null;
  } catch {
    return null; // a broken notebook is reported when it is run
  }
}

function findNotebook(asked: string, present: readonly string[], from: string): string {
  const found = present.filter((file) => {
    const name = basename(file, ".ipynb");
    return asked === name || asked === `${name}.ipynb` ||
      (/^\d+$/.test(asked) && name.startsWith(`${asked}-`));
  });
  if (found.length === 1) return found[0];
  if (found.length > 1) {
    throw new Misuse(`${asked} is more than one notebook: ${found.map((file) => basename(file)).join(", ")}`);
  }
  const path = resolve(from, asked);
  if (!path.endsWith(".ipynb") || !isFile(path)) {
    throw new Misuse(`There is no notebook ${asked}`);
  }
  return path;
}

function chooseRun(asked: string | undefined, { root, from }: { root: string; from: string }) {
  const given = asked ?? Deno.env.get("AMBENCH_RUN");
  if (given === undefined || given === "") return undefined;
  const path = resolve(from, given);
  if (path === join(root, "data", "roster")) return undefined;
  const name = basename(path);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    throw new Misuse(`The run's folder must be named by letters, digits, ".", "_" and "-", got ${name}`);
  }
  if (!isFile(join(path, "run.json"))) throw new Misuse(`There is no run in ${given}: it holds no run.json`);
  return { name, path };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** What is said where no bar shows that something goes on: the first notebook may take a minute. */
function startSentence({ files, jobs }: { files: readonly string[]; jobs: number }): string {
  const atOnce = files.length > 1 && jobs > 1 ? `, ${Math.min(jobs, files.length)} at a time` : "";
  return `running ${files.length} ${files.length === 1 ? "notebook" : "notebooks"}${atOnce} ...`;
}

function printNotebook({ name, cells, failure, files }: NotebookReport): void {
  if (failure === null) {
    console.log(`${name}: ${cells} code cells run, ${marks[files[0].change]}`);
    return;
  }
  const cell = failure.cell === null ? "" : `, cell ${failure.cell.number} (${failure.cell.id})`;
  console.error(`${name}${cell}: ${failure.message}`);
  // an error's traceback repeats its message in the first line
  for (const line of failure.traceback.slice(1)) console.error(line);
}

function printFiles(reports: readonly NotebookReport[], check: boolean): void {
  const saved = reports.flatMap(({ files }) => files.slice(1));
  const count = (change: string) => saved.filter((file) => file.change === change).length;
  console.log(
    `tables and figures: ${count("new")} new, ${count("changed")} changed, ${count("unchanged")} unchanged`,
  );
  const listed = check ? reports.flatMap(({ files }) => files) : saved;
  for (const { path, change, where } of listed) {
    if (change === "unchanged") continue;
    console.log(`  ${check ? "would be " : ""}${marks[change]}: ${path}${where ? `, from ${where} on` : ""}`);
  }
}

/** Names files in the run's own folders of tables and figures that no notebook wrote: old ones, or the user's own. */
function printUnwritten(
  reports: readonly NotebookReport[],
  run: { name: string } | undefined,
  root: string,
): void {
  const written = new Set(reports.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const kind of ["tables", "figures"]) {
    const folder = run === undefined ? kind : `${kind}/${run.name}`;
    if (![...written].some((path) => path.startsWith(`${folder}/`))) continue;
    const present = isFolder(join(root, folder)) ? [...Deno.readDirSync(join(root, folder))] : [];
    for (const { name, isFile } of present.sort((a, b) => a.name < b.name ? -1 : 1)) {
      const path = `${folder}/${name}`;
      if (isFile && !name.startsWith(".") && !written.has(path)) {
        console.log(`  not written by a notebook: ${path}`);
      }
    }
  }
}

function isWell(
  reports: readonly NotebookReport[],
  asked: { files: readonly string[]; check: boolean },
): boolean {
  return reports.length === asked.files.length &&
    reports.every(({ failure, files }) =>
      failure === null && (!asked.check || files.every(({ change }) => change === "unchanged"))
    );
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname!, "..", "..");
  const prepare = async () => {
    if (isFile(join(root, "data", "roster", "run.json"))) return;
    const { openRun } = await import("lib/simulate/mod.ts");
    const progress = startProgress("simulating data/roster");
    await openRun(undefined, { onProgress: progress.update });
    progress.end("done");
  };
  Deno.exit(await reproduce(Deno.args, { root, from: Deno.env.get("INIT_CWD") ?? Deno.cwd(), prepare }));
}
