import type { ChatAnswer } from "lib/models/mod.ts";

/** Statuses by which a server says that we, the model or the address are wrong, rather than the attempt. */
const CLOSED = [401, 403, 404];

/** Statuses by which a gateway says that there is no server behind it. */
const NOBODY = [502, 503, 504];

/** How many in a row make it certain; of a server that is not there so many, and as many as are asked at once twice. */
const KNOCKS = 5;

/**
 * Keeps a wrong key, model or address, or a server that is gone, from being recorded as thousands of failed attempts.
 *
 * Answers of 401, 403 or 404, and those that no server gave (refused and broken connections, time-outs, 502 to 504), are
 * held back until it is clear what they are: once a reply comes they were these attempts' own (a prompt that a moderator
 * flagged, one that a server broke on) and are recorded; many in a row without one stop the session, and nothing of
 * them is recorded.
 */
export class Door {
  readonly #patience: number;
  #held: { record: () => Promise<void>; closed: boolean }[] = [];

  /** @param concurrency How many are asked at once: so many may fail together where a server goes away for a while. */
  constructor(concurrency: number) {
    this.#patience = Math.max(KNOCKS, 2 * concurrency);
  }

  /**
   * Records an answer now or later, by calling `record`.
   *
   * @throws {Error} If the server lets nobody in, or is not there.
   */
  async pass(answer: ChatAnswer, record: () => Promise<void>): Promise<void> {
    if (answer.reply !== null) {
      await this.#release();
    } else {
      const closed = CLOSED.includes(answer.status ?? 0);
      if (closed || answer.status === null || NOBODY.includes(answer.status)) {
        this.#held.push({ record, closed });
        const refused = this.#held.filter((held) => held.closed).length;
        if (refused >= KNOCKS || this.#held.length >= this.#patience) {
          this.#held = [];
          throw new Error(
            refused >= KNOCKS
              ? `The server does not let us ask: ${answer.error}`
              : `The server is not there (${this.#patience} in a row got no answer, the last one: ${answer.error}). ` +
                "None of these is recorded: call again once it is there",
          );
        }
        return;
      }
    }
    await record();
  }

  /**
   * Ends a session that came to its end.
   *
   * @param anyReply Whether there is any reply of the model at all: without one, what is held is no attempt's own.
   * @throws {Error} If something is held and there is none.
   */
  async close(anyReply: boolean): Promise<void> {
    if (this.#held.length === 0) return;
    if (!anyReply) {
      throw new Error(
        this.#held.some(({ closed }) => closed)
          ? "The server does not let us ask: it answers 401, 403 or 404 alone"
          : "The server is not there: nothing that was asked got an answer, and nothing is recorded",
      );
    }
    await this.#release();
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    for (const { record } of held) await record();
  }
}
