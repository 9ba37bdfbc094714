import { type Attempt, outcomesOf, renderAttempts } from "lib/attempts/mod.ts";
import type { Primitive } from "lib/canvas/mod.ts";
import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { extractCode } from "lib/program/mod.ts";
import { ARMS, type Run } from "lib/run/mod.ts";
import { type CellMask, coveredCells, liesWhole } from "./cell_mask.ts";
import { type CutProgram, cutProgram, NOT_CUT } from "./cut_program.ts";
import { hasComment } from "./has_comment.ts";
import { feasiblePlaces } from "./feasible_places.ts";
import { moveStatement, type Shift } from "./move_statement.ts";

/** What is handed over: nothing more, the own next statement, or that moved. */
export type Arm = (typeof ARMS)[number];

/** A generation that the intervention can be made on. */
export interface CausalItem {
  model: string;
  item: string;
  /** The generation's sample. */
  source: number;
  cut: CutProgram;
  /** Where the next statement is moved in the two arms that move it. */
  shifts: { moved_unused: Shift; moved_used: Shift };
  /** From how many places each was drawn. */
  choices: { moved_unused: number; moved_used: number };
  /** What each arm hands over, from the reply's first character. */
  prefixes: Record<Arm, string>;
}

/** Why a generation is no item, in the order in which it is looked at. */
const CHECKS = [
  "the request failed",
  "it is not valid",
  ...NOT_CUT,
  "its next shape is not wholly on the canvas",
  "its first part does not run",
  "its next statement draws something else when it runs",
  "there is no room where it never draws",
  "there is no room within what it draws later",
] as const;

/** The items of some models, and why other generations are none. */
export interface CausalItems {
  /** By model, then as the run has them. */
  items: CausalItem[];
  /** By model: how many canvas generations of a layout fell out for each reason, in order of the checks. */
  refused: Record<string, Record<string, number>>;
  /** By model: its valid canvas generations of a layout, and how many of them have a comment. */
  valid: Record<string, { n: number; commented: number }>;
}

/**
 * The generations of a run that the intervention can be made on, cut and with their four prefixes.
 *
 * An item is a valid canvas generation of a layout whose first two drawing statements stand next to each other, the
 * second one a call with literal coordinates whose shape lies on the canvas with all its cells, which can be moved both
 * to where the generation never draws and onto cells that later statements draw. Each place is drawn from all
 * that are feasible, by a stream of the item's own: the same seed gives the same places in whatever order.
 *
 * @param options.models By default all of the run. @param options.seed Of the places; 1 unless given.
 */
export async function causalItems(
  run: Run,
  options: { models?: readonly string[]; seed?: number } = {},
): Promise<CausalItems> {
  const { models = run.models, seed = 1 } = options;
  const items: CausalItem[] = [], refused: CausalItems["refused"] = {}, valid: CausalItems["valid"] = {};
  for (const model of models) {
    const own = valid[model] = { n: 0, commented: 0 };
    const counts = new Map(CHECKS.map((reason) => [reason, 0]));
    const refuse = (reason: typeof CHECKS[number]) => void counts.set(reason, counts.get(reason)! + 1);
    const cuts: { attempt: Attempt; cut: CutProgram }[] = [];
    for (const attempt of await renderAttempts(run, "layout", { models: [model] })) {
      if (attempt.status !== "ok") {
        refuse(attempt.status === null ? "the request failed" : "it is not valid");
        continue;
      }
      const cut = cutProgram(attempt.reply!);
      own.n++;
      if (typeof cut === "string" ? hasComment(extractCode(attempt.reply!)) : cut.commented) own.commented++;
      if (typeof cut === "string") refuse(cut);
      else if (!liesWhole(cut.next.shape)) refuse("its next shape is not wholly on the canvas");
      else cuts.push({ attempt, cut });
    }
    const outcomes = await outcomesOf(cuts.map(({ cut }) => cut.lead + cut.code.slice(0, cut.firstEnd)));
    for (const [i, { attempt, cut }] of cuts.entries()) {
      const outcome = outcomes[i]!;
      const before = (JSON.parse(outcome.primitives) as Primitive[]).length;
      const found = outcome.status === "ok"
        ? itemOf(attempt, cut, before, seed)
        : "its first part does not run";
      if (typeof found === "string") refuse(found);
      else items.push(found);
    }
    refused[model] = Object.fromEntries([...counts].filter(([, count]) => count > 0));
  }
  return { items, refused, valid };
}

function itemOf(
  attempt: Attempt,
  cut: CutProgram,
  before: number,
  seed: number,
): CausalItem | typeof CHECKS[number] {
  const { model, item, sample, primitives } = attempt;
  const own = coveredCells([cut.next.shape]);
  if (!primitives[before] || !same(coveredCells([primitives[before]]), own)) {
    return "its next statement draws something else when it runs";
  }
  const places = feasiblePlaces(cut.code, cut.next, {
    own,
    drawn: coveredCells(primitives),
    later: coveredCells(primitives.slice(before + 1)),
  });
  const random = randomStream(seed, "causal", model, item, sample);
  const unused = drawPlace(cut, own, places.unused, random);
  const used = drawPlace(cut, own, places.used, random);
  if (!unused) return "there is no room where it never draws";
  if (!used) return "there is no room within what it draws later";
  const first = cut.lead + cut.code.slice(0, cut.firstEnd);
  return {
    model,
    item,
    source: sample,
    cut,
    shifts: { moved_unused: unused.shift, moved_used: used.shift },
    choices: { moved_unused: places.unused.length, moved_used: places.used.length },
    prefixes: {
      control: first,
      null_asis: first + cut.code.slice(cut.firstEnd, cut.nextEnd),
      moved_unused: first + unused.text,
      moved_used: first + used.text,
    },
  };
}

/**
 * One of the places, each as likely. What is drawn is read again: a fraction whose sum rounds to another cell is no
 * translation, and another place is drawn.
 */
function drawPlace(
  cut: CutProgram,
  own: CellMask,
  places: readonly Shift[],
  random: RandomStream,
): { shift: Shift; text: string } | null {
  for (const shift of random.shuffle(places)) {
    const text = moveStatement(cut.code, cut.next, { shift, from: cut.firstEnd, to: cut.nextEnd })!;
    const moved = cutProgram(cut.lead + cut.code.slice(0, cut.firstEnd) + text);
    const by = shift.rows * 24 + shift.cols;
    const cells = typeof moved === "string" ? own : coveredCells([moved.next.shape]);
    if (own.every((one, cell) => one === 0 || cells[cell + by] === 1)) return { shift, text };
  }
  return null;
}

function same(a: CellMask, b: CellMask): boolean {
  return a.every((one, i) => one === b[i]);
}

/**
 * Some of the items, chosen by seed and kept in their order: each set of so many as likely.
 *
 * @param count All of them where there are no more.
 */
export function chooseItems<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const chosen = randomStream(seed, "causal choice").shuffle([...items.keys()]).slice(0, count);
  return chosen.sort((a, b) => a - b).map((i) => items[i]);
}
