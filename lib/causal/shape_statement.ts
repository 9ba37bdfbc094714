import type { Primitive } from "lib/canvas/mod.ts";
import type { Expr, Stmt } from "lib/program/mod.ts";

/** A drawing call without its colour. */
export type Shape = Exclude<Primitive, { kind: "fill" }>;

/** A number written out in a program, with a sign or without. */
export interface NumberLiteral {
  /** As the program has it. */
  value: number;
  /** -1 under an odd number of minus signs, else 1. */
  sign: 1 | -1;
  /** Where the digits stand in the code, behind the signs: UTF-16 offsets, end exclusive. */
  start: number;
  end: number;
}

/** A statement that draws one shape whose place and size are written out. */
export interface ShapeStatement {
  kind: Shape["kind"];
  /** The place's numbers in rows and those in columns; what moves with a translation. */
  rows: NumberLiteral[];
  cols: NumberLiteral[];
  /** The shape as a primitive, black: only its cells are of interest. */
  shape: Shape;
}

const PARAMETERS: Record<Shape["kind"], readonly string[]> = {
  set_pixel: ["r", "c", "color"],
  rect: ["r", "c", "h", "w", "color", "fill"],
  circle: ["cr", "cc", "radius", "color", "fill"],
  line: ["r1", "c1", "r2", "c2", "color"],
  poly: ["points", "color", "fill"],
};
const ROWS = ["r", "cr", "r1", "r2"], COLS = ["c", "cc", "c1", "c2"];

/**
 * Reads a statement that is one call of a shape with literal coordinates: `canvas.rect(2, w=3, c=4, h=5, color=sky)`.
 *
 * Place, size and `fill` must be written out, by position or keyword; the colour may be any expression. A poly's
 * points are a list or tuple of pairs.
 *
 * @param canvas What the canvas is called.
 * @returns Null for any other statement: names or arithmetic instead of numbers, unpacking, a wrong set of arguments.
 */
export function shapeStatement(statement: Stmt, canvas: string): ShapeStatement | null {
  if (statement.type !== "Expr" || statement.value.type !== "Call") return null;
  const { func, args, keywords } = statement.value;
  if (func.type !== "Attribute" || func.value.type !== "Name" || func.value.id !== canvas) return null;
  if (!(func.attr in PARAMETERS)) return null;
  const kind = func.attr as Shape["kind"], names = PARAMETERS[kind];
  const given = new Map<string, Expr>();
  for (const [i, value] of args.entries()) {
    if (value.type === "Starred" || i >= names.length) return null;
    given.set(names[i], value);
  }
  for (const { arg, value } of keywords) {
    if (arg === null || !names.includes(arg) || given.has(arg)) return null;
    given.set(arg, value);
  }
  const fill = given.get("fill");
  if (fill && fill.type !== "True" && fill.type !== "False") return null;
  if (!given.has("color")) return null;
  const numbers = new Map<string, NumberLiteral>();
  const rows: NumberLiteral[] = [], cols: NumberLiteral[] = [];
  for (const name of names) {
    if (name === "color" || name === "fill" || name === "points") continue;
    const literal = numberLiteral(given.get(name));
    if (!literal) return null;
    numbers.set(name, literal);
    if (ROWS.includes(name)) rows.push(literal);
    if (COLS.includes(name)) cols.push(literal);
  }
  const shape: Record<string, unknown> = { kind, color: "#000000" };
  for (const [name, { value }] of numbers) shape[name] = value;
  if (kind === "poly") {
    const points = given.get("points");
    if (points?.type !== "List" && points?.type !== "Tuple" || points.elts.length < 3) return null;
    for (const point of points.elts) {
      if (point.type !== "List" && point.type !== "Tuple" || point.elts.length !== 2) return null;
      const [row, col] = point.elts.map(numberLiteral);
      if (!row || !col) return null;
      rows.push(row);
      cols.push(col);
    }
    shape.points = rows.map((row, i) => [row.value, cols[i].value]);
  }
  if (names.includes("fill")) shape.fill = fill?.type !== "False";
  return { kind, rows, cols, shape: shape as unknown as Shape };
}

function numberLiteral(expression: Expr | undefined): NumberLiteral | null {
  let sign: 1 | -1 = 1;
  while (expression?.type === "UnaryOp" && (expression.op === "-" || expression.op === "+")) {
    if (expression.op === "-") sign = sign === 1 ? -1 : 1;
    expression = expression.operand;
  }
  if (expression?.type !== "Int" && expression?.type !== "Float") return null;
  const value = sign * Number(expression.value) + 0; // no -0
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return null;
  return { value, sign, start: expression.start, end: expression.end };
}
