import { fits, type Injected, type Type } from "./op.ts";
import { OPS } from "./ops.ts";
import type { Pipeline, Step } from "./pipeline.ts";
import { settleParams } from "./settle_params.ts";

/** The kinds of faults that a pipeline can have before it runs. */
export type PipelineError =
  | "unknown_op"
  | "bad_parameter"
  | "unknown_reference"
  | "missing_media"
  | "missing_function"
  | "type_mismatch"
  | "image_unused";

/** A fault by its kind, with a sentence that names step, rule and value. */
export interface PipelineFault {
  readonly error: PipelineError;
  readonly message: string;
}

/** What a pipeline may read and use. */
export interface Offer {
  /** The item's fields by type; any field of any type where absent. */
  readonly item?: Readonly<Record<string, Type>>;
  /** The ops allowed; all where absent. */
  readonly ops?: readonly string[];
  readonly source: boolean;
  readonly functions: readonly (keyof Injected)[];
}

/**
 * Checks a parser without running it: its ops, parameters, references, what it needs, the types that meet, and that
 * its answer depends on the picture.
 *
 * @returns All faults, step by step, and the type of the output where that is known.
 */
export function checkPipeline(pipeline: Pipeline, offer: Offer): { faults: PipelineFault[]; type?: Type } {
  const faults: PipelineFault[] = [];
  const fault = (error: PipelineError, message: string) => faults.push({ error, message });
  const types = new Map<string, Type | undefined>();
  const seesImage = new Set(["$image"]);

  const typeOf = (where: string, reference: string): Type | undefined => {
    if (reference === "$image") return "image";
    if (reference === "$source") {
      if (!offer.source) fault("missing_media", `${where} needs $source`);
      return "image";
    }
    if (types.has(reference)) return types.get(reference);
    if (reference.startsWith("$item.")) {
      const field = reference.slice(6);
      if (offer.item === undefined) return undefined;
      if (Object.hasOwn(offer.item, field)) return offer.item[field];
    }
    fault("unknown_reference", `${where} reads ${reference}, which nothing provides`);
    return undefined;
  };

  for (const step of pipeline.steps) {
    const inputs = step.in.map((reference) => typeOf(step.id, reference));
    if (step.in.some((reference) => seesImage.has(reference))) seesImage.add(step.id);
    const op = OPS.get(step.op);
    types.set(step.id, op?.gives);
    if (op === undefined || offer.ops && !offer.ops.includes(step.op)) {
      fault("unknown_op", `No op ${step.op}`);
    }
    if (op === undefined) continue;
    for (const message of settleParams(step.id, op.params, step.params).faults) {
      fault("bad_parameter", message);
    }
    if (op.needs && !offer.functions.includes(op.needs)) {
      fault("missing_function", `${step.id} needs ${op.needs}`);
    }
    const asked = op.many ? inputs.map(() => op.takes[0]) : op.takes;
    const mismatch = inputs.length !== asked.length || op.many && inputs.length === 0 ||
      inputs.some((type, i) => type !== undefined && !fits(type, asked[i]));
    if (mismatch) fault("type_mismatch", typeSentence(step, op.takes, op.many, inputs));
  }
  const type = typeOf("output", pipeline.output);
  if (!seesImage.has(pipeline.output)) fault("image_unused", "The answer would not depend on the picture");
  return { faults, type };
}

function typeSentence(
  step: Step,
  takes: readonly Type[],
  many: boolean,
  got: readonly (Type | undefined)[],
): string {
  const listed = (types: readonly (Type | undefined)[]) =>
    types.map((type) => type ?? "unknown").join(" ") || "nothing";
  return `${step.id}: ${step.op} takes ${listed(takes)}${many ? "+" : ""}, got ${listed(got)}`;
}
