import type { Raster } from "lib/canvas/mod.ts";
import { attribute, type ResponseRecord } from "./analysis/attribute.ts";
import { frechet } from "./analysis/frechet.ts";
import { isCorrect } from "./analysis/is_correct.ts";
import { macroAverage, type ScoredRow } from "./analysis/macro_average.ts";
import { pointInMask, precision } from "./analysis/mask_scores.ts";
import { overallInterval } from "./analysis/overall_interval.ts";
import { pairedOutcomes } from "./analysis/paired_outcomes.ts";
import { parserSubstitution } from "./analysis/parser_substitution.ts";
import { bridgeItem } from "./bridge/bridge_item.ts";
import type { BridgeTask } from "./bridge/items.ts";
import { readDrawn } from "./bridge/read_drawn.ts";
import { readTold } from "./bridge/read_told.ts";
import { checkConfiguration } from "./builder/check_configuration.ts";
import type { Contract } from "./builder/contract.ts";
import type { Pipeline } from "./ops/pipeline.ts";
import { decodePicture } from "./picture/decode_picture.ts";
import { maskOf, type MaskRuns } from "./picture/mask_runs.ts";
import type { Point } from "./picture/picture.ts";
import { resample } from "./picture/resample.ts";
import { parsePicture } from "./registered/parse_picture.ts";
import type { JsonProtocol } from "./registered/protocol.ts";

/** A case as a line of JSON has it: what is given to a protocol, the builder's check, a metric or the bridge. */
export interface ProtocolCase {
  readonly id: string;
  readonly protocol: string;
  // deno-lint-ignore no-explicit-any
  readonly params: any;
  readonly pngBase64?: string;
  readonly sourcePngBase64?: string;
  readonly item?: Readonly<Record<string, unknown>>;
  /** What the injected functions answer whatever they are asked. */
  readonly inject?: { readonly ocr?: string; readonly similarity?: readonly number[] };
}

/**
 * Answers a case: a picture by a registered protocol or by its own `pipeline`, a reply by the `builder`'s checks,
 * numbers by `metrics`, an item of the `bridge`.
 *
 * @throws {RangeError} If the case names nothing that is known here.
 */
export function answerCase(given: ProtocolCase): Record<string, unknown> {
  switch (given.protocol) {
    case "builder":
      return { ...checkConfiguration(given.params.contract as Contract, given.params.reply) };
    case "metrics":
      return { ok: true, value: metricOf(given.params) };
    case "bridge":
      return bridgeAnswer(given);
    default:
      return readCase(given);
  }
}

function readCase({ protocol, params: given, item, inject = {}, pngBase64, sourcePngBase64 }: ProtocolCase) {
  const { pipeline, ...params } = given;
  const { ocr, similarity } = inject;
  const parser = protocol === "pipeline" ? pipeline as Pipeline | JsonProtocol : protocol;
  const { working: _, ...result } = parsePicture(parser, bytesOf(pngBase64), {
    params,
    item,
    source: sourcePngBase64 === undefined ? undefined : bytesOf(sourcePngBase64),
    inject: {
      ocr: ocr === undefined ? undefined : () => ocr,
      similarity: similarity === undefined ? undefined : () => similarity,
    },
  });
  return { ...result };
}

function metricOf({ kind, ...params }: ProtocolCase["params"]): unknown {
  const painted = (pred: MaskRuns | Point[]) => Array.isArray(pred) ? pred : maskOf(pred);
  switch (kind) {
    case "frechet":
      return frechet(params.pred, params.reference);
    case "resample":
      return resample(params.points, params.n);
    case "precision":
      return precision(painted(params.pred), maskOf(params.reference));
    case "point_in_mask":
      return pointInMask(params.pred, maskOf(params.reference));
    case "correct":
      return isCorrect(params.metric, params.score);
    case "attribution": {
      const { each, shares } = attribute(params.records as ResponseRecord[]);
      return { each, shares };
    }
    case "paired":
      return pairedOutcomes(params.text, params.visual);
    case "macro": {
      const { tasksLeftOut: _, ...both } = macroAverage(params.rows as ScoredRow[]);
      return both;
    }
    case "substitution":
      return parserSubstitution(params.a, params.b);
    case "bootstrap":
      return overallInterval(params.rows, params.draws);
    default:
      throw new RangeError(`Cannot answer a case: the metrics' kind must be known, got ${kind}`);
  }
}

function bridgeAnswer({ params, pngBase64 }: ProtocolCase): Record<string, unknown> {
  const item = bridgeItem(params.task as BridgeTask, params.n, params.seed);
  switch (params.kind) {
    case "item":
      return { ok: true, value: item };
    case "told":
      return { ...readTold(item, params.reply) };
    case "drawn":
      return { ...readDrawn(item, rasterOf(bytesOf(pngBase64))) };
    default:
      throw new RangeError(`Cannot answer a case: the bridge's kind must be known, got ${params.kind}`);
  }
}

function rasterOf(png: Uint8Array): Raster {
  const picture = decodePicture(png);
  if (picture === null) {
    throw new RangeError("Cannot answer a case: its drawing must be a PNG, got other bytes");
  }
  return { rows: picture.height, cols: picture.width, rgb: picture.rgb };
}

function bytesOf(base64 = ""): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
