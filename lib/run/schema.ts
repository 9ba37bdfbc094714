/**
 * What the files of a run hold: columns, types, keys and admissible values.
 *
 * A run keeps what was observed and nothing derived. One file per model or judge, so that many machines can fill one
 * run without talking to each other.
 */
import type { ColumnType } from "./polars.ts";

/** One file kind of a run. */
export interface TableSchema {
  /** Folder under the run for one file a model or judge; null where the run holds a single file. */
  folder: string | null;
  /** The column that the file's name repeats, null for a single file. */
  owner: string | null;
  columns: Record<string, ColumnSchema>;
  /** The columns that no two rows may share. */
  key: string[];
}

export interface ColumnSchema {
  type: ColumnType;
  nullable?: boolean;
  /** Admissible values; anything else is an error that names row and value. */
  values?: readonly string[];
  /** Least admissible number. */
  least?: number;
  /** A file may lack it; it reads as nulls then. */
  optional?: true;
}

/** What models are asked for: open prompts, stated shapes, shapes of growing number or period, icons. */
export const TASKS = ["layout", "translation", "ladder", "icons"] as const;
/** What a model draws in: Python calls on a canvas of 24 x 24 cells, or SVG markup. */
export const MEDIA = ["canvas", "svg"] as const;
/** How a judge sees an SVG: at 512 x 512 as it is, or drawn at 24 x 24 like a canvas. A canvas is `native`. */
export const VIEWS = ["native", "matched"] as const;
/** The judge's system prompt: the one that speaks of pixel art, or the one that names no medium. */
export const RUBRICS = ["pixel-art", "neutral"] as const;
/** An annotator's answer to a pair: which picture is better, or that both or neither will do. */
export const CHOICES = ["left", "right", "both", "neither"] as const;

/** Whether a spatial answer is told in words or shown in a picture. */
export const INTERFACES = ["text", "visual"] as const;

/**
 * What stands behind the first drawing statement of a prefix: nothing, the generation's own next statement, or that
 * statement moved to where the generation never draws, or to cells that it filled later.
 */
export const ARMS = ["control", "null_asis", "moved_unused", "moved_used"] as const;

export type Task = (typeof TASKS)[number];
export type Medium = (typeof MEDIA)[number];

/** An attempt: what a model was asked and what came back. `reply` is null exactly where `error` is not. */
export interface Generation {
  model: string;
  task: Task;
  medium: Medium;
  /** Prompt id (`1A-03`; references keep it), `L0-01`, `P-01` or `icon-key`. */
  item: string;
  /** 0 is greedy, 1.. are stochastic. */
  sample: number;
  temperature: number;
  /** The attempt's own, sent with the request. */
  seed: number;
  /** As it came, prose and fences included; null where the request failed. */
  reply: string | null;
  /** Why the request failed, in words. */
  error: string | null;
  /** Of the reply, as the server counts them. */
  tokens: number | null;
  /** Mean nats per generated token over the disclosed probability mass. */
  entropy: number | null;
  /** Mean probability mass per token that the server disclosed, in [0, 1]. */
  entropy_mass: number | null;
  /** The server's finish reason: `stop`, `length`, ... */
  finish: string | null;
}

/** One reply of a judge to one picture; the first parsable `try` counts. */
export interface Judgement {
  judge: string;
  model: string;
  medium: Medium;
  item: string;
  sample: number;
  view: (typeof VIEWS)[number];
  rubric: (typeof RUBRICS)[number];
  /** From 0. */
  try: number;
  reply: string | null;
  error: string | null;
}

/** How a model went on from a prefix of one of its own generations. */
export interface Continuation {
  model: string;
  item: string;
  /** The sample of the generation that was cut. */
  source: number;
  arm: (typeof ARMS)[number];
  /** 0 is greedy, 1.. are stochastic. */
  sample: number;
  temperature: number;
  seed: number;
  /** The whole text that was handed over as the model's own, what stood before its code included. */
  prefix: string;
  /** What it wrote behind it; null where the request failed. */
  reply: string | null;
  /** Why the request failed, in words; null too where a file that lacks the column does not say. */
  error: string | null;
  finish: string | null;
}

