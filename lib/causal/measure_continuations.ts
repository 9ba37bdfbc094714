import { type Outcome, outcomesOf } from "lib/attempts/mod.ts";
import { type Primitive, type Raster, rasterize } from "lib/canvas/mod.ts";
import { type Continuation, type Run, SCHEMAS } from "lib/run/mod.ts";
import type { CellMask } from "./cell_mask.ts";
import type { Arm } from "./causal_items.ts";
import { longestRun, runsInLoop } from "./continuation_loop.ts";
import { callsCanvas, statesNext } from "./continuation_text.ts";
import { asReply, type ContinuedProgram, continuedProgram } from "./continued_program.ts";
import { type CutProgram, cutProgram } from "./cut_program.ts";
import { type HandedOver, handedOver } from "./handed_over.ts";
import { landingFault } from "./landing_fault.ts";

/** A continuation and what was found of it. What could not be found is null and counts in no rate. */
export interface MeasuredContinuation {
  model: string;
  item: string;
  source: number;
  arm: Arm;
  /** 0 is greedy. */
  sample: number;
  /** Whether the generation that was cut has a comment anywhere. */
  commented: boolean;
  /** Whether the greedy continuation of the unmoved statement calls the canvas no more; null where there is none. */
  finished: boolean | null;
  /** How far the handed statement was moved, in cells as the crow flies: 0 unmoved, null where none was handed over. */
  distance: number | null;
  /** Whether the place it was moved to shares a cell with its own; null where it was not moved. */
  overlaps: boolean | null;
  /** Whether the request failed, by which the rest is null. */
  failed: boolean;
  /** Whether it makes any call of the canvas: read from its code, whether it runs or not, and seen where it runs. */
  drew: boolean | null;
  /** Whether the whole program is valid. */
  valid: boolean | null;
  /** Whether any cell of the place of the own next statement changed; null unless valid. */
  vacated: boolean | null;
  /** Whether any cell of the place it was moved to changed; null unless valid and moved. */
  destination: boolean | null;
  /** Whether it repeats one form of statement over and over. */
  loop: boolean | null;
  /** Whether its first statement is the own next one, byte for byte. */
  identical: boolean | null;
}

/** The continuations of a run, measured. */
export interface MeasuredContinuations {
  rows: MeasuredContinuation[];
  /** Continuations whose prefix is not what their arm hands over, by reason; they are in no row. */
  mismatched: Record<string, number>;
}

/**
 * Measures every continuation of a run against the raster that was handed over, so that the arm's own statement never
 * counts as the model's response to it.
 *
 * Everything is read from the generation that was cut and from the prefix that was handed over, nothing from the seed
 * that chose the place: runs made elsewhere are measured alike.
 *
 * @param options.onProgress Called with the share done, in [0, 1].
 */
export async function measureContinuations(
  run: Run,
  options: { onProgress?: (share: number) => void } = {},
): Promise<MeasuredContinuations> {
  const rows: MeasuredContinuation[] = [], mismatched: Record<string, number> = {};
  const mismatch = (reason: string) => void (mismatched[reason] = (mismatched[reason] ?? 0) + 1);
  const models = run.models.filter((model) => run.table("continuations", model).height > 0);
  for (const [at, model] of models.entries()) {
    const replies = repliesOf(run, model);
    const cuts = new Map<string, CutProgram | string>();
    const handed = new Map<string, HandedOver | string>();
    const known: Known[] = [];
    for (const continuation of continuationsOf(run, model)) {
      const source = `${continuation.item}\0${continuation.source}`;
      const cut = kept(cuts, source, () => {
        const reply = replies.get(source);
        return reply === undefined ? "its generation is not in the run" : cutProgram(reply);
      });
      const from = typeof cut === "string" ? cut : kept(
        handed,
        `${source}\0${continuation.arm}\0${continuation.prefix}`,
        () => handedOver(cut, continuation.arm, continuation.prefix),
      );
      if (typeof cut === "string" || typeof from === "string") {
        mismatch(from as string);
      } else known.push({ continuation, cut, from });
    }
    rows.push(
      ...await measure(known, mismatch, (share) => options.onProgress?.((at + share) / models.length)),
    );
  }
  return { rows, mismatched };
}

interface Known {
  continuation: Continuation;
  cut: CutProgram;
  from: HandedOver;
}

