import type { Claim } from "./published.ts";

/** What a run gave for a quantity: one value, several that the claim speaks of together, or a truth. */
export interface Found {
  value: number | boolean | readonly number[];
  /** The 95 % interval of a single number, where the analysis gives one. */
  low?: number;
  high?: number;
  /** Observations behind it. */
  n?: number;
  /** Why it tests nothing although it was computed, in words that end a sentence. */
  caveat?: string;
}

/** How a recomputed value stands to a printed one. */
export interface Comparison {
  verdict: "agrees" | "differs";
  /** What the verdict rests on: the digits printed, or the interval printed beside them. */
  by: "digits" | "interval";
}

/**
 * Holds a recomputed value against a printed one.
 *
 * A number agrees where it rounds to the print, that is lies within the claim's tolerance; where the paper prints a
 * 95 % interval, it also agrees inside that. A bound holds within the tolerance of its own print. Of several values,
 * `=` asks of each what it asks of one, `in` that each lies in the range, `range` that the least and the largest are
 * the two ends. 1e-9 is allowed for the arithmetic.
 *
 * @throws {TypeError} If the value is not of the kind that the claim prints: a truth for a number, or the reverse.
 *
 * @example
 * ```ts
 * import { compareClaim, readPublished } from "lib/paper/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const claim = readPublished().claims.find(({ id }) => id === "exp2-pooled-delta")!; // 0.37 [0.26, 0.47]
 * const by = (value: number) => Object.values(compareClaim(claim, { value }));
 * deepStrictEqual(by(0.374), ["agrees", "digits"]);
 * deepStrictEqual(by(0.41), ["agrees", "interval"]);
 * deepStrictEqual(by(0.48), ["differs", "interval"]);
 * ```
 */
export function compareClaim(claim: Claim, found: Found): Comparison {
  const { value: published, op, tolerance, ci } = claim;
  const values = Array.isArray(found.value) ? found.value as readonly number[] : [found.value];
  const wrong = values.find((value) => (typeof value === "boolean") !== (typeof published === "boolean"));
  if (wrong !== undefined || values.length === 0) {
    throw new TypeError(
      `Cannot compare ${claim.id}: the value must be of the kind of ${JSON.stringify(published)}, got ` +
        JSON.stringify(found.value),
    );
  }
  const as = (agrees: boolean, by: Comparison["by"] = "digits"): Comparison => ({
    verdict: agrees ? "agrees" : "differs",
    by,
  });
  if (typeof published === "boolean") return as(values.every((value) => value === published));
  const numbers = values as number[];
  const near = (value: number, print: number) => Math.abs(value - print) <= tolerance + 1e-9;
  if (Array.isArray(published)) {
    const [low, high] = published as [number, number];
    return op === "in"
      ? as(numbers.every((value) => value >= low - tolerance - 1e-9 && value <= high + tolerance + 1e-9))
      : as(near(Math.min(...numbers), low) && near(Math.max(...numbers), high));
  }
  const print = published as number;
  if (op === "<=" || op === "<") {
    return as(
      numbers.every((value) => op === "<" ? value < print + tolerance : value <= print + tolerance + 1e-9),
    );
  }
  if (op === ">=" || op === ">") {
    return as(
      numbers.every((value) => op === ">" ? value > print - tolerance : value >= print - tolerance - 1e-9),
    );
  }
  if (numbers.every((value) => near(value, print)) || ci === null) {
    return as(numbers.every((value) => near(value, print)));
  }
  return as(
    numbers.every((value) => value >= ci[0] - tolerance - 1e-9 && value <= ci[1] + tolerance + 1e-9),
    "interval",
  );
}