/** A spatial answer, told or shown: one of a model's replies to a row of a benchmark, or to an item of the bridge. */
export interface Answer {
  model: string;
  /** A benchmark row's id, or the bridge's `direction-00` .. `order-29`. */
  row: string;
  interface: (typeof INTERFACES)[number];
  /** What the reply is: words, a canvas program, an SVG, or the path of a picture's file within the run. */
  medium: "text" | "canvas" | "svg" | "picture";
  sample: number;
  temperature: number;
  seed: number;
  reply: string | null;
  error: string | null;
  tokens: number | null;
  finish: string | null;
}

const attempt = {
  model: { type: "text" },
  item: { type: "text" },
  sample: { type: "integer", least: 0 },
} as const satisfies Record<string, ColumnSchema>;

export const SCHEMAS = {
  generations: {
    folder: "generations",
    owner: "model",
    columns: {
      model: attempt.model,
      task: { type: "text", values: TASKS },
      medium: { type: "text", values: MEDIA },
      item: attempt.item,
      sample: attempt.sample,
      temperature: { type: "real", least: 0 },
      seed: { type: "integer" },
      reply: { type: "text", nullable: true },
      error: { type: "text", nullable: true },
      tokens: { type: "integer", nullable: true, least: 0 },
      entropy: { type: "real", nullable: true, least: 0 },
      entropy_mass: { type: "real", nullable: true, least: 0 },
      finish: { type: "text", nullable: true },
    },
    key: ["model", "task", "medium", "item", "sample"],
  },
  judgements: {
    folder: "judgements",
    owner: "judge",
    columns: {
      judge: { type: "text" },
      model: attempt.model,
      medium: { type: "text", values: MEDIA },
      item: attempt.item,
      sample: attempt.sample,
      view: { type: "text", values: VIEWS },
      rubric: { type: "text", values: RUBRICS },
      try: { type: "integer", least: 0 },
      reply: { type: "text", nullable: true },
      error: { type: "text", nullable: true },
    },
    key: ["judge", "model", "medium", "item", "sample", "view", "rubric", "try"],
  },
  pairs: {
    folder: null,
    owner: null,
    columns: {
      pair: { type: "text" },
      kind: { type: "text", values: ["stratified", "cross-model", "cross-tier", "catch"] },
      left_model: { type: "text" },
      left_item: { type: "text" },
      left_sample: { type: "integer", least: 0 },
      right_model: { type: "text", nullable: true },
      right_item: { type: "text", nullable: true },
      right_sample: { type: "integer", nullable: true, least: 0 },
    },
    key: ["pair"],
  },
  annotations: {
    folder: null,
    owner: null,
    columns: {
      pair: { type: "text" },
      annotator: { type: "text" },
      order: { type: "integer", least: 0 },
      swapped: { type: "boolean" },
      choice: { type: "text", nullable: true, values: CHOICES },
    },
    key: ["pair", "annotator"],
  },
  answers: {
    folder: "answers",
    owner: "model",
    columns: {
      model: attempt.model,
      row: { type: "text" },
      interface: { type: "text", values: INTERFACES },
      medium: { type: "text", values: ["text", "canvas", "svg", "picture"] },
      sample: attempt.sample,
      temperature: { type: "real", least: 0 },
      seed: { type: "integer" },
      reply: { type: "text", nullable: true },
      error: { type: "text", nullable: true },
      tokens: { type: "integer", nullable: true, least: 0 },
      finish: { type: "text", nullable: true },
    },
    key: ["model", "row", "interface", "medium", "sample"],
  },
  continuations: {
    folder: "continuations",
    owner: "model",
    columns: {
      model: attempt.model,
      item: attempt.item,
      source: { type: "integer", least: 0 },
      arm: { type: "text", values: ARMS },
      sample: attempt.sample,
      temperature: { type: "real", least: 0 },
      seed: { type: "integer" },
      prefix: { type: "text" },
      reply: { type: "text", nullable: true },
      error: { type: "text", nullable: true, optional: true },
      finish: { type: "text", nullable: true, optional: true },
    },
    key: ["model", "item", "source", "arm", "sample"],
  },
} as const satisfies Record<string, TableSchema>;

export type TableName = keyof typeof SCHEMAS;

/** The types of a table's columns, in file order. */
export function columnTypes(name: TableName): Record<string, ColumnType> {
  return Object.fromEntries(
    Object.entries(SCHEMAS[name].columns).map(([column, { type }]) => [column, type]),
  );
}
