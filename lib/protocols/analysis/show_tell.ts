import { CAPABILITIES, type Capability } from "../bench/spatial_row.ts";
import type { AnswerRecord } from "./answer_record.ts";
import { attribute, type Outcome } from "./attribute.ts";
import { macroAverage } from "./macro_average.ts";
import { pairedOutcomes } from "./paired_outcomes.ts";
import { apart, type Interval, intervalOf, type RowSums, TaskDraws } from "./task_draws.ts";

/** A model answering through one interface. */
export interface SystemScore {
  readonly model: string;
  readonly medium: string;
  /** Rows asked, and of those the ones with a valid parse. */
  readonly n: number;
  readonly scorableN: number;
  readonly scorable: number;
  /** Mean over tasks, every row in the denominator, with its interval. */
  readonly allOutput: Interval;
  /** The same over rows with a valid parse alone. */
  readonly scorableOnly: number;
  readonly byCapability: Readonly<Record<string, number | null>>;
  readonly overallByCapability: number | null;
  /** The share that is correct by the diagnostic rule, mean over tasks. */
  readonly correct: Interval;
  /** By the bridge's stricter rule. */
  readonly strict: number;
  /** Ranks within the medium, 1 the best, equal scores sharing the least; under each denominator. */
  readonly rankAll: number;
  readonly rankScorable: number;
  /** Counts of responses by what became of them; they add up to n. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
}

/** What showing gains against telling at a task, a level, or overall, over all models' answers. */
export interface ShowGain {
  readonly medium: string;
  /** A task's or a level's name, or `overall`. */
  readonly name: string;
  readonly capability: string | null;
  /** Items, and answers of each interface. */
  readonly items: number;
  readonly answers: number;
  readonly told: number;
  readonly shown: number;
  /** Shown less told, by the task's metric, all output. */
  readonly gain: Interval;
  /** The same of the shares correct, and of those correct by the stricter rule. */
  readonly correctGain: Interval;
  readonly strictGain: Interval;
}

/** A model's outcomes on the same items, told and shown. */
export interface PairedRow {
  /** A model, or `all models`. */
  readonly model: string;
  readonly medium: string;
  readonly n: number;
  readonly both: number;
  readonly textOnly: number;
  readonly visualOnly: number;
  readonly neither: number;
  /** Visual only / (visual only + neither); NaN where telling is never wrong. */
  readonly rescue: Interval;
}

/** Telling beside showing. */
export interface ShowTell {
  readonly models: readonly string[];
  /** Media that were shown, in the order canvas, svg, picture. */
  readonly media: readonly string[];
  readonly systems: readonly SystemScore[];
  readonly gains: readonly ShowGain[];
  readonly paired: readonly PairedRow[];
}

const MEDIA = ["text", "canvas", "svg", "picture"];

/** The name of a row that sums up all. */
export const OVERALL = "overall", ALL_MODELS = "all models";

/**
 * Sets what models tell beside what they show: scores in both denominators, gains by task and level, paired outcomes
 * with visual rescue. Intervals are percentile 95 % ones, rows resampled within tasks, the whole statistic each time,
 * the same draws throughout.
 *
 * @param records Of all models and media; answers to one row by one model are paired by their sample.
 * @param options `seed` 1 and `resamples` 10,000 unless given.
 */
export function compareShowTell(
  records: readonly AnswerRecord[],
  { seed = 1, resamples = 10_000 }: { seed?: number; resamples?: number } = {},
): ShowTell {
  const models = [...new Set(records.map(({ model }) => model))];
  const media = MEDIA.filter((medium) => records.some((record) => record.medium === medium));
  const rows = [...new Map(records.map((record) => [record.row, record.task])).entries()];
  const draws = new TaskDraws(rows.map(([, task]) => task), { draws: resamples, seed });
  const at = new Map(rows.map(([row], i) => [row, i]));
  const column = (of: readonly AnswerRecord[], value: (record: AnswerRecord) => number): RowSums => {
    const sums = new Array<number>(rows.length).fill(0), counts = sums.slice();
    for (const record of of) {
      sums[at.get(record.row)!] += value(record);
      counts[at.get(record.row)!]++;
    }
    return { sums, counts };
  };
  const by = Map.groupBy(records, ({ model, medium }) => `${medium} ${model}`);
  const of = (model: string, medium: string) => by.get(`${medium} ${model}`) ?? [];
  const score = (record: AnswerRecord) => record.parse?.ok ? record.score : 0;
  const systems = media.flatMap((medium) =>
    ranked(models.flatMap((model) => {
      const own = of(model, medium);
      return own.length === 0 ? [] : [systemOf(own, (value) => intervalOf(draws.macro(column(own, value))))];
    }))
  );
  const shown = media.filter((medium) => medium !== "text"),
    told = records.filter(({ medium }) => medium === "text");
  const levelOf = (task: string) => records.find((record) => record.task === task)!.capability;
  const place = (level: string) => CAPABILITIES.indexOf(level as Capability);
  const levels = Map.groupBy(draws.tasks.toSorted((a, b) => place(levelOf(a)) - place(levelOf(b))), levelOf);
  const groups: [name: string, capability: string | null, tasks: readonly string[]][] = [
    ...[...levels].flatMap(([level, tasks]) =>
      tasks.map((task): [string, string, string[]] => [task, level, [task]])
    ),
    ...[...levels].map(([level, tasks]): [string, string, string[]] => [level, level, tasks]),
    [OVERALL, null, draws.tasks],
  ];
  const gains = told.length === 0 ? [] : shown.flatMap((medium) => {
    const own = records.filter((record) => record.medium === medium);
    const pair = (value: (record: AnswerRecord) => number) =>
      [column(own, value), column(told, value)] as const;
    const scores = pair(score),
      correct = pair(({ correct }) => +correct),
      strict = pair(({ strict }) => +strict);
    return groups.map(([name, capability, tasks]): ShowGain => {
      const macro = ([a, b]: readonly [RowSums, RowSums]) =>
        [draws.macro(a, tasks), draws.macro(b, tasks)] as const;
      const [a, b] = macro(scores), inGroup = ({ task }: AnswerRecord) => tasks.includes(task);
      const gain = (both: readonly [RowSums, RowSums]) => intervalOf(apart(...macro(both)));
      return {
        medium,
        name,
        capability,
        items: rows.filter(([, task]) => tasks.includes(task)).length,
        answers: own.filter(inGroup).length,
        told: b.estimate,
        shown: a.estimate,
        gain: intervalOf(apart(a, b)),
        correctGain: gain(correct),
        strictGain: gain(strict),
      };
    });
  });
  const paired = told.length === 0
    ? []
    : shown.flatMap((medium) =>
      [...models, ALL_MODELS].flatMap((model) => {
        const owners = model === ALL_MODELS ? models : [model];
        const pairs = owners.flatMap((owner) => pairsOf(of(owner, "text"), of(owner, medium)));
        return pairs.length === 0 ? [] : [pairedRow(model, medium, pairs, draws, (row) => at.get(row)!)];
      })
    );
  return { models, media: shown, systems, gains, paired };
}

function systemOf(
  own: readonly AnswerRecord[],
  macro: (value: (record: AnswerRecord) => number) => Interval,
): SystemScore {
  const { model, medium } = own[0];
  const rows = own.map(({ task, capability, parse, score }) => ({
    task,
    capability,
    ok: parse?.ok === true,
    score,
  }));
  const { allOutput, scorableOnly, scorable } = macroAverage(rows);
  const { each } = attribute(own);
  const count = (outcome: Outcome) => each.filter((other) => other === outcome).length;
  return {
    model,
    medium,
    n: own.length,
    scorableN: rows.filter(({ ok }) => ok).length,
    scorable,
    allOutput: macro((record) => record.parse?.ok ? record.score : 0),
    scorableOnly: scorableOnly.overall ?? NaN,
    byCapability: allOutput.capabilities,
    overallByCapability: allOutput.overallByCapability,
    correct: macro(({ correct }) => +correct),
    strict: macro(({ strict }) => +strict).estimate,
    rankAll: 0,
    rankScorable: 0,
    outcomes: {
      generation_failure: count("generation_failure"),
      protocol_noncompliance: count("protocol_noncompliance"),
      parser_failure: count("parser_failure"),
      incorrect: count("incorrect"),
      correct: count("correct"),
    },
  };
}

function ranked(systems: readonly SystemScore[]): SystemScore[] {
  const rank = (value: (system: SystemScore) => number, own: SystemScore) =>
    1 + systems.filter((other) => value(other) > value(own) + 1e-12).length;
  return systems.map((system) => ({
    ...system,
    rankAll: rank(({ allOutput }) => allOutput.estimate, system),
    rankScorable: rank(({ scorableOnly }) => scorableOnly, system),
  })).sort((a, b) => a.rankAll - b.rankAll);
}

interface Pair {
  readonly row: string;
  readonly told: boolean;
  readonly shown: boolean;
}

/** Answers of one model to the same row and of the same sample. One that is missing on a side is incorrect there. */
function pairsOf(told: readonly AnswerRecord[], shown: readonly AnswerRecord[]): Pair[] {
  if (told.length === 0 || shown.length === 0) return [];
  const key = ({ row, sample }: AnswerRecord) => `${row} ${sample}`;
  const tellings = new Map(told.map((record) => [key(record), record]));
  const showings = new Map(shown.map((record) => [key(record), record]));
  return [...new Set([...tellings.keys(), ...showings.keys()])].map((name) => ({
    row: (tellings.get(name) ?? showings.get(name))!.row,
    told: tellings.get(name)?.correct ?? false,
    shown: showings.get(name)?.correct ?? false,
  }));
}

function pairedRow(
  model: string,
  medium: string,
  pairs: readonly Pair[],
  draws: TaskDraws,
  at: (row: string) => number,
): PairedRow {
  const counts = pairedOutcomes(pairs.map(({ told }) => told), pairs.map(({ shown }) => shown));
  const column = (holds: (pair: Pair) => boolean) => {
    const sums = new Array<number>(draws.rows).fill(0);
    for (const pair of pairs) if (holds(pair)) sums[at(pair.row)]++;
    return sums;
  };
  const rescue = draws.ratio(column(({ told, shown }) => !told && shown), column(({ told }) => !told));
  return { model, medium, n: pairs.length, ...counts, rescue: intervalOf(rescue) };
}
