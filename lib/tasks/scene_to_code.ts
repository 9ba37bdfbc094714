import type { Coordinate } from "lib/canvas/mod.ts";
import { moveShape } from "./move_shape.ts";
import type { Scene, Shape } from "./scene.ts";

/** How a program is written: one call a part, loops where parts repeat, or a helper for parts that are alike. */
export type CodeStyle = "explicit" | "loops" | "helper";

/**
 * A scene as a Python program for the canvas, whose drawing is the scene's, part by part and cell by cell.
 *
 * - `explicit`: `canvas.fill`, then one call with literal numbers a part.
 * - `loops`: parts in a row that repeat are drawn by `for`: over a `range` where their numbers climb by equal steps,
 *   by two nested ones where they make a grid, else over a list of what differs.
 * - `helper`: everything inside `render(canvas)`; parts that are the same shape elsewhere go through a function that
 *   is told the place alone.
 *
 * Parts are drawn in painting order in every style. Arithmetic is left to the program only where all its numbers are
 * integers, so that no rounding moves a part.
 *
 * @example
 * ```ts
 * import { sceneToCode } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const parts = [1, 7, 13].map((r) => ({ kind: "rect" as const, r, c: 0, h: 3, w: 24, color: "#d23232", fill: true }));
 * strictEqual(
 *   sceneToCode({ background: "#ffffff", parts }, "loops"),
 *   `canvas.fill('#ffffff')
 * for i in range(3):
 *     canvas.rect(1 + 6 * i, 0, 3, 24, '#d23232')
 * `,
 * );
 * ```
 */
export function sceneToCode(scene: Pick<Scene, "background" | "parts">, style: CodeStyle): string {
  const fill = `canvas.fill('${scene.background}')`;
  switch (style) {
    case "explicit":
      return program([fill, ...scene.parts.map((part) => call(part))]);
    case "loops":
      return program([fill, ...loops(scene.parts)]);
    case "helper":
      return helper(fill, scene.parts);
    default:
      throw new RangeError(`Cannot write code: style must be explicit, loops or helper, got ${style}`);
  }
}

const program = (lines: readonly string[]) => lines.join("\n") + "\n";

/** A call with its arguments, `written` as given or as the part's own numbers. */
function call(part: Shape, written: readonly string[] = numbers(part).map(String)): string {
  const args = part.kind === "poly"
    ? `[${part.points.map((_, i) => `(${written[2 * i]}, ${written[2 * i + 1]})`).join(", ")}]`
    : written.join(", ");
  const outline = "fill" in part && !part.fill ? ", fill=False" : "";
  return `canvas.${part.kind}(${args}, '${part.color}'${outline})`;
}

function numbers(part: Shape): Coordinate[] {
  switch (part.kind) {
    case "set_pixel":
      return [part.r, part.c];
    case "rect":
      return [part.r, part.c, part.h, part.w];
    case "circle":
      return [part.cr, part.cc, part.radius];
    case "line":
      return [part.r1, part.c1, part.r2, part.c2];
    case "poly":
      return part.points.flat();
  }
}

/** What a loop calls the numbers of a part. */
const NAMES: Record<Shape["kind"], readonly string[]> = {
  set_pixel: ["r", "c"],
  rect: ["r", "c", "h", "w"],
  circle: ["r", "c", "radius"],
  line: ["r1", "c1", "r2", "c2"],
  poly: [],
};

/** What two parts share that one call in a loop can draw. */
function likeness(part: Shape): string {
  const outline = "fill" in part && !part.fill;
  return `${part.kind} ${part.color} ${outline} ${numbers(part).length}`;
}

const integers = (parts: readonly Shape[]) =>
  parts.every((part) => numbers(part).every(Number.isSafeInteger));

function loops(parts: readonly Shape[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < parts.length;) {
    let end = at + 1;
    while (end < parts.length && likeness(parts[end]) === likeness(parts[at])) end++;
    const run = parts.slice(at, end);
    const climbing = climb(run);
    const grid = run.length > climbing ? gridLoop(run) : null;
    if (grid) {
      lines.push(...grid);
      at = end;
    } else if (climbing >= 3) {
      lines.push(...rangeLoop(run.slice(0, climbing)));
      at += climbing;
    } else if (run.length >= 3) {
      lines.push(...listLoop(run));
      at = end;
    } else {
      lines.push(call(run[0]));
      at += 1;
    }
  }
  return lines;
}

/** How many parts from the first have numbers that climb by equal steps; 0 where they are not all integers. */
function climb(run: readonly Shape[]): number {
  if (!integers(run)) return 0;
  const rows = run.map((part) => numbers(part).map(Number));
  let length = Math.min(2, rows.length);
  while (length < rows.length && rows[0].every((x, k) => rows[length][k] === x + length * (rows[1][k] - x))) {
    length++;
  }
  return length;
}

function rangeLoop(run: readonly Shape[]): string[] {
  const first = numbers(run[0]).map(Number), second = numbers(run[1]).map(Number);
  const written = first.map((x, k) => linear(x, second[k] - x));
  return [`for i in range(${run.length}):`, `    ${call(run[0], written)}`];
}

