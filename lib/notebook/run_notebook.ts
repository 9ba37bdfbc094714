import { collectOutputs } from "./output_collector.ts";
import { type Kernel, startKernel } from "./kernel.ts";
import { KernelError } from "./kernel_error.ts";
import type { CodeCell, Notebook, Output } from "./notebook.ts";
import { parseError } from "./parse_error.ts";

/** How `runNotebook` runs a notebook. */
export interface RunOptions {
  /** The folder cells run in. */
  cwd: string;
  /** Environment beside this process's own; undefined takes a variable away. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Ends the run when aborted; see `KernelOptions.signal`. */
  signal?: AbortSignal;
  /** Seconds a cell may take. Default 600. */
  cellLimit?: number;
  /** Seconds an interrupted cell has to stop before the kernel is killed. Default 3. */
  grace?: number;
  /** Bytes of output a cell may send. Default 64 MiB. */
  maxOutput?: number;
  /** Go on after cells that raise, whether or not they say so. Default false. */
  allowErrors?: boolean;
  /** A folder whose path is taken out of tracebacks, so that they are the same wherever the project lies. */
  root?: string;
  /** Called before each code cell with how many have run and how many there are, and once at the end. */
  onProgress?: (done: number, total: number) => void;
}

/** Why a run stopped. */
export interface RunFailure {
  /** `error`: the cell raised; `syntax`: it does not parse; the others as in `KernelError`. */
  kind: "error" | "syntax" | "timeout" | KernelError["kind"];
  /** The cell's number among all cells from 1, and its id; null if no cell had begun. */
  cell: { number: number; id: string } | null;
  message: string;
  /** The traceback's lines, if the cell raised an error that has one. */
  traceback: string[];
}

/**
 * Runs a notebook's code cells from top to bottom in a fresh Deno kernel, which is gone when the promise settles.
 *
 * A cell tagged `raises-exception` may raise, and the run goes on. Any other error, a cell that does not parse, one
 * over its time or output limit, and a kernel that ends stop the run: the failing cell then keeps what it showed, with
 * an `error` output last, and the cells after it have no outputs. Cells without code are passed over. Execution counts
 * are 1, 2, ... in order.
 *
 * @param notebook The notebook; it is not changed.
 * @returns The notebook as run, and why it stopped, or null if it ran to its end.
 *
 * @example
 * ```ts
 * import { readNotebook, runNotebook } from "lib/notebook/mod.ts";
 * import { deepStrictEqual, strictEqual } from "node:assert/strict";
 *
 * const cell = { cell_type: "code", id: "a", metadata: {}, source: "6 * 7", outputs: [], execution_count: null };
 * const text = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });
 * const { notebook, failure } = await runNotebook(readNotebook(text), { cwd: "." });
 * strictEqual(failure, null);
 * deepStrictEqual(notebook.cells[0], {
 *   ...cell,
 *   execution_count: 1,
 *   outputs: [
 *     { output_type: "execute_result", data: { "text/plain": "42" }, metadata: {}, execution_count: 1 },
 *   ],
 * });
 * ```
 */
export async function runNotebook(
  notebook: Notebook,
  options: RunOptions,
): Promise<{ notebook: Notebook; failure: RunFailure | null }> {
  const run: Notebook = {
    ...notebook,
    cells: notebook.cells.map((cell) =>
      cell.cell_type === "code" ? { ...cell, execution_count: null, outputs: [] } : cell
    ),
  };
  const failure = await runCells(run, options);
  return { notebook: run, failure };
}

async function runCells(notebook: Notebook, options: RunOptions): Promise<RunFailure | null> {
  const queue = [...notebook.cells.entries()].filter((entry): entry is [number, CodeCell] =>
    entry[1].cell_type === "code" && entry[1].source.trim() !== ""
  );
  let at: RunFailure["cell"] = null;
  try {
    const { cwd, env, signal } = options;
    await using kernel = await startKernel({ cwd, env, signal });
    const collector = collectOutputs();
    for (const [done, [index, cell]] of queue.entries()) {
      options.onProgress?.(done, queue.length);
      at = { number: index + 1, id: cell.id };
      cell.execution_count = done + 1;
      const { outputs, take } = collector.begin(done + 1);
      cell.outputs = outputs;
      const failure = await runCell(kernel, cell, take, options);
      if (failure) return { ...failure, cell: at };
    }
    options.onProgress?.(queue.length, queue.length);
    return null;
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    const failing = at && notebook.cells[at.number - 1];
    const ename = {
      dead: "DeadKernel",
      interrupted: "Interrupted",
      flood: "OutputFlood",
      start: "DeadKernel",
    };
    if (failing?.cell_type === "code") addError(failing.outputs, ename[error.kind], error.message);
    return { kind: error.kind, cell: at, message: error.message, traceback: [] };
  }
}

async function runCell(
  kernel: Kernel,
  cell: CodeCell,
  take: ReturnType<ReturnType<typeof collectOutputs>["begin"]>["take"],
  { cellLimit = 600, grace = 3, maxOutput, allowErrors = false, root }: RunOptions,
): Promise<Omit<RunFailure, "cell"> | null> {
  const reply = await kernel.execute(cell.source, {
    limit: cellLimit * 1000,
    grace: grace * 1000,
    maxOutput,
    onOutput: take,
  });
  if (reply.status === "timeout") {
    const message = `the cell took longer than ${cellLimit} s`;
    addError(cell.outputs, "CellTimeout", message);
    return { kind: "timeout", message, traceback: [] };
  }
  let kind: "error" | "syntax" = "error";
  if (reply.status === "error" && cell.outputs.at(-1)?.output_type !== "error") {
    // The kernel says no more of a cell that does not parse than that it failed.
    const reason = await parseError(cell.source);
    if (reason !== null) kind = "syntax";
    const [ename, evalue] = reason === null ? [reply.ename, reply.evalue] : ["SyntaxError", reason];
    addError(cell.outputs, ename, evalue, reply.traceback);
  }
  const raised = cell.outputs.at(-1);
  if (raised?.output_type !== "error") return null;
  if (root !== undefined) {
    const hide = (text: string) => text.replaceAll(`file://${root}/`, "").replaceAll(`${root}/`, "");
    raised.evalue = hide(raised.evalue);
    raised.traceback = raised.traceback.map(hide);
  }
  const tags = cell.metadata.tags;
  if (allowErrors || (Array.isArray(tags) && tags.includes("raises-exception"))) return null;
  return { kind, message: `${raised.ename}: ${raised.evalue}`, traceback: raised.traceback };
}

function addError(outputs: Output[], ename: string, evalue: string, traceback: string[] = []): void {
  if (outputs.at(-1)?.output_type === "error") outputs.pop();
  outputs.push({ output_type: "error", ename, evalue, traceback });
}
