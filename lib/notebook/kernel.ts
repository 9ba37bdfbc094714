/**
 * The Deno Jupyter kernel as a child process, spoken to directly: started, asked to run cells, interrupted, ended.
 *
 * The kernel runs cells on one thread and speaks the protocol on another. What cells print and show goes through a
 * first-in-first-out queue between the two, and neither a cell's reply nor its idle status waits for that queue; a
 * message is stamped with whichever cell is current when it leaves the queue. So a cell has ended only when all that
 * it queued has come. To know that, a marker is sent down the same queue after the reply: everything in front of the
 * marker belongs to the cell. Where the marker cannot be sent (a cell may shadow `Deno`), the end is a quiet moment:
 * no message between two round trips.
 */
import { randomUUID } from "node:crypto";
import type { JupyterMessage } from "./jupyter_message.ts";
import { openChannels } from "./kernel_channels.ts";
import { KernelError } from "./kernel_error.ts";
import { leash } from "./kernel_leash.ts";
import { startKernelProcess } from "./kernel_process.ts";
import { within } from "./time_limit.ts";

/** How `startKernel` starts a kernel. */
export interface KernelOptions {
  /** The folder cells run in, from which `deno.json` is looked up too. */
  cwd: string;
  /** Environment beside this process's own; undefined takes a variable away. NO_COLOR is always 1. */
  env?: Readonly<Record<string, string | undefined>>;
  /**
   * Ends the kernel when aborted; whatever waits for it then rejects. With a signal, SIGINT, SIGTERM and SIGHUP are
   * the caller's to handle; without one they end the kernel first and this process next.
   */
  signal?: AbortSignal;
  /** Milliseconds a kernel has to answer its first request. Default 30,000. */
  startLimit?: number;
}

/** How `Kernel.execute` runs a cell. */
export interface ExecuteOptions {
  /** Milliseconds the cell may take. */
  limit: number;
  /** Milliseconds an interrupted cell has to stop before the kernel is killed. Default 3,000. */
  grace?: number;
  /** Bytes of output a cell may send before the kernel is killed. Default 64 MiB. */
  maxOutput?: number;
  /** Called with each output message of the cell, in the order sent. */
  onOutput?: (message: JupyterMessage) => void;
}

/** What became of a cell; `error` is the kernel's reply, whose texts are empty for a cell that does not parse. */
export type ExecuteReply =
  | { status: "ok" }
  | { status: "error"; ename: string; evalue: string; traceback: string[] }
  | { status: "timeout" };

/** A running kernel. */
export interface Kernel {
  /** The kernel's process id, which is its process group's too. */
  readonly pid: number;
  /**
   * Runs one cell and waits until all it printed and showed has come.
   *
   * A cell over its limit is interrupted, and the kernel killed if that does not help: busy loops stop, an await that
   * never ends does not.
   *
   * @throws {KernelError} If the kernel ends, is ended by the signal, or sends more than `maxOutput`.
   */
  execute(code: string, options: ExecuteOptions): Promise<ExecuteReply>;
  /** Stops a busy cell; does nothing to one that awaits. */
  interrupt(): Promise<void>;
  /** Ends the kernel and everything its cells started, and waits until they are gone. May be called again. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a kernel: this very Deno, `deno jupyter --kernel`, on five free ports of the loopback interface.
 *
 * @throws {KernelError} `start` if three tries give no kernel that answers, `interrupted` if the signal is aborted.
 *
 * @example
 * ```ts
 * import { startKernel } from "lib/notebook/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const texts: unknown[] = [];
 * await using kernel = await startKernel({ cwd: "." });
 * await kernel.execute("console.log(1 + 1)", {
 *   limit: 10_000,
 *   onOutput: ({ content }) => texts.push(content.text),
 * });
 * deepStrictEqual(texts, ["2\n"]);
 * ```
 */
export async function startKernel(options: KernelOptions): Promise<Kernel> {
  for (let attempt = 1;; attempt++) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Between finding a port free and the kernel's taking it, somebody else may have: then all is tried anew.
      if (!(error instanceof KernelError) || error.kind === "interrupted" || attempt === 3) throw error;
    }
  }
}

/** The type of the marker messages; the kernel passes on what type of message a cell asks it to publish. */
const markerType = "ambench_marker";

