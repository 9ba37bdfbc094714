import { randomStream } from "lib/random/mod.ts";

/** When and which way round an annotator sees a pair. */
export interface PairPlace {
  pair: string;
  /** From 0. */
  order: number;
  /** Whether the pair's left drawing stands on the right. */
  swapped: boolean;
}

/**
 * The order and the sides in which an annotator sees a pair set: drawn from the set's hash and the annotator's name, so
 * that a reload or another machine shows the same. The annotation page runs this very function.
 *
 * @param pairs The ids, in the set's order.
 */
export function humanOrder(pairs: readonly string[], hash: string, annotator: string): PairPlace[] {
  const random = randomStream("annotate", hash, annotator);
  return random.shuffle(pairs).map((pair, order) => ({ pair, order, swapped: random.next() < 0.5 }));
}
