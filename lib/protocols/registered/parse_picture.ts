import { checkPipeline } from "../ops/check_pipeline.ts";
import type { Injected, Type } from "../ops/op.ts";
import type { Pipeline } from "../ops/pipeline.ts";
import { type PlainValue, plainValue } from "../ops/plain_value.ts";
import { runPipeline, type Work } from "../ops/run_pipeline.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import type { Picture } from "../picture/picture.ts";
import { type CompiledProtocol, compileProtocol } from "./compile_protocol.ts";
import type { JsonProtocol } from "./protocol.ts";
import { PROTOCOLS } from "./protocols.ts";

/** What a parser read: a value of a type, or the named reason why there is none; with every step's result. */
export type Parse =
  | { readonly ok: true; readonly type: Type; readonly value: PlainValue; readonly working: readonly Work[] }
  | { readonly ok: false; readonly reason: string; readonly working: readonly Work[] };

/** What a parser is given beside the picture. */
export interface ParseOptions {
  /** Parameters of a registered protocol; a parser in JSON takes `aspect` alone. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** What the item lets a parser see: never the answer. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** The picture that the model was shown, as a PNG or decoded. */
  readonly source?: Uint8Array | Picture;
  readonly inject?: Injected;
}

const SHORTEST_SIDE = 16;

/**
 * Reads a model's picture by a protocol: intake (`undecodable`, `too_small`, `wrong_aspect`), then the parser's steps.
 *
 * @param protocol The name of a registered protocol, a protocol in JSON, or a pipeline alone.
 * @param picture A PNG, or a picture decoded.
 * @throws {RangeError} If there is no such protocol, a parameter is wrong, or the pipeline is not sound: an unknown op
 * or reference, types that do not meet, a source that is not given or is no PNG.
 *
 * @example
 * ```ts
 * import { encodePng, rasterize } from "lib/canvas/mod.ts";
 * import { parsePicture } from "lib/protocols/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const dot = rasterize([{ kind: "rect", r: 4, c: 4, h: 3, w: 3, color: "#00dc00", fill: true }]);
 * const parse = parsePicture("instance_marking", encodePng(dot, { scale: 4 }));
 * ok(parse.ok && parse.value === 1);
 * ```
 */
export function parsePicture(
  protocol: string | JsonProtocol | Pipeline,
  picture: Uint8Array | Picture,
  { params = {}, item, source, inject = {} }: ParseOptions = {},
): Parse {
  const { pipeline, aspect } = readable(protocol, params);
  const { faults } = checkPipeline(pipeline, {
    source: source !== undefined,
    functions: ["ocr", "similarity"], // where one is not at hand its step says so
  });
  const fault = faults.find(({ error }) => error !== "image_unused");
  if (fault) throw new RangeError(`Cannot read a picture: ${fault.message}`);
  const image = picture instanceof Uint8Array ? decodePicture(picture) : picture;
  const refused = image === null ? "undecodable" : refusal(image, aspect);
  if (image === null || refused) return { ok: false, reason: refused ?? "undecodable", working: [] };
  const before = source instanceof Uint8Array ? decodePicture(source) : source;
  if (before === null) {
    throw new RangeError("Cannot read a picture: its source must be a PNG, got other bytes");
  }
  const reading = runPipeline(pipeline, { image, source: before, item, inject });
  if (!reading.ok) return reading;
  return { ...reading, value: plainValue(reading.type, reading.value) };
}

function readable(
  protocol: string | JsonProtocol | Pipeline,
  params: Readonly<Record<string, unknown>>,
): Pick<CompiledProtocol, "pipeline" | "aspect"> {
  if (typeof protocol !== "string") {
    const aspect = params.aspect as [number, number] | undefined;
    return "pipeline" in protocol
      ? { pipeline: protocol.pipeline, aspect: aspect ?? protocol.aspect }
      : { pipeline: protocol, aspect };
  }
  const registered = PROTOCOLS.get(protocol);
  if (registered === undefined) {
    throw new RangeError(`Cannot read a picture: the protocol must be registered, got ${protocol}`);
  }
  const result = compileProtocol(registered, params);
  if ("faults" in result) throw new RangeError(`Cannot read a picture: ${result.faults[0]}`);
  return result.compiled;
}

/** Why a picture is not taken in, if it is not. */
function refusal({ width, height }: Picture, aspect?: readonly [number, number]): string | undefined {
  if (Math.min(width, height) < SHORTEST_SIDE) return "too_small";
  if (!aspect) return undefined;
  const [w, h] = aspect;
  return 50 * Math.abs(width * h - height * w) > Math.max(width * h, height * w) + 1e-9
    ? "wrong_aspect"
    : undefined;
}
