import type { Expr, Module, Stmt } from "lib/program/mod.ts";
import { syntaxNodes } from "./syntax_walk.ts";

/** The calls that draw a shape: all but `fill`, which gives the ground. */
export const SHAPE_CALLS = ["set_pixel", "rect", "circle", "line", "poly"] as const;

/** All calls of the canvas. */
const CANVAS_CALLS: readonly string[] = ["fill", ...SHAPE_CALLS];

/** Statements that hold others, a definition among them maybe. */
const COMPOUND: readonly Stmt["type"][] = ["FunctionDef", "If", "For", "While", "Try"];

/** Where a program draws. */
export interface DrawingScope {
  /** The statements of the module, or of `render`'s body. */
  body: Stmt[];
  /** What the canvas is called there. */
  canvas: string;
  /** Whether a statement draws a shape, itself or through a function of the program. */
  draws(statement: Stmt): boolean;
  /** Whether a node is a call of the canvas, `fill` too, or of a function of the program that makes one. */
  callsCanvas(node: Stmt | Expr): boolean;
}

/**
 * The statements among which a program's drawing takes place: those of `render`'s body where the module itself draws
 * nothing but by calling it, else the module's.
 *
 * A statement draws if it holds a call of a shape, in a loop or a condition too, or a call of a function of the
 * program whose body does. A definition does not draw. Nothing is run: a call under a condition that never holds counts.
 */
export function drawingScope(module: Module): DrawingScope {
  const functions = module.body.some(({ type }) => COMPOUND.includes(type))
    ? syntaxNodes(module.body).filter((node) => node.type === "FunctionDef")
    : [];
  const inside = functions.map(({ name, body }) => ({
    name,
    calls: syntaxNodes(body).filter(({ type }) => type === "Call"),
  }));
  const reaching = (calls: readonly string[]): Set<string> => {
    const names = new Set<string>();
    for (let before = -1; before < names.size;) {
      before = names.size;
      for (const { name, calls: made } of inside) {
        if (made.some((node) => isMethodCall(node, calls) || isCallOf(node, names))) names.add(name);
      }
    }
    return names;
  };
  const shapes = reaching(SHAPE_CALLS), any = reaching(CANVAS_CALLS);
  const holds = (statement: Stmt, calls: readonly string[], names: ReadonlySet<string>) =>
    statement.type !== "FunctionDef" &&
    syntaxNodes([statement], { closed: ["FunctionDef", "Lambda"] })
      .some((node) => isMethodCall(node, calls) || isCallOf(node, names));
  const render = module.body.findLast((node) => node.type === "FunctionDef" && node.name === "render");
  const others = new Set([...shapes].filter((name) => name !== "render"));
  if (render?.type === "FunctionDef" && !module.body.some((node) => holds(node, SHAPE_CALLS, others))) {
    const parameter = [...render.args.posonlyargs, ...render.args.args][0]?.arg ?? "canvas";
    const anyOther = new Set([...any].filter((name) => name !== "render"));
    return {
      body: render.body,
      canvas: parameter,
      draws: (statement) => holds(statement, SHAPE_CALLS, others),
      callsCanvas: (node) => isMethodCall(node, CANVAS_CALLS) || isCallOf(node, anyOther),
    };
  }
  return {
    body: module.body,
    canvas: "canvas",
    draws: (statement) => holds(statement, SHAPE_CALLS, shapes),
    callsCanvas: (node) => isMethodCall(node, CANVAS_CALLS) || isCallOf(node, any),
  };
}

function isMethodCall(node: Stmt | Expr, methods: readonly string[]): boolean {
  return node.type === "Call" && node.func.type === "Attribute" && node.func.value.type === "Name" &&
    methods.includes(node.func.attr);
}

function isCallOf(node: Stmt | Expr, names: ReadonlySet<string>): boolean {
  return node.type === "Call" && node.func.type === "Name" && names.has(node.func.id);
}
