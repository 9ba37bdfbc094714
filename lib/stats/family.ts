import { benjaminiHochberg } from "./benjamini_hochberg.ts";

/** One test of an adjusted family. */
export interface AdjustedTest {
  name: string;
  /** As declared; null where the test could not be run. */
  p: number | null;
  /** Benjamini-Hochberg over the whole family; null where the test could not be run. */
  adjusted: number | null;
  /** adjusted <= q; false where the test could not be run. */
  rejected: boolean;
}

/** A family after adjustment. */
export interface AdjustedFamily {
  name: string;
  q: number;
  /** m: the tests that were run, over which the adjustment goes. */
  count: number;
  /** The tests that could not be run; they do not enter m. */
  notRun: number;
  rejected: number;
  /** In the order of declaration. */
  tests: AdjustedTest[];
}

/**
 * A family of tests that are corrected together. A test is declared with its family at the moment it is made, so that
 * no test can be looked at and then forgotten: what was tried counts.
 *
 * @example
 * ```ts
 * import { Family } from "lib/stats/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const family = new Family("medium");
 * family.declare("sim-a", 0.01);
 * family.declare("sim-b", 0.5);
 * family.declare("sim-c", null); // no valid drawing: nothing to test
 * const { count, notRun, tests } = family.adjust();
 * deepStrictEqual([count, notRun], [2, 1]);
 * deepStrictEqual(tests.map((test) => test.adjusted), [0.02, 0.5, null]);
 * ```
 */
export class Family {
  readonly #tests = new Map<string, number | null>();

  /**
   * @param name What the family is about, as it is shown.
   * @param q The false discovery rate, strictly between 0 and 1.
   * @throws {RangeError} If q is not.
   */
  constructor(readonly name: string, readonly q = 0.05) {
    if (!(q > 0 && q < 1)) {
      throw new RangeError(`Cannot open a family: q must be strictly between 0 and 1, got ${q}`);
    }
  }

  /** How many tests have been declared, run or not. */
  get size(): number {
    return this.#tests.size;
  }

  /** Whether a test of that name has been declared. */
  has(test: string): boolean {
    return this.#tests.has(test);
  }

  /**
   * Enters a test.
   *
   * @param test Its name, once per family.
   * @param p Its p-value; null or NaN where it could not be run.
   * @throws {RangeError} If the name was declared before, or p is outside [0, 1].
   */
  declare(test: string, p: number | null): void {
    if (this.#tests.has(test)) {
      throw new RangeError(`Cannot declare a test twice in family ${this.name}: ${test}`);
    }
    const value = p === null || Number.isNaN(p) ? null : p;
    if (value !== null && !(value >= 0 && value <= 1)) {
      throw new RangeError(`Cannot declare a test: p must be in [0, 1], got ${value} for ${test}`);
    }
    this.#tests.set(test, value);
  }

  /** Benjamini-Hochberg over every test declared so far. Declaring more and adjusting again gives new values. */
  adjust(): AdjustedFamily {
    const run = [...this.#tests].filter((entry): entry is [string, number] => entry[1] !== null);
    const adjusted = benjaminiHochberg(run.map(([, p]) => p));
    const byName = new Map(run.map(([test], i) => [test, adjusted[i]]));
    const tests = [...this.#tests].map(([test, p]) => {
      const value = byName.get(test) ?? null;
      return { name: test, p, adjusted: value, rejected: value !== null && value <= this.q };
    });
    return {
      name: this.name,
      q: this.q,
      count: run.length,
      notRun: tests.length - run.length,
      rejected: tests.filter((test) => test.rejected).length,
      tests,
    };
  }
}
