import type { GenerationAsk } from "./generation_asks.ts";

/**
 * The asks in the order in which to ask them: all first samples, then all second ones, ..., and within a sample so that
 * any part from the front has about the same share of every task and is spread over each task's items, hence over
 * tiers and subcategories.
 *
 * An item's place is the van der Corput number of its index, its bits mirrored behind the point: 0, 1/2, 1/4, 3/4,
 * 1/8, ..., of which the n smallest lie evenly among the indices.
 *
 * @example A slow model that is stopped half-way has drawn every other item
 * ```ts
 * import { generationAsks, spreadOrder } from "lib/collect/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const asks = spreadOrder(generationAsks("tiny", { tasks: ["layout"], medium: "canvas", seed: 1, samples: 1 }));
 * const subcategories = asks.slice(0, 15).map(({ item }) => item.slice(0, 2));
 * deepStrictEqual(new Set(subcategories).size, 13);
 * ```
 */
export function spreadOrder(asks: readonly GenerationAsk[]): GenerationAsk[] {
  const places = new Map<string, Map<string, number>>();
  const placed = asks.map((ask) => {
    const items = places.get(ask.task) ?? new Map<string, number>();
    places.set(ask.task, items);
    let place = items.get(ask.item);
    if (place === undefined) items.set(ask.item, place = mirrored(items.size));
    return { ask, place };
  });
  return placed.sort((a, b) => a.ask.sample - b.ask.sample || a.place - b.place).map(({ ask }) => ask);
}

/** A whole number's bits mirrored behind the binary point, in [0, 1). */
function mirrored(n: number): number {
  let value = 0;
  for (let unit = 0.5; n > 0; n = Math.floor(n / 2), unit /= 2) value += (n % 2) * unit;
  return value;
}
