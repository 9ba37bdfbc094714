import { createHash } from "node:crypto";
import { METRICS } from "../analysis/metrics.ts";
import { checkPipeline, type PipelineError } from "../ops/check_pipeline.ts";
import { fits, type Type } from "../ops/op.ts";
import type { Pipeline } from "../ops/pipeline.ts";
import { shown } from "../ops/settle_params.ts";
import { compileProtocol } from "../registered/compile_protocol.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { answerLeaks } from "./answer_leaks.ts";
import { type Contract, requireSealed } from "./contract.ts";
import { fallback } from "./fallback.ts";
import { nameableLabels } from "./nameable_labels.ts";
import { type Configuration, readConfiguration } from "./read_configuration.ts";

/** The kinds of errors in a configuration, in the order in which they are named. */
export const CONFIGURATION_ERRORS = [
  "malformed",
  "unsupported",
  "answer_leak",
  "unknown_protocol",
  "unknown_op",
  "bad_parameter",
  "unknown_reference",
  "missing_media",
  "missing_function",
  "type_mismatch",
  "image_unused",
  "metric_mismatch",
] as const satisfies readonly (PipelineError | string)[];

/** A kind of error in a configuration. */
export type ConfigurationError = typeof CONFIGURATION_ERRORS[number];

/** An error with a sentence that names step, rule and value. */
export interface ConfigurationFault {
  readonly error: ConfigurationError;
  readonly message: string;
}

/** A configuration that passed, compiled and frozen: the same for every model from here on. */
export interface BuiltProtocol {
  readonly route: Configuration["route"];
  readonly protocol?: string;
  readonly guidance: string;
  readonly aspect?: readonly [number, number];
  readonly pipeline: Pipeline;
  /** From labels to the answer's space. */
  readonly map?: Readonly<Record<string, string | boolean | number>>;
}

/** What a check finds: the protocol, its answer's type and the sha256 of its JSON; or what is wrong. */
export type ConfigurationCheck =
  | { readonly ok: true; readonly type: Type; readonly built: BuiltProtocol; readonly sha256: string }
  | {
    readonly ok: false;
    readonly error: ConfigurationError;
    readonly errors: readonly ConfigurationFault[];
  };

/**
 * Checks a builder's reply against its contract before anything runs. A reply that is no configuration is `malformed`
 * and nothing else; otherwise all errors are collected, and the first in their stated order is the `error`.
 *
 * @param reply The model's whole text; its one JSON object counts.
 * @throws {RangeError} If the contract shows a hidden field or has more than three examples.
 *
 * @example
 * ```ts
 * import { checkConfiguration } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const contract = {
 *   task: "count", capability: "perception", instruction: "How many cats?", media: ["source"], item: {},
 *   answer: { type: "integer" as const }, metric: "count", functions: [], examples: [],
 * };
 * const check = checkConfiguration(contract, '{"route": "reuse", "protocol": "dot_counter"}');
 * deepStrictEqual(check, {
 *   ok: false,
 *   error: "unknown_protocol",
 *   errors: [{ error: "unknown_protocol", message: "No protocol dot_counter" }],
 * });
 * ```
 */
export function checkConfiguration(contract: Contract, reply: string): ConfigurationCheck {
  requireSealed(contract);
  const read = readConfiguration(reply);
  if ("malformed" in read) {
    const message = `Cannot read the configuration: ${read.malformed}`;
    return { ok: false, error: "malformed", errors: [{ error: "malformed", message }] };
  }
  const { configuration } = read;
  const faults: ConfigurationFault[] = [];
  const { answer, metric } = contract;
  const scored: readonly Type[] = Object.hasOwn(METRICS, metric)
    ? METRICS[metric as keyof typeof METRICS]
    : [];
  const unwritable = configuration.route === "fallback" && fallback(contract) === undefined;
  if (!scored.includes(answer.type) || unwritable) {
    faults.push({ error: "unsupported", message: `Cannot score ${answer.type} by ${metric}` });
  }
  for (const string of answerLeaks(contract, configuration)) {
    faults.push({ error: "answer_leak", message: `The answer shows through: ${string}` });
  }
  faults.push(...placeholderFaults(contract, configuration));
  const built = compiled(contract, configuration, faults);
  let type: Type | undefined;
  if (built) {
    const mapped = built.map ? mappedType(built.map) : undefined;
    if (built.map && mapped === undefined) {
      const message = `map: its values must be all labels, booleans or integers, got ${shown(built.map)}`;
      faults.push({ error: "bad_parameter", message });
    }
    const result = checkPipeline(built.pipeline, {
      item: contract.item,
      ops: built.route === "build" ? contract.ops : undefined,
      source: contract.media.includes("source"),
      functions: contract.functions,
    });
    faults.push(...result.faults);
    type = built.map ? mapped : result.type;
    // What labels a step can name is known of sound parameters alone.
    const sound = !faults.some(({ error }) => error === "bad_parameter" || error === "unknown_op");
    const mismatch = sound && result.type ? metricMismatch(contract, built, result.type, type!) : undefined;
    if (mismatch) faults.push({ error: "metric_mismatch", message: mismatch });
  }
  if (faults.length > 0) {
    const place = ({ error }: ConfigurationFault) => CONFIGURATION_ERRORS.indexOf(error);
    const errors = faults.toSorted((a, b) => place(a) - place(b));
    return { ok: false, error: errors[0].error, errors };
  }
  const sha256 = createHash("sha256").update(JSON.stringify(built)).digest("hex");
  return { ok: true, type: type!, built: built!, sha256 };
}

