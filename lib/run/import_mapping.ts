import type { ModelEntry } from "./manifest.ts";
import { type ColumnSchema, SCHEMAS } from "./schema.ts";

/** The tables that can be imported row by row. */
export type ImportTable = "generations" | "judgements";

/** A value as a mapping file can write it. */
export type Plain = string | number | boolean | null;

/** Where a column's values come from: one of the first four, then the steps below them, in their order. */
export interface ColumnRule {
  /** A column of the file, or a path into a line of JSON: `choices.0.message.content`. */
  column?: string;
  /** The same value in every row. */
  constant?: Plain;
  /** Several columns of the file as one JSON object, by the names its members get. */
  json?: Record<string, string>;
  /** For `sample` and `try`: numbered as the rows come, see `importRun`. */
  count?: boolean;
  /** Values that mean that there is none, such as `NA`; beside null itself and the mapping's own. */
  null?: string[];
  /** The value where there is none, as it is to be in the run. */
  missing?: Plain;
  /** Regular expressions and what they are replaced by, one after another. */
  replace?: [RegExp, string][];
  /** The values of the run by those of the file; any other is unusable. */
  map?: Record<string, Plain>;
}

/** How someone else's file becomes a table of a run. */
export interface ImportMapping {
  table: ImportTable;
  /** By the file's name unless given. */
  format?: ImportFormat;
  /** Between the fields of a CSV file: a comma unless given, a tab for `.tsv`. */
  delimiter?: string;
  /** Values that mean that there is none, in every column. */
  null: string[];
  /** Rows wanted: the values that a column of the file must have. Others are left out and counted. */
  where: Record<string, string[]>;
  /** Families and sizes of models, in the order in which the run is to list them. */
  models: ModelEntry[];
  /** By the column of the run. */
  columns: Record<string, ColumnRule>;
}

