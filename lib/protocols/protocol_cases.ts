import { PROTOCOLS } from "./registered/protocols.ts";
import { parsePicture } from "./registered/parse_picture.ts";
import type { JsonProtocol } from "./registered/protocol.ts";
import type { Pipeline } from "./ops/pipeline.ts";

/** A case as a line of JSON has it: what is given to a protocol, and the keys that a result must have. */
export interface ProtocolCase {
  readonly id: string;
  readonly protocol: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly pngBase64?: string;
  readonly sourcePngBase64?: string;
  readonly item?: Readonly<Record<string, unknown>>;
  /** What the injected functions answer whatever they are asked. */
  readonly inject?: { readonly ocr?: string; readonly similarity?: readonly number[] };
}

/**
 * Answers a case: reads its picture by a registered protocol or by its own `pipeline`.
 *
 * @throws {RangeError} If the case names nothing that is known here.
 */
export function answerCase(given: ProtocolCase): Record<string, unknown> {
  const { protocol, item, inject = {} } = given;
  if (protocol !== "pipeline" && !PROTOCOLS.has(protocol)) {
    throw new RangeError(`Cannot answer a case: its protocol must be known, got ${protocol}`);
  }
  const { pipeline, ...params } = given.params;
  const parser = protocol === "pipeline" ? pipeline as Pipeline | JsonProtocol : protocol;
  const { ocr, similarity } = inject;
  const { working: _, ...result } = parsePicture(parser, bytesOf(given.pngBase64), {
    params,
    item,
    source: given.sourcePngBase64 === undefined ? undefined : bytesOf(given.sourcePngBase64),
    inject: {
      ocr: ocr === undefined ? undefined : () => ocr,
      similarity: similarity === undefined ? undefined : () => similarity,
    },
  });
  return result;
}

function bytesOf(base64 = ""): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
