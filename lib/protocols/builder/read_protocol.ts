import { checkPipeline } from "../ops/check_pipeline.ts";
import type { Type } from "../ops/op.ts";
import type { JsonProtocol } from "../registered/protocol.ts";
import { readConfiguration } from "./read_configuration.ts";

/** What reading a protocol's JSON finds: the protocol and its answer's type, or every fault in words. */
export type ProtocolReading =
  | { readonly ok: true; readonly protocol: JsonProtocol; readonly type: Type }
  | { readonly ok: false; readonly faults: readonly string[] };

const KEYS = ["name", "guidance", "aspect", "pipeline"];

/**
 * Reads and checks a protocol that is whole in one JSON file: `{name?, guidance?, aspect?, pipeline}`. Its pipeline may
 * read any field of an item and the source, and use the injected functions.
 *
 * @returns Nothing throws for what the text holds.
 *
 * @example
 * ```ts
 * import { readProtocol } from "lib/protocols/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(readProtocol(`{"pipeline": {"steps": [], "output": "x"}}`), {
 *   ok: false,
 *   faults: ["output reads x, which nothing provides", "The answer would not depend on the picture"],
 * });
 * ```
 */
export function readProtocol(text: string): ProtocolReading {
  const fails = (...faults: string[]): ProtocolReading => ({ ok: false, faults });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fails(`Cannot read the protocol: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return fails("Cannot read the protocol: it must be a JSON object");
  }
  const { name, guidance, aspect, pipeline, ...rest } = value as Record<string, unknown>;
  const [foreign] = Object.keys(rest);
  if (foreign !== undefined) {
    return fails(`Cannot read the protocol: ${foreign} must be one of ${KEYS.join(" ")}`);
  }
  for (const [key, text] of [["name", name], ["guidance", guidance]] as const) {
    if (text !== undefined && (typeof text !== "string" || text.trim() === "")) {
      return fails(
        `Cannot read the protocol: ${key} must be a text that is not blank, got ${JSON.stringify(text)}`,
      );
    }
  }
  const isSide = (side: unknown) => typeof side === "number" && side > 0 && side < Infinity;
  if (aspect !== undefined && !(Array.isArray(aspect) && aspect.length === 2 && aspect.every(isSide))) {
    return fails(
      `Cannot read the protocol: aspect must be two positive numbers, got ${JSON.stringify(aspect)}`,
    );
  }
  const read = readConfiguration(JSON.stringify({ route: "build", guidance: "x", pipeline }));
  if ("malformed" in read) return fails(`Cannot read the protocol: ${read.malformed}`);
  const protocol = value as JsonProtocol;
  const { faults, type } = checkPipeline(protocol.pipeline, {
    source: true,
    functions: ["ocr", "similarity"],
  });
  return faults.length > 0 || type === undefined
    ? fails(...faults.map(({ message }) => message))
    : { ok: true, protocol, type };
}
