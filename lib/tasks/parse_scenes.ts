import { parseColor } from "lib/canvas/mod.ts";
import { extent } from "./extent.ts";
import type { LayoutScene, Shape } from "./scene.ts";

/** The coordinates of each kind of part, beside `color` and, where there is an outline, `fill`. */
const COORDINATES = new Map<string, readonly string[]>([
  ["set_pixel", ["r", "c"]],
  ["rect", ["r", "c", "h", "w"]],
  ["circle", ["cr", "cc", "radius"]],
  ["line", ["r1", "c1", "r2", "c2"]],
  ["poly", ["points"]],
]);
const OUTLINED = new Set(["rect", "circle", "poly"]);

/**
 * Reads a file of scenes, in the form that `scene.ts` describes, colours resolved to `#rrggbb` and `fill` filled in.
 *
 * @param text JSON: `{"scenes": [...]}`. @param options `outlines` (false) allows `"fill": false`.
 * @returns The scenes in the file's order, on 24 x 24 cells.
 * @throws {SyntaxError} If the text is not such JSON, a key is missing, unknown or of the wrong type.
 * @throws {RangeError} If a colour does not exist, a coordinate is no integer, or a part leaves the canvas or has
 * no area.
 *
 * @example
 * ```ts
 * import { parseScenes } from "lib/tasks/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const [scene] = parseScenes(`{"scenes": [{"id": "1A-01", "background": "white", "subject": [], "reference": true,
 *   "parts": [{"kind": "circle", "cr": 12, "cc": 12, "radius": 8, "color": "red"}]}]}`);
 * deepStrictEqual(scene.parts, [{ kind: "circle", cr: 12, cc: 12, radius: 8, color: "#d23232", fill: true }]);
 * ```
 */
export function parseScenes(text: string, { outlines = false }: { outlines?: boolean } = {}): LayoutScene[] {
  const file = JSON.parse(text);
  if (!isRecord(file) || !Array.isArray(file.scenes)) {
    throw new SyntaxError("Cannot read scenes: the file must be an object with a list of scenes");
  }
  return file.scenes.map((scene, i) => {
    if (!isRecord(scene) || typeof scene.id !== "string") {
      throw new SyntaxError(`Cannot read scenes: scene ${i} must be an object with an id`);
    }
    return parseScene(scene, scene.id, outlines);
  });
}

function parseScene(scene: Record<string, unknown>, id: string, outlines: boolean): LayoutScene {
  const where = `Cannot read scene ${id}`;
  expectKeys(scene, ["id", "background", "parts", "subject", "reference"], where);
  const { background, parts, subject, reference } = scene;
  if (
    !Array.isArray(subject) || !subject.every((word) => typeof word === "string" && /^[a-z-]+$/.test(word))
  ) {
    throw new SyntaxError(`${where}: subject must be a list of lower-case words`);
  }
  if (!Array.isArray(parts) || parts.length === 0) throw new SyntaxError(`${where}: it must have parts`);
  const reason = isRecord(reference) ? reference.reason : null;
  if (reference !== true && typeof reason !== "string") {
    throw new SyntaxError(`${where}: reference must be true or give a reason`);
  }
  return {
    id,
    rows: 24,
    cols: 24,
    background: parseColor(background),
    parts: parts.map((part, i) => parsePart(part, outlines, `${where}, part ${i}`)),
    subject,
    withoutReference: reason as string | null,
  };
}

function parsePart(part: unknown, outlines: boolean, where: string): Shape {
  if (!isRecord(part)) throw new SyntaxError(`${where}: it must be an object`);
  const coordinates = COORDINATES.get(String(part.kind));
  if (!coordinates) {
    throw new SyntaxError(`${where}: no such kind of part, got ${JSON.stringify(part.kind)}`);
  }
  const kind = part.kind as Shape["kind"];
  const { fill = true, ...rest } = part;
  expectKeys(rest, ["kind", ...coordinates, "color"], where);
  if (fill !== true && !(fill === false && outlines && OUTLINED.has(kind))) {
    throw new SyntaxError(`${where}: fill must be true or left out, got ${JSON.stringify(fill)}`);
  }
  const numbers = kind === "poly" ? part.points : coordinates.map((name) => part[name]);
  const flat = Array.isArray(numbers) ? numbers.flat() : [];
  if (!flat.every(Number.isInteger)) {
    throw new RangeError(`${where}: coordinates must be integers, got ${flat}`);
  }
  if (kind === "poly" && !(flat.length >= 6 && (numbers as unknown[]).every(isPair))) {
    throw new SyntaxError(`${where}: points must be at least 3 pairs`);
  }
  const shape = { ...rest, color: parseColor(part.color), ...(OUTLINED.has(kind) ? { fill } : {}) } as Shape;
  const { top, left, bottom, right } = extent(shape);
  if (!(top >= 0 && left >= 0 && bottom < 24 && right < 24)) {
    const spans = `rows ${top}..${bottom}, columns ${left}..${right}`;
    throw new RangeError(`${where}: it must lie on the canvas, got ${spans}`);
  }
  if (bottom < top || right < left) throw new RangeError(`${where}: it must have an area`);
  return shape;
}

function expectKeys(record: Record<string, unknown>, keys: readonly string[], where: string): void {
  for (const key of keys) {
    if (!Object.hasOwn(record, key)) throw new SyntaxError(`${where}: ${key} is missing`);
  }
  for (const key of Object.keys(record)) {
    if (!keys.includes(key)) throw new SyntaxError(`${where}: no such key, got ${key}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2;
}
