import type { Module, Stmt } from "./ast.ts";
import type { AnyStmt } from "./foreign_syntax.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

/** The `from __future__` imports of a module, forbidden like all imports, but of consequence for what CPython refuses. */
export interface Futures {
  /** Those that lead the module, after its docstring; any other is refused where it stands. */
  leading: ReadonlySet<AnyStmt>;
  /** Annotations are not evaluated. */
  annotations: boolean;
}

const FEATURES = new Set(
  ("nested_scopes generators division absolute_import with_statement print_function unicode_literals " +
    "barry_as_FLUFL generator_stop annotations").split(" "),
);

/** @throws {SyntaxFailure} If a leading import names a feature that does not exist. */
export function checkFutures(module: Module): Futures {
  const leading = new Set<AnyStmt>();
  let annotations = false;
  for (const [i, stmt] of (module.body as AnyStmt[]).entries()) {
    if (stmt.type === "ImportFrom" && stmt.module === "__future__") {
      leading.add(stmt);
      for (const { name } of stmt.names) {
        if (name === "braces") throw new SyntaxFailure("not a chance", stmt.line);
        if (!FEATURES.has(name)) throw new SyntaxFailure(`future feature ${name} is not defined`, stmt.line);
        annotations ||= name === "annotations";
      }
    } else if (i > 0 || !isDocstring(stmt)) break;
  }
  return { leading, annotations };
}

function isDocstring(stmt: AnyStmt): boolean {
  return stmt.type === "Expr" && (stmt as Extract<Stmt, { type: "Expr" }>).value.type === "Str";
}
