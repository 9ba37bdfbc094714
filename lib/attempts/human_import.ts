import { addTable, CHOICES, type Run } from "lib/run/mod.ts";
import {
  type Annotation,
  annotationFrame,
  annotationsOf,
  type Choice,
  pairSetHash,
  pairsOf,
} from "./human_answers.ts";

/** One thing wrong with an annotator's file. */
export interface AnnotationFault {
  file: string;
  /** Empty where the fault is not one pair's. */
  pair: string;
  field: string;
  /** What is wrong, with the value found. */
  message: string;
}

/** The text of an annotator's file as the annotation page saves it. */
export interface AnnotationFile {
  file: string;
  text: string;
}

/**
 * Reads an annotator's file and checks it against a pair set: every pair once, every order once, choices that exist.
 *
 * @param pairs The ids of the pair set. @param hash Its `pairSetHash`.
 * @returns The answers, in the set's order, or every fault found; a file with a fault gives no answers.
 */
export function readAnnotations(
  { file, text }: AnnotationFile,
  pairs: readonly string[],
  hash: string,
): { annotations: Annotation[]; faults: AnnotationFault[] } {
  const faults: AnnotationFault[] = [];
  const fault = (pair: string, field: string, message: string) => {
    faults.push({ file, pair, field, message });
  };
  let value: Record<string, unknown> | null = null;
  try {
    value = JSON.parse(text);
  } catch (error) {
    fault("", "", `it is not JSON: ${(error as Error).message}`);
    return { annotations: [], faults };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fault("", "", `it must be an object, got ${shown(value)}`);
    return { annotations: [], faults };
  }
  const must = (field: string, holds: boolean, rule: string) => {
    if (!holds) fault("", field, `must be ${rule}, got ${shown(value![field])}`);
  };
  must("format", value.format === "ambench-annotations", '"ambench-annotations"');
  must("version", value.version === 1, "1");
  must("pairSet", value.pairSet === hash, `${hash}, the run's pair set`);
  const annotator = value.annotator;
  must("annotator", typeof annotator === "string" && annotator.trim() !== "", "a name");
  must("answers", Array.isArray(value.answers), "a list");
  if (faults.length > 0) return { annotations: [], faults };
  const known = new Set(pairs), orders = new Map<number, string>(), answers = new Map<string, Annotation>();
  for (const [i, entry] of (value.answers as unknown[]).entries()) {
    const { pair, order, swapped, choice } = (entry ?? {}) as Record<string, unknown>;
    if (typeof pair !== "string" || !known.has(pair)) {
      fault(typeof pair === "string" ? pair : `answer ${i + 1}`, "pair", `unknown pair ${shown(pair)}`);
      continue;
    }
    if (answers.has(pair)) fault(pair, "pair", "it is answered twice");
    if (!(Number.isInteger(order) && (order as number) >= 0 && (order as number) < pairs.length)) {
      fault(pair, "order", `must be a whole number in 0..${pairs.length - 1}, got ${shown(order)}`);
    } else if (orders.has(order as number)) {
      fault(pair, "order", `${order} is the order of ${orders.get(order as number)} too`);
    } else orders.set(order as number, pair);
    if (typeof swapped !== "boolean") fault(pair, "swapped", `must be true or false, got ${shown(swapped)}`);
    if (choice !== null && !(CHOICES as readonly unknown[]).includes(choice)) {
      fault(pair, "choice", `must be one of ${CHOICES.join(", ")} or null, got ${shown(choice)}`);
    }
    answers.set(pair, {
      pair,
      annotator: annotator as string,
      order: order as number,
      swapped: swapped as boolean,
      choice: choice as Choice | null,
    });
  }
  for (const pair of pairs) if (!answers.has(pair)) fault(pair, "pair", "the pair is missing");
  return { annotations: faults.length > 0 ? [] : pairs.map((pair) => answers.get(pair)!), faults };
}

/**
 * Takes annotators' files into a run's annotations.parquet, beside the answers that are there: all of them, or none
 * where one has a fault.
 *
 * @param options.replace Whether an annotator who is in the run already is replaced; otherwise that is a fault.
 * @returns Every fault of every file; empty where the answers were taken in. `annotators` are those of the files.
 * @throws {RangeError} If the run has no pair set.
 */
export async function importAnnotations(
  run: Run,
  files: readonly AnnotationFile[],
  options: { replace?: boolean } = {},
): Promise<{ faults: AnnotationFault[]; annotators: { annotator: string; answered: number }[] }> {
  const pairs = pairsOf(run);
  if (pairs.length === 0) {
    throw new RangeError(`Cannot import annotations: the run ${run.dir} has no pair set`);
  }
  const hash = await pairSetHash(pairs), ids = pairs.map(({ pair }) => pair);
  const present = annotationsOf(run);
  const there = new Set(present.map(({ annotator }) => annotator));
  const faults: AnnotationFault[] = [], taken = new Map<string, { file: string; own: Annotation[] }>();
  for (const file of files) {
    const read = readAnnotations(file, ids, hash);
    faults.push(...read.faults);
    const annotator = read.annotations[0]?.annotator;
    if (annotator === undefined) continue;
    const twice = taken.get(annotator);
    const message = twice
      ? `${shown(annotator)} is the annotator of ${twice.file} too`
      : there.has(annotator) && !options.replace
      ? `${shown(annotator)} is in the run already`
      : null;
    if (message) faults.push({ file: file.file, pair: "", field: "annotator", message });
    else taken.set(annotator, { file: file.file, own: read.annotations });
  }
  const annotators = [...taken].map(([annotator, { own }]) => ({
    annotator,
    answered: own.filter(({ choice }) => choice !== null).length,
  }));
  if (faults.length > 0) return { faults, annotators };
  const kept = present.filter(({ annotator }) => !taken.has(annotator));
  await addTable(
    run.dir,
    "annotations",
    annotationFrame([...kept, ...[...taken.values()].flatMap(({ own }) => own)]),
  );
  return { faults, annotators };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
