import type { Rule } from "./op.ts";

/** The kinds of parameters; each takes the default, and without one the parameter must be given. */

export const odd = (preset?: number): Rule<number> =>
  made("an odd integer from 1 to 31", (v) => whole(v, 1, 31) && v % 2 === 1, preset);

export const area = (preset?: number): Rule<number> =>
  made("an integer of at least 0", (v) => whole(v, 0), preset);

export const integer = (low: number, high: number, preset?: number): Rule<number> =>
  made(`an integer from ${low} to ${high}`, (v) => whole(v, low, high), preset);

export const level = (preset?: number): Rule<number> =>
  made("a level from 0 to 255", (v) => real(v) && v >= 0 && v <= 255, preset);

export const share = (preset?: number): Rule<number> =>
  made("a share from 0 to 1", (v) => real(v) && v >= 0 && v <= 1, preset);

export const size = (preset?: number): Rule<number> =>
  made("a number of at least 0", (v) => real(v) && v >= 0, preset);

export const number = (preset?: number): Rule<number> => made("a number", real, preset);

export const flag = (preset?: boolean): Rule<boolean> =>
  made("true or false", (v) => typeof v === "boolean", preset);

export const hues = (): Rule<[number, number]> =>
  made("two hues from 0 to 179", (v) => pair(v) && v.every((hue) => whole(hue, 0, 179)), [0, 179]);

export const levels = (): Rule<[number, number]> =>
  made(
    "two levels from 0 to 255, the lower first",
    (v) => pair(v) && v.every((l) => whole(l, 0, 255)) && (v[0] as number) <= (v[1] as number),
    [0, 255],
  );

export const oneOf = <T extends string>(names: readonly T[], preset?: T): Rule<T> =>
  made(`one of ${names.join(" ")}`, (v) => names.includes(v as T), preset);

export const word = (): Rule<string> => made("a text that is not blank", filled);

export const color = (): Rule<string> => made("a colour #rrggbb", hex);

export const words = (count?: number): Rule<string[]> =>
  made(
    count === undefined ? "a list of labels" : `a list of ${count} labels`,
    (v) => Array.isArray(v) && (count === undefined ? v.length > 0 : v.length === count) && v.every(filled),
  );

export const cellLabels = (): Rule<(string | null)[]> =>
  made(
    "a list of labels, null where a cell has none",
    (v) => Array.isArray(v) && v.length > 0 && v.every((label) => label === null || filled(label)),
  );

export const palette = (): Rule<[string, string][]> =>
  made(
    "a list of [label, #rrggbb]",
    (v) =>
      Array.isArray(v) && v.length > 0 &&
      v.every((entry) => pair(entry) && filled(entry[0]) && hex(entry[1])),
  );

/** A labelled box of normalised coordinates [x0, y0, x1, y1], half open. */
export interface Slot {
  label: string;
  box: [number, number, number, number];
}

export const slots = (): Rule<Slot[]> =>
  made(
    "a list of {label, box: [x0, y0, x1, y1]} with 0 <= x0 < x1 <= 1 and the same for y",
    (v) => Array.isArray(v) && v.length > 0 && v.every(isSlot),
  );

export const table = (): Rule<Record<string, string>> =>
  made(
    "an object from label to label",
    (v) =>
      typeof v === "object" && v !== null && !Array.isArray(v) && Object.keys(v).length > 0 &&
      Object.values(v).every(filled),
  );

export const aspect = (): Rule<[number, number] | undefined> =>
  optional(made("two positive numbers", (v) => pair(v) && v.every((side) => real(side) && side > 0)));

/** The same rule for a parameter that may be left out though it has no default. */
export function optional<V>(rule: Rule<V>): Rule<V | undefined> {
  return { ...rule, optional: true };
}

function made<V>(rule: string, test: (value: unknown) => boolean, preset?: V): Rule<V> {
  return preset === undefined ? { rule, test } : { rule, test, default: preset };
}

function real(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function whole(value: unknown, low: number, high = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

function filled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function hex(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function pair(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2;
}

function isSlot(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { label, box, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || !filled(label) || !Array.isArray(box) || box.length !== 4) return false;
  if (!box.every((side) => real(side) && side >= 0 && side <= 1)) return false;
  return box[0] < box[2] && box[1] < box[3];
}
