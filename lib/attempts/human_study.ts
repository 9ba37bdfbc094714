import type { Run } from "lib/run/mod.ts";
import { humanAgreement, type HumanResults, type JudgeScores } from "./human_agreement.ts";
import { type Annotation, annotationsOf, ownChoice, pairsOf } from "./human_answers.ts";
import { gap, inBin, type Pair, PAIR_BINS, type Shortfall } from "./human_pairs.ts";
import { type JudgedAttempt, scoreOf } from "./judged_attempts.ts";
import { type Share, share } from "./validity.ts";
import { verdictKey } from "./verdicts.ts";

/** An annotator and how attentive they were. */
export interface Annotator {
  annotator: string;
  /** Pairs with an answer, of all. */
  answered: Share;
  /** Catch trials in which the drawing was chosen, of those answered. */
  catches: Share;
  /** Whether that share reaches the threshold; an annotator without catch trials does not fail. */
  passed: boolean;
}

/** Everything that appendix C.2 reports. */
export interface HumanStudy {
  pairs: Pair[];
  annotators: Annotator[];
  threshold: number;
  /** Of all annotators, and of those who pass the catch trials. */
  all: HumanResults;
  attentive: HumanResults;
}

/**
 * Analyses the human study of a run, with and without the annotators who fail its catch trials.
 *
 * @param attempts The run's judged layout attempts; their verdicts are what people are compared with.
 * @param options.threshold The least share of catch trials passed, 0.8 unless given.
 * @returns Of a run without a pair set or without answers: no pairs, no annotators, and rates of nothing.
 * @throws {SyntaxError} If pairs or answers do not fit the run, see `pairsOf`.
 */
export function humanStudy(
  run: Run,
  attempts: readonly JudgedAttempt[],
  options: { threshold?: number; seed?: number } = {},
): HumanStudy {
  const { threshold = 0.8, seed = 1 } = options;
  const pairs = pairsOf(run), annotations = annotationsOf(run);
  const judges = new Map(run.judges.map((judge) => [judge, scoresOf(attempts, judge)]));
  const annotators = attention(pairs, annotations, threshold);
  const failed = new Set(annotators.filter(({ passed }) => !passed).map(({ annotator }) => annotator));
  const attentive = annotations.filter(({ annotator }) => !failed.has(annotator));
  return {
    pairs,
    annotators,
    threshold,
    all: humanAgreement(pairs, annotations, judges, { seed }),
    attentive: humanAgreement(pairs, attentive, judges, { seed }),
  };
}

/**
 * How attentive each annotator was, in order of names.
 *
 * Passing a catch trial is choosing the drawing: a blank canvas is not valid, and only drawings that the first judge
 * scores 3 or more stand beside one.
 */
export function attention(
  pairs: readonly Pair[],
  annotations: readonly Annotation[],
  threshold = 0.8,
): Annotator[] {
  const catches = new Set(pairs.filter(({ kind }) => kind === "catch").map(({ pair }) => pair));
  return [...Map.groupBy(annotations, ({ annotator }) => annotator)].sort(([a], [b]) => a < b ? -1 : 1)
    .map(([annotator, own]) => {
      const given = own.filter(({ choice }) => choice !== null);
      const tried = given.filter(({ pair }) => catches.has(pair));
      const passed = share(tried.filter((answer) => ownChoice(answer) === "left").length, tried.length);
      return {
        annotator,
        answered: share(given.length, pairs.length),
        catches: passed,
        passed: !(passed.share < threshold),
      };
    });
}

/** What a pair set holds beside what it should: kinds, and the strata of |dJ1| of the stratified pairs. */
export function pairCounts(
  pairs: readonly Pair[],
  scores: JudgeScores,
  wanted: { stratified?: number; crossModel?: number; crossTier?: number; catches?: number } = {},
): Shortfall[] {
  const { stratified = 240, crossModel = 60, crossTier = 35, catches = 15 } = wanted;
  const gapOf = ({ left, right }: Pair) => {
    const [a, b] = [left, right!].map(({ model, item, sample }) =>
      scores.get(verdictKey(model, item, sample))
    );
    return a === undefined || b === undefined ? NaN : gap({ composite: a }, { composite: b });
  };
  const of = (kind: Pair["kind"]) => pairs.filter((pair) => pair.kind === kind);
  return [
    ...PAIR_BINS.map(([low, high]) => ({
      part: `stratified, ${low} to ${high}`,
      wanted: Math.round(stratified / PAIR_BINS.length),
      got: of("stratified").filter((pair) => inBin(gapOf(pair), low, high)).length,
    })),
    { part: "cross-model", wanted: crossModel, got: of("cross-model").length },
    { part: "cross-tier", wanted: crossTier, got: of("cross-tier").length },
    { part: "catch", wanted: catches, got: of("catch").length },
  ];
}

/** A judge's composites of valid drawings, by `verdictKey`. */
export function scoresOf(attempts: readonly JudgedAttempt[], judge: string): JudgeScores {
  return new Map(attempts.flatMap((attempt): [string, number][] => {
    const score = scoreOf(attempt, judge);
    return score === null ? [] : [[verdictKey(attempt.model, attempt.item, attempt.sample), score]];
  }));
}
