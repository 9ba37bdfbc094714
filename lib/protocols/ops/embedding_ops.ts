import type { Mask, Picture } from "../picture/picture.ts";
import { Failure, op, type Scene } from "./op.ts";

/** Ops that compare a picture with candidates in words, by an injected embedder. */
export const EMBEDDING_OPS = [
  op(
    "embedding.similarity",
    ["image", "mask", "candidates"],
    "numbers",
    {},
    ([image, mask, candidates], _, scene) => {
      return compare(image, mask, candidates, scene);
    },
    { needs: "similarity" },
  ),

  op("embedding.whole", ["image", "candidates"], "numbers", {}, ([image, candidates], _, scene) => {
    return compare(image, null, candidates, scene);
  }, { needs: "similarity" }),
];

function compare(image: Picture, mask: Mask | null, candidates: readonly string[], { inject }: Scene) {
  if (candidates.length === 0) return new Failure("missing_candidates");
  return inject.similarity?.(image, mask, candidates) ?? new Failure("embedding_unavailable");
}
