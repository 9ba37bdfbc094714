import { missing } from "./rows.ts";
import { Table } from "./table.ts";

/** What the tables of a comparison of subgroups show. */
export interface SubgroupTableData {
  /** The columns that make the groups, the slice in words, what is averaged and how. */
  by: readonly string[];
  where: string;
  metric: string;
  estimator: string;
  groups: readonly {
    group: string;
    n: number;
    missing: number;
    prompts: number;
    mean: number;
    low: number;
    high: number;
  }[];
  contrasts: readonly {
    a: string;
    b: string;
    paired: boolean;
    prompts: number;
    dropped: number;
    difference: number;
    low: number;
    high: number;
    p: number;
    test: string;
  }[];
  /** Rows of the slice that belong to no group. */
  ungrouped: number;
  simulated: boolean;
}

/** The means of subgroups with their prompt-clustered intervals. */
export function subgroupTable(data: SubgroupTableData): Table {
  const none = missing("no attempt of the group has the metric");
  const { by, metric, where, estimator, ungrouped } = data;
  return new Table({
    columns: [
      { key: "group", label: by.join(" · ") },
      { key: "n", label: "n", format: "integer" },
      { key: "missing", label: "without", format: "integer" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "mean", label: "Mean", format: 2, bold: "max" },
      { key: "interval", label: "95% CI", format: 2 },
    ],
    rows: data.groups.map(({ group, n, missing: without, prompts, mean, low, high }) => ({
      group,
      n,
      missing: without,
      prompts,
      mean: Number.isNaN(mean) ? none : mean,
      interval: Number.isNaN(low) ? none : [low, high],
    })),
    caption:
      `Mean ${metric} by ${by.join(" and ")} (${where}; ${
        ESTIMATORS[estimator] ?? estimator
      }). n: attempts with ` +
      "the metric; without: attempts that lack it, left out of the mean. CI: prompts resampled whole.",
    notes: ungrouped === 0 ? [] : [`${ungrouped} attempts of the slice belong to no group.`],
    simulated: data.simulated,
  });
}

/**
 * The differences between subgroups.
 *
 * @param adjusted The adjusted p of a test by its name, and over how many tests; null where it was not run.
 */
export function contrastTable(
  data: SubgroupTableData,
  { adjusted, count }: { adjusted: (test: string) => number | null; count: number },
): Table {
  const none = missing("one side has no value");
  return new Table({
    columns: [
      { key: "difference_of", label: "Difference" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "paired", label: "Paired" },
      { key: "dropped", label: "one-sided", format: "integer" },
      { key: "difference", label: "Δ", format: 2, signed: true },
      { key: "interval", label: "95% CI", format: 2, signed: true },
      { key: "p", label: "p", format: "p" },
      { key: "p_bh", label: "p (BH)", format: "p" },
    ],
    rows: data.contrasts.map((one) => {
      const known = !Number.isNaN(one.difference);
      return {
        difference_of: `${one.a} − ${one.b}`,
        prompts: one.prompts,
        paired: one.paired ? "by prompt" : "no",
        dropped: one.dropped,
        difference: known ? one.difference : none,
        interval: known ? [one.low, one.high] : none,
        p: known ? one.p : none,
        p_bh: adjusted(one.test) ?? none,
      };
    }),
    caption:
      `Differences in mean ${data.metric} (${data.where}). Paired: over prompts that have both sides; ` +
      `one-sided prompts are left out. p (BH): over the ${count} exploratory tests made so far.`,
    simulated: data.simulated,
  });
}

const ESTIMATORS: Record<string, string> = {
  attempts: "mean of attempts",
  prompts: "mean of prompt means",
  subcategories: "macro-average over subcategories",
};
