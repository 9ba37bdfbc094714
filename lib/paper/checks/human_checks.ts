import { clopperPearson, logGamma } from "lib/stats/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { difference, exactly, percentOf, type Span, sum } from "../span.ts";
import { wholeCounts } from "../whole_counts.ts";

const CROSS = [["cross-model", 21], ["cross-tier", 7]] as const;

/** The wins out of n that print as a rate; NaN where none or several do. */
function winsOf(rate: Span, n: number): number {
  const counts = wholeCounts(rate.value, (rate.high - rate.low) / 2, n);
  return counts.length === 1 ? counts[0] : NaN;
}

/**
 * The largest nominal alpha that so many disagreements of two raters can go with: reached where all options are used
 * equally often, when agreement by chance is least.
 */
export function largestAlpha(disagreements: number, pairs: number, options: number): number {
  const answers = 2 * pairs;
  const byChance = answers * (1 - 1 / options) / (answers - 1);
  return 1 - disagreements / pairs / byChance;
}

/** How the agreed pairs can lie in the bins, as [first, the two middle ones, last] with their ties. */
export function tieBins(p: PrintedNumbers): { pairs: number[]; ties: number[] }[] {
  const rates = [0, 1, 2, 3].map((bin) => p.claim(`human-tie-rate-bin${bin}`));
  const pairs = p.claim("human-agreed").value, ties = p.claim("human-agreed-ties").value;
  const found: { pairs: number[]; ties: number[] }[] = [];
  const fits = (k: number, n: number, rate: Span) => n > 0 && wholeCounts(rate.value, 0.05, n).includes(k);
  for (let first = 1; first < pairs; first++) {
    for (const firstTies of wholeCounts(rates[0].value, 0.05, first)) {
      for (let last = 1; last < pairs - first; last++) {
        for (const lastTies of wholeCounts(rates[3].value, 0.05, last)) {
          // both middle bins print one rate, so only their sum is told
          const middle = pairs - first - last, middleTies = ties - firstTies - lastTies;
          if (middle < 4 || !fits(middleTies, middle, rates[1]) || rates[1].value !== rates[2].value) {
            continue;
          }
          found.push({ pairs: [first, middle, last], ties: [firstTies, middleTies, lastTies] });
        }
      }
    }
  }
  return found;
}

/** The two-sided p of k of n against one half. */
function signTest(k: number, n: number): number {
  const mass = (i: number) =>
    Math.exp(logGamma(n + 1) - logGamma(i + 1) - logGamma(n - i + 1) - n * Math.LN2);
  let tail = 0;
  for (let i = Math.max(k, n - k); i <= n; i++) tail += mass(i);
  return Math.min(1, 2 * tail);
}

