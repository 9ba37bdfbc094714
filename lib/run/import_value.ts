import type { ColumnRule, Plain } from "./import_mapping.ts";
import type { ImportRow } from "./import_rows.ts";
import type { ColumnSchema } from "./schema.ts";

/** A value for a column of the run, or why there is none. */
export type Imported = { value: Plain } | { fault: string };

/**
 * The value of a column of the run in a row of someone else's file, as its rule says: taken, read as none where it
 * stands for none, replaced, mapped, and read as the type that the column has.
 *
 * Texts are kept as they are, but for `error`, where an empty one says that there was none; a number or a truth value becomes a text but for `reply` and `error`. Integers must be
 * whole and below 2^53; `"3"` and `"3.0"` are 3.
 */
export function importValue(
  row: ImportRow,
  name: string,
  rule: ColumnRule,
  schema: ColumnSchema,
  nulls: readonly string[],
): Imported {
  let value = rule.json ? jsonOf(row, rule.json) : "constant" in rule ? rule.constant : row.get(rule.column!);
  if (value === undefined || value === null || isNull(value, [...nulls, ...rule.null ?? []])) value = null;
  if (value === null) {
    const { missing = null } = rule;
    return missing === null ? nothing(row, name, rule, schema) : typed(missing, name, schema);
  }
  if (name === "error" && value === "") return { value: null };
  if (rule.replace || rule.map) {
    if (typeof value === "object") return { fault: `must be a plain value, got ${valueText(value)}` };
    let text = String(value);
    for (const [pattern, replacement] of rule.replace ?? []) text = text.replace(pattern, replacement);
    if (rule.map && !Object.hasOwn(rule.map, text)) return { fault: `is not in the map: ${valueText(text)}` };
    value = rule.map ? rule.map[text] : text;
  }
  return value === null ? nothing(row, name, rule, schema) : typed(value, name, schema);
}

/** A value in a message, cut to some 60 characters. */
export function valueText(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function nothing(row: ImportRow, name: string, rule: ColumnRule, schema: ColumnSchema): Imported {
  if (schema.nullable || name === "reply") return { value: null };
  const absent = rule.column !== undefined && row.get(rule.column) === undefined;
  return { fault: absent ? "is missing: the line has no such field" : "must not be null" };
}

function isNull(value: unknown, nulls: readonly string[]): boolean {
  return nulls.length > 0 && typeof value !== "object" && nulls.includes(String(value));
}

function jsonOf(row: ImportRow, members: Record<string, string>): string | null {
  const entries = Object.entries(members).map(([member, column]) => [member, row.get(column) ?? null]);
  if (entries.every(([, value]) => value === null)) return null;
  // scores come as texts from CSV and as doubles from data frames: both are written as the numbers they are
  return JSON.stringify(
    Object.fromEntries(entries),
    (_key, value) =>
      typeof value === "bigint"
        ? String(value)
        : typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value)
        ? Number(value)
        : value,
  );
}

function typed(value: unknown, name: string, schema: ColumnSchema): Imported {
  switch (schema.type) {
    case "text":
      return textOf(value, name, schema);
    case "integer":
      return integerOf(value, schema);
    case "real":
      return realOf(value, schema);
    case "boolean":
      return typeof value === "boolean"
        ? { value }
        : { fault: `must be true or false, got ${valueText(value)}` };
  }
}

function textOf(value: unknown, name: string, schema: ColumnSchema): Imported {
  const said = name === "reply" || name === "error";
  if (typeof value === "object" || said && typeof value !== "string") {
    return { fault: `must be a text, got ${valueText(value)}` };
  }
  const text = String(value);
  if (!text.isWellFormed()) return { fault: `holds half a character, got ${valueText(text)}` };
  if (schema.values && !schema.values.includes(text)) {
    return { fault: `must be one of ${schema.values.join(", ")}, got ${valueText(text)}` };
  }
  if (text === "" && !said && !schema.nullable) return { fault: 'must not be empty, got ""' };
  return { value: text };
}

function integerOf(value: unknown, schema: ColumnSchema): Imported {
  if (typeof value === "string" && /^\s*[-+]?\d+(\.0*)?\s*$/.test(value)) {
    value = BigInt(value.trim().replace(/^\+/, "").replace(/\..*/, ""));
  }
  if (typeof value === "bigint") {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) {
      return { fault: `must be below 2^53, which is as far as doubles are exact, got ${value}` };
    }
    value = number;
  }
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    return { fault: `must be a whole number, got ${valueText(value)}` };
  }
  if (schema.least !== undefined && value < schema.least) {
    return { fault: `must be at least ${schema.least}, got ${value}` };
  }
  return { value: value === 0 ? 0 : value }; // no -0
}

function realOf(value: unknown, schema: ColumnSchema): Imported {
  const isNumber = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
  const number = typeof value === "string" && isNumber.test(value)
    ? Number(value)
    : typeof value === "bigint"
    ? Number(value)
    : value;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    return { fault: `must be a number, got ${typeof value === "number" ? value : valueText(value)}` };
  }
  if (schema.least !== undefined && number < schema.least) {
    return { fault: `must be at least ${schema.least}, got ${number}` };
  }
  return { value: number === 0 ? 0 : number };
}