export const IMPORT_FORMATS = ["jsonl", "csv", "parquet"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What to write for a column that most files lack. */
const ADVICE: Record<string, string> = {
  sample: ' (where the file does not number them: {"count": true})',
  try: ' (where the file has one reply a picture: {"constant": 0})',
  seed: ' (where it is not known: {"constant": 0})',
  temperature: ' (where it is the same everywhere: {"constant": 0.7})',
};

const TOP = ["format", "delimiter", "null", "where", "models", "columns"];
const RULE = ["column", "constant", "json", "count", "null", "missing", "replace", "map"];
const SOURCES = ["column", "constant", "json", "count"];

/**
 * Reads and checks a mapping file: JSON, see the fields of `ImportMapping`; a column's rule may be the name of the
 * file's column alone.
 *
 * @throws {SyntaxError} If it is not JSON, has a field that does not exist or a value of the wrong kind, or lacks a column
 * that a run cannot do without: it names the field and the value.
 *
 * @example
 * ```ts
 * import { parseMapping } from "lib/run/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { columns } = parseMapping(
 *   `{"columns": {
 *     "judge": {"constant": "j"}, "model": "llm", "medium": {"constant": "canvas"}, "item": "prompt", "sample": "n",
 *     "view": {"constant": "native"}, "rubric": {"constant": "neutral"}, "try": {"constant": 0}, "reply": "text"
 *   }}`,
 *   "judgements",
 * );
 * deepStrictEqual(columns.model, { column: "llm" });
 * ```
 */
export function parseMapping(text: string, table: ImportTable): ImportMapping {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new SyntaxError(`Cannot read the mapping: ${(error as Error).message}`);
  }
  const top = objectOf(value, "it");
  known(top, TOP, "a mapping");
  const format = top.format as ImportFormat | undefined;
  if (format !== undefined && !IMPORT_FORMATS.includes(format)) {
    fail("format", `one of ${IMPORT_FORMATS.join(", ")}`, format);
  }
  const delimiter = top.delimiter as string | undefined;
  if (
    delimiter !== undefined && !(typeof delimiter === "string" && /^[^\n\r"\u0080-\uffff]$/.test(delimiter))
  ) {
    fail("delimiter", "one ASCII character, and neither a quote nor the end of a line", delimiter);
  }
  const where = Object.entries(objectOf(top.where ?? {}, "where")).map(([column, wanted]) =>
    [column, textsOf(wanted, `where.${column}`)] as const
  );
  const models = top.models ?? [];
  if (!Array.isArray(models)) fail("models", "a list", models);
  const given = objectOf(top.columns, "columns");
  const schema: Record<string, ColumnSchema> = SCHEMAS[table].columns;
  known(given, Object.keys(schema), table);
  const columns: Record<string, ColumnRule> = {};
  for (const [name, { nullable }] of Object.entries(schema)) {
    if (Object.hasOwn(given, name)) columns[name] = ruleOf(given[name], name, table);
    else if (nullable && name !== "reply") columns[name] = { constant: null };
    else fail(`columns.${name}`, `there${ADVICE[name] ?? ""}`, undefined);
  }
  return {
    table,
    format,
    delimiter,
    null: textsOf(top.null ?? [], "null"),
    where: Object.fromEntries(where),
    models: (models as unknown[]).map((model, i) => modelOf(model, `models[${i}]`)),
    columns,
  };
}

function ruleOf(value: unknown, name: string, table: ImportTable): ColumnRule {
  const field = `columns.${name}`;
  if (typeof value === "string") return { column: value };
  const rule = objectOf(value, field);
  known(rule, RULE, field);
  const sources = SOURCES.filter((source) => Object.hasOwn(rule, source));
  if (sources.length !== 1) fail(field, `the name of a column, or have one of ${SOURCES.join(", ")}`, value);
  const made: ColumnRule = {};
  if ("column" in rule) {
    if (typeof rule.column !== "string") fail(`${field}.column`, "a text", rule.column);
    made.column = rule.column as string;
  }
  if ("constant" in rule) made.constant = plainOf(rule.constant, `${field}.constant`);
  if ("json" in rule) {
    const members = Object.entries(objectOf(rule.json, `${field}.json`));
    for (const [member, column] of members) {
      if (typeof column !== "string") fail(`${field}.json.${member}`, "a text", column);
    }
    made.json = Object.fromEntries(members) as Record<string, string>;
  }
  if ("count" in rule) {
    const counted = name === "sample" || name === "try" && table === "judgements";
    if (rule.count !== true || !counted) fail(`${field}.count`, "true, and of sample or try", rule.count);
    made.count = true;
  }
  if ("null" in rule) made.null = textsOf(rule.null, `${field}.null`);
  if ("missing" in rule) made.missing = plainOf(rule.missing, `${field}.missing`);
  if ("replace" in rule) made.replace = replacementsOf(rule.replace, `${field}.replace`);
  if ("map" in rule) {
    const entries = Object.entries(objectOf(rule.map, `${field}.map`));
    made.map = Object.fromEntries(entries.map(([key, one]) => [key, plainOf(one, `${field}.map.${key}`)]));
  }
  return made;
}

function replacementsOf(value: unknown, field: string): [RegExp, string][] {
  if (!Array.isArray(value)) fail(field, "a list of pairs", value);
  return (value as unknown[]).map((pair, i) => {
    const texts = textsOf(pair, `${field}[${i}]`);
    if (texts.length !== 2) fail(`${field}[${i}]`, "a regular expression and what replaces it", pair);
    try {
      return [new RegExp(texts[0], "u"), texts[1]];
    } catch (error) {
      throw new SyntaxError(`Cannot read the mapping: ${field}[${i}]: ${(error as Error).message}`);
    }
  });
}

function modelOf(value: unknown, field: string): ModelEntry {
  const { id, family, size, ...rest } = objectOf(value, field);
  known(rest, [], field);
  if (typeof id !== "string" || id === "") fail(`${field}.id`, "a text", id);
  if (family !== undefined && typeof family !== "string") fail(`${field}.family`, "a text", family);
  if (size !== undefined && !(typeof size === "number" && size > 0)) {
    fail(`${field}.size`, "a positive number of billions", size);
  }
  return value as ModelEntry;
}

function objectOf(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(field, "an object", value);
  return value as Record<string, unknown>;
}

function textsOf(value: unknown, field: string): string[] {
  const sound = Array.isArray(value) && value.every((one) => typeof one === "string");
  if (!sound) fail(field, "a list of texts", value);
  return value as string[];
}

function plainOf(value: unknown, field: string): Plain {
  if (typeof value === "object" && value !== null) {
    fail(field, "a text, a number, true, false or null", value);
  }
  return value as Plain;
}

function known(object: Record<string, unknown>, names: readonly string[], what: string): void {
  const other = Object.keys(object).find((name) => !names.includes(name));
  if (other === undefined) return;
  throw new SyntaxError(
    `Cannot read the mapping: ${what} has no ${JSON.stringify(other)}${
      names.length > 0 ? `, only ${names.join(", ")}` : ""
    }`,
  );
}

function fail(field: string, rule: string, got: unknown): never {
  const shown = got === undefined ? "none" : JSON.stringify(got);
  throw new SyntaxError(`Cannot read the mapping: ${field} must be ${rule}, got ${shown}`);
}
