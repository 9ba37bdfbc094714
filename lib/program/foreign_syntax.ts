import type { Arguments, Comprehension, Expr, Keyword, Span, Stmt } from "./ast.ts";

/**
 * Nodes of syntax that CPython reads and the canvas arm's language forbids. A program that CPython would refuse is a
 * syntax error even where it is forbidden as well, so these are parsed and checked like the others; but no tree that
 * holds one ever leaves the front end.
 */
export type ForeignStmt =
  & Span
  & (
    | {
      type: "ClassDef";
      name: string;
      bases: Expr[];
      keywords: Keyword[];
      body: Stmt[];
    }
    | { type: "Decorated"; decorators: Expr[]; definition: AnyStmt }
    | { type: "AsyncFunctionDef"; name: string; args: Arguments; body: Stmt[]; returns: Expr | null }
    | { type: "AsyncFor"; target: Expr; iter: Expr; body: Stmt[]; orelse: Stmt[] }
    | { type: "With" | "AsyncWith"; items: { context: Expr; vars: Expr | null }[]; body: Stmt[] }
    | { type: "Import"; names: { name: string; asname: string | null }[] }
    | {
      type: "ImportFrom";
      module: string | null;
      level: number;
      /** A name `*` is the star. */
      names: { name: string; asname: string | null }[];
    }
    | { type: "Match"; subject: Expr; cases: MatchCase[] }
    | {
      type: "TryStar";
      body: Stmt[];
      handlers: Extract<Stmt, { type: "Try" }>["handlers"];
      orelse: Stmt[];
      finalbody: Stmt[];
    }
  );

export type ForeignExpr =
  & Span
  & (
    | { type: "Await"; value: Expr }
    | { type: "Yield" | "YieldFrom"; value: Expr | null }
    | { type: "Ellipsis" | "Bytes" | "Complex" }
  );

export interface MatchCase extends Span {
  pattern: Pattern;
  guard: Expr | null;
  body: Stmt[];
}

export type Pattern =
  & Span
  & (
    | { type: "MatchValue"; value: Expr }
    | { type: "MatchSingleton" }
    | { type: "MatchSequence"; patterns: Pattern[] }
    | { type: "MatchMapping"; keys: Expr[]; patterns: Pattern[]; rest: string | null }
    | { type: "MatchClass"; cls: Expr; patterns: Pattern[]; kwdNames: string[]; kwdPatterns: Pattern[] }
    | { type: "MatchStar"; name: string | null }
    /** Both null is the wildcard. */
    | { type: "MatchAs"; pattern: Pattern | null; name: string | null }
    | { type: "MatchOr"; patterns: Pattern[] }
  );

export type AnyStmt = Stmt | ForeignStmt;
export type AnyExpr = Expr | ForeignExpr;

/** A comprehension clause; `isAsync` marks `async for`. */
export type AnyComprehension = Comprehension & { isAsync?: boolean };

/** Lets a forbidden expression pass for one of the language's, until the front end ends. */
export function foreign(expr: ForeignExpr): Expr {
  return expr as unknown as Expr;
}

/** The same for a statement. */
export function foreignStmt(stmt: ForeignStmt): Stmt {
  return stmt as unknown as Stmt;
}
