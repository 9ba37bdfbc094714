import {
  parserSensitivity,
  type SensitivityRow,
  type Substitution,
  substitutions,
} from "../analysis/parser_sensitivity.ts";
import { compareShowTell, type SystemScore } from "../analysis/show_tell.ts";
import { DEPTH_KERNELS, NEAR_PAINT, VARIATIONS } from "../analysis/vary_pipeline.ts";
import { benchRecords } from "../bench/bench_records.ts";
import { ownSet } from "../bench/own_set.ts";
import { spatialItem } from "../bench/spatial_item.ts";
import { paintedAnswers } from "./painted_answers.ts";

/** What the parsers make of painted pictures, as registered and changed. */
export interface ParserStudy {
  /** The painters' scores, in both denominators. */
  readonly systems: readonly SystemScore[];
  readonly thresholds: readonly SensitivityRow[];
  /** On depth items of their own, by the window of a sample, `5 x 5` the registered one. */
  readonly kernels: readonly SensitivityRow[];
  readonly substitution: readonly Substitution[];
}

/**
 * Reads the same painted pictures of the suite's own set with the registered parsers, with changed thresholds, and
 * with another way to tell colours; and depth maps over other windows.
 *
 * @param options.perTask Items of each of the twelve tasks, 6 unless given. @param options.depthItems 30 unless given.
 */
export function parserStudy(
  { perTask = 6, depthItems = 30, seed = 1 }: { perTask?: number; depthItems?: number; seed?: number } = {},
): ParserStudy {
  const answers = paintedAnswers(ownSet({ perTask, seed }), { seed }), base = benchRecords(answers);
  const varied = VARIATIONS.map((variation) =>
    [variation.name, benchRecords(answers, { variation })] as const
  );
  const depth = Array.from({ length: depthItems }, (_, n) => spatialItem("depth", n, seed));
  const maps = paintedAnswers(depth, { seed });
  const [, ...kernels] = parserSensitivity(
    benchRecords(maps),
    DEPTH_KERNELS.map((depthK) => {
      const name = `${depthK} x ${depthK}`;
      return [name, benchRecords(maps, { variation: { name, depthK } })] as const;
    }),
  );
  return {
    systems: compareShowTell(base, { seed }).systems,
    thresholds: parserSensitivity(base, varied),
    kernels,
    substitution: substitutions(base, benchRecords(answers, { variation: NEAR_PAINT })),
  };
}
