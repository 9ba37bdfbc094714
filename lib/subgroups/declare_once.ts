import type { Family } from "lib/stats/mod.ts";

/** What each test of a family came to, by its name there. */
const known = new WeakMap<Family, Map<string, string>>();

/**
 * Enters a test with its family unless it is there already: a notebook cell that is run again makes the same test, not
 * one more. It is the same where name and outcome are; the same comparison of other rows (another frame, another
 * judge's score under the same name) is a test of its own, and is numbered.
 *
 * @param outcome All that the test came to; `p` goes to the family.
 * @returns Its name in the family.
 */
export function declareOnce(
  family: Family,
  test: string,
  outcome: Readonly<Record<string, number>> & { p: number },
): string {
  const own = known.get(family) ?? new Map<string, string>();
  known.set(family, own);
  const print = Object.values(outcome).join();
  for (let i = 1;; i++) {
    const name = i === 1 ? test : `${test}, other rows (${i})`;
    if (!family.has(name)) {
      family.declare(name, outcome.p);
      own.set(name, print);
      return name;
    }
    if (own.get(name) === print) return name;
  }
}
