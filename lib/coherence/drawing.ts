import { type Attempt, attemptRaster } from "lib/attempts/mod.ts";
import type { Raster } from "lib/canvas/mod.ts";
import { foregroundOf } from "./foreground.ts";

/** Cells along each side of a drawing, and so patches along each side of an embedding: one patch covers one cell. */
export const SIDE = 24;

/** Patches of an embedding. */
export const PATCHES = SIDE * SIDE;

/** A drawing that enters the analysis: valid and not trivial. */
export interface Drawing {
  model: string;
  item: string;
  sample: number;
  raster: Raster;
  /** By cell, row by row: 1 where it differs from the background. */
  foreground: Uint8Array;
  /** Mean nats per generated token of its reply; null where the server disclosed none. */
  entropy: number | null;
}

/** The drawings among a run's layout attempts: the valid and not trivial ones, in their order. */
export function layoutDrawings(attempts: readonly Attempt[]): Drawing[] {
  return attempts.filter(({ status, trivial }) => status === "ok" && !trivial).map((attempt) => {
    const { model, item, sample, entropy, primitives } = attempt;
    const raster = attemptRaster(attempt);
    return { model, item, sample, raster, foreground: foregroundOf(raster, primitives), entropy };
  });
}

/** What a file of embeddings calls a drawing. */
export function drawingKey({ model, item, sample }: Pick<Drawing, "model" | "item" | "sample">): string {
  return JSON.stringify([model, item, sample]);
}

/** Rows of the same kind together, in the order in which each kind first appears. */
export function groupBy<T>(rows: readonly T[], kind: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const own = groups.get(kind(row));
    if (own) own.push(row);
    else groups.set(kind(row), [row]);
  }
  return groups;
}
