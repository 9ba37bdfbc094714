import {
  ALL_MODELS,
  CAPABILITIES,
  OUTCOMES,
  OVERALL,
  type SensitivityRow,
  type ShowTell,
  type Substitution,
  type SystemScore,
} from "lib/protocols/mod.ts";
import { missing, pooled, type Row, section } from "./rows.ts";
import { Table } from "./table.ts";

/** How a table of answers is marked. */
export interface ShowTableOptions {
  simulated: boolean;
}

const HEADINGS: Readonly<Record<string, string>> = {
  text: "Told",
  canvas: "Shown, canvas program",
  svg: "Shown, SVG",
  picture: "Shown, picture",
};

/** Scores by system, every row in the denominator beside scorable rows alone, each with its n and rank. */
export function showSystemsTable(systems: readonly SystemScore[], options: ShowTableOptions): Table {
  const named = new Set(systems.flatMap(({ byCapability }) => Object.keys(byCapability)));
  const levels = [...CAPABILITIES.filter((level) => named.delete(level)), ...named];
  const rows: Row[] = [...Map.groupBy(systems, ({ medium }) => medium)].flatMap(([medium, own]) => [
    section(HEADINGS[medium] ?? medium),
    ...own.map((system) => ({
      model: system.model,
      n: system.n,
      all_output: system.allOutput.estimate,
      interval: [system.allOutput.low, system.allOutput.high] as const,
      rank_all: system.rankAll,
      scorable_n: system.scorableN,
      scorable: system.scorable,
      scorable_only: system.scorableOnly,
      rank_scorable: system.rankScorable,
      ...Object.fromEntries(
        levels.map((level) => [level, system.byCapability[level] ?? missing("no such task")]),
      ),
      by_level: system.overallByCapability ?? missing("no such task"),
    })),
  ]);
  return new Table({
    label: "show-systems",
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "n", format: "integer" },
      { key: "all_output", label: "All output", format: "percent", bold: "max" },
      { key: "interval", label: "95% CI", format: "percent" },
      { key: "rank_all", label: "rank", format: "integer" },
      { key: "scorable_n", label: "scorable n", format: "integer" },
      { key: "scorable", label: "scorable", format: "percent" },
      { key: "scorable_only", label: "Scorable only", format: "percent", bold: "max" },
      { key: "rank_scorable", label: "rank, scorable", format: "integer" },
      ...levels.map((level) => ({ key: level, label: level, format: "percent" as const })),
      { key: "by_level", label: "mean of levels", format: "percent" },
    ],
    rows: rows.length > 0 ? rows : [
      emptyRow([
        "model",
        "n",
        "all_output",
        "interval",
        "rank_all",
        "scorable_n",
        "scorable",
        "scorable_only",
        "rank_scorable",
        "by_level",
      ]),
    ],
    caption:
      "Scores by system. All output: every row asked is in the denominator, one without a valid parse at 0. " +
      "Scorable only: rows without a valid parse leave their task first. Means over tasks; levels: all output, means " +
      "of their tasks; mean of levels: ours, beside the mean over tasks. CI: rows resampled within tasks.",
    ...options,
    wide: true,
  });
}

/** Where showing helps: shown less told, by task, level and overall. */
export function showGainsTable({ gains }: ShowTell, options: ShowTableOptions): Table {
  const keys = [
    "name",
    "items",
    "answers",
    "told",
    "shown",
    "gain",
    "interval",
    "correct_gain",
    "strict_gain",
  ];
  const rows: Row[] = [...Map.groupBy(gains, ({ medium }) => medium)].flatMap(([medium, own]) => [
    section(HEADINGS[medium] ?? medium),
    ...own.map((gain): Row => {
      const cells = {
        name: gain.name === gain.capability ? `${gain.name} (level)` : gain.name,
        items: gain.items,
        answers: gain.answers,
        told: gain.told,
        shown: gain.shown,
        gain: gain.gain.estimate,
        interval: [gain.gain.low, gain.gain.high] as const,
        correct_gain: gain.correctGain.estimate,
        strict_gain: gain.strictGain.estimate,
      };
      return gain.name === OVERALL ? pooled(cells) : cells;
    }),
  ]);
  return new Table({
    label: "show-gains",
    columns: [
      { key: "name", label: "Task" },
      { key: "items", label: "items", format: "integer" },
      { key: "answers", label: "answers", format: "integer" },
      { key: "told", label: "Told", format: "percent" },
      { key: "shown", label: "Shown", format: "percent" },
      { key: "gain", label: "Shown − told", format: "percent", signed: true },
      { key: "interval", label: "95% CI", format: "percent", signed: true },
      { key: "correct_gain", label: "of correct", format: "percent", signed: true },
      { key: "strict_gain", label: "of strictly correct", format: "percent", signed: true },
    ],
    rows: rows.length > 0 ? rows : [emptyRow(keys)],
    caption:
      "Where showing helps: scores of the same models on the same items, shown less told, by the tasks' own " +
      "metrics over all output; levels and overall are means over tasks. Of correct: of the shares correct by the " +
      "diagnostic rule; strictly: path by a distance under 0.1, region by IoU of at least 0.5. CI: items resampled " +
      "within tasks.",
    ...options,
    wide: true,
  });
}

