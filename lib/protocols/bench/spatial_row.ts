import type { Metric } from "../analysis/metrics.ts";
import type { Type } from "../ops/op.ts";
import type { PlainValue } from "../ops/plain_value.ts";

/** The four levels of the benchmark. */
export const CAPABILITIES = ["perception", "understanding", "reasoning", "interaction"] as const;

/** A level of the benchmark. */
export type Capability = typeof CAPABILITIES[number];

/**
 * The level of each task that the benchmark's digest names. Orientation and viewpoint are placed there; the other
 * placements are this suite's, and rows of other tasks carry their own.
 */
export const TASK_LEVELS: Readonly<Record<string, Capability>> = {
  count: "perception",
  depth: "perception",
  orientation: "perception",
  relation: "perception",
  size: "perception",
  viewpoint: "understanding",
  grounding: "understanding",
  feasibility: "reasoning",
  multiple_choice: "reasoning",
  navigation: "interaction",
  affordance: "interaction",
  trajectory: "interaction",
};

/** A row of the benchmark, its nested values read. `answer`, `maskPath` and `evaluator` never reach a model. */
export interface SpatialRow {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly license: string;
  readonly capability: Capability;
  readonly task: string;
  readonly instruction: string;
  readonly mediaPaths: readonly string[];
  readonly choices: readonly string[] | null;
  readonly item: Readonly<Record<string, unknown>>;
  readonly answerType: Type;
  /** Null where the answer is a mask. */
  readonly answer: PlainValue | null;
  readonly maskPath: string | null;
  readonly metric: Metric;
  readonly evaluator: unknown;
  /** The protocol that a visual answer is read by; null where one is to be built. */
  readonly protocol: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  /** In the order of the paths. */
  readonly mediaSha256: readonly string[];
}

/** A row as a line of JSON has it: flat, nested values as JSON in strings. */
export function rowLine(row: SpatialRow): string {
  return JSON.stringify({
    id: row.id,
    source: row.source,
    source_id: row.sourceId,
    license: row.license,
    capability: row.capability,
    task: row.task,
    instruction: row.instruction,
    media_paths: JSON.stringify(row.mediaPaths),
    choices: JSON.stringify(row.choices),
    item: JSON.stringify(row.item),
    answer_type: row.answerType,
    answer: JSON.stringify(row.answer),
    mask_path: row.maskPath,
    metric: row.metric,
    evaluator: JSON.stringify(row.evaluator),
    protocol: row.protocol,
    params: JSON.stringify(row.params),
    media_sha256: JSON.stringify(row.mediaSha256),
  });
}
