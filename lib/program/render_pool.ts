import type { Medium, RenderJob, RenderResult } from "./render_result.ts";
import { RenderProcess, type Ticket } from "./render_process.ts";

// Jobs that a process holds at once: enough to hide the way there and back, few enough to leave work for the others.
const HELD = 16;

// Jobs that are worth one more process: starting one takes as long as rendering some dozens.
const WORTH = 8;

/**
 * Processes that render replies, started as they are needed, at most `workers` a medium.
 *
 * A result depends on its job alone: not on the process that did it, nor on what it did before. What a reply does to
 * its process (endless, out of memory, broken) costs that reply's own result; the jobs behind it are done elsewhere.
 * A pool without work does not keep this process alive.
 */
export class RenderPool implements AsyncDisposable {
  readonly #workers: number;
  readonly #processes = new Set<RenderProcess>();
  readonly #waiting: Record<Medium, Ticket[]> = { canvas: [], svg: [] };
  #closed = false;

  /** @param options `workers`, the most processes a medium; all cores by default. */
  constructor({ workers = navigator.hardwareConcurrency }: { workers?: number } = {}) {
    if (!Number.isSafeInteger(workers) || workers < 1) {
      throw new RangeError(`Cannot open a pool: workers must be a positive integer, got ${workers}`);
    }
    this.#workers = workers;
  }

  /** The process ids of those running. */
  get pids(): number[] {
    return [...this.#processes].map(({ pid }) => pid);
  }

  /** Renders a reply, after those submitted before it. @throws {Error} If the renderer cannot be started. */
  submit(job: RenderJob): Promise<RenderResult> {
    if (this.#closed) return Promise.reject(new Error("Cannot render: the pool is closed"));
    return new Promise((done, failed) => {
      this.#waiting[job.medium].push({ job, losses: 0, done, failed });
      queueMicrotask(() => this.#deal(job.medium)); // what is submitted together is dealt together
    });
  }

  /** Ends all processes; what was not rendered yet is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#processes].map((process) => process.close()));
    for (const ticket of Object.values(this.#waiting).flat()) {
      ticket.failed(new Error("Cannot render: the pool was closed"));
    }
  }

  #deal(medium: Medium): void {
    if (this.#closed) return;
    const waiting = this.#waiting[medium];
    if (waiting.length === 0) return;
    const processes = [...this.#processes].filter((process) => process.medium === medium && process.open);
    const held = processes.reduce((sum, process) => sum + process.tickets.length, 0);
    const wanted = Math.min(this.#workers, Math.ceil((waiting.length + held) / WORTH));
    while (processes.length < wanted) processes.push(this.#start(medium));
    let next = 0;
    while (next < waiting.length) {
      const least = processes.reduce((a, b) => b.tickets.length < a.tickets.length ? b : a);
      if (least.tickets.length >= HELD) break;
      least.send(waiting[next++]);
    }
    waiting.splice(0, next);
  }

  #start(medium: Medium): RenderProcess {
    const process = new RenderProcess(medium, {
      onFree: () => {
        if (process.tickets.length <= HELD / 2) this.#deal(medium);
      },
      onEnd: (left) => {
        this.#processes.delete(process);
        this.#waiting[medium].unshift(...left);
        this.#deal(medium);
      },
    });
    this.#processes.add(process);
    return process;
  }
}
