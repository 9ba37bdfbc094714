import type { Run } from "lib/run/mod.ts";
import { parseJudgement } from "lib/models/mod.ts";

/** How requests ended, and how many did so. */
export interface EndingCount {
  /** `stop` and `length` as servers say them, or the error. */
  ending: string;
  attempts: number;
  /** Mean nats a token over those whose server disclosed it; null where there is none. */
  entropy: number | null;
}

/** How a model's attempts ended at the server, the most frequent ending first. */
export function endings(run: Run, model: string): EndingCount[] {
  const frame = run.table("generations", model);
  const column = <T>(name: string) => frame.getColumn(name).toArray() as (T | null)[];
  const [finish, error, entropy] = [
    column<string>("finish"),
    column<string>("error"),
    column<number>("entropy"),
  ];
  const groups = Map.groupBy(finish.keys(), (i) => error[i] ?? finish[i] ?? "not said");
  return [...groups].map(([ending, rows]) => {
    const disclosed = rows.flatMap((i) => entropy[i] ?? []);
    const sum = disclosed.reduce((a, b) => a + b, 0);
    return {
      ending,
      attempts: rows.length,
      entropy: disclosed.length === 0 ? null : sum / disclosed.length,
    };
  }).sort((a, b) => b.attempts - a.attempts || (a.ending < b.ending ? -1 : 1));
}

/** How many replies of a judge could be read, by the try they came at, from 0. */
export function triesOf(run: Run, judge: string): { try: number; replies: number; readable: number }[] {
  const frame = run.table("judgements", judge);
  const tries = frame.getColumn("try").toArray().map(Number);
  const replies = frame.getColumn("reply").toArray() as (string | null)[];
  return [...Map.groupBy(tries.keys(), (i) => tries[i])].sort(([a], [b]) => a - b).map(([number, rows]) => ({
    try: number,
    replies: rows.length,
    readable: rows.filter((i) => replies[i] !== null && parseJudgement(replies[i]!).ok).length,
  }));
}
