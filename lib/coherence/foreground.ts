import type { Primitive, Raster } from "lib/canvas/mod.ts";
import { drawingBackground } from "lib/probes/mod.ts";

/**
 * The foreground of a picture: 1 for each cell that differs from the background, row by row.
 *
 * The background is the colour of the program's first `fill`, else the commonest colour.
 *
 * @param primitives The drawing calls; none for a picture without a program.
 *
 * @example
 * ```ts
 * import { rasterize } from "lib/canvas/mod.ts";
 * import { foregroundOf } from "lib/coherence/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const calls = [{ kind: "rect", r: 0, c: 0, h: 2, w: 3, color: "#000000", fill: true }] as const;
 * strictEqual(foregroundOf(rasterize(calls), calls).reduce((sum, cell) => sum + cell), 6);
 * ```
 */
export function foregroundOf(raster: Raster, primitives: readonly Primitive[] = []): Uint8Array {
  const ground = parseInt(drawingBackground(raster, primitives).slice(1), 16);
  const { rgb } = raster;
  const cells = new Uint8Array(rgb.length / 3);
  for (let i = 0; i < cells.length; i++) {
    cells[i] = (rgb[3 * i] << 16 | rgb[3 * i + 1] << 8 | rgb[3 * i + 2]) === ground ? 0 : 1;
  }
  return cells;
}

/** The cells that a prompt's drawings agree on. */
export interface PromptMask {
  item: string;
  /** By cell, row by row: 1 where enough of the drawings have foreground. */
  cells: Uint8Array;
  /** Cells of the mask; none is the blind spot of a vote: small things that never lie in the same place. */
  size: number;
  /** Drawings that voted. */
  n: number;
}

/**
 * The foreground mask of each prompt: the cells that are foreground in at least `share` of all its drawings, of all
 * models together, so that every model is held to the same cells.
 *
 * @param options.share 0.5 unless given.
 * @returns By prompt, sorted by id; prompts without a drawing are not there.
 * @throws {RangeError} If share is not in (0, 1], or drawings of a prompt differ in size.
 */
export function foregroundMasks(
  drawings: Iterable<{ item: string; foreground: Uint8Array }>,
  { share = 0.5 }: { share?: number } = {},
): Map<string, PromptMask> {
  if (!(share > 0 && share <= 1)) {
    throw new RangeError(`Cannot vote on a foreground: the share must be in (0, 1], got ${share}`);
  }
  const votes = new Map<string, { counts: Uint32Array; n: number }>();
  for (const { item, foreground } of drawings) {
    let vote = votes.get(item);
    if (!vote) votes.set(item, vote = { counts: new Uint32Array(foreground.length), n: 0 });
    if (vote.counts.length !== foreground.length) {
      throw new RangeError(
        `Cannot vote on a foreground: drawings of ${item} must have ${vote.counts.length} cells, got ${foreground.length}`,
      );
    }
    vote.n++;
    for (let i = 0; i < foreground.length; i++) vote.counts[i] += foreground[i];
  }
  const items = [...votes.keys()].sort();
  return new Map(items.map((item) => {
    const { counts, n } = votes.get(item)!;
    // the count times 1 / share, not the quotient: 11 of 22 are half
    const cells = Uint8Array.from(counts, (count) => count >= share * n - 1e-9 ? 1 : 0);
    return [item, { item, cells, size: cells.reduce((sum, cell) => sum + cell, 0), n }];
  }));
}
