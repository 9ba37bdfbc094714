import type {
  CausalContrasts,
  CausalCounts,
  CausalItems,
  DoseResponse,
  IdenticalShare,
} from "lib/causal/mod.ts";
import { missing, type RecordRow, section } from "./rows.ts";
import { Table } from "./table.ts";

interface Options {
  simulated: boolean;
}

const LACKING = missing("the run has no such continuation");

const value = (number: number) => Number.isNaN(number) ? LACKING : number;
const interval = ({ low, high }: { low: number; high: number }) =>
  Number.isNaN(low) ? LACKING : [low, high] as const;

/** What stands in a table of a run without continuations. */
const none = (columns: readonly { key: string }[]): RecordRow[] => [
  Object.fromEntries(
    columns.map(({ key }, i) => [key, i === 0 ? "none" : missing("the run has no continuations")]),
  ),
];

/** Where a run's items come from: by model, how many generations fell out for which reason, and what is left. */
export function causalItemTable({ items, refused, valid }: CausalItems, options: Options): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "reason", label: "Canvas generations of a layout" },
    { key: "count", label: "Count", format: "integer" as const },
  ];
  const rows = Object.keys(refused).flatMap((model) => [
    ...Object.entries(refused[model]).map(([reason, count]) => ({
      model,
      reason: `no item: ${reason}`,
      count,
    })),
    { model, reason: "items", count: items.filter((item) => item.model === model).length },
    { model, reason: "valid generations with a comment", count: valid[model].commented },
  ]);
  return new Table({
    columns,
    rows: rows.length > 0 ? rows : none(columns),
    caption:
      "Which generations the intervention can be made on. Checks in their order: a generation is counted where it " +
      "first falls out. Generations with a comment are counted across all valid ones.",
    simulated: options.simulated,
  });
}

/** What was continued: items, strata and how far the statement was moved, by model. */
export function causalCountTable({ byModel }: CausalCounts, options: Options): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "items", label: "Items", format: "integer" as const },
    { key: "prompts", label: "Prompts", format: "integer" as const },
    { key: "commented", label: "with a comment", format: "integer" as const },
    { key: "finished", label: "finished", format: "integer" as const },
    { key: "unfinished", label: "unfinished", format: "integer" as const },
    { key: "unknown", label: "unknown", format: "integer" as const },
    { key: "unused", label: "Move, unused (cells)", format: 1 },
    { key: "used", label: "Move, used (cells)", format: 1 },
    { key: "overlap", label: "used overlaps its origin", format: "percent" as const },
  ];
  const rows = byModel.map(({ moves, ...counts }) => ({
    ...counts,
    unused: value(moves.moved_unused.median),
    used: value(moves.moved_used.median),
    overlap: value(moves.moved_used.overlap),
  }));
  return new Table({
    columns,
    rows: rows.length > 0 ? rows : none(columns),
    caption:
      "Items that were continued. A picture is finished where the greedy continuation of the unmoved statement calls " +
      "the canvas no more. Moves: medians, in cells as the crow flies.",
    simulated: options.simulated,
    wide: true,
  });
}

/** Drawing on by arm: rates and differences in every stratum. */
export function causalRateTable({ results }: CausalContrasts, options: Options): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "pictures", label: "Pictures" },
    { key: "arm", label: "Arm", format: "code" as const },
    { key: "items", label: "Items", format: "integer" as const },
    { key: "n", label: "n", format: "integer" as const },
    { key: "rate", label: "Draws on", format: "percent" as const },
    { key: "rate_ci", label: "95% CI", format: "percent" as const },
    { key: "pooled", label: "Δ pooled", format: 3, signed: true },
    { key: "delta", label: "Δ by prompts", format: 3, signed: true },
    { key: "delta_ci", label: "95% CI of it", format: 3, signed: true },
    { key: "p_bh", label: "p (BH)", format: "p" as const },
  ];
  const rows = (["comment-free", "all"] as const).flatMap((comments) => [
    section(comments === "all" ? "Comments or none" : "Generations without comments"),
    ...results.filter((one) => one.metric === "drew" && one.stratum.comments === comments).flatMap((one) =>
      Object.entries(one.rates).map(([arm, rate]) => {
        const contrast = one.contrasts.find((other) => other.arm === arm);
        return {
          model: one.model,
          pictures: one.stratum.pictures,
          arm,
          items: rate.items,
          n: rate.n,
          rate: value(rate.estimate),
          rate_ci: interval(rate),
          ...(contrast
            ? {
              pooled: value(contrast.pooled.estimate),
              delta: value(contrast.prompts.estimate),
              delta_ci: interval(contrast.prompts),
              p_bh: contrast.adjusted ?? missing("not tested"),
            }
            : ({ pooled: REFERENCE, delta: REFERENCE, delta_ci: REFERENCE, p_bh: REFERENCE })),
        };
      })
    ),
  ]);
  return new Table({
    columns,
    rows: results.length > 0 ? rows : none(columns),
    caption:
      "Continuations that call the canvas, by arm, and the difference from the unmoved statement (null_asis). " +
      "Pooled: of all continuations; by prompts: the mean of the prompts' own differences, which is tested. Stochastic " +
      "continuations; prompts resampled whole, 10,000 times; p over the model's family of metrics x arms x strata.",
    simulated: options.simulated,
    wide: true,
  });
}

