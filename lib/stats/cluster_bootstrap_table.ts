import { type BootstrapInterval, bootstrapInterval } from "./bootstrap_interval.ts";
import { drawClusters, type DrawOptions } from "./cluster_draws.ts";
import { clusterSums, type ClusterValues, meansAsSums } from "./cluster_sums.ts";
import { macroMean, ratioMeans, type ResampledMean } from "./resampled_means.ts";

/** How a table of stratum means is bootstrapped. */
export interface ClusterBootstrapTableOptions extends DrawOptions {
  /** One label per cluster: its subcategory. */
  strata: readonly (string | number)[];
  /** A cell is the mean of its attempts (default) or of its prompts' means. */
  within?: "attempts" | "prompts";
  /** Macro-averages to take, each over some of the strata by label; default one, `overall`, over all. */
  groups?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Differences of two groups, the first less the second, by name; none by default. */
  contrasts?: Readonly<Record<string, readonly [string, string]>>;
  /** Default 0.95. */
  level?: number;
  /** Keep the resampled groups, for combinations of one's own. Default false. */
  keepDraws?: boolean;
}

/** One cell of a table. */
export interface TableCell extends BootstrapInterval {
  /** Values behind it. */
  n: number;
  /** Clusters with a value. */
  clusters: number;
}

/** A table of means, all of one set of draws. */
export interface ClusterBootstrapTable {
  /** The strata's labels, in the order of their first cluster. */
  strata: string[];
  /** `cells[column][stratum]`. */
  cells: TableCell[][];
  /** `groups[column][name]`: the macro-average over the group's strata, each weighing the same. */
  groups: Record<string, TableCell>[];
  /** `contrasts[column][name]`: a group less another, over the same draws. */
  contrasts: Record<string, BootstrapInterval>[];
  /** `draws[column][name]`: the resampled macro-averages, if asked for. */
  draws?: Record<string, Float64Array>[];
}

/**
 * Every subcategory mean and every macro-average of several columns (models x judges) with prompt-clustered
 * intervals, from one set of draws: prompts are resampled within their subcategory, so that none is ever lost, and two
 * columns' draws are paired.
 *
 * @param columns Each: one list of values per cluster, null missing, the same clusters in the same order.
 * @param options strata, seed, resamples, groups, level.
 * @returns Cells and groups; a stratum without a value in a column is NaN there and left out of its groups.
 * @throws {TypeError} Without a seed.
 * @throws {RangeError} If a column's length differs from strata's, a value is not finite, or a group names no stratum.
 *
 * @example The macro-average weighs subcategories alike, however many attempts they have
 * ```ts
 * import { clusterBootstrapTable } from "lib/stats/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const table = clusterBootstrapTable([[[1, 1, 1], [1], [3]]], { strata: ["1A", "1A", "1B"], seed: 1, resamples: 99 });
 * strictEqual(table.cells[0][0].estimate, 1);
 * strictEqual(table.groups[0].overall.estimate, 2);
 * ```
 */
export function clusterBootstrapTable(
  columns: readonly (readonly ClusterValues[])[],
  options: ClusterBootstrapTableOptions,
): ClusterBootstrapTable {
  const { strata, within = "attempts", level, keepDraws = false } = options;
  const draws = drawClusters(strata.length, options);
  const labels = draws.strata.map(({ label }) => label);
  const groups = Object.entries(options.groups ?? { overall: labels }).map(([name, members]) => ({
    name,
    members: members.map((member) => {
      const at = labels.indexOf(String(member));
      if (at < 0) {
        throw new RangeError(`Cannot average over group ${name}: no cluster is of stratum ${member}`);
      }
      return at;
    }),
  }));
  const contrasts = Object.entries(options.contrasts ?? {});
  for (const [name, sides] of contrasts) {
    const unknown = sides.find((side) => !groups.some((group) => group.name === side));
    if (unknown !== undefined) {
      throw new RangeError(`Cannot take contrast ${name}: no group is called ${unknown}`);
    }
  }
  const sums = columns.map((column, j) => {
    if (column.length !== strata.length) {
      throw new RangeError(
        `Cannot bootstrap a table: column ${j} must have ${strata.length} clusters, got ${column.length}`,
      );
    }
    return clusterSums(column);
  });
  const used = within === "prompts" ? sums.map(meansAsSums) : sums;
  const byStratum = draws.strata.map(({ members }) => ratioMeans(draws, used, members)); // [stratum][column]

  const sizes = sums.map(({ counts }) =>
    draws.strata.map(({ members }) => ({
      n: members.reduce((sum, i) => sum + counts[i], 0),
      clusters: members.reduce((sum, i) => sum + (counts[i] > 0 ? 1 : 0), 0),
    }))
  );
  const cell = (mean: ResampledMean, n: number, clusters: number): TableCell => (
    { ...bootstrapInterval(mean.draws, mean.estimate, { level }), n, clusters }
  );
  const cells = columns.map((_, j) =>
    labels.map((_, s) => cell(byStratum[s][j], sizes[j][s].n, sizes[j][s].clusters))
  );
  const macros = columns.map((_, j) =>
    new Map(groups.map(({ name, members }) => [
      name,
      macroMean(members.map((s) => byStratum[s][j]), draws.resamples),
    ]))
  );
  const named = <T>(build: (column: number) => [string, T][]) =>
    columns.map((_, j) => Object.fromEntries(build(j)) as Record<string, T>);
  return {
    strata: labels,
    cells,
    groups: named((j) =>
      groups.map(({ name, members }) => {
        const n = members.reduce((sum, s) => sum + sizes[j][s].n, 0);
        const clusters = members.reduce((sum, s) => sum + sizes[j][s].clusters, 0);
        return [name, cell(macros[j].get(name)!, n, clusters)];
      })
    ),
    contrasts: named((j) =>
      contrasts.map(([name, [left, right]]) => {
        const a = macros[j].get(left)!, b = macros[j].get(right)!;
        const differences = a.draws.map((value, i) => value - b.draws[i]);
        return [name, bootstrapInterval(differences, a.estimate - b.estimate, { level })];
      })
    ),
    ...(keepDraws ? { draws: named((j) => [...macros[j]].map(([name, { draws }]) => [name, draws])) } : {}),
  };
}
