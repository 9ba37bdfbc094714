import { fileURLToPath } from "node:url";
import { resvgFiles } from "lib/svg/mod.ts";
import { endedResult, type Medium, type RenderJob, type RenderResult } from "./render_result.ts";
import { jobLine, linesOf, readAnswer } from "./render_wire.ts";

/** Milliseconds that one reply may take before its process is killed. */
export const WALL_LIMIT = 4000;

// A parent that was itself busy may find the answer waiting for it: it looks once more before it kills.
const LAST_LOOK = 100;

/** A job on its way, and what is told when it is done. */
export interface Ticket {
  job: RenderJob;
  /** How often a process ended while it was busy with this, for no reason known. */
  losses: number;
  done(result: RenderResult): void;
  failed(error: Error): void;
}

/**
 * One process that renders replies of one medium, in order, and is killed where a reply does not end.
 *
 * It may do nothing but read the files of its renderer. Tickets that were behind the one at fault go back to the pool.
 */
export class RenderProcess {
  readonly medium: Medium;
  /** Sent and unanswered, in order: the process is busy with the first. */
  readonly tickets: Ticket[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #ended: Promise<void>;
  readonly #onFree: () => void;
  #ready = false;
  #gone = false;
  #answers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hold: ReturnType<typeof setInterval> | undefined;
  #errors = "";

  /**
   * Starts the process.
   *
   * @param events `onFree` is called after each answer; `onEnd` once, with the tickets that it left unanswered.
   */
  constructor(medium: Medium, events: { onFree: () => void; onEnd: (left: Ticket[]) => void }) {
    this.medium = medium;
    this.#onFree = events.onFree;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`,
        "--v8-flags=--stack-size=6000",
        ...readable(medium),
        new URL("./render_child.ts", import.meta.url).href,
        medium,
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      env: { NO_COLOR: "1" },
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#child.unref();
    this.#ended = this.#watch().then((left) => {
      clearInterval(this.#hold);
      events.onEnd(left);
    });
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Whether jobs may still be sent. */
  get open(): boolean {
    return !this.#gone;
  }

  /** Sends a job after those already sent. */
  send(ticket: Ticket): void {
    if (this.tickets.push(ticket) === 1) {
      this.#keepAlive();
      if (this.#ready) this.#startClock();
    }
    this.#writer.write(new TextEncoder().encode(jobLine(ticket.job))).catch(() => {}); // its end tells the pool
  }

  /** Ends the process, and waits until it is gone. */
  async close(): Promise<void> {
    this.#keepAlive();
    this.#kill();
    await this.#ended;
  }

  // The child is unreferenced for good, so that an idle one lets this process end; while something is awaited of it,
  // a timer keeps this process alive. (Referencing the child again does not reach a read that is already waiting.)
  #keepAlive(): void {
    clearInterval(this.#hold);
    this.#hold = setInterval(() => {}, 1e9);
  }

  #startClock(): void {
    clearTimeout(this.#timer);
    if (this.tickets.length === 0) return;
    const answers = this.#answers;
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => {
        if (this.#answers !== answers) return;
        const ticket = this.tickets.shift()!;
        this.#kill();
        const message = `it was still running after ${WALL_LIMIT / 1000} s`;
        ticket.done(endedResult(ticket.job, "timeout", "wall", message));
      }, LAST_LOOK);
    }, WALL_LIMIT);
  }

  #kill(): void {
    clearTimeout(this.#timer);
    if (this.#gone) return;
    this.#gone = true;
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // it ended by itself a moment ago
    }
  }

  /** Follows the process to its end; the tickets that somebody else must take. */
  async #watch(): Promise<Ticket[]> {
    const errors = this.#readErrors();
    for await (const line of linesOf(this.#child.stdout)) {
      const answer = readAnswer(line);
      if ("ready" in answer) this.#ready = true;
      else if (!this.#gone) {
        this.#answers++;
        this.tickets.shift()!.done(answer.result);
        if (answer.spoiled) this.#gone = true;
      }
      if (this.#gone) continue;
      this.#startClock();
      if (this.tickets.length === 0) clearInterval(this.#hold);
      this.#onFree();
    }
    clearTimeout(this.#timer);
    const expected = this.#gone;
    this.#gone = true;
    const [{ code, signal }] = await Promise.all([
      this.#child.status,
      errors,
      this.#writer.close().catch(() => {}),
    ]);
    if (!expected) this.#judge(code, signal);
    return this.tickets.splice(0);
  }

  async #readErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#errors = (this.#errors + text).slice(-4000);
    }
  }

  /** The process ended by itself: settles what becomes of the ticket that it was busy with. */
  #judge(code: number, signal: Deno.Signal | null): void {
    const how = signal ?? `exit status ${code}`;
    if (!this.#ready) {
      const error = new Error(
        `Cannot start the ${this.medium} renderer: it ended with ${how}: ${this.#errors.trim()}`,
      );
      for (const ticket of this.tickets.splice(0)) ticket.failed(error);
      return;
    }
    const ticket = this.tickets[0];
    if (!ticket) return;
    // A process that aborts did so for its program: out of heap, out of stack, or a trap. One that was killed from
    // outside may have been killed for anything, so its program is given a second process.
    const aborted = /out of memory|stack overflow|RuntimeError/i.test(this.#errors) ||
      ["SIGABRT", "SIGSEGV", "SIGTRAP", "SIGILL", "SIGBUS"].includes(signal ?? "");
    if (!aborted && ++ticket.losses < 2) return;
    this.tickets.shift();
    const last = this.#errors.trim().split("\n", 1)[0];
    const message = `its process ended with ${how}${last && `: ${last.slice(0, 200)}`}`;
    ticket.done(endedResult(ticket.job, "memory", "process", message));
  }
}

// What a renderer reads: nothing else of the machine can be reached from a process, by whatever gets loose in it.
function readable(medium: Medium): string[] {
  const files = medium === "svg" ? resvgFiles() : sandboxFiles();
  return files.map((file) => `--allow-read=${fileURLToPath(file)}`);
}

function sandboxFiles(): URL[] {
  const engine = "@jitl/quickjs-wasmfile-release-sync/wasm";
  return [new URL("./guest/", import.meta.url), new URL(import.meta.resolve(engine))];
}
