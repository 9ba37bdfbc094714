import { extractCode, parseProgram } from "lib/program/mod.ts";
import { drawingScope } from "./drawing_scope.ts";
import { hasComment } from "./has_comment.ts";
import { type ShapeStatement, shapeStatement } from "./shape_statement.ts";

/** A generation cut where the intervention takes place. */
export interface CutProgram {
  /** What stands before the code in the reply: prose and a fence's first line; empty where there is neither. */
  lead: string;
  /** The code as extracted from the reply. */
  code: string;
  /** Where the first drawing statement's lines end in the code, and the next one's. */
  firstEnd: number;
  nextEnd: number;
  /** Where the next statement itself starts and ends. */
  nextStart: number;
  nextStop: number;
  /** The next statement. */
  next: ShapeStatement;
  /** Where the lines of each further statement end, in order. */
  laterEnds: number[];
  /** Whether the code has a comment anywhere. */
  commented: boolean;
}

/** Why a generation cannot be cut, in the order in which it is looked at. */
export const NOT_CUT = [
  "its code does not stand in the reply as extracted",
  "it has no two drawing statements",
  "something stands between its first two drawing statements",
  "its next drawing statement has no literal coordinates",
] as const;
export type NotCut = (typeof NOT_CUT)[number];

/**
 * Cuts a valid generation behind its first drawing statement and behind the next one.
 *
 * A statement ends with its line, a comment behind it and the line's end included, since a model writes `)` and the
 * line's end as one token; where another statement follows on the same line, it ends where it ends.
 */
export function cutProgram(reply: string): CutProgram | NotCut {
  const code = extractCode(reply);
  const at = reply.indexOf(code);
  if (at < 0 || extractCode(reply.slice(0, at) + code) !== code) {
    return "its code does not stand in the reply as extracted";
  }
  const parsed = parseProgram(code);
  if (parsed.status !== "ok") return "it has no two drawing statements";
  const scope = drawingScope(parsed.module);
  const first = scope.body.findIndex(scope.draws);
  const second = scope.body.findIndex((statement, i) => i > first && scope.draws(statement));
  if (first < 0 || second < 0) return "it has no two drawing statements";
  if (second !== first + 1) return "something stands between its first two drawing statements";
  const next = shapeStatement(scope.body[second], scope.canvas);
  if (!next) return "its next drawing statement has no literal coordinates";
  const { start, end } = scope.body[second];
  return {
    lead: reply.slice(0, at),
    code,
    firstEnd: lineEnd(code, scope.body[first].end),
    nextEnd: lineEnd(code, end),
    nextStart: start,
    nextStop: end,
    next,
    laterEnds: scope.body.slice(second + 1).map((statement) => lineEnd(code, statement.end)),
    commented: hasComment(code),
  };
}

/** Behind the line's end if only blanks and a comment follow on the line, else where the statement ends. */
function lineEnd(code: string, end: number): number {
  const rest = /[ \t\f]*(?:#[^\n]*)?(?:\n|$)/y;
  rest.lastIndex = end;
  return rest.test(code) ? rest.lastIndex : end;
}
