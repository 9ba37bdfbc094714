import type { Family } from "lib/stats/mod.ts";
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
  const single = missing("fewer than two prompts show no spread");
  const { by, metric, where, estimator, ungrouped } = data;
  const digits = digitsFor(data);
  return new Table({
    columns: [
      { key: "group", label: by.join(" · ") },
      { key: "n", label: "n", format: "integer" },
      { key: "missing", label: "without", format: "integer" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "mean", label: "Mean", format: digits },
      { key: "interval", label: "95% CI", format: digits },
    ],
    rows: data.groups.map(({ group, n, missing: without, prompts, mean, low, high }) => ({
      group,
      n,
      missing: without,
      prompts,
      mean: Number.isNaN(mean) ? none : mean,
      interval: Number.isNaN(mean) ? none : Number.isNaN(low) ? single : [low, high],
    })),
    caption:
      `Mean ${metric} by ${by.join(" and ")} (${where}; ${
        ESTIMATORS[estimator] ?? estimator
      }). n: attempts with ` +
      "the metric; without: attempts that lack it, left out of the mean. CI: prompts resampled whole.",
    notes: ungrouped === 0 ? [] : [
      `${ungrouped} ${ungrouped === 1 ? "attempt" : "attempts"} of the slice belong to no group: ${
        by.join(" or ")
      } is not known.`,
    ],
    simulated: data.simulated,
  });
}

/** The differences between subgroups, each p adjusted over all tests that its family holds by now. */
export function contrastTable(data: SubgroupTableData & { family: Family }): Table {
  const { count, tests } = data.family.adjust();
  const digits = digitsFor(data);
  const adjusted = new Map(tests.map((test) => [test.name, test.adjusted]));
  const none = missing("one side has no value");
  const single = missing("one side has fewer than two prompts, which show no spread");
  return new Table({
    columns: [
      { key: "difference_of", label: "Difference" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "paired", label: "Paired" },
      { key: "dropped", label: "one-sided", format: "integer" },
      { key: "difference", label: "Δ", format: digits, signed: true },
      { key: "interval", label: "95% CI", format: digits, signed: true },
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
        interval: known ? Number.isNaN(one.low) ? single : [one.low, one.high] : none,
        p: known ? Number.isNaN(one.p) ? single : one.p : none,
        p_bh: adjusted.get(one.test) ?? (known ? single : none),
      };
    }),
    caption:
      `Differences in mean ${data.metric} (${data.where}). Paired: over prompts that have both sides; ` +
      `one-sided prompts are left out. Rest: all other groups together. p (BH): over the ${
        count === 1 ? "one test" : `${count} tests`
      } of the ${data.family.name} family so far.`,
    simulated: data.simulated,
  });
}

/** Shares and PIoU need a decimal more than scores of 0 to 5. */
function digitsFor({ groups }: SubgroupTableData): number {
  return groups.every(({ mean }) => !(Math.abs(mean) > 1)) ? 3 : 2;
}

const ESTIMATORS: Record<string, string> = {
  attempts: "mean of attempts",
  prompts: "mean of prompt means",
  subcategories: "macro-average over subcategories",
};

/** Every test of a family with its p-value, before and after the correction over all of them. */
export function familyTable(family: Family, options: { simulated: boolean }): Table {
  const { name, count, q, tests } = family.adjust();
  const none = missing("could not be run");
  const order = [...tests].sort((a, b) => (a.p ?? 2) - (b.p ?? 2));
  return new Table({
    columns: [
      { key: "test", label: "Test" },
      { key: "p", label: "p", format: "p" },
      { key: "p_bh", label: "p (BH)", format: "p" },
      { key: "survives", label: "survives" },
    ],
    rows: order.map((test) => ({
      test: test.name,
      p: test.p ?? none,
      p_bh: test.adjusted ?? none,
      survives: test.rejected ? "yes" : "no",
    })),
    caption:
      `The ${name} family: ${count} tests, Benjamini-Hochberg at ${q} over all of them, smallest p first.`,
    simulated: options.simulated,
  });
}
