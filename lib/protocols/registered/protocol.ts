import type { Rules } from "../ops/op.ts";
import type { Pipeline } from "../ops/pipeline.ts";

/** A protocol that the suite knows by name: what is painted, and how parameters make its parser. */
export interface RegisteredProtocol {
  readonly name: string;
  /** What the model is told to paint; names in braces are filled in by the task. */
  readonly guidance: string | ((params: Record<string, unknown>) => string);
  readonly params: Rules;
  /** The parameter that must also be given with these, if one is missing. */
  readonly lacks?: (params: Record<string, unknown>) => string | undefined;
  /** The parser of settled parameters. */
  // deno-lint-ignore no-explicit-any
  readonly compile: (params: any) => Pipeline;
}

/** A protocol of an outside user, whole in one JSON file. */
export interface JsonProtocol {
  readonly name?: string;
  readonly guidance?: string;
  /** The proportions asked for, [width, height]. */
  readonly aspect?: readonly [number, number];
  readonly pipeline: Pipeline;
}
