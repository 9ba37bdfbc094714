import type { AnswerRecord } from "../analysis/answer_record.ts";
import { type Variation, varyPipeline } from "../analysis/vary_pipeline.ts";
import { runsOf } from "../picture/mask_runs.ts";
import type { Mask, Picture } from "../picture/picture.ts";
import { compileProtocol } from "../registered/compile_protocol.ts";
import { parsePicture } from "../registered/parse_picture.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { scoreRow } from "./score_row.ts";
import type { SpatialRow } from "./spatial_row.ts";

/** A picture that answers a row; null where a system made none, bytes where it is not decoded yet. */
export interface PictureAnswer {
  readonly model: string;
  readonly item: { readonly row: SpatialRow; readonly source?: Picture; readonly mask?: Mask };
  readonly picture: Picture | Uint8Array | null;
  readonly error?: string | null;
}

/**
 * Reads pictures by their rows' protocols and scores them by their rows' metrics.
 *
 * @param options.variation Changes the parsers' thresholds; the protocols' own unless given.
 * @returns Records in the order of the answers. A row without a protocol has no parse and is a parser failure.
 */
export function benchRecords(
  answers: readonly PictureAnswer[],
  { variation }: { variation?: Variation } = {},
): AnswerRecord[] {
  return answers.map(({ model, item: { row, source, mask }, picture, error = null }) => {
    const base = {
      model,
      medium: "picture",
      row: row.id,
      sample: 0,
      task: row.task,
      capability: row.capability,
      metric: row.metric,
      error,
      picture: picture !== null,
    };
    const nothing = { score: 0, correct: false, strict: false };
    if (picture === null) return { ...base, ...nothing, parse: null, read: "no picture" };
    const protocol = row.protocol === null ? undefined : PROTOCOLS.get(row.protocol);
    const compiled = protocol && compileProtocol(protocol, row.params);
    if (compiled === undefined || "faults" in compiled) {
      return { ...base, ...nothing, parse: { ok: false, reason: "exception" }, read: "no protocol" };
    }
    const { pipeline, aspect } = compiled.compiled;
    const needsSource = pipeline.steps.some((step) => step.in.includes("$source"));
    if (needsSource && source === undefined) {
      return { ...base, ...nothing, parse: { ok: false, reason: "exception" }, read: "no source" };
    }
    const used = variation ? varyPipeline(pipeline, variation) : pipeline;
    const parse = parsePicture({ pipeline: used, ...(aspect && { aspect }) }, picture, {
      item: row.item,
      source,
    });
    if (!parse.ok) {
      return { ...base, ...nothing, parse: { ok: false, reason: parse.reason }, read: parse.reason };
    }
    const { score, correct } = scoreRow(row, parse.value, mask && runsOf(mask));
    return {
      ...base,
      parse: { ok: true },
      score,
      correct,
      strict: correct,
      read: JSON.stringify(parse.value),
    };
  });
}
