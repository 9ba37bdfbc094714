import { spearman } from "lib/stats/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { exactly, meanOf, ratio, sum, weightedMeanOf } from "../span.ts";
import { validCounts } from "./table1_checks.ts";
import { scoresOf } from "./table2_checks.ts";

const at = (p: PrintedNumbers, model: string, column: "delta_native" | "delta_matched") =>
  p.cell("table6", { model }, column);

const interval = (p: PrintedNumbers, model: string) => p.cellInterval("table6", { model }, "ci95");

/** Table 6. */
export function mediumChecks(): Check[] {
  const rowNames = (p: PrintedNumbers) => [...p.models, "Pooled"];
  return [
    ...(["matched", "native"] as const).map((view) =>
      check(`table6-pooled-${view}`, "mean", (p) => ({
        expected: meanOf(p.models.map((model) => at(p, model, `delta_${view}`))),
        published: at(p, "Pooled", `delta_${view}`),
      }))
    ),
    check("table6-pooled-weighted", "weighted mean", (p) => ({
      expected: weightedMeanOf(p.models.map((model) => at(p, model, "delta_matched")), validCounts(p)),
      published: at(p, "Pooled", "delta_matched"),
    })),
    check("table6-pooled-ci-centre", "mean", (p) => ({
      expected: ratio(sum(...interval(p, "Pooled")), exactly(2)),
      published: at(p, "Pooled", "delta_matched"),
    })),
    check("table6-significant", "count", (p) =>
      countOf(
        p.models,
        (model) => {
          const [low, high] = interval(p, model);
          return low.value > 0 || high.value < 0;
        },
        p.claim("exp2-significant-models"),
      )),
    check(
      "table6-all-positive",
      "count",
      (p) => countOf(p.models, (model) => at(p, model, "delta_matched").value > 0, p.claim("roster-size")),
    ),
    check("table6-largest", "truth", (p) => {
      const most = p.models.reduce((a, b) =>
        at(p, b, "delta_matched").value > at(p, a, "delta_matched").value ? b : a
      );
      return truth(most === "CodeLlama 34B", `${most} ${at(p, most, "delta_matched").text}`);
    }),
    check("table6-sorted", "rank", (p) => {
      const order = p.rows("table6").map(({ model }) => String(model)).filter((model) => model !== "Pooled");
      return countOf(
        order.slice(1).map((model, i) => [order[i], model]),
        ([above, below]) => at(p, above, "delta_matched").value < at(p, below, "delta_matched").value,
        0,
        ([above, below]) => `${above} above ${below}`,
      );
    }),
    check("table6-estimate-in-ci", "count", (p) =>
      countOf(
        rowNames(p),
        (model) => {
          const [low, high] = interval(p, model), { value } = at(p, model, "delta_matched");
          return low.value <= value && value <= high.value;
        },
        rowNames(p).length,
      )),
    check("table6-native-larger", "count", (p) =>
      countOf(
        rowNames(p),
        (model) => at(p, model, "delta_native").value > at(p, model, "delta_matched").value,
        rowNames(p).length,
      )),
    check("table6-order-kept", "rank", (p) => {
      const canvas = scoresOf(p, "J1").map(({ value }) => value);
      const svg = p.models.map((model, i) => canvas[i] + at(p, model, "delta_matched").value);
      const { rho } = spearman(canvas, svg);
      return truth(
        rho >= 0.8,
        `Spearman of J1 Overall and the same plus the difference, ${
          rho.toFixed(3)
        }, against 0.8; the canvas arm's ` +
          "own means under the neutral prompt are not printed",
      );
    }),
  ];
}
