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
import { type JupyterMessage, openMessage, sealMessage } from "./jupyter_message.ts";
import { leash } from "./kernel_leash.ts";
import { startKernelProcess } from "./kernel_process.ts";
import { connectZmtp, type ZmtpSocket } from "./zmtp.ts";

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

/** Why a kernel is of no more use. */
export class KernelError extends Error {
  override name = "KernelError";
  /** `dead`: it ended by itself; `interrupted`: the caller's signal; `flood`: too much output; `start`: it never was. */
  readonly kind: "dead" | "interrupted" | "flood" | "start";
  constructor(kind: KernelError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
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

interface Request {
  id: string;
  reply: PromiseWithResolvers<JupyterMessage>;
  idle: PromiseWithResolvers<void>;
}

const barrierType = "ambench_barrier";

async function startOnce({ cwd, env, signal, startLimit = 30_000 }: KernelOptions): Promise<Kernel> {
  const interrupted = () => new KernelError("interrupted", "the run was interrupted");
  if (signal?.aborted) throw interrupted();
  const process = await startKernelProcess({ cwd, env, signals: signal === undefined });
  const { hostname, key, ...ports } = process.connection;

  const sockets: ZmtpSocket[] = [];
  const connecting: Promise<void>[] = [];
  const loops: Promise<void>[] = [];
  const requests = new Map<string, Request>();
  const sinks = new Map<string, (message: JupyterMessage, size: number) => void>();
  const barriers = new Map<string, () => void>();
  let received = 0; // output messages so far, for the quiet moment

  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {}); // nobody may be waiting just now
  const fail = (error: unknown) => {
    lost.reject(error);
    process.kill();
  };
  const onAbort = () => fail(interrupted());
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) onAbort();
  const ended = process.ended.then((how) => fail(new KernelError("dead", `the kernel ${how}`)));
  const race = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, lost.promise]);

  let closing: Promise<void> | undefined;
  const close = () => closing ??= closeAll();
  const closeAll = async () => {
    fail(new KernelError("dead", "the kernel was closed"));
    await ended;
    await Promise.all(connecting);
    for (const socket of sockets) socket.close();
    await Promise.all(loops);
    signal?.removeEventListener("abort", onAbort);
  };

  const connect = (port: number, type: "DEALER" | "SUB") => {
    const pending = connectPatiently({ hostname, port }, type, lost.promise);
    connecting.push(pending.then((socket) => void sockets.push(socket), () => {}));
    return race(pending);
  };
  const listen = (socket: ZmtpSocket, handle: (message: JupyterMessage, size: number) => void) => {
    const loop = async () => {
      try {
        for (let frames; (frames = await socket.receive()) !== null;) {
          handle(openMessage(frames, key), frames.reduce((sum, frame) => sum + frame.length, 0));
        }
      } catch (error) {
        fail(new KernelError("dead", `what the kernel sent was garbled: ${(error as Error).message}`));
      }
    };
    loops.push(loop());
  };
  const onReply = (message: JupyterMessage) => requests.get(message.parent)?.reply.resolve(message);
  const onPublished = (message: JupyterMessage, size: number) => {
    if (message.type === "status") {
      if (message.content.execution_state === "idle") requests.get(message.parent)?.idle.resolve();
    } else if (message.type === barrierType) {
      barriers.get(String(message.content.token))?.();
    } else if (message.type !== "execute_input") {
      received += 1;
      sinks.get(message.parent)?.(message, size);
    }
  };
  const ask = async (
    socket: ZmtpSocket,
    type: string,
    content: Record<string, unknown>,
  ): Promise<Request> => {
    const { id, frames } = sealMessage(type, content, key);
    const request = {
      id,
      reply: Promise.withResolvers<JupyterMessage>(),
      idle: Promise.withResolvers<void>(),
    };
    requests.set(id, request);
    await race(socket.send(frames));
    return request;
  };

  /** Runs code that is no cell; what it shows, if anything, counts as that of the cell before. */
  const runHidden = async (shell: ZmtpSocket, code: string, cell?: string) => {
    const { id, reply, idle } = await ask(shell, "execute_request", {
      code,
      silent: true,
      store_history: false,
    });
    const sink = cell === undefined ? undefined : sinks.get(cell);
    if (sink) sinks.set(id, (message, size) => message.type === "error" || sink(message, size));
    const { content } = await race(reply.promise);
    await race(idle.promise);
    requests.delete(id);
    return content.status === "ok";
  };
  /** Waits until everything queued so far has come. */
  const settle = async (shell: ZmtpSocket, cell: string) => {
    const token = randomUUID();
    const arrived = Promise.withResolvers<void>();
    barriers.set(token, arrived.resolve);
    const code = `await Deno.jupyter.broadcast("${barrierType}", { token: "${token}" });`;
    if (await runHidden(shell, code, cell)) await race(arrived.promise);
    else await quietMoment(shell);
    barriers.delete(token);
  };
  const quietMoment = async (shell: ZmtpSocket) => {
    for (let before = -1; before !== received;) {
      before = received;
      await nap(4, lost.promise);
      const { id, reply, idle } = await ask(shell, "kernel_info_request", {});
      await race(Promise.all([reply.promise, idle.promise]));
      requests.delete(id);
    }
  };

  try {
    const start = within(startLimit, async () => {
      const shell = await connect(ports.shell, "DEALER");
      const control = await connect(ports.control, "DEALER");
      const published = await connect(ports.published, "SUB");
      listen(shell, onReply);
      listen(control, onReply);
      listen(published, onPublished);
      // A subscriber hears nothing from before its subscription was taken in: ask until both answers come.
      for (let ready = false; !ready;) {
        const { reply, idle } = await ask(shell, "kernel_info_request", {});
        ready = await within(50, () => race(Promise.all([reply.promise, idle.promise]))) !== "timeout";
      }
      return { shell, control };
    });
    const channels = await start;
    if (channels === "timeout") {
      throw new KernelError("start", `the kernel did not answer within ${startLimit} ms`);
    }
    const { shell, control } = channels;
    requests.clear();
    await process.hide();
    await runHidden(shell, leash(Deno.pid));

    const interrupt = async () => {
      const { id, reply } = await ask(control, "interrupt_request", {});
      await race(reply.promise);
      requests.delete(id);
    };
    return {
      pid: process.pid,
      async execute(code, { limit, grace = 3_000, maxOutput = 2 ** 26, onOutput }) {
        const request = await ask(shell, "execute_request", {
          code,
          silent: false,
          store_history: true,
          user_expressions: {},
          allow_stdin: false,
          stop_on_error: true,
        });
        let size = 0;
        sinks.set(request.id, (message, bytes) => {
          size += bytes;
          if (size <= maxOutput) onOutput?.(message);
          else fail(new KernelError("flood", `the cell sent more than ${maxOutput} bytes of output`));
        });
        const finish = async () => {
          const reply = await race(request.reply.promise);
          await race(request.idle.promise);
          await settle(shell, request.id);
          requests.delete(request.id);
          return reply.content;
        };
        const finished = finish();
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
        const [ename, evalue] = [String(content.ename ?? ""), String(content.evalue ?? "")];
        return { status: "error", ename, evalue, traceback: (content.traceback ?? []) as string[] };
      },
      interrupt,
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    const reason = error;
    await close();
    if (error instanceof KernelError && error.kind === "dead") throw new KernelError("start", error.message);
    throw reason;
  }
}

/** The result of `act`, or "timeout" if it takes longer than `limit` milliseconds. */
async function within<T>(limit: number, act: () => Promise<T>): Promise<T | "timeout"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"timeout">((resolve) => timer = setTimeout(() => resolve("timeout"), limit));
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits some milliseconds, or until `lost` rejects. */
async function nap(milliseconds: number, lost: Promise<never>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await Promise.race([new Promise((resolve) => timer = setTimeout(resolve, milliseconds)), lost]);
  } finally {
    clearTimeout(timer);
  }
}

async function connectPatiently(
  address: { hostname: string; port: number },
  type: "DEALER" | "SUB",
  lost: Promise<never>,
): Promise<ZmtpSocket> {
  while (true) {
    try {
      return await connectZmtp(address, type);
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
      await nap(10, lost); // the process has yet to come up
    }
  }
}
