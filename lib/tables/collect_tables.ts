import { askPlan, endings, type GenerationAsk, triesOf } from "lib/collect/mod.ts";
import type { Run } from "lib/run/mod.ts";
import { Table } from "./table.ts";

/** What is to be asked, in sum: the dry run of a collection as a table. */
export function planTable(asks: readonly GenerationAsk[], { simulated }: { simulated: boolean }): Table {
  return new Table({
    columns: [
      { key: "task", label: "Task" },
      { key: "medium", label: "Medium" },
      { key: "items", label: "Items" },
      { key: "attempts", label: "Attempts" },
      { key: "tokens", label: "Tokens at most" },
    ],
    rows: askPlan(asks).map((row) => ({ ...row })),
    caption: "What is to be asked.",
    simulated,
  });
}

/** How a model's requests ended at the server. @param options `simulated`, as the run tells unless given. */
export function endingsTable(run: Run, model: string, options: { simulated?: boolean } = {}): Table {
  return new Table({
    columns: [
      { key: "ending", label: "Ending" },
      { key: "attempts", label: "Attempts" },
      { key: "entropy", label: "Mean entropy", format: 3 },
    ],
    rows: endings(run, model).map((row) => ({ ...row })),
    caption: `How the requests to ${model} ended.`,
    simulated: options.simulated ?? run.simulated,
  });
}

/** How many replies of a judge could be read, try by try. @param options As for `endingsTable`. */
export function triesTable(run: Run, judge: string, options: { simulated?: boolean } = {}): Table {
  return new Table({
    columns: [
      { key: "try", label: "Try" },
      { key: "replies", label: "Replies" },
      { key: "readable", label: "Readable" },
    ],
    rows: triesOf(run, judge),
    caption: `Replies of ${judge} by try, from 0.`,
    simulated: options.simulated ?? run.simulated,
  });
}
