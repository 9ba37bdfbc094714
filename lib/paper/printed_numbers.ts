import type { Published } from "./published.ts";
import { slugOf } from "./published.ts";
import { printed, type Span } from "./span.ts";

/** The paper's numbers as they are reckoned with: each with the room that its rounding leaves. */
export interface PrintedNumbers {
  /** The roster, in the order of Tables 1 and 2. */
  models: readonly string[];
  /** A claim's number. */
  claim(id: string): Span;
  /** The two ends of a claim that is a range. */
  range(id: string): [Span, Span];
  /** The ends of the interval that a claim prints. */
  interval(id: string): [Span, Span];
  /** What a directional claim asserts. */
  says(id: string): boolean;
  /** A table's cell in the row whose fields are the given ones, such as `{ judge: "J1", model: "Pooled" }`. */
  cell(table: string, row: Readonly<Record<string, string>>, column: string): Span;
  /** Its text or other content as it is. */
  content(table: string, row: Readonly<Record<string, string>>, column: string): unknown;
  /** The ends of an interval in a cell. */
  cellInterval(table: string, row: Readonly<Record<string, string>>, column: string): [Span, Span];
  rows(table: string): Published["tables"][string]["rows"];
}

/**
 * Looks the paper's numbers up by name.
 *
 * @returns Functions that throw a RangeError where there is no such claim, row or column, or it is not of that kind.
 */
export function printedNumbers(published: Published): PrintedNumbers {
  const claims = new Map(published.claims.map((claim) => [claim.id, claim]));
  const claimOf = (id: string) => {
    const claim = claims.get(id);
    if (!claim) throw new RangeError(`Cannot find a published number: there is no claim "${id}"`);
    return claim;
  };
  const wrong = (what: string, rule: string, got: unknown): never => {
    throw new RangeError(`Cannot reckon with ${what}: it must be ${rule}, got ${JSON.stringify(got)}`);
  };
  const tableOf = (table: string) => {
    const found = published.tables[table];
    if (!found) throw new RangeError(`Cannot find a published number: there is no table "${table}"`);
    return found;
  };
  const content = (table: string, row: Readonly<Record<string, string>>, column: string) => {
    const fits = tableOf(table).rows.filter((one) =>
      Object.entries(row).every(([key, value]) => one[key] === value)
    );
    if (fits.length !== 1 || !(column in fits[0])) {
      throw new RangeError(
        `Cannot find a published number: ${table} has ${fits.length} rows of ${
          JSON.stringify(row)
        } with ${column}`,
      );
    }
    return fits[0][column];
  };
  const toleranceOf = (table: string, column: string) =>
    tableOf(table).column_info[column]?.tolerance ?? wrong(`${table}.${column}`, "a column of numbers", null);
  return {
    models: published.models,
    claim(id) {
      const { value, tolerance } = claimOf(id);
      if (typeof value !== "number") return wrong(`claim "${id}"`, "a number", value);
      return printed(value, tolerance);
    },
    range(id) {
      const { value, tolerance } = claimOf(id);
      if (!Array.isArray(value)) return wrong(`claim "${id}"`, "a range", value);
      return [printed(value[0], tolerance), printed(value[1], tolerance)];
    },
    interval(id) {
      const { ci, tolerance } = claimOf(id);
      if (ci === null) return wrong(`claim "${id}"`, "one with an interval", ci);
      return [printed(ci[0], tolerance), printed(ci[1], tolerance)];
    },
    says(id) {
      const { value } = claimOf(id);
      return typeof value === "boolean" ? value : wrong(`claim "${id}"`, "true or false", value);
    },
    cell(table, row, column) {
      const value = content(table, row, column);
      if (typeof value !== "number") return wrong(`${table}.${column}`, "a number", value);
      return printed(value, toleranceOf(table, column));
    },
    content,
    cellInterval(table, row, column) {
      const value = content(table, row, column);
      if (!Array.isArray(value)) return wrong(`${table}.${column}`, "an interval", value);
      const tolerance = toleranceOf(table, column);
      return [printed(value[0], tolerance), printed(value[1], tolerance)];
    },
    rows: (table) => tableOf(table).rows,
  };
}

/** A model's name as the ids of checks have it: `glm-4-32b` of `GLM-4 32B`. */
export function dashedOf(model: string): string {
  return slugOf(model).replaceAll("_", "-");
}
