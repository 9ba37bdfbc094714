import { CHOICES, columnTypes, type DataFrame, frameOf, type Run, sha256 } from "lib/run/mod.ts";
import type { DrawingKey, Pair, PairCandidate, PairKind } from "./human_pairs.ts";
import { type JudgedAttempt, scoreOf } from "./judged_attempts.ts";

/** What an annotator can say of a pair. */
export type Choice = (typeof CHOICES)[number];

/** One annotator's answer to one pair, as it was given: left and right are the sides of the screen. */
export interface Annotation {
  pair: string;
  annotator: string;
  /** When it was shown, from 0. */
  order: number;
  /** Whether the pair's left drawing stood on the right. */
  swapped: boolean;
  /** Null where the pair was not answered. */
  choice: Choice | null;
}

/** The choice in terms of the pair's own left and right: the side swap is undone. */
export function ownChoice({ swapped, choice }: Pick<Annotation, "swapped" | "choice">): Choice | null {
  if (!swapped || choice === null || choice === "both" || choice === "neither") return choice;
  return choice === "left" ? "right" : "left";
}

/** The valid drawings of a run that one judge has scored: what a pair set is chosen from. */
export function pairCandidates(attempts: readonly JudgedAttempt[], judge: string): PairCandidate[] {
  return attempts.flatMap((attempt) => {
    const composite = scoreOf(attempt, judge);
    if (composite === null) return [];
    const { model, item, sample, trivial } = attempt;
    return [{ model, item, sample, composite, trivial }];
  });
}

/**
 * A run's pair set, in file order; empty where it has none.
 *
 * @throws {SyntaxError} If a pair names a model that the run lacks, or half a drawing: it names pair and column.
 */
export function pairsOf(run: Run): Pair[] {
  const frame = run.table("pairs");
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const ids = column<string>("pair"), kinds = column<PairKind>("kind");
  const side = (name: "left" | "right") => {
    const models = column<string | null>(`${name}_model`), items = column<string | null>(`${name}_item`);
    const samples = column<number | null>(`${name}_sample`);
    return ids.map((pair, i): DrawingKey | null => {
      const [model, item, sample] = [models[i], items[i], samples[i]];
      const fail = (field: string, rule: string, got: unknown): never => {
        throw new SyntaxError(
          `Cannot read ${run.dir}/pairs.parquet: ${name}_${field} of pair ${pair} must be ${rule}, got ${
            JSON.stringify(got)
          }`,
        );
      };
      const blank = name === "right" && kinds[i] === "catch";
      if (blank && (model ?? item ?? sample) === null) return null;
      if (model === null || !run.models.includes(model)) fail("model", "a model of the run", model);
      if (item === null) fail("item", "a prompt", item);
      if (sample === null) fail("sample", "a sample", sample);
      return { model: model!, item: item!, sample: Number(sample) };
    });
  };
  const left = side("left"), right = side("right");
  return ids.map((pair, i) => ({ pair, kind: kinds[i], left: left[i]!, right: right[i] }));
}

/** A run's answers, in file order; empty where it has none. */
export function annotationsOf(run: Run): Annotation[] {
  const frame = run.table("annotations");
  const column = <T>(name: string) => frame.getColumn(name).toArray() as T[];
  const pairs = column<string>("pair"), annotators = column<string>("annotator");
  const orders = column<number>("order"), swapped = column<boolean>("swapped");
  const choices = column<Choice | null>("choice");
  return pairs.map((pair, i) => ({
    pair,
    annotator: annotators[i],
    order: Number(orders[i]),
    swapped: swapped[i],
    choice: choices[i],
  }));
}

/** Pairs as the rows of pairs.parquet. */
export function pairFrame(pairs: readonly Pair[]): DataFrame {
  return frameOf(columnTypes("pairs"), {
    pair: pairs.map((pair) => pair.pair),
    kind: pairs.map((pair) => pair.kind),
    left_model: pairs.map(({ left }) => left.model),
    left_item: pairs.map(({ left }) => left.item),
    left_sample: pairs.map(({ left }) => left.sample),
    right_model: pairs.map(({ right }) => right?.model ?? null),
    right_item: pairs.map(({ right }) => right?.item ?? null),
    right_sample: pairs.map(({ right }) => right?.sample ?? null),
  });
}

/** Answers as the rows of annotations.parquet. */
export function annotationFrame(annotations: readonly Annotation[]): DataFrame {
  return frameOf(columnTypes("annotations"), {
    pair: annotations.map((answer) => answer.pair),
    annotator: annotations.map((answer) => answer.annotator),
    order: annotations.map((answer) => answer.order),
    swapped: annotations.map((answer) => answer.swapped),
    choice: annotations.map((answer) => answer.choice),
  });
}

/** What tells one pair set from another: 16 hex digits over every pair's id and drawings. */
export async function pairSetHash(pairs: readonly Pair[]): Promise<string> {
  const text = JSON.stringify(pairs.map(({ pair, kind, left, right }) => [
    pair,
    kind,
    ...[left, right].map((one) => one && [one.model, one.item, one.sample]),
  ]));
  return (await sha256(new TextEncoder().encode(text))).slice(0, 16);
}