async function measure(
  known: readonly Known[],
  mismatch: (reason: string) => void,
  onProgress: (share: number) => void,
): Promise<MeasuredContinuation[]> {
  const programs = new Map<string, number>();
  const indexOf = (code: string) => {
    const text = code.trimEnd(); // most that draw no more differ in nothing else
    if (!programs.has(text)) programs.set(text, programs.size);
    return programs.get(text)!;
  };
  const asked = known.map(({ continuation: { prefix, reply }, cut: { lead, code, firstEnd } }) => {
    const generation = { whole: indexOf(code), first: indexOf(code.slice(0, firstEnd)) };
    const before = indexOf(prefix.slice(lead.length));
    if (reply === null) return { generation, before, program: null, after: -1 };
    const program = continuedProgram(lead, prefix, reply);
    return { generation, before, program, after: indexOf(program.code) };
  });
  const outcomes = await outcomesOf([...programs.keys()].map(asReply), onProgress);
  const pictures = new Map<number, Raster | null>();
  const pictureOf = (index: number) => kept(pictures, index, () => rasterOf(outcomes[index]!));
  const texts = new Map<string, Pick<MeasuredContinuation, "drew" | "loop" | "identical">>();
  const drawn = new Map<number, Primitive[] | null>();
  const drawnBy = (index: number) => kept(drawn, index, () => primitivesOf(outcomes[index]!));
  const faults = new Map<HandedOver, string | null>();
  const faultOf = (
    { continuation: { arm }, from }: Known,
    { whole, first }: { whole: number; first: number },
  ) =>
    kept(faults, from, () => {
      const primitives = drawnBy(whole), before = drawnBy(first)?.length;
      if (primitives === null) return "its generation is not valid";
      if (before === undefined) return "its generation's first part does not run";
      return from.moved && landingFault(arm, from.moved, { primitives, before });
    });
  const rows = known.flatMap((one, i): MeasuredContinuation[] => {
    const { continuation, cut, from } = one;
    const { model, item, source, arm, sample } = continuation;
    const { generation, before, program, after } = asked[i];
    const fault = faultOf(one, generation);
    if (fault !== null) {
      mismatch(fault);
      return [];
    }
    const facts = {
      model,
      item,
      source,
      arm,
      sample,
      commented: cut.commented,
      distance: from.distance,
      overlaps: from.overlaps,
    };
    if (program === null) return [{ ...facts, ...UNKNOWN, finished: null, failed: true }];
    const text = kept(texts, `${program.start}\0${program.code}`, () => textOf(program, cut));
    const first = pictureOf(before), last = pictureOf(after);
    const changed = (place: CellMask | null) => place && first && last ? differs(first, last, place) : null;
    return [{
      ...facts,
      ...text,
      drew: text.drew || drawsMore(outcomes[before]!, outcomes[after]!),
      finished: null,
      failed: false,
      valid: last !== null,
      vacated: changed(from.own),
      destination: changed(from.moved),
    }];
  });
  const stops = new Map(
    rows.filter(({ arm, sample, drew }) => arm === "null_asis" && sample === 0 && drew !== null)
      .map((row) => [`${row.item}\0${row.source}`, !row.drew]),
  );
  for (const row of rows) row.finished = stops.get(`${row.item}\0${row.source}`) ?? null;
  return rows;
}

const UNKNOWN = { drew: null, valid: null, vacated: null, destination: null, loop: null, identical: null };

function textOf(program: ContinuedProgram, cut: CutProgram) {
  return {
    drew: callsCanvas(program),
    loop: runsInLoop(program, longestRun(cut.code)),
    identical: statesNext(program, cut),
  };
}

/** Whether one program draws more than another: its code need not name the canvas, `pen = canvas.rect` will do. */
function drawsMore(before: Outcome, after: Outcome): boolean {
  if (before === after) return false;
  const [first, last] = [primitivesOf(before), primitivesOf(after)];
  return first !== null && last !== null && last.length > first.length;
}

function primitivesOf(outcome: Outcome): Primitive[] | null {
  return outcome.status === "ok" ? JSON.parse(outcome.primitives) as Primitive[] : null;
}

function rasterOf(outcome: Outcome): Raster | null {
  const primitives = primitivesOf(outcome);
  return primitives && rasterize(primitives);
}

function differs(a: Raster, b: Raster, place: CellMask): boolean {
  for (let i = 0, at = 0; i < place.length; i++, at += 3) {
    if (place[i] === 0) continue;
    if (a.rgb[at] !== b.rgb[at] || a.rgb[at + 1] !== b.rgb[at + 1] || a.rgb[at + 2] !== b.rgb[at + 2]) {
      return true;
    }
  }
  return false;
}

/** The model's continuations, row by row. */
export function continuationsOf(run: Run, model: string): Continuation[] {
  const frame = run.table("continuations", model);
  const names = Object.keys(SCHEMAS.continuations.columns);
  const columns = names.map((name) => frame.getColumn(name).toArray());
  return Array.from({ length: frame.height }, (_, i) => {
    const values = names.map((name, k) => {
      const value = columns[k][i];
      return [name, typeof value === "bigint" ? Number(value) : value];
    });
    return Object.fromEntries(values) as Continuation;
  });
}

/** The answered canvas replies to layouts, by item and sample. */
function repliesOf(run: Run, model: string): Map<string, string> {
  const frame = run.table("generations", model);
  const [task, medium, item, sample, reply] = ["task", "medium", "item", "sample", "reply"]
    .map((name) => frame.getColumn(name).toArray());
  const replies = new Map<string, string>();
  for (let i = 0; i < frame.height; i++) {
    if (task[i] !== "layout" || medium[i] !== "canvas" || reply[i] === null) continue;
    replies.set(`${item[i]}\0${Number(sample[i])}`, String(reply[i]));
  }
  return replies;
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!map.has(key)) map.set(key, make());
  return map.get(key)!;
}
