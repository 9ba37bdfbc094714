import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { dashedOf } from "../printed_numbers.ts";
import {
  difference,
  distance,
  exactly,
  largest,
  meanOf,
  percentOf,
  product,
  ratio,
  smallest,
  type Span,
  sum,
} from "../span.ts";

type Column = "prompt_r2" | "residual_r2" | "ceiling";
type Component = "own" | "shared" | "specific";

const DECOMPOSED = ["GLM-4 32B", "Gemma 2 27B"] as const;
const SHORT = { "GLM-4 32B": "glm32b", "Gemma 2 27B": "gemma27b" } as const;
const LOW_HEADROOM = ["llama-3-1-8b", "codellama-34b", "glm-4-9b", "gemma-2-9b"];

const at = (p: PrintedNumbers, model: string, component: Component, column: Column) =>
  p.cell("table3", { model, component }, column);

/** A gain over text from Table 3. */
const gain = (p: PrintedNumbers, model: string, component: Component) =>
  difference(at(p, model, component, "residual_r2"), at(p, model, component, "prompt_r2"));

/** The least and the largest of the eight gains as one span, to hold a value that has to lie between. */
function gainRange(p: PrintedNumbers, value: number): Span {
  const [least, most] = [p.claim("exp3-delta-r2-min"), p.claim("exp3-delta-r2-max")];
  return {
    value: Math.min(Math.max(value, least.value), most.value),
    low: least.low,
    high: most.high,
    text: `${least.text} to ${most.text}`,
  };
}

const headrooms = (p: PrintedNumbers) => LOW_HEADROOM.map((model) => p.claim(`exp3-headroom-${model}`));