/** The configuration as one pipeline; undefined, with its faults noted, where there is none to check. */
function compiled(
  contract: Contract,
  configuration: Configuration,
  faults: ConfigurationFault[],
): BuiltProtocol | undefined {
  if (configuration.route === "fallback") {
    const written = fallback(contract);
    return written && { route: "fallback", guidance: configuration.guidance, ...written };
  }
  const map = configuration.map as BuiltProtocol["map"];
  if (configuration.route === "build") {
    const { guidance, pipeline } = configuration;
    return { route: "build", guidance, pipeline, ...(map && { map }) };
  }
  const { protocol: name, params = {}, guidance } = configuration;
  const protocol = PROTOCOLS.get(name);
  if (protocol === undefined || contract.protocols && !contract.protocols.includes(name)) {
    faults.push({ error: "unknown_protocol", message: `No protocol ${name}` });
  }
  if (protocol === undefined) return undefined;
  // A protocol that asks for choices has the contract's where the reply names none.
  const { choices } = contract.answer;
  const implied = Object.hasOwn(protocol.params, "choices") && choices?.length ? { choices } : {};
  const result = compileProtocol(protocol, { ...implied, ...params });
  if ("faults" in result) {
    faults.push(...result.faults.map((message) => ({ error: "bad_parameter" as const, message })));
    return undefined;
  }
  const { compiled: { pipeline, aspect, guidance: told } } = result;
  return {
    route: "reuse",
    protocol: name,
    guidance: guidance ?? told,
    ...(aspect && { aspect }),
    pipeline,
    ...(map && { map }),
  };
}

/** Placeholders of a reply's guidance that neither the contract nor the item provides. */
function placeholderFaults(contract: Contract, { guidance = "" }: Configuration): ConfigurationFault[] {
  const known = new Set(["instruction", ...Object.keys(contract.item)]);
  if (contract.answer.choices?.length) known.add("choices");
  return [...guidance.matchAll(/\{([A-Za-z_][\w.]*)\}/g)].filter(([, name]) => !known.has(name)).map((
    [placeholder],
  ) => ({ error: "unknown_reference", message: `guidance reads ${placeholder}, which nothing provides` }));
}

/** The type that a map's values have in common, if they have. */
function mappedType(map: Readonly<Record<string, unknown>>): Type | undefined {
  const values = Object.values(map);
  if (values.every((value) => typeof value === "string")) return "label";
  if (values.every((value) => typeof value === "boolean")) return "boolean";
  return values.every((value) => Number.isInteger(value)) ? "integer" : undefined;
}

/** Why the output is not what the metric scores, if it is not. */
function metricMismatch(
  { answer, metric }: Contract,
  { pipeline, map }: BuiltProtocol,
  read: Type,
  type: Type,
): string | undefined {
  const gives = (given: string, scored: string) =>
    `${pipeline.output} gives ${given}, ${metric} scores ${scored}`;
  if (map && read !== "label") return gives(read, "label through a map");
  if (!fits(type, answer.type)) return gives(type, answer.type);
  const labels = read === "label" || read === "labels" ? nameableLabels(pipeline) : [];
  const unmapped = map && labels.find((label) => !Object.hasOwn(map, label));
  if (unmapped !== undefined) return gives(`label ${unmapped}`, `label of ${Object.keys(map!).join(" ")}`);
  const named = map ? Object.values(map).filter((value) => typeof value === "string") : labels;
  const { choices } = answer;
  const foreign = choices && named.find((label) => !choices.includes(label));
  return foreign === undefined ? undefined : gives(`label ${foreign}`, `label of ${choices!.join(" ")}`);
}
