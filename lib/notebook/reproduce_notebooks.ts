import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { basename, dirname, join, relative } from "node:path";
import { listFiles, placeFile, readOrNull } from "./place_file.ts";
import type { Notebook } from "./notebook.ts";
import { readNotebook } from "./read_notebook.ts";
import { type RunFailure, runNotebook } from "./run_notebook.ts";
import { writeNotebook } from "./write_notebook.ts";

/** What `reproduceNotebooks` runs, and how. */
export interface ReproduceOptions {
  /** The project's folder, in which tables/ and figures/ lie. */
  root: string;
  /** Another run than the default one; executed copies go into a folder of its name beside the notebooks. */
  run?: { name: string; path: string };
  /** Change nothing: only tell what would change. Default false. */
  check?: boolean;
  /** How many notebooks run at once. Default 1. */
  jobs?: number;
  /** Seconds a cell may take. Default 600. */
  cellLimit?: number;
  /** Go on after cells that raise. Default false. */
  allowErrors?: boolean;
  /** Ends everything when aborted. */
  signal?: AbortSignal;
  /** Called whenever a cell begins or a notebook ends, with the share of all code cells that are done. */
  onProgress?: (share: number, notebook: string) => void;
  /** Called when a notebook has ended. */
  onNotebook?: (report: NotebookReport) => void;
}

/** A file that was written, or with `check` would be: against what lay there before. */
export interface FileReport {
  /** Its path from the project's folder, with slashes. */
  path: string;
  change: "new" | "changed" | "unchanged";
  /** For a notebook whose outputs differ: the first cell that does. */
  where?: string;
}

/** What became of one notebook. */
export interface NotebookReport {
  /** The file's name without `.ipynb`. */
  name: string;
  /** Code cells it has. */
  cells: number;
  /** Why it stopped, null if it ran to its end; then nothing of it was written. `unreadable`: no notebook at all. */
  failure:
    | RunFailure
    | { kind: "unreadable" | "conflict"; cell: null; message: string; traceback: string[] }
    | null;
  /** The executed notebook, and the tables and figures it saved; empty if it failed. */
  files: FileReport[];
}

/**
 * Runs notebooks and puts what they make into its place: outputs into the notebook itself (for another run: into a
 * copy), tables and figures into `tables/` and `figures/`.
 *
 * Each notebook saves into a folder of its own (AMBENCH_OUTPUT), and only when it has run to its end are files that
 * differ replaced, each at once by renaming. So a notebook that fails changes nothing, and two that save different
 * bytes under one name are found out.
 *
 * @param files Paths of the notebooks, in the order in which they start.
 * @returns A report for each notebook that was started, in the order of `files`.
 */
export async function reproduceNotebooks(
  files: readonly string[],
  options: ReproduceOptions,
): Promise<NotebookReport[]> {
  const jobs = files.map((file) => ({ file, name: basename(file, ".ipynb"), ...readFile(file) }));
  const total = jobs.reduce((sum, { cells }) => sum + cells, 0);
  const done = jobs.map(() => 0);
  const reports: (NotebookReport | undefined)[] = jobs.map(() => undefined);
  const owners: Owners = new Map();

  let next = 0;
  const work = async () => {
    while (next < jobs.length && !options.signal?.aborted) {
      const index = next++;
      const job = jobs[index];
      const report = await reproduceOne(job, options, owners, (cells) => {
        done[index] = cells;
        options.onProgress?.(done.reduce((sum, n) => sum + n, 0) / Math.max(1, total), job.name);
      });
      reports[index] = report;
      options.onNotebook?.(report);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs ?? 1) }, work));
  return reports.filter((report) => report !== undefined);
}

/** Which notebook saved a file first, and what its bytes hash to. */
type Owners = Map<string, { name: string; hash: string }>;

interface Job {
  file: string;
  name: string;
  cells: number;
  read: { notebook: Notebook } | { error: string };
}

function readFile(file: string): Pick<Job, "cells" | "read"> {
  try {
    const notebook = readNotebook(Deno.readTextFileSync(file), basename(file));
    return { cells: notebook.cells.filter((cell) => cell.cell_type === "code").length, read: { notebook } };
  } catch (error) {
    return { cells: 0, read: { error: (error as Error).message } };
  }
}

async function reproduceOne(
  { file, name, cells, read }: Job,
  options: ReproduceOptions,
  owners: Owners,
  onCells: (done: number) => void,
): Promise<NotebookReport> {
  const fail = (failure: NonNullable<NotebookReport["failure"]>) => ({ name, cells, failure, files: [] });
  if ("error" in read) return fail({ kind: "unreadable", cell: null, message: read.error, traceback: [] });
  const { root, run, check = false, cellLimit, allowErrors, signal } = options;
  const staging = await Deno.makeTempDir({ prefix: "am-bench-output-" });
  try {
    const { notebook, failure } = await runNotebook(read.notebook, {
      cwd: dirname(file),
      env: { AMBENCH_RUN: run?.path, AMBENCH_OUTPUT: staging },
      signal,
      cellLimit,
      allowErrors,
      root,
      onProgress: onCells,
    });
    if (failure) return fail(failure);

    const saved: { path: string; bytes: Uint8Array }[] = [];
    for (const path of await listFiles(staging)) {
      saved.push({ path, bytes: await Deno.readFile(join(staging, path)) });
    }
    for (const { path, bytes } of saved) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const owner = owners.get(path);
      if (owner !== undefined && owner.hash !== hash) {
        const message = `it saves ${path}, as ${owner.name} does with other bytes`;
        return fail({ kind: "conflict", cell: null, message, traceback: [] });
      }
      owners.set(path, owner ?? { name, hash });
    }

    const target = run === undefined ? file : join(dirname(file), run.name, basename(file));
    const where = await differingCell(target, notebook);
    const bytes = new TextEncoder().encode(writeNotebook(notebook));
    const files: FileReport[] = [{
      path: relative(root, target).replaceAll("\\", "/"),
      change: await placeFile(target, bytes, { check }),
      ...where === null ? {} : { where },
    }];
    for (const { path, bytes } of saved) {
      files.push({ path, change: await placeFile(join(root, path), bytes, { check }) });
    }
    return { name, cells, failure: null, files };
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

/** The first cell in which the notebook differs from the one at `path`; null if none does or there is none. */
async function differingCell(path: string, notebook: Notebook): Promise<string | null> {
  const before = await readOrNull(path);
  if (before === null) return null;
  try {
    const kept = readNotebook(new TextDecoder().decode(before));
    const index = notebook.cells.findIndex((cell, i) => !isDeepStrictEqual(cell, kept.cells[i]));
    return index < 0 ? null : `cell ${index + 1} (${notebook.cells[index].id})`;
  } catch {
    return null; // what lies there is no notebook; that it changes is all there is to say
  }
}
