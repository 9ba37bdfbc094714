import type { Type } from "../ops/op.ts";

/** The metrics of the benchmark and the types of answers that each scores. */
export const METRICS = {
  accuracy: ["label", "labels", "boolean", "integer"],
  count: ["integer"],
  scalar: ["number"],
  point_in_mask: ["point"],
  precision: ["mask", "points"],
  frechet: ["path"],
} as const satisfies Record<string, readonly Type[]>;

/** The name of a metric. */
export type Metric = keyof typeof METRICS;
