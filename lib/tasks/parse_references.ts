import { parseColor, type Primitive } from "lib/canvas/mod.ts";
import type { Shape } from "./scene.ts";

/** A reference of somebody's own: parts with exact geometry, in any coordinates and with outlines. */
export interface GivenReference {
  id: string;
  /** In order; at least one. */
  parts: Shape[];
}

/** Coordinates by kind, and whether the kind has an outline. A Map: a kind must not meet inherited members. */
const KINDS = new Map<string, { coordinates: readonly string[]; outlined: boolean }>([
  ["set_pixel", { coordinates: ["r", "c"], outlined: false }],
  ["rect", { coordinates: ["r", "c", "h", "w"], outlined: true }],
  ["circle", { coordinates: ["cr", "cc", "radius"], outlined: true }],
  ["line", { coordinates: ["r1", "c1", "r2", "c2"], outlined: false }],
  ["poly", { coordinates: [], outlined: true }],
]);

/**
 * Reads references from JSON: one `{id, parts}` or a list of them. Numbers need not be whole nor on the canvas;
 * colours come in any form the canvas takes.
 *
 * @param input Text, or UTF-8 bytes.
 * @param options.file Names the input in errors.
 * @throws {SyntaxError} If it is no UTF-8, not one JSON document, or not of this form; a reference without parts is
 * refused too, since its score would be a mean over none. Names reference, part, field and value.
 * @throws {RangeError} If a coordinate is not finite or a colour does not exist.
 *
 * @example
 * ```ts
 * import { parseReferences } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const [given] = parseReferences(`{"id": "t1", "parts": [{"kind": "rect", "r": 0.5, "c": 0, "h": 2, "w": 3, "color": "red"}]}`);
 * strictEqual(given.parts[0].color, "#d23232");
 * ```
 */
export function parseReferences(
  input: string | Uint8Array,
  { file = "references" }: { file?: string } = {},
): GivenReference[] {
  let text: string;
  try {
    text = typeof input === "string" ? input : new TextDecoder("utf-8", { fatal: true }).decode(input);
  } catch {
    throw new SyntaxError(`Cannot read ${file}: it must be UTF-8`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${file}: ${(error as Error).message}`);
  }
  const list = Array.isArray(value) ? value : [value];
  const ids = new Set<string>();
  return list.map((one, i) => {
    const where = `Cannot read ${file}, reference ${i + 1}`;
    const record = requireRecord(one, where);
    const id = own(record, "id"), parts = own(record, "parts");
    if (typeof id !== "string" || id === "") {
      throw new SyntaxError(`${where}: id must be a text, got ${JSON.stringify(id)}`);
    }
    if (ids.has(id)) throw new SyntaxError(`${where}: id ${id} is taken`);
    ids.add(id);
    if (!Array.isArray(parts) || parts.length === 0) {
      throw new SyntaxError(
        `${where} (${id}): parts must be a list of at least one, got ${JSON.stringify(parts)}`,
      );
    }
    return { id, parts: parts.map((part, j) => readPart(part, `${where} (${id}), part ${j + 1}`)) };
  });
}

function readPart(value: unknown, where: string): Shape {
  const record = requireRecord(value, where);
  const kind = own(record, "kind");
  const rule = typeof kind === "string" ? KINDS.get(kind) : undefined;
  if (!rule) {
    throw new SyntaxError(
      `${where}: kind must be one of ${[...KINDS.keys()].join(", ")}, got ${JSON.stringify(kind)}`,
    );
  }
  const shape: Record<string, unknown> = { kind };
  for (const name of rule.coordinates) shape[name] = readNumber(own(record, name), `${where}: ${name}`);
  if (kind === "poly") {
    const points = own(record, "points");
    if (!Array.isArray(points) || points.length < 3) {
      throw new SyntaxError(`${where}: points must be at least three pairs, got ${JSON.stringify(points)}`);
    }
    shape.points = points.map((point, k) => {
      if (!Array.isArray(point) || point.length !== 2) {
        throw new SyntaxError(`${where}: points[${k}] must be a pair, got ${JSON.stringify(point)}`);
      }
      return point.map((number) => readNumber(number, `${where}: points[${k}]`));
    });
  }
  const fill = own(record, "fill") ?? true;
  if (typeof fill !== "boolean" || !fill && !rule.outlined) {
    throw new SyntaxError(
      `${where}: fill must be true${rule.outlined ? " or false" : ""}, got ${JSON.stringify(fill)}`,
    );
  }
  if (rule.outlined) shape.fill = fill;
  try {
    shape.color = parseColor(own(record, "color"));
  } catch (error) {
    throw new RangeError(`${where}: color: ${(error as Error).message}`);
  }
  return shape as Exclude<Primitive, { kind: "fill" }>;
}

function readNumber(value: unknown, where: string): number {
  if (typeof value !== "number") {
    throw new SyntaxError(`${where} must be a number, got ${JSON.stringify(value)}`);
  }
  if (!Number.isFinite(value)) throw new RangeError(`${where} must be finite, got ${value}`);
  return value;
}

function requireRecord(value: unknown, where: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SyntaxError(`${where}: it must be an object, got ${JSON.stringify(value)}`);
  }
  return value;
}

/** A member of the object's own; one that is inherited is not there. */
function own(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined;
}
