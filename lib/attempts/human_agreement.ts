import { clusterBootstrapStatistic, krippendorffAlpha } from "lib/stats/mod.ts";
import { type Annotation, type Choice, ownChoice } from "./human_answers.ts";
import { type DrawingKey, gap, inBin, type Pair, PAIR_BINS } from "./human_pairs.ts";
import { type Share, share } from "./validity.ts";
import { verdictKey } from "./verdicts.ts";

/** A judge's scores of drawings, 0 .. 5, by `verdictKey`. */
export type JudgeScores = ReadonlyMap<string, number>;

/** What some annotators' answers come to. */
export interface HumanResults {
  /** Whose answers count here. */
  annotators: string[];
  /** Pairs on which all who answered chose the same, of those that at least two answered. */
  agreement: Share;
  /** Krippendorff's alpha, nominal over the four options, with a 95 % interval that resamples pairs. */
  alpha: { alpha: number; low: number; high: number };
  /** The same without the catch trials, whose answer is known. */
  alphaWithoutCatch: number;
  /** Of the agreed pairs: those with a side, and those both valid or neither. */
  directional: number;
  ties: { both: number; neither: number };
  judges: HumanJudge[];
  /** Ties of the agreed stratified pairs by the first judge's |dJ|. */
  tiesByGap: { low: number; high: number; ties: Share }[];
  /** Agreed directional pairs that went to the left drawing: the first named model's, and tier 2's. */
  crossModel: Share & { winner: string; loser: string };
  crossTier: Share;
}

/** How often a judge sides with people, where it separates the two drawings. */
export interface HumanJudge {
  judge: string;
  /** On agreed directional pairs. */
  agreed: Share;
  /** On every directional answer of any annotator, agreed or not. */
  single: Share;
  byAnnotator: { annotator: string; matches: Share }[];
}

/**
 * Analyses answers to a pair set: agreement, and how it compares with the judges.
 *
 * A pair has a verdict where at least two annotators answered and all who did chose the same; disagreements are
 * dropped. Catch trials take part in agreement; a judge has no score for a blank canvas, so they are not compared.
 *
 * @param annotations Of the annotators that count; an answer to a pair that is not in the set is the caller's error.
 * @param judges Scores by judge, the first one's defining the gap.
 * @param options Of the bootstrap of alpha.
 * @throws {RangeError} If an annotation names an unknown pair.
 */
export function humanAgreement(
  pairs: readonly Pair[],
  annotations: readonly Annotation[],
  judges: ReadonlyMap<string, JudgeScores>,
  options: { seed?: number; resamples?: number } = {},
): HumanResults {
  const { seed = 1, resamples = 1000 } = options;
  const answers = new Map(pairs.map(({ pair }) => [pair, new Map<string, Choice>()]));
  for (const annotation of annotations) {
    const own = answers.get(annotation.pair);
    if (!own) throw new RangeError(`Cannot analyse answers: there is no pair ${annotation.pair}`);
    const choice = ownChoice(annotation);
    if (choice !== null) own.set(annotation.annotator, choice);
  }
  const annotators = [...new Set(annotations.map(({ annotator }) => annotator))].sort();
  const ratings = pairs.map(({ pair }) => annotators.map((name) => answers.get(pair)!.get(name) ?? null));
  const judged = pairs.map((pair, i) => {
    const given = ratings[i].filter((choice) => choice !== null);
    const same = given.length >= 2 && given.every((choice) => choice === given[0]);
    return {
      ...pair,
      raters: given.length,
      verdict: same ? given[0] : null,
      answers: answers.get(pair.pair)!,
    };
  });
  const agreed = judged.filter(({ verdict }) => verdict !== null);
  const isSide = (choice: Choice | null) => choice === "left" || choice === "right";
  const wins = (kind: Pair["kind"]) => {
    const own = agreed.filter((pair) => pair.kind === kind && isSide(pair.verdict));
    return share(own.filter(({ verdict }) => verdict === "left").length, own.length);
  };
  const count = (choice: Choice) => agreed.filter(({ verdict }) => verdict === choice).length;
  const first = [...judges.values()][0] ?? new Map<string, number>();
  const cross = pairs.find(({ kind }) => kind === "cross-model");
  return {
    annotators,
    agreement: share(agreed.length, judged.filter(({ raters }) => raters >= 2).length),
    alpha: alphaOf(ratings, seed, resamples),
    alphaWithoutCatch: krippendorffAlpha(ratings.filter((_, i) => pairs[i].kind !== "catch")).alpha,
    directional: count("left") + count("right"),
    ties: { both: count("both"), neither: count("neither") },
    judges: [...judges].map(([judge, scores]) => compareJudge(judge, scores, judged, annotators)),
    tiesByGap: PAIR_BINS.map(([low, high]) => {
      const own = agreed.filter((pair) => pair.kind === "stratified" && gapIn(pair, first, low, high));
      return { low, high, ties: share(own.filter(({ verdict }) => !isSide(verdict)).length, own.length) };
    }),
    crossModel: {
      ...wins("cross-model"),
      winner: cross?.left.model ?? "",
      loser: cross?.right?.model ?? "",
    },
    crossTier: wins("cross-tier"),
  };
}

type Judged = Pair & { verdict: Choice | null; answers: ReadonlyMap<string, Choice> };

function compareJudge(
  judge: string,
  scores: JudgeScores,
  judged: readonly Judged[],
  annotators: readonly string[],
): HumanJudge {
  const separated = judged.flatMap((pair) => {
    const side = sideOf(pair, scores);
    return side === null ? [] : [{ ...pair, side }];
  });
  const matches = (choices: readonly { choice: Choice | null | undefined; side: Choice }[]) => {
    const directional = choices.filter(({ choice }) => choice === "left" || choice === "right");
    return share(directional.filter(({ choice, side }) => choice === side).length, directional.length);
  };
  const byOne = (name: string) => separated.map(({ answers, side }) => ({ choice: answers.get(name), side }));
  return {
    judge,
    agreed: matches(separated.map(({ verdict, side }) => ({ choice: verdict, side }))),
    single: matches(annotators.flatMap(byOne)),
    byAnnotator: annotators.map((annotator) => ({ annotator, matches: matches(byOne(annotator)) })),
  };
}

/** The side that a judge scores higher; null where it scores both alike or lacks a score. */
function sideOf({ left, right }: Pair, scores: JudgeScores): "left" | "right" | null {
  const [a, b] = [scoreIn(scores, left), scoreIn(scores, right)];
  if (a === undefined || b === undefined || gap({ composite: a }, { composite: b }) === 0) return null;
  return a > b ? "left" : "right";
}

function gapIn({ left, right }: Pair, scores: JudgeScores, low: number, high: number): boolean {
  const [a, b] = [scoreIn(scores, left), scoreIn(scores, right)];
  return a !== undefined && b !== undefined && inBin(gap({ composite: a }, { composite: b }), low, high);
}

function scoreIn(scores: JudgeScores, drawing: DrawingKey | null): number | undefined {
  return drawing === null ? undefined : scores.get(verdictKey(drawing.model, drawing.item, drawing.sample));
}

function alphaOf(ratings: readonly (Choice | null)[][], seed: number, resamples: number) {
  const statistic = (drawn: readonly number[]) => krippendorffAlpha(drawn.map((i) => ratings[i])).alpha;
  const { estimate, low, high } = clusterBootstrapStatistic(ratings.length, statistic, {
    seed: [seed, "alpha"],
    resamples,
  });
  return { alpha: estimate, low, high };
}