/** Exp. 3, stage 1: Table 3 and appendix D.2.1. */
export function planChecks(): Check[] {
  const withCeiling = (p: PrintedNumbers) =>
    DECOMPOSED.flatMap((model) => (["own", "specific"] as const).map((component) => ({ model, component })))
      .map((row) => ({
        ...row,
        residual: at(p, row.model, row.component, "residual_r2"),
        ceiling: at(p, row.model, row.component, "ceiling"),
      }));
  const named = ({ model, component }: { model: string; component: string }) => `${model} ${component}`;
  const unprinted = (p: PrintedNumbers, known: readonly Span[]) =>
    ratio(
      difference(product(p.claim("roster-size"), p.claim("exp3-delta-r2-mean")), sum(...known)),
      exactly(p.models.length - known.length),
    );
  const extremes = (p: PrintedNumbers) => [p.claim("exp3-delta-r2-min"), p.claim("exp3-delta-r2-max")];
  const meanHeadroom = (p: PrintedNumbers) =>
    ratio(
      difference(
        product(
          p.claim("roster-size"),
          difference(p.claim("exp3-oracle-mean"), p.claim("exp3-oracle-text-baseline")),
        ),
        sum(...headrooms(p)),
      ),
      exactly(p.models.length - LOW_HEADROOM.length),
    );
  const largestHeadroom = (p: PrintedNumbers) =>
    difference(p.range("exp3-oracle-range")[1], p.claim("exp3-oracle-text-baseline"));
  return [
    ...DECOMPOSED.flatMap((model) => [
      ...(["shared", "specific"] as const).map((component) =>
        check(`exp3-${component}-delta-${dashedOf(model)}`, "difference", (p) => ({
          expected: gain(p, model, component),
          published: p.claim(`exp3-${component}-delta-${SHORT[model]}`),
        }))
      ),
      check(`exp3-own-delta-range-${dashedOf(model)}`, "bound", (p) => ({
        expected: gain(p, model, "own"),
        published: gainRange(p, gain(p, model, "own").value),
      })),
      ...(["own", "specific"] as const).map((component) =>
        check(`exp3-ceiling-share-${component}-${dashedOf(model)}`, "ratio", (p) => ({
          expected: percentOf(at(p, model, component, "residual_r2"), at(p, model, component, "ceiling")),
          published: p.claim(`exp3-${component}-ceiling-share-${SHORT[model]}`),
        }))
      ),
    ]),
    check("exp3-mean-feasible", "bound", (p) => ({
      expected: unprinted(p, extremes(p)),
      published: gainRange(p, p.claim("exp3-delta-r2-mean").value),
      detail: "the mean of the six gains that are not printed",
    })),
    check("exp3-mean-with-table3", "bound", (p) => ({
      expected: unprinted(p, [...extremes(p), ...DECOMPOSED.map((model) => gain(p, model, "own"))]),
      published: gainRange(p, p.claim("exp3-delta-r2-mean").value),
      detail: "the mean of the four others if Table 3's two differences are among the eight",
    })),
    check("exp3-specific-max", "extreme", (p) => ({
      expected: largest(DECOMPOSED.map((model) => at(p, model, "specific", "residual_r2"))),
      published: p.claim("exp3-specific-r2-max"),
      relation: "at most",
    })),
    ...([["low", smallest, 0], ["high", largest, 1]] as const).map(([name, extreme, end]) =>
      check(`exp3-ceiling-${name}-rounded`, "rounding", (p) => ({
        expected: extreme(DECOMPOSED.map((model) => at(p, model, "specific", "ceiling"))),
        published: p.range("specific-ceiling-rounded")[end],
      }))
    ),
    check(
      "exp3-own-below-ceiling",
      "count",
      (p) => countOf(withCeiling(p), ({ residual, ceiling }) => residual.value > ceiling.value, 0, named),
    ),
    check("exp3-ceiling-far", "count", (p) =>
      countOf(
        withCeiling(p),
        ({ residual, ceiling }) => ceiling.value > 2 * residual.value,
        withCeiling(p).length,
        named,
      )),
    check("exp3-baselines", "rounding", (p) => ({
      expected: p.claim("exp3-tfidf-baseline-main"),
      published: p.claim("exp3-text-baseline-appendix"),
    })),
    check("exp3-baseline-table3", "bound", (p) => {
      const two = meanOf(DECOMPOSED.map((model) => at(p, model, "own", "prompt_r2")));
      const n = p.models.length;
      return {
        expected: { ...two, low: -Infinity, high: (2 * two.high + (n - 2)) / n },
        published: p.claim("exp3-tfidf-baseline-main"),
        detail:
          "two of the eight models: no R2 is above 1, none has a least value, so their mean binds little",
      };
    }),
    ...([
      ["exp3-baselines-close", "exp3-tfidf-baseline-main", "exp3-embedding-baseline-main"],
      ["exp3-control-close", "exp3-text-baseline-appendix", "exp3-layer0-r2"],
    ] as const).map(([id, a, b]) =>
      check(id, "bound", (p) => ({
        expected: distance(p.claim(a), p.claim(b)),
        published: exactly(0.02, "agreement, read as within 0.02"),
        relation: "at most" as const,
      }))
    ),
    check("exp3-low-headroom-count", "count", (p) =>
      countOf(
        headrooms(p),
        ({ value }) => value < p.claim("exp3-headroom-band").value,
        p.claim("exp3-oracle-low-headroom"),
        ({ text }) => text,
      )),
    check("exp3-oracle-minimum", "sum", (p) => ({
      expected: sum(p.claim("exp3-oracle-text-baseline"), smallest(headrooms(p))),
      published: p.range("exp3-oracle-range")[0],
    })),
    check("exp3-oracle-mean-feasible", "bound", (p) => {
      const band = p.claim("exp3-headroom-band"), most = largestHeadroom(p);
      return {
        expected: meanHeadroom(p),
        published: {
          value: Math.min(Math.max(meanHeadroom(p).value, band.value), most.value),
          low: band.low,
          high: most.high,
          text: `${band.text} to ${most.value.toFixed(3)}`,
        },
        detail: "what is left for each of the four models that are not printed",
      };
    }),
    check("exp3-oracle-max", "truth", (p) =>
      truth(
        largestHeadroom(p).high >= meanHeadroom(p).low,
        `${largestHeadroom(p).value.toFixed(3)} against an average of ${meanHeadroom(p).value.toFixed(3)}`,
      )),
    check("exp3-foreign-models", "difference", (p) => ({
      expected: difference(p.claim("roster-size"), exactly(1)),
      published: p.claim("exp3-foreign-reference-models"),
    })),
    ...([["low", "exp3-llama-layers", 0], ["high", "exp3-qwen32b-layers", 1]] as const).map(
      ([name, claim, end]) =>
        check(`exp3-layers-${name}`, "sum", (p) => ({
          expected: sum(p.claim(claim), exactly(1)),
          published: p.range("exp3-layer-count-range")[end],
        })),
    ),
    check("exp3-shared-models", "difference", (p) => ({
      expected: difference(p.claim("roster-size"), exactly(1)),
      published: p.claim("exp3-shared-models"),
    })),
    check("exp3-p-resolution", "bound", (p) => ({
      expected: exactly(
        2 / (p.claim("exp3-bootstrap-resamples").value + 1),
        `2 / (${p.claim("exp3-bootstrap-resamples").text} + 1)`,
      ),
      published: p.claim("exp3-delta-r2-p"),
      relation: "at most",
      detail: "the smallest two-sided p that so many resamples can give",
    })),
    check("exp3-145-of-150", "rounding", (p) => ({
      expected: p.claim("exp3-prompts"),
      published: p.claim("prompts-total"),
    })),
    check("exp3-f2-mostly-null", "bound", (p) => ({
      expected: exactly(p.says("exp3-all-models-above-text") ? 0 : NaN, "gains that are not significant"),
      published: exactly(Math.floor(p.models.length / 2) + 1, "more than half of the models"),
      relation: "at least",
    })),
    check("exp3-stars-versus-p", "truth", (p) => {
      const stars = DECOMPOSED.map((model) =>
        Number(p.content("table3", { model, component: "own" }, "p_lt"))
      );
      const bound = p.claim("exp3-delta-r2-p");
      return truth(stars.every((star) => bound.value < star), `${bound.text} against ${Math.min(...stars)}`);
    }),
  ];
}
