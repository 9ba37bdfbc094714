import type { ChatAnswer } from "lib/models/mod.ts";

/** Statuses by which a server says that we, the model or the address are wrong, rather than the attempt. */
const CLOSED = [401, 403, 404];

/** How many in a row make it certain. */
const KNOCKS = 5;

/**
 * Keeps a wrong key, model or address from being recorded as thousands of failed attempts.
 *
 * Answers of 401, 403 or 404 are held back until it is clear what they are: once a reply comes they were these
 * attempts' own (a prompt that a moderator flagged) and are recorded; five in a row without one stop the session, and
 * nothing of them is recorded.
 */
export class Door {
  #held: (() => Promise<void>)[] = [];

  /**
   * Records an answer now or later, by calling `record`.
   *
   * @throws {Error} If the server lets nobody in.
   */
  async pass(answer: ChatAnswer, record: () => Promise<void>): Promise<void> {
    if (answer.reply !== null) {
      await this.#release();
    } else if (CLOSED.includes(answer.status ?? 0)) {
      this.#held.push(record);
      if (this.#held.length >= KNOCKS) {
        this.#held = [];
        throw new Error(`The server does not let us ask: ${answer.error}`);
      }
      return;
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
    if (!anyReply) throw new Error("The server does not let us ask: it answers 401, 403 or 404 alone");
    await this.#release();
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    for (const record of held) await record();
  }
}
