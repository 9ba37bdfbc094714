import type { Picture } from "../picture/picture.ts";
import { itemValueFits } from "./item_value.ts";
import { Failure, type Injected, type Type, type Values } from "./op.ts";
import { OPS } from "./ops.ts";
import type { Pipeline } from "./pipeline.ts";
import { settleParams } from "./settle_params.ts";

/** What one step made: a value of its type, or why there is none. */
export interface Work {
  readonly id: string;
  readonly op: string;
  readonly type?: Type;
  readonly value?: Values[Type];
  readonly reason?: string;
}

/** What a pipeline reads: the model's picture, the one it was shown, and what the item lets a parser see. */
export interface Given {
  readonly image: Picture;
  readonly source?: Picture;
  readonly item?: Readonly<Record<string, unknown>>;
  readonly inject?: Injected;
}

/** What a pipeline read, in the types of running parsers, with every step's result. */
export type Reading =
  | {
    readonly ok: true;
    readonly type: Type;
    readonly value: Values[Type];
    readonly working: readonly Work[];
  }
  | { readonly ok: false; readonly reason: string; readonly working: readonly Work[] };

/**
 * Runs a checked pipeline. Steps run in order; the first that fails ends the parse with its reason, whether or not the
 * output needs it. A field that the item lacks or has in another form is a `bad_item` (`missing_candidates` where
 * candidates are asked for); an error inside an op or an injected function is an `exception`.
 */
export function runPipeline(pipeline: Pipeline, { image, source, item = {}, inject = {} }: Given): Reading {
  const scene = { width: image.width, height: image.height, inject };
  const made = new Map<string, { type: Type; value: unknown }>([["$image", { type: "image", value: image }]]);
  if (source) made.set("$source", { type: "image", value: source });
  const working: Work[] = [];

  const fetch = (reference: string, type: Type): unknown => {
    if (!reference.startsWith("$item.")) return made.get(reference)!.value;
    const field = reference.slice(6);
    if (Object.hasOwn(item, field) && itemValueFits(item[field], type)) return item[field];
    return new Failure(type === "candidates" ? "missing_candidates" : "bad_item");
  };

  for (const { id, op: name, in: references, params } of pipeline.steps) {
    const op = OPS.get(name)!;
    let value: unknown;
    try {
      const inputs = references.map((reference, i) => fetch(reference, op.takes[op.many ? 0 : i]));
      value = inputs.find((input) => input instanceof Failure) ??
        op.run(inputs, settleParams(id, op.params, params).params, scene);
    } catch {
      value = new Failure("exception");
    }
    if (value instanceof Failure) {
      working.push({ id, op: name, reason: value.reason });
      return { ok: false, reason: value.reason, working };
    }
    made.set(id, { type: op.gives, value });
    working.push({ id, op: name, type: op.gives, value: value as Values[Type] });
  }
  const output = made.get(pipeline.output);
  if (output === undefined) return { ok: false, reason: "bad_item", working };
  return { ok: true, type: output.type, value: output.value as Values[Type], working };
}
