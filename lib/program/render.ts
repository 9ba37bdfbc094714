import { RenderPool } from "./render_pool.ts";
import type { Medium, RenderJob, RenderResult } from "./render_result.ts";

/** What to render a reply as. */
export interface RenderOptions {
  /** `canvas` (Python, the default) or `svg`. */
  medium?: Medium;
  /** Rows of a canvas, 24 by default. */
  rows?: number;
  /** Columns of a canvas, 24 by default. */
  cols?: number;
  /** The edge of an SVG's picture in pixels, 24 by default (resolution-matched; 512 is native). */
  size?: number;
}

let shared: RenderPool | undefined;

/**
 * Renders a model's reply: finds the program or the SVG in it, runs it where it can do no harm, and draws the cells.
 *
 * What is wrong with the reply is a status, never an exception. It is run in another process, started by the first
 * call and used again by the next ones, which is killed when a reply takes more than 4 seconds (`timeout`, with
 * `limit` "wall"). That process does not keep this one alive; `closeRenderers` ends it.
 *
 * @throws {TypeError} If the reply is no string, or the medium does not exist.
 * @throws {RangeError} If a size is no integer in 1..4096.
 * @throws {Error} If the process cannot be started.
 *
 * @example
 * ```ts
 * import { closeRenderers, render } from "lib/program/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { status, primitives } = await render("canvas.set_pixel(7 // 2, 0.5, 'red')");
 * deepStrictEqual(status, "ok");
 * deepStrictEqual(primitives, [{ kind: "set_pixel", r: 3, c: 0.5, color: "#d23232" }]);
 * await closeRenderers(); // only where nothing may be left running, as in a test
 * ```
 */
export function render(reply: string, options: RenderOptions = {}): Promise<RenderResult> {
  const job = jobOf(reply, options, "reply");
  shared ??= new RenderPool();
  return shared.submit(job);
}

/** Ends the processes that `render` keeps; the next call starts anew. */
export async function closeRenderers(): Promise<void> {
  const pool = shared;
  shared = undefined;
  await pool?.[Symbol.asyncDispose]();
}

/**
 * Renders many replies as `render` does, on all cores. The results stand in the order of the replies, and are the same
 * with any number of workers.
 *
 * @param options As for `render`; `workers`, the most processes (default: one a core); `onProgress`, called after each
 * reply with the number done and the number of all.
 * @throws As `render` does, before anything is run.
 *
 * @example
 * ```ts
 * import { renderAll } from "lib/program/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const results = await renderAll(["canvas.fill('red')", "canvas.fill(", "Sorry!"]);
 * deepStrictEqual(results.map(({ status }) => status), ["ok", "syntax_error", "syntax_error"]);
 * ```
 */
export async function renderAll(
  replies: readonly string[],
  { workers, onProgress, ...options }: RenderOptions & {
    workers?: number;
    onProgress?: (done: number, total: number) => void;
  } = {},
): Promise<RenderResult[]> {
  const jobs = replies.map((reply, i) => jobOf(reply, options, `replies[${i}]`));
  await using pool = new RenderPool({ workers });
  let done = 0;
  return await Promise.all(jobs.map(async (job) => {
    const result = await pool.submit(job);
    onProgress?.(++done, jobs.length);
    return result;
  }));
}

/** Checks what a caller asks for. `name` is what to call the reply in an error. */
export function jobOf(reply: unknown, options: RenderOptions, name: string): RenderJob {
  const { medium = "canvas", rows = 24, cols = 24, size = 24 } = options;
  if (typeof reply !== "string") {
    throw new TypeError(
      `Cannot render: ${name} must be a string, got ${reply === null ? "null" : typeof reply}`,
    );
  }
  if (medium !== "canvas" && medium !== "svg") {
    throw new TypeError(`Cannot render: medium must be "canvas" or "svg", got ${JSON.stringify(medium)}`);
  }
  for (const [name, value] of Object.entries({ rows, cols, size })) {
    if (!(Number.isSafeInteger(value) && value >= 1 && value <= 4096)) {
      throw new RangeError(`Cannot render: ${name} must be an integer in 1..4096, got ${value}`);
    }
  }
  return medium === "svg" ? { reply, medium, rows: size, cols: size } : { reply, medium, rows, cols };
}