const REFERENCE = missing("what the others are held against");

const NO_PLACE = missing("unmoved, there is no new place to hold it against");

const METRICS = {
  drew: "draws on",
  targeted: "changes the own place, where it draws",
  vacated: "changes the own place",
  destination: "changes the new place",
  valid: "is valid",
  loop: "loops",
} as const;

/** The other measures in generations without comments: a rate an arm and the difference from the unmoved one. */
export function causalMeasureTable({ results }: CausalContrasts, options: Options): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "pictures", label: "Pictures" },
    { key: "metric", label: "Continuation" },
    { key: "control", label: "control", format: "percent" as const },
    { key: "null_asis", label: "null", format: "percent" as const },
    { key: "moved_unused", label: "unused", format: "percent" as const },
    { key: "moved_used", label: "used", format: "percent" as const },
    { key: "unused_delta", label: "Δ unused", format: 3, signed: true },
    { key: "unused_ci", label: "95% CI", format: 3, signed: true },
    { key: "unused_p_bh", label: "p (BH)", format: "p" as const },
    { key: "used_delta", label: "Δ used", format: 3, signed: true },
    { key: "used_ci", label: "95% CI of it", format: 3, signed: true },
    { key: "used_p_bh", label: "p (BH) of it", format: "p" as const },
  ];
  const shown = results.filter((one) =>
    one.stratum.comments === "comment-free" && one.stratum.pictures !== "unfinished" && one.metric !== "drew"
  );
  const rows = shown.map(({ model, stratum, metric, rates, contrasts }) => {
    const [unused, used] = (["moved_unused", "moved_used"] as const)
      .map((arm) => contrasts.find((one) => one.arm === arm));
    return {
      model,
      pictures: stratum.pictures,
      metric: METRICS[metric],
      ...Object.fromEntries(Object.entries(rates).map(([arm, rate]) => [arm, value(rate.estimate)])),
      unused_delta: unused ? value(unused.prompts.estimate) : NO_PLACE,
      unused_ci: unused ? interval(unused.prompts) : NO_PLACE,
      unused_p_bh: unused ? unused.adjusted ?? missing("not tested") : NO_PLACE,
      used_delta: used ? value(used.prompts.estimate) : NO_PLACE,
      used_ci: used ? interval(used.prompts) : NO_PLACE,
      used_p_bh: used ? used.adjusted ?? missing("not tested") : NO_PLACE,
    };
  });
  return new Table({
    columns,
    rows: rows.length > 0 ? rows : none(columns),
    caption:
      "What continuations do to the place of the own next statement and to that it was moved to, whether they are valid, and whether they loop; " +
      "generations without comments. Differences by prompts from the unmoved statement (null). A cell counts as " +
      "changed against the raster that was handed over, so what lies there already weighs on it.",
    simulated: options.simulated,
    wide: true,
  });
}

/** Drawing on by how far the statement was moved. */
export function causalDoseTable(
  doses: readonly DoseResponse[],
  options: Options & { pictures: string },
): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "moved", label: "Moved by (cells)" },
    { key: "median", label: "Median", format: 1 },
    { key: "moves", label: "Moves", format: "integer" as const },
    { key: "n", label: "n", format: "integer" as const },
    { key: "rate", label: "Draws on", format: "percent" as const },
    { key: "rate_ci", label: "95% CI", format: "percent" as const },
  ];
  const rows = doses.flatMap(({ model, bins }) =>
    bins.map((bin) => ({
      model,
      moved: bin.to === 0
        ? "0"
        : bin.to === Infinity
        ? `${bin.from} or more`
        : `${bin.from} to under ${bin.to}`,
      median: bin.median,
      moves: bin.items,
      n: bin.n,
      rate: bin.estimate,
      rate_ci: interval(bin),
    }))
  );
  return new Table({
    columns,
    rows: rows.length > 0 ? rows : none(columns),
    caption:
      `Continuations that call the canvas by how far the statement was moved, ${options.pictures}. Prompts resampled ` +
      "whole.",
    simulated: options.simulated,
  });
}

/** How often the next statement is the generation's own, byte for byte. */
export function identicalTable(shares: readonly IdenticalShare[], options: Options): Table {
  const columns = [
    { key: "model", label: "Model" },
    { key: "decoding", label: "Decoding" },
    { key: "arm", label: "Arm", format: "code" as const },
    { key: "n", label: "n", format: "integer" as const },
    { key: "share", label: "Own next statement", format: "percent" as const },
    { key: "share_ci", label: "95% CI", format: "percent" as const },
  ];
  const rows = shares.map(({ model, decoding, arm, n, estimate, low, high }) => ({
    model,
    decoding,
    arm,
    n,
    share: value(estimate),
    share_ci: interval({ low, high }),
  }));
  return new Table({
    columns,
    rows: rows.length > 0 ? rows : none(columns),
    caption:
      "Continuations whose first statement is the generation's own next one, byte for byte: going on as before " +
      "(control), saying it again (null_asis), putting it back (moved).",
    simulated: options.simulated,
  });
}
