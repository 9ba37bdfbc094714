import { OUTCOMES, type TaskOutcomes } from "lib/protocols/mod.ts";
import { missing, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** Parse rates by task and model, and what became of the responses to each task. */
export function showTasksTable(
  tasks: readonly TaskOutcomes[],
  options: { simulated: boolean; name?: string },
): Table {
  const models = [...new Set(tasks.flatMap(({ parsedBy }) => Object.keys(parsedBy)))];
  const labels = ["generation", "protocol", "parser", "incorrect", "correct"];
  const titles: Record<string, string> = {
    text: "Told",
    canvas: "Shown, canvas program",
    svg: "Shown, SVG",
    picture: "Shown, picture",
  };
  const rows: Row[] = [...Map.groupBy(tasks, ({ medium }) => medium)].flatMap(([medium, own]) => [
    section(titles[medium] ?? medium),
    ...own.map(({ task, n, parsed, parsedBy, outcomes }) => ({ task, n, parsed, ...parsedBy, ...outcomes })),
  ]);
  const none = missing("the run holds no such answers");
  const empty = {
    task: "none",
    n: none,
    parsed: none,
    ...Object.fromEntries(OUTCOMES.map((name) => [name, none])),
  };
  return new Table({
    label: options.name ?? "show-tasks",
    columns: [
      { key: "task", label: "Task" },
      { key: "n", label: "n", format: "integer" },
      { key: "parsed", label: "all", format: "percent", group: "parsed" },
      ...models.map((model) => ({
        key: model,
        label: model,
        format: "percent" as const,
        digits: 0,
        group: "parsed",
      })),
      ...OUTCOMES.map((key, i) => ({
        key,
        label: labels[i],
        format: "integer" as const,
        group: "responses",
      })),
    ],
    rows: rows.length > 0 ? rows : [empty],
    caption:
      "By task: the share of responses with a valid parse, of all models and of each, and what became of the " +
      "responses; the five classes add up to n.",
    simulated: options.simulated,
    wide: true,
  });
}
