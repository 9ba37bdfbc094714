import { subcategoryOf, tierOf } from "lib/attempts/mod.ts";
import type { AttentionExample, Coherence } from "./measure_coherence.ts";

/** A prompt with the sharpest example of each of two models: a row of Figure 17. */
export interface AttentionPair {
  item: string;
  top: AttentionExample;
  bottom: AttentionExample;
}

/**
 * Prompts of a tier at which both models have attention, for Figure 17: the first prompt of each subcategory in turn,
 * so that they are not picked for how they look. Within a prompt each model shows its sharpest map, which is no typical
 * one.
 *
 * @param options.tier `T2`, the iconic tier, unless given. @param options.count 3 unless given.
 * @returns Fewer than asked where there are not so many; none in a run without attention.
 */
export function attentionPairs(
  { attention }: Pick<Coherence, "attention">,
  [top, bottom]: readonly [string, string],
  { tier = "T2", count = 3 }: { tier?: string; count?: number } = {},
): AttentionPair[] {
  const of = (model: string) =>
    new Map(
      attention.filter(({ drawing }) => drawing.model === model).map((one) => [one.drawing.item, one]),
    );
  const tops = of(top), bottoms = of(bottom);
  const items = [...tops.keys()].filter((item) => bottoms.has(item) && tierOf(item) === tier).sort();
  const turn = new Map<string, number>(), turns = new Map<string, number>();
  for (const item of items) {
    const at = turns.get(subcategoryOf(item)) ?? 0;
    turn.set(item, at);
    turns.set(subcategoryOf(item), at + 1);
  }
  return items.sort((a, b) => turn.get(a)! - turn.get(b)! || (a < b ? -1 : 1)).slice(0, count)
    .map((item) => ({ item, top: tops.get(item)!, bottom: bottoms.get(item)! }));
}
