import { Table } from "./table.ts";

/** A row of Table 4: the prompts that an experiment gives its models and its judges. */
export interface Table04Row {
  experiment: string;
  generation: string;
  judging: string;
  /** A remark, set below the table. */
  note: string | null;
}

/** Table 4: which prompts each experiment uses, computed from the prompt files it names. */
export function table04(rows: readonly Table04Row[]): Table {
  return new Table({
    number: 4,
    columns: [
      { key: "experiment", label: "Experiment" },
      { key: "generation", label: "Generation prompt" },
      { key: "judging", label: "Judge system prompt" },
    ],
    rows: rows.map(({ experiment, generation, judging }) => ({ experiment, generation, judging })),
    caption: "Which prompts each experiment uses. Two generation prompts and two judge system prompts exist.",
    notes: rows.filter((row) => row.note !== null).map((row) => `${row.experiment}: ${row.note}`),
    simulated: false,
  });
}