async function startOnce({ cwd, env, signal, startLimit = 30_000 }: KernelOptions): Promise<Kernel> {
  const interrupted = () => new KernelError("interrupted", "the run was interrupted");
  if (signal?.aborted) throw interrupted();
  const process = await startKernelProcess({ cwd, env, signals: signal === undefined });

  // The kernel is lost once, for the first reason given; from then on whatever waits for it rejects.
  const gone = new AbortController();
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {}); // nobody may be waiting just now
  const race = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, lost.promise]);
  const lose = (reason: KernelError) => {
    lost.reject(reason);
    gone.abort();
    process.kill();
  };
  const onAbort = () => lose(interrupted());
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  const ended = process.ended.then((how) => lose(new KernelError("dead", `the kernel ${how}`)));

  const sinks = new Map<string, (message: JupyterMessage, size: number) => void>(); // by the id of the request
  const markers = new Map<string, () => void>();
  let heard = 0; // output messages so far, for the quiet moment
  const opening = openChannels(process.connection, {
    onPublished(message, size) {
      if (message.type === "execute_input") return;
      if (message.type === markerType) return markers.get(String(message.content.token))?.();
      heard += 1;
      sinks.get(message.parent)?.(message, size);
    },
    onGarbled: ({ message }) => lose(new KernelError("dead", `what the kernel sent was garbled: ${message}`)),
  }, { signal: gone.signal });

  let closing: Promise<void> | undefined;
  const close = () =>
    closing ??= (async () => {
      lose(new KernelError("dead", "the kernel was closed"));
      await ended;
      await opening.then((channels) => channels.close(), () => {});
      signal?.removeEventListener("abort", onAbort);
    })();

  try {
    const channels = await within(startLimit, () => race(opening));
    if (channels === "timeout") {
      throw new KernelError("start", `the kernel did not answer within ${startLimit} ms`);
    }
    await process.hide();
    const ask = (...request: Parameters<typeof channels.request>) => race(channels.request(...request));

    /** Runs code that is no cell; what is queued when it begins is stamped with it, and is the cell's all the same. */
    const runHidden = async (code: string, cell?: string): Promise<boolean> => {
      const hidden = await ask("shell", "execute_request", { code, silent: true, store_history: false });
      const sink = cell === undefined ? undefined : sinks.get(cell);
      if (sink) sinks.set(hidden.id, (message, size) => message.type === "error" || sink(message, size));
      const [{ content }] = await race(Promise.all([hidden.reply, hidden.idle]));
      return content.status === "ok";
    };
    const settle = async (cell: string): Promise<void> => {
      const token = randomUUID();
      const arrived = new Promise<void>((resolve) => markers.set(token, resolve));
      const sent = await runHidden(
        `await Deno.jupyter.broadcast("${markerType}", { token: "${token}" });`,
        cell,
      );
      await (sent ? race(arrived) : quietMoment());
      markers.delete(token);
    };
    const quietMoment = async (): Promise<void> => {
      for (let before = -1; before !== heard;) {
        before = heard;
        await within(4, () => lost.promise);
        const { reply, idle } = await ask("shell", "kernel_info_request", {});
        await race(Promise.all([reply, idle]));
      }
    };

    const interrupt = async (): Promise<void> => {
      await race((await ask("control", "interrupt_request", {})).reply);
    };
    const execute: Kernel["execute"] = async (
      code,
      { limit, grace = 3_000, maxOutput = 2 ** 26, onOutput },
    ) => {
      const cell = await ask("shell", "execute_request", {
        code,
        silent: false,
        store_history: true,
        user_expressions: {},
        allow_stdin: false,
        stop_on_error: true,
      });
      let size = 0;
      sinks.set(cell.id, (message, bytes) => {
        size += bytes;
        if (size <= maxOutput) onOutput?.(message);
        else lose(new KernelError("flood", `the cell sent more than ${maxOutput} bytes of output`));
      });
      const finished = (async () => {
        const [{ content }] = await race(Promise.all([cell.reply, cell.idle]));
        await settle(cell.id);
        return content;
      })();
      finished.catch(() => {}); // after a time-out it may reject unheard
      const content = await within(limit, () => finished);
      if (content === "timeout") {
        const stopped = await within(grace, async () => {
          await interrupt();
          await finished;
        });
        if (stopped === "timeout") await close();
        return { status: "timeout" };
      }
      if (content.status === "ok") return { status: "ok" };
      const { ename, evalue, traceback } = content as { ename: string; evalue: string; traceback: string[] };
      return { status: "error", ename, evalue, traceback };
    };

    await runHidden(leash(Deno.pid));
    return { pid: process.pid, execute, interrupt, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    if (error instanceof KernelError && error.kind !== "dead") throw error;
    throw new KernelError("start", (error as Error).message);
  }
}