/** Appendix C.2. */
export function humanChecks(): Check[] {
  const disagreements = (p: PrintedNumbers) => p.claim("human-pairs").value - p.claim("human-agreed").value;
  return [
    check("human-pool", "sum", (p) => ({
      expected: sum(
        ...["human-stratified", "human-cross-model", "human-cross-tier", "human-catch"].map(p.claim),
      ),
      published: p.claim("human-pairs"),
    })),
    check("human-agreement", "ratio", (p) => ({
      expected: percentOf(p.claim("human-agreed"), p.claim("human-pairs")),
      published: p.claim("human-agreement-pct"),
    })),
    check("human-agreed-split", "sum", (p) => ({
      expected: sum(p.claim("human-agreed-directional"), p.claim("human-agreed-ties")),
      published: p.claim("human-agreed"),
    })),
    ...["j1", "j2"].flatMap((judge) => [
      check(`human-${judge}`, "ratio", (p) => ({
        expected: percentOf(p.claim(`human-${judge}-match-hits`), p.claim(`human-${judge}-match-n`)),
        published: p.claim(`human-${judge}-match-pct`),
      })),
      check(`human-${judge}-within-directional`, "bound", (p) => ({
        expected: p.claim(`human-${judge}-match-n`),
        published: p.claim("human-agreed-directional"),
        relation: "at most" as const,
      })),
      check(`human-${judge}-chance`, "statistic", (p) => {
        const hits = p.claim(`human-${judge}-match-hits`).value, n = p.claim(`human-${judge}-match-n`).value;
        const chance = signTest(hits, n);
        return truth(chance < 0.001, `${hits} of ${n}: p = ${chance.toExponential(1)}`);
      }),
    ]),
    ...CROSS.flatMap(([kind, n]) => {
      const id = kind === "cross-model" ? "human-cross-model-win" : "human-cross-tier-win";
      const wins = (p: PrintedNumbers) => winsOf(p.claim(id), n);
      const ends = (p: PrintedNumbers) => clopperPearson(wins(p), n, 0.95);
      return [
        check(`human-${kind}-rate`, "whole counts", (p) => ({
          expected: percentOf(exactly(wins(p)), exactly(n)),
          published: p.claim(id),
          detail: "the one count that prints so",
        })),
        ...(["low", "high"] as const).map((end, i) =>
          check(`human-${kind}-ci-${end}`, "statistic", (p) => ({
            expected: exactly(100 * ends(p)[end], `Clopper-Pearson of ${wins(p)} of ${n}, percent`),
            published: p.interval(id)[i],
          }))
        ),
      ];
    }),
    check("human-cross-tier-spans-half", "truth", (p) => {
      const [low, high] = p.interval("human-cross-tier-win");
      return truth(low.value <= 50 && high.value >= 50, `${low.text} to ${high.text}`);
    }),
    check("human-cross-model-excludes-half", "count", (p) => {
      const [low, high] = p.interval("human-cross-model-win");
      return countOf(["the interval"], () => low.value <= 50 && high.value >= 50, 0);
    }),
    check("human-cross-pairs-kept", "bound", (p) => ({
      expected: sum(...CROSS.map(([, n]) => exactly(n))),
      published: sum(p.claim("human-cross-model"), p.claim("human-cross-tier")),
      relation: "at most",
    })),
    ...([["four", 4], ["three", 3]] as const).map(([name, options]) =>
      check(`human-alpha-${name}-options`, "bound", (p) => ({
        expected: exactly(
          largestAlpha(disagreements(p), p.claim("human-pairs").value, options),
          `largest alpha of ${disagreements(p)} disagreements in ${p.claim("human-pairs").text} pairs`,
        ),
        published: p.claim("human-alpha"),
        relation: "at least" as const,
      }))
    ),
    check("human-alpha-floor", "truth", (p) =>
      truth(
        p.claim("human-alpha").value < p.claim("human-alpha-floor").value,
        `${p.claim("human-alpha").text} against ${p.claim("human-alpha-floor").value}`,
      )),
    check("human-tie-bins-solvable", "whole counts", (p) => {
      const ways = tieBins(p);
      return {
        expected: exactly(ways.length, "ways to fill the bins"),
        published: exactly(1),
        relation: "at least",
        detail: ways.length === 0 ? "none" : `for instance ${ways[0].pairs.join(" / ")} pairs`,
      };
    }),
    check("human-tie-monotone", "count", (p) => {
      const rates = [0, 1, 2, 3].map((bin) => p.claim(`human-tie-rate-bin${bin}`));
      return countOf(
        rates.slice(1).map((rate, i) => [rates[i], rate]),
        ([before, after]) => after.value < before.value,
        difference(p.claim("human-bins"), exactly(1)),
        ([before, after]) => `${before.text} to ${after.text}`,
      );
    }),
    check("human-raised-by-agreement", "count", (p) =>
      countOf(
        ["j1", "j2"],
        (judge) => p.claim(`human-${judge}-match-pct`).value > p.claim(`human-${judge}-single-pct`).value,
        p.claim("judges-count"),
      )),
  ];
}