/** Paired outcomes by model, and visual rescue. */
export function showPairedTable({ paired }: ShowTell, options: ShowTableOptions): Table {
  const keys = ["model", "n", "both", "text_only", "visual_only", "neither", "rescue", "interval"];
  const rows: Row[] = [...Map.groupBy(paired, ({ medium }) => medium)].flatMap(([medium, own]) => [
    section(HEADINGS[medium] ?? medium),
    ...own.map((row): Row => {
      const none = missing("telling is never wrong");
      const cells = {
        model: row.model,
        n: row.n,
        both: row.both,
        text_only: row.textOnly,
        visual_only: row.visualOnly,
        neither: row.neither,
        rescue: Number.isNaN(row.rescue.estimate) ? none : row.rescue.estimate,
        interval: Number.isNaN(row.rescue.low) ? none : [row.rescue.low, row.rescue.high] as const,
      };
      return row.model === ALL_MODELS ? pooled(cells) : cells;
    }),
  ]);
  return new Table({
    label: "show-paired",
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "items", format: "integer" },
      { key: "both", label: "both", format: "integer" },
      { key: "text_only", label: "text only", format: "integer" },
      { key: "visual_only", label: "visual only", format: "integer" },
      { key: "neither", label: "neither", format: "integer" },
      { key: "rescue", label: "Visual rescue", format: "percent", bold: "max" },
      { key: "interval", label: "95% CI", format: "percent" },
    ],
    rows: rows.length > 0 ? rows : [emptyRow(keys)],
    caption:
      "Paired outcomes: the same model's answers to the same items, correct by the diagnostic rule; a missing " +
      "output is incorrect. Visual rescue: visual only / (visual only + neither).",
    ...options,
  });
}

/** What became of every response, by system: counts that add up to all. */
export function showAttributionTable(systems: readonly SystemScore[], options: ShowTableOptions): Table {
  const rows: Row[] = [...Map.groupBy(systems, ({ medium }) => medium)].flatMap(([medium, own]) => {
    const sum = (value: (system: SystemScore) => number) =>
      own.reduce((total, system) => total + value(system), 0);
    const cells = (model: string, n: number, count: (outcome: typeof OUTCOMES[number]) => number) => ({
      model,
      n,
      ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])),
      ...Object.fromEntries(
        OUTCOMES.map((outcome) => [`${outcome}_share`, n === 0 ? NaN : count(outcome) / n]),
      ),
    });
    return [
      section(HEADINGS[medium] ?? medium),
      ...own.map((system) => cells(system.model, system.n, (outcome) => system.outcomes[outcome])),
      pooled(cells("all", sum(({ n }) => n), (outcome) => sum(({ outcomes }) => outcomes[outcome]))),
    ];
  });
  const labels = ["generation", "protocol", "parser", "incorrect", "correct"];
  return new Table({
    label: "show-attribution",
    columns: [
      { key: "model", label: "Model" },
      { key: "n", label: "n", format: "integer" },
      ...OUTCOMES.map((outcome, i) => ({
        key: outcome,
        label: labels[i],
        format: "integer" as const,
        group: "responses",
      })),
      ...OUTCOMES.map((outcome, i) => ({
        key: `${outcome}_share`,
        label: labels[i],
        format: "percent" as const,
        group: "share of all responses",
      })),
    ],
    rows: rows.length > 0
      ? rows
      : [emptyRow(["model", "n", ...OUTCOMES, ...OUTCOMES.map((outcome) => `${outcome}_share`)])],
    caption:
      "Failure attribution: every response by the first that holds of generation failure (no response or " +
      "picture), protocol noncompliance (nothing of what is asked for), parser failure (evidence that cannot be " +
      "read), incorrect, correct. Diagnostic only: it replaces no score.",
    ...options,
    wide: true,
  });
}

/** How results hang on the parsers' thresholds. */
export function showSensitivityTable(
  groups: readonly (readonly [label: string, rows: readonly SensitivityRow[]])[],
  options: ShowTableOptions,
): Table {
  return new Table({
    label: "show-sensitivity",
    columns: [
      { key: "name", label: "Parser" },
      { key: "n", label: "pictures", format: "integer" },
      { key: "parsed", label: "parsed", format: "percent" },
      { key: "score", label: "Score", format: "percent" },
      { key: "shift", label: "shift", format: "percent", signed: true },
      { key: "changed", label: "read otherwise", format: "percent" },
      { key: "flipped", label: "right or wrong otherwise", format: "percent" },
    ],
    rows: groups.flatMap(([label, rows]) => [
      section(label),
      ...rows.map((row) => ({ ...row, shift: row.score - rows[0].score })),
    ]),
    caption:
      "Sensitivity of the deterministic parsers: the same painted pictures under changed thresholds. Score: all " +
      "output, mean over tasks, mean over painters; shift: against the first row.",
    ...options,
  });
}

/** One parser in place of another. */
export function showSubstitutionTable(rows: readonly Substitution[], options: ShowTableOptions): Table {
  return new Table({
    label: "show-substitution",
    columns: [
      { key: "name", label: "Tasks" },
      { key: "models", label: "painters", format: "integer" },
      { key: "spearman", label: "Spearman", format: 2 },
      { key: "meanAbsoluteShift", label: "mean |shift|", unit: "points", format: 2 },
      { key: "meanShift", label: "mean shift", unit: "points", format: 2, signed: true },
      { key: "parsedA", label: "parsed, HSV", format: "percent" },
      { key: "parsedB", label: "parsed, near paint", format: "percent" },
      { key: "firstA", label: "first, HSV" },
      { key: "firstB", label: "first, near paint" },
    ],
    rows: rows.map(({ firstA, firstB, ...row }) => ({
      ...row,
      firstA: firstA.join(", "),
      firstB: firstB.join(", "),
    })),
    caption:
      "Parser substitution: the same painted pictures read by the registered parsers (colours by ranges of hue, " +
      "saturation and value) and by parsers that take a colour for what lies near its paint, in the fixed denominator.",
    ...options,
    wide: true,
  });
}

/** A row of dashes: what a run without such answers has. */
function emptyRow(keys: readonly string[]): Row {
  const none = missing("the run holds no such answers");
  return Object.fromEntries(keys.map((key, i) => [key, i === 0 ? "none" : none]));
}
