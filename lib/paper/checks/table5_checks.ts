import { type Check, check, countOf } from "../check.ts";
import { dashedOf, type PrintedNumbers } from "../printed_numbers.ts";
import { difference, exactly, meanOf, percentOf, ratio, type Span } from "../span.ts";
import { wholeCounts } from "../whole_counts.ts";

type Column = "piou_mean" | "piou_pen" | "pass_pct" | "perfect_pct";

const at = (p: PrintedNumbers, model: string, column: Column) => p.cell("table5", { model }, column);

const half = ({ low, high }: Span) => (high - low) / 2;

const countsOf = (p: PrintedNumbers, model: string, column: Column) => {
  const cell = at(p, model, column);
  return wholeCounts(cell.value, half(cell), p.claim("translation-attempts-per-model").value);
};

/** The share of attempts that would have to be invalid for PIoU_pen to be a mean over valid ones, in percent. */
export function invalidNeeded(p: PrintedNumbers, model: string): Span {
  const kept = ratio(at(p, model, "piou_mean"), at(p, model, "piou_pen"));
  return percentOf(difference(exactly(1), kept), exactly(1));
}

/** The share of attempts that fail, in percent: the invalid ones are among them. */
export function failing(p: PrintedNumbers, model: string): Span {
  return difference(exactly(100), at(p, model, "pass_pct"));
}

/** Whether a row's PIoU_pen is above its mean by more than rounding allows. */
export function penAboveMean(p: PrintedNumbers, model: string): boolean {
  return at(p, model, "piou_pen").low > at(p, model, "piou_mean").high;
}

/** The least and the largest mean that the shares of passing and of perfect attempts leave. */
function meanBounds(p: PrintedNumbers, model: string): { low: Span; high: Span } {
  const tau = p.claim("tau-trans").value;
  const pass = at(p, model, "pass_pct"), perfect = at(p, model, "perfect_pct");
  const bound = (of: (end: "value" | "low" | "high") => number, text: string): Span => ({
    value: of("value") / 100,
    low: of("low") / 100,
    high: of("high") / 100,
    text,
  });
  return {
    // perfect attempts at 1, the other passing ones at the threshold, failing ones at 0
    low: bound((end) => (1 - tau) * perfect[end] + tau * pass[end], "least mean"),
    // passing ones at 1, failing ones just below the threshold
    high: bound((end) => pass[end] + tau * (100 - pass[end]), "largest mean"),
  };
}

/** Table 5: shares as counts, and the penalised column against the plain one in two readings. */
export function table5Checks(models: readonly string[]): Check[] {
  return [
    check("table5-pass-mean", "mean", (p) => ({
      expected: meanOf(p.models.map((model) => at(p, model, "pass_pct"))),
      published: p.claim("translation-pass-pct"),
    })),
    check("table5-pass-count", "whole counts", (p) => {
      const ends = p.models.map((model) => countsOf(p, model, "pass_pct"));
      const low = ends.reduce((sum, counts) => sum + counts[0], 0);
      const high = ends.reduce((sum, counts) => sum + counts.at(-1)!, 0);
      const share = (count: number) => 100 * count / p.claim("translation-attempts").value;
      return {
        expected: {
          value: share((low + high) / 2),
          low: share(low),
          high: share(high),
          text: `${low} to ${high} of ${p.claim("translation-attempts").text}`,
        },
        published: p.claim("translation-pass-pct"),
      };
    }),
    check("table5-cells-feasible", "whole counts", (p) =>
      countOf(
        p.models.flatMap((model) =>
          (["pass_pct", "perfect_pct"] as const).map((column) => ({ model, column }))
        ),
        ({ model, column }) => countsOf(p, model, column).length === 0,
        0,
        ({ model, column }) => `${model} ${column}`,
      )),
    check(
      "table5-perfect-le-pass",
      "count",
      (p) =>
        countOf(p.models, (model) => at(p, model, "perfect_pct").value > at(p, model, "pass_pct").value, 0),
    ),
    check(
      "table5-median-one",
      "count",
      (p) => countOf(p.models, (model) => at(p, model, "perfect_pct").low > 50, p.claim("roster-size")),
    ),
    check("table5-pen-exceeds-mean", "count", (p) =>
      countOf(
        p.models,
        (model) => penAboveMean(p, model),
        0,
        (model) => `${model} ${at(p, model, "piou_pen").text} > ${at(p, model, "piou_mean").text}`,
      )),
    ...models.flatMap((model) => [
      check(`table5-pen-le-mean-${dashedOf(model)}`, "bound", (p) => ({
        expected: difference(at(p, model, "piou_pen"), at(p, model, "piou_mean")),
        published: exactly(0),
        relation: "at most" as const,
      })),
      check(`table5-mean-bounds-${dashedOf(model)}`, "bound", (p) => {
        const { low, high } = meanBounds(p, model);
        return {
          expected: {
            value: (low.value + high.value) / 2,
            low: low.low,
            high: high.high,
            text: `between ${low.low.toFixed(4)} and ${high.high.toFixed(4)}`,
          },
          published: at(p, model, "piou_mean"),
        };
      }),
      check(`table5-pen-bound-${dashedOf(model)}`, "bound", (p) => {
        const { high } = meanBounds(p, model);
        return {
          expected: { ...high, low: 0, text: `at most ${high.high.toFixed(4)}` },
          published: at(p, model, "piou_pen"),
        };
      }),
      check(`table5-pen-valid-only-${dashedOf(model)}`, "bound", (p) => ({
        expected: invalidNeeded(p, model),
        published: failing(p, model),
        relation: "at most" as const,
        detail: "percent of attempts that would have to be invalid, against those that fail",
      })),
    ]),
    check("table5-only-because-of-fails", "count", (p) =>
      countOf(
        p.models,
        (model) => at(p, model, "pass_pct").value > at(p, model, "perfect_pct").value,
        0,
        (model) =>
          `${model} ${(at(p, model, "pass_pct").value - at(p, model, "perfect_pct").value).toFixed(1)} %`,
      )),
    check(
      "table5-each-fails",
      "count",
      (p) => countOf(p.models, (model) => at(p, model, "pass_pct").high < 100, p.claim("roster-size")),
    ),
  ];
}
