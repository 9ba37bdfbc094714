import { spearman } from "lib/stats/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import {
  difference,
  distance,
  exactly,
  largest,
  meanOf,
  percentOf,
  product,
  type Span,
  weightedMeanOf,
} from "../span.ts";
import { scoresOf } from "./table2_checks.ts";

const PILOTS = ["14b", "7b"] as const;
const RUNGS = [0, 1, 2, 3, 4];

const rungs = (p: PrintedNumbers, pilot: string) => RUNGS.map((rung) => p.claim(`ladder-${pilot}-l${rung}`));

/** Appendix B.2: pilots, ladder, icons, null baseline. */
export function translationChecks(): Check[] {
  return [
    check("pilot-14b-table5-mean", "rounding", (p) => ({
      expected: p.claim("pilot-14b-mean"),
      published: p.cell("table5", { model: "Qwen2.5-Coder 14B" }, "piou_mean"),
    })),
    check("pilot-14b-table5-pen", "rounding", (p) => ({
      expected: p.claim("pilot-14b-pen"),
      published: p.cell("table5", { model: "Qwen2.5-Coder 14B" }, "piou_pen"),
    })),
    check("pilot-7b-mean-rounding", "rounding", (p) => ({
      expected: p.claim("pilot-7b-mean"),
      published: p.claim("ladder-first-round-7b"),
    })),
    ...PILOTS.flatMap((pilot) => {
      const mean = (p: PrintedNumbers) => p.claim(`pilot-${pilot}-mean`);
      const pen = (p: PrintedNumbers) => p.claim(`pilot-${pilot}-pen`);
      const first = (p: PrintedNumbers) => p.claim(`ladder-first-round-${pilot}`);
      return [
        check(
          `pilot-${pilot}-pen-below`,
          "truth",
          (p) => truth(pen(p).value <= mean(p).value, `${pen(p).text} against ${mean(p).text}`),
        ),
        check(`pilot-${pilot}-pen-share`, "bound", (p) => ({
          expected: percentOf(difference(mean(p), pen(p)), mean(p)),
          published: p.claim(`pilot-${pilot}-overpaint-pct`),
          relation: "at most" as const,
          detail: "an attempt can lose no more than all of its score",
        })),
        check(`pilot-${pilot}-color`, "difference", (p) => ({
          expected: difference(first(p), p.claim(`pilot-${pilot}-color-strict`)),
          published: p.claim(`pilot-${pilot}-color-cost`),
        })),
        check(`ladder-flat-${pilot}`, "bound", (p) => ({
          expected: largest(rungs(p, pilot).map((rung) => distance(rung, first(p)))),
          published: p.claim("ladder-prereg-flat"),
          relation: "at most" as const,
        })),
        check(`simplified-${pilot}`, "weighted mean", (p) => {
          const simple = p.claim("simplified-references").value, all = p.claim("references-main").value;
          return {
            expected: weightedMeanOf(
              [p.claim(`simplified-${pilot}`), p.claim(`unsimplified-${pilot}`)],
              [simple, all - simple],
            ),
            published: mean(p),
          };
        }),
        check(`odds-${pilot}-centre`, "statistic", (p) => {
          const [low, high] = p.interval(`miss-odds-${pilot}`);
          const root = (end: "value" | "low" | "high") => Math.sqrt(low[end] * high[end]);
          return {
            expected: {
              value: root("value"),
              low: root("low"),
              high: root("high"),
              text: `sqrt(${low.text} x ${high.text})`,
            },
            published: p.claim(`miss-odds-${pilot}`),
            detail: "a Wald interval of log odds has the estimate in its middle",
          };
        }),
      ];
    }),
    check("ladder-7b-mean", "mean", (p) => ({
      expected: meanOf(rungs(p, "7b")),
      published: p.claim("ladder-7b-mean"),
    })),
    check("ladder-never-below", "count", (p) =>
      countOf(
        PILOTS.flatMap((pilot) => rungs(p, pilot).map((rung, i) => ({ pilot, rung, i }))),
        ({ pilot, rung }) => rung.value < p.claim(`ladder-first-round-${pilot}`).value,
        0,
        ({ pilot, i }) => `${pilot} L${i}`,
      )),
    check("icons-mean", "weighted mean", (p) => ({
      expected: weightedMeanOf(
        [p.claim("icons-plain-score"), p.claim("icons-outline-score")],
        [p.claim("icons-without-outline").value, p.claim("icons-with-outline").value],
      ),
      published: p.claim("icons-mean"),
    })),
    check("ladder-min-feature-cells", "product", (p) => ({
      expected: product(p.range("ladder-min-feature")[0], p.claim("canvas-side")),
      published: nearly(1, 0.1, "the resolution floor, one cell"),
    })),
    check("threshold-over-null", "truth", (p) =>
      truth(
        p.claim("tau-trans").value > p.claim("null-p95").value,
        `${p.claim("tau-trans").text} against ${p.claim("null-p95").text}`,
      )),
    check("null-mean-below-p95", "truth", (p) =>
      truth(
        p.claim("translation-null-mean").value < p.claim("null-p95").value,
        `${p.claim("translation-null-mean").text} against ${p.claim("null-p95").text}`,
      )),
    check("null-below-models", "count", (p) =>
      countOf(
        p.models,
        (model) => p.cell("table5", { model }, "piou_mean").value > p.claim("null-p95").value,
        p.claim("roster-size"),
      )),
    check("pilot-simplified-lower", "count", (p) =>
      countOf(
        PILOTS,
        (pilot) => p.claim(`simplified-${pilot}`).value < p.claim(`unsimplified-${pilot}`).value,
        p.claim("pilot-models"),
      )),
    check("pilot-color-passes", "count", (p) =>
      countOf(
        PILOTS,
        (pilot) => p.claim(`pilot-${pilot}-color-strict`).value >= p.claim("tau-trans").value,
        p.claim("pilot-models"),
      )),
    check("translation-layout-rank", "rank", (p) => ({
      expected: exactly(
        spearman(
          p.models.map((model) => p.cell("table1", { model }, "translation_piou_mean").value),
          scoresOf(p, "J1").map(({ value }) => value),
        ).rho,
        "Spearman of mean PIoU and J1 Overall",
      ),
      published: nearly(0, 0.5, "no relation, read as a correlation under 0.5"),
    })),
  ];
}

function nearly(value: number, allowance: number, text: string): Span {
  return { value, low: value - allowance, high: value + allowance, text };
}
