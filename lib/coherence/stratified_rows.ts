import { tierOf } from "lib/attempts/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { groupBy } from "./drawing.ts";

/**
 * A sample of drawings with the same number from each tier, and within a tier as evenly from each model as they have
 * drawings: models take turns, each with its drawings shuffled.
 *
 * @param options.count About how many; a tier that has fewer than its share gives all.
 * @returns Indices into `drawings`, sorted.
 */
export function stratifiedRows(
  drawings: readonly { model: string; item: string }[],
  { seed, count = 2000 }: { seed: number; count?: number },
): number[] {
  const tiers = groupBy([...drawings.keys()], (row) => tierOf(drawings[row].item));
  const share = Math.floor(count / Math.max(1, tiers.size));
  return [...tiers].sort(([a], [b]) => a < b ? -1 : 1).flatMap(([tier, rows]) => {
    const queues = [...groupBy(rows, (row) => drawings[row].model)].map(([model, own]) =>
      randomStream(seed, "stratified", tier, model).shuffle(own)
    );
    const longest = Math.max(...queues.map((queue) => queue.length));
    const turns = Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? []));
    return turns.flat().slice(0, share);
  }).sort((a, b) => a - b);
}
