import type { Drawing } from "../drawing.ts";
import type { Embedder } from "../embedder.ts";

/** An embedder that gives back vectors, keys and attention laid down for each drawing. */
export function vectorEmbedder(
  of: ReadonlyMap<Drawing, { vector: number[]; keys?: Float32Array; attention?: Float32Array }>,
): Embedder {
  const [first] = of.values();
  return {
    name: "laid-down",
    caption: "vectors laid down",
    width: first?.vector.length ?? 1,
    keyWidth: (first?.keys?.length ?? 0) / 576,
    hasAttention: first?.attention !== undefined,
    has: (drawing) => of.has(drawing),
    embed: (drawings) =>
      Promise.resolve(drawings.map((drawing) => {
        const { vector, keys = null, attention = null } = of.get(drawing)!;
        return { vector: Float32Array.from(vector), keys, attention };
      })),
    close: () => Promise.resolve(),
  };
}
