/**
 * A seeded stream of random numbers: the only source of chance in the suite.
 *
 * The generator is sfc32 (Doty-Humphrey's Small Fast Counting, 128 bits of state), seeded by the FNV-1a hashes of
 * its key. The same key gives the same numbers on any machine; different keys give unrelated streams, so work that
 * is split by key does not depend on the order in which it is done.
 */
export interface RandomStream {
  /** The next number, uniform in [0, 1) with 32 bits. */
  next(): number;
  /** The next integer, uniform in 0 .. n - 1. */
  below(n: number): number;
  /** The next integer, uniform in low .. high, both included. */
  between(low: number, high: number): number;
  /** The next standard normal deviate (Box-Muller, one deviate per two uniforms). */
  normal(): number;
  /** One of `items`, each as likely. */
  pick<T>(items: readonly T[]): T;
  /** A shuffled copy of `items` (Fisher-Yates), every order as likely. */
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * Opens the stream of a key.
 *
 * @param key One or more parts, such as a seed and what it is for: `randomStream(7, "bootstrap", model)`. Parts are
 * joined by a NUL, so `("a", "bc")` and `("ab", "c")` differ.
 *
 * @example
 * ```ts
 * import { randomStream } from "lib/random/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(randomStream(7, "a").next(), randomStream(7, "a").next());
 * ```
 */
export function randomStream(...key: readonly (string | number)[]): RandomStream {
  const text = key.join("\0");
  let a = fnv1a32(`0${text}`), b = fnv1a32(`1${text}`), c = fnv1a32(`2${text}`), counter = 1;
  const word = (): number => {
    const t = (a + b | 0) + counter | 0;
    counter = counter + 1 | 0;
    a = b ^ b >>> 9;
    b = c + (c << 3) | 0;
    c = (c << 21 | c >>> 11) + t | 0;
    return t >>> 0;
  };
  for (let i = 0; i < 16; i++) word(); // FNV leaves near keys near each other: let the state mix
  const next = () => word() / 4294967296;
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (items) => items[below(items.length)],
    shuffle: (items) => {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [out[i], out[j]] = [out[j], out[i]];
      }
      return out;
    },
  };
}

/**
 * The 32-bit FNV-1a hash of a text's UTF-8 bytes, as an unsigned integer.
 *
 * Source: Fowler, Noll & Vo; draft-eastlake-fnv.
 */
export function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
