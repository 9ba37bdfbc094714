import { type BootstrapInterval, bootstrapInterval, drawClusters, resampledRatios } from "lib/stats/mod.ts";
import { type CausalStratum, inStratum } from "./contrasts.ts";
import type { MeasuredContinuation } from "./measure_continuations.ts";

/** How drawing on depends on how far the statement was moved, for one model. */
export interface DoseResponse {
  model: string;
  /** By distance: bins of `edges`, the first one unmoved. A bin without a continuation is left out. */
  bins: DoseBin[];
  /**
   * The rise of the rate per cell moved, within items: the slope of the least-squares line through an item's three
   * unmoved and moved rates, each item weighted by how far apart its distances lie.
   */
  slope: BootstrapInterval & { items: number; prompts: number };
  /** The farther of an item's two moves less the nearer one, mean over prompts of their items' differences. */
  farther: BootstrapInterval & { items: number; prompts: number };
}

/** The continuations whose statement was moved by `from` <= distance < `to` cells; 0 and 0: unmoved. */
export interface DoseBin extends BootstrapInterval {
  from: number;
  to: number;
  n: number;
  items: number;
  /** Median distance. */
  median: number;
}

/**
 * The dose-response of `drew` on distance, in one stratum, over stochastic continuations. Prompts are resampled whole.
 *
 * @param options.edges Where bins begin, in cells; 1, 4, 7, 10, 14 unless given.
 */
export function doseResponse(
  rows: readonly MeasuredContinuation[],
  options: { stratum: CausalStratum; edges?: readonly number[]; seed?: number; resamples?: number },
): DoseResponse[] {
  const { stratum, edges = [1, 4, 7, 10, 14], seed = 1, resamples = 10_000 } = options;
  return [...new Set(rows.map((row) => row.model))].map((model) => {
    const own = rows.filter((row) =>
      row.model === model && row.sample > 0 && row.distance !== null && row.drew !== null &&
      inStratum(row, stratum)
    );
    const prompts = [...new Set(own.map((row) => row.item))].sort();
    const at = new Map(prompts.map((prompt, i) => [prompt, i]));
    const draws = drawClusters(prompts.length, { seed: [seed, "dose", model], resamples });
    const column = () => new Float64Array(prompts.length);
    const tops: Float64Array[] = [], bottoms: Float64Array[] = [];
    const bounds = [{ from: 0, to: 0 }, ...edges.map((from, i) => ({ from, to: edges[i + 1] ?? Infinity }))];
    const bins = bounds.map(({ from, to }) => {
      const members = own.filter(({ distance }) =>
        to === 0 ? distance === 0 : distance! >= from && distance! < to
      );
      const sums = column(), counts = column();
      for (const row of members) {
        sums[at.get(row.item)!] += row.drew ? 1 : 0;
        counts[at.get(row.item)!]++;
      }
      tops.push(sums);
      bottoms.push(counts);
      const moves = [
        ...new Map(members.map((row) => [`${row.item}\0${row.source}\0${row.arm}`, row.distance!])).values(),
      ];
      return { from, to, n: members.length, items: moves.length, median: median(moves) };
    });
    const products = column(), squares = column(), gains = column(), pairs = column();
    let items = 0, graded = 0;
    for (const group of Map.groupBy(own, (row) => `${row.item}\0${row.source}`).values()) {
      const doses = [...Map.groupBy(group, (row) => row.distance!)].map(([distance, same]) => ({
        distance,
        rate: same.filter((row) => row.drew).length / same.length,
      })).sort((a, b) => a.distance - b.distance);
      const i = at.get(group[0].item)!;
      if (doses.length > 1) graded++;
      const middle = mean(doses.map(({ distance }) => distance)), level = mean(doses.map(({ rate }) => rate));
      for (const { distance, rate } of doses) {
        products[i] += (distance - middle) * (rate - level);
        squares[i] += (distance - middle) ** 2;
      }
      const moved = doses.filter(({ distance }) => distance > 0);
      if (moved.length < 2) continue;
      items++;
      gains[i] += moved.at(-1)!.rate - moved[0].rate;
      pairs[i]++;
    }
    const has = pairs.map((count) => count > 0 ? 1 : 0);
    tops.push(products, gains.map((gain, i) => has[i] ? gain / pairs[i] : 0));
    bottoms.push(squares, has);
    const ratios = resampledRatios(draws, tops, bottoms);
    const found = tops.map((top, j) => bootstrapInterval(ratios[j], total(top) / total(bottoms[j])));
    return {
      model,
      bins: bins.map((bin, j) => ({ ...bin, ...found[j] })).filter(({ n }) => n > 0),
      slope: {
        ...found[bins.length],
        items: graded,
        prompts: squares.filter((x) => x > 0).length,
      },
      farther: { ...found[bins.length + 1], items, prompts: total(has) },
    };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** NaN of none; the mean of the middle two of an even number. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}
