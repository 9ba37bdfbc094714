import { randomStream } from "lib/random/mod.ts";

/** How long to wait between requests, all in milliseconds. */
export interface Backoff {
  /** The first wait; each next one is twice as long. */
  first: number;
  /** The longest wait of our own choice. */
  longest: number;
  /** The longest wait that a server may ask for: beyond it the ceiling is waited. */
  ceiling: number;
}

/**
 * How long to wait before asking again: what the server says in `Retry-After`, up to a ceiling, plus up to one first
 * wait so that a crowd does not come back as one; else first * 2^n up to the longest, of which a random part between a half
 * and the whole.
 *
 * @param n How many waits there were before.
 * @param options `asked`, what the server asked for, see `retryAfter`; `seed`, whose chance it is.
 */
export function retryWait(
  n: number,
  backoff: Backoff,
  { asked = null, seed }: { asked?: number | null; seed: number },
): number {
  const chance = randomStream(seed, "backoff", n).next();
  if (asked !== null) return Math.min(backoff.ceiling, asked) + chance * backoff.first;
  return Math.min(backoff.longest, backoff.first * 2 ** n) * (0.5 + chance / 2);
}

/**
 * What a response's `Retry-After` asks for: seconds, or a date, which is held against the server's own clock where it
 * tells the time.
 *
 * @param now The time here, milliseconds since 1970.
 * @returns Milliseconds, at least 0; null where there is no such header or it says nothing that can be read.
 *
 * @example
 * ```ts
 * import { retryAfter } from "lib/models/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(retryAfter(new Headers({ "retry-after": "2" }), 0), 2000);
 * strictEqual(retryAfter(new Headers({ "retry-after": "Thu, 01 Jan 1970 00:00:05 GMT" }), 2000), 3000);
 * strictEqual(retryAfter(new Headers({ "retry-after": "soon" }), 0), null);
 * ```
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get("retry-after")?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/[a-z]{3}/i.test(text)) return null; // Date.parse makes a year of "-5"
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const told = Date.parse(headers.get("date") ?? "");
  return Math.max(0, until - (Number.isNaN(told) ? now : told));
}
