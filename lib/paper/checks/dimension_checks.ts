import { DIMENSIONS } from "lib/models/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import { dashedOf, type PrintedNumbers } from "../printed_numbers.ts";
import { difference, largest, meanOf, smallest, type Span, weightedMeanOf } from "../span.ts";
import { recoveredCounts, validCounts } from "./table1_checks.ts";

const at = (p: PrintedNumbers, model: string, dimension: string) =>
  p.cell("c1_dimensions", { model }, dimension);

const overall = (p: PrintedNumbers, model: string) => p.cell("table2", { judge: "J1", model }, "overall");

/** The mean of a model's five dimensions. */
export function composite(p: PrintedNumbers, model: string): Span {
  return meanOf(DIMENSIONS.map((dimension) => at(p, model, dimension)));
}

/** Judge 1's tier means weighted by the valid attempts of each tier. */
export function tierWeighted(p: PrintedNumbers, model: string): Span {
  const counts = recoveredCounts(p).filter((cell) => cell.model === model && cell.share === "valid");
  return weightedMeanOf(
    counts.map(({ tier }) => p.cell("table2", { judge: "J1", model }, `t${tier}`)),
    counts.map(({ count }) => count),
  );
}

/** The table of C.1: the pooled row in two readings, the dimensions against Table 2, and what is said of them. */
export function dimensionChecks(models: readonly string[]): Check[] {
  const rest = DIMENSIONS.filter((dimension) => dimension !== "color_accuracy");
  return [
    ...DIMENSIONS.flatMap((dimension) => [
      check(`dims-pooled-${dashedOf(dimension)}`, "mean", (p) => ({
        expected: meanOf(p.models.map((model) => at(p, model, dimension))),
        published: at(p, "Pooled", dimension),
      })),
      check(`dims-pooled-weighted-${dashedOf(dimension)}`, "weighted mean", (p) => ({
        expected: weightedMeanOf(p.models.map((model) => at(p, model, dimension)), validCounts(p)),
        published: at(p, "Pooled", dimension),
      })),
    ]),
    ...[...models, "Pooled"].map((model) =>
      check(`dims-composite-${dashedOf(model)}`, "mean", (p) => ({
        expected: composite(p, model),
        published: overall(p, model),
      }))
    ),
    ...["GLM-4 32B", "GLM-4 9B", "CodeLlama 34B"].map((model) =>
      check(`dims-tier-weighted-${dashedOf(model)}`, "weighted mean", (p) => ({
        expected: tierWeighted(p, model),
        published: composite(p, model),
      }))
    ),
    check("dims-color-highest", "count", (p) =>
      countOf(
        p.models,
        (model) =>
          rest.every((dimension) => at(p, model, dimension).value < at(p, model, "color_accuracy").value),
        p.claim("roster-size"),
      )),
    check("dims-spatial-second", "truth", (p) => {
      const others = rest.filter((dimension) => dimension !== "spatial_accuracy")
        .map((dimension) => at(p, "Pooled", dimension).value);
      const spatial = at(p, "Pooled", "spatial_accuracy").value;
      return truth(spatial > Math.max(...others), `${spatial} against at most ${Math.max(...others)}`);
    }),
    check("dims-four-close", "bound", (p) => {
      const distances = p.models.map((model) => {
        const four = rest.map((dimension) => at(p, model, dimension));
        return difference(largest(four), smallest(four));
      });
      return {
        expected: largest(distances),
        published: { value: 0.1, low: 0.1, high: 0.1, text: "close together, read as within 0.1" },
        relation: "at most",
      };
    }),
    check("dims-no-common-weakest", "count", (p) =>
      countOf(
        DIMENSIONS,
        (dimension) =>
          p.models.every((model) =>
            DIMENSIONS.every((other) => at(p, model, dimension).value <= at(p, model, other).value)
          ),
        0,
      )),
  ];
}