function linear(start: number, step: number): string {
  if (step === 0) return String(start);
  const term = Math.abs(step) === 1 ? "i" : `${Math.abs(step)} * i`;
  if (step < 0) return `${start} - ${term}`;
  return start === 0 ? term : `${start} + ${term}`;
}

/** Two nested loops, where exactly two numbers vary and run through every pair of two ranges; else null. */
function gridLoop(run: readonly Shape[]): string[] | null {
  if (!integers(run)) return null;
  const rows = run.map((part) => numbers(part).map(Number));
  const varying = rows[0].flatMap((x, k) => rows.some((row) => row[k] !== x) ? [k] : []);
  if (varying.length !== 2 || run[0].kind === "poly") return null;
  for (const [outer, inner] of [varying, varying.toReversed()]) {
    const width = rows.findIndex((row) => row[outer] !== rows[0][outer]);
    if (width < 2 || rows.length % width !== 0) continue;
    const outerSteps = rows.filter((_, i) => i % width === 0).map((row) => row[outer]);
    const innerSteps = rows.slice(0, width).map((row) => row[inner]);
    const grid = rows.every((row, i) =>
      row[outer] === outerSteps[Math.floor(i / width)] && row[inner] === innerSteps[i % width]
    );
    const ranges = [outerSteps, innerSteps].map(range);
    if (!grid || ranges.includes(null)) continue;
    const names = NAMES[run[0].kind];
    const written = rows[0].map((x, k) => varying.includes(k) ? names[k] : String(x));
    return [
      `for ${names[outer]} in ${ranges[0]}:`,
      `    for ${names[inner]} in ${ranges[1]}:`,
      `        ${call(run[0], written)}`,
    ];
  }
  return null;
}

function range(steps: readonly number[]): string | null {
  const step = steps[1] - steps[0];
  if (!steps.every((x, i) => x === steps[0] + i * step) || step === 0) return null;
  return `range(${steps[0]}, ${steps.at(-1)! + Math.sign(step)}, ${step})`;
}

function listLoop(run: readonly Shape[]): string[] {
  if (run[0].kind === "poly") {
    const lists = run.map((part) => /\[.*\]/.exec(call(part))![0]);
    const each = call(run[0]).replace(/\[.*\]/, "points");
    return ["for points in [", ...lists.map((list) => `    ${list},`), "]:", `    ${each}`];
  }
  const rows = run.map(numbers);
  const varying = rows[0].flatMap((x, k) => rows.some((row) => row[k] !== x) ? [k] : []);
  if (varying.length === 0) return run.map((part) => call(part));
  const names = NAMES[run[0].kind];
  const tuples = rows.map((row) => varying.map((k) => String(row[k])))
    .map((values) => values.length === 1 ? values[0] : `(${values.join(", ")})`);
  const written = rows[0].map((x, k) => varying.includes(k) ? names[k] : String(x));
  return [
    `for ${varying.map((k) => names[k]).join(", ")} in [${tuples.join(", ")}]:`,
    `    ${call(run[0], written)}`,
  ];
}

/** The same shape wherever it stands: itself, moved so that its first point is at 0, 0. Null if that could round. */
function stencil(part: Shape): { key: string; at: Coordinate[] } | null {
  const at = numbers(part).slice(0, 2);
  if (!integers([part])) return null;
  const home = moveShape(part, { rows: -Number(at[0]), cols: -Number(at[1]) });
  return { key: call(home), at };
}

function helper(fill: string, parts: readonly Shape[]): string {
  const stencils = parts.map(stencil);
  const groups = Map.groupBy(parts.keys(), (i) => stencils[i]?.key ?? i);
  const names = new Map<string, string>();
  const definitions: string[] = [];
  for (const [key, members] of groups) {
    if (typeof key !== "string" || members.length < 2) continue;
    const part = parts[members[0]], [r, c] = stencils[members[0]]!.at.map(Number);
    const relative = numbers(part).map(Number).map((x, k) => {
      const sized = (part.kind === "rect" || part.kind === "circle") && k >= 2;
      return sized ? String(x) : offset(k % 2 === 0 ? "r" : "c", x - (k % 2 === 0 ? r : c));
    });
    const name = `draw_${part.kind === "set_pixel" ? "pixel" : part.kind}_${names.size + 1}`;
    names.set(key, name);
    definitions.push(`    def ${name}(r, c):`, `        ${call(part, relative)}`);
  }
  const calls = parts.map((part, i) => {
    const found = stencils[i], name = found && names.get(found.key);
    return `    ${name ? `${name}(${found.at.join(", ")})` : call(part)}`;
  });
  return program(["def render(canvas):", ...definitions, `    ${fill}`, ...calls]);
}

function offset(name: string, by: number): string {
  return by === 0 ? name : by < 0 ? `${name} - ${-by}` : `${name} + ${by}`;
}
