import type { Expr } from "./ast.ts";
import type { MatchCase, Pattern } from "./foreign_syntax.ts";
import { SyntaxFailure } from "./syntax_failure.ts";

/**
 * The errors of CPython's code generator in the patterns of a `match`: names bound twice or not in every alternative,
 * alternatives that are never reached, keys and attributes given twice.
 *
 * @throws {SyntaxFailure} At the first such error.
 */
export function checkMatch(cases: MatchCase[]): void {
  for (const [i, { pattern, guard }] of cases.entries()) {
    const last = i === cases.length - 1;
    checkPattern(pattern, guard !== null || last, new Set());
  }
}

function checkPattern(pattern: Pattern, mayMatchAll: boolean, names: Set<string>): void {
  const { line } = pattern;
  switch (pattern.type) {
    case "MatchAs":
      if (pattern.pattern !== null) checkPattern(pattern.pattern, mayMatchAll, names);
      else if (!mayMatchAll) {
        const what = pattern.name === null ? "wildcard" : `name capture '${pattern.name}'`;
        throw new SyntaxFailure(`${what} makes remaining patterns unreachable`, line);
      }
      bind(pattern.name, line, names);
      return;
    case "MatchStar":
      return bind(pattern.name, line, names);
    case "MatchSequence": {
      let stars = 0;
      for (const part of pattern.patterns) {
        if (part.type === "MatchStar" && ++stars > 1) {
          throw new SyntaxFailure("multiple starred expressions in sequence pattern", line);
        }
      }
      for (const part of pattern.patterns) checkPattern(part, true, names);
      return;
    }
    case "MatchMapping": {
      const seen = new Set<string>();
      for (const key of pattern.keys) {
        const constant = constantKey(key);
        if (constant === null) continue;
        if (seen.has(constant)) {
          throw new SyntaxFailure(`mapping pattern checks duplicate key (${constant.slice(1)})`, line);
        }
        seen.add(constant);
      }
      for (const part of pattern.patterns) checkPattern(part, true, names);
      return bind(pattern.rest, line, names);
    }
    case "MatchClass": {
      for (const [i, name] of pattern.kwdNames.entries()) {
        if (name === "__debug__") throw new SyntaxFailure("cannot assign to __debug__", line);
        if (pattern.kwdNames.indexOf(name) < i) {
          throw new SyntaxFailure(`attribute name repeated in class pattern: ${name}`, line);
        }
      }
      for (const part of pattern.patterns) checkPattern(part, true, names);
      for (const part of pattern.kwdPatterns) checkPattern(part, true, names);
      return;
    }
    case "MatchOr": {
      let first: Set<string> | null = null;
      for (const [i, alternative] of pattern.patterns.entries()) {
        const bound = new Set<string>();
        const last = i === pattern.patterns.length - 1;
        checkPattern(alternative, last && mayMatchAll, bound);
        first ??= bound;
        if (bound.size !== first.size || [...bound].some((name) => !first!.has(name))) {
          throw new SyntaxFailure("alternative patterns bind different names", line);
        }
      }
      for (const name of first!) bind(name, line, names);
    }
  }
}

function bind(name: string | null, line: number, names: Set<string>): void {
  if (name === null) return;
  if (name === "__debug__") throw new SyntaxFailure("cannot assign to __debug__", line);
  if (names.has(name)) throw new SyntaxFailure(`multiple assignments to name '${name}' in pattern`, line);
  names.add(name);
}

/** Equal for keys that are equal in Python; null for what only run time tells. */
function constantKey(key: Expr): string | null {
  switch (key.type) {
    case "Str":
      return `s${key.value}`;
    case "Int":
    case "Float":
      return `n${Number(key.value)}`;
    case "True":
      return "n1";
    case "False":
      return "n0";
    case "None":
      return "None";
    case "UnaryOp": {
      const operand = constantKey(key.operand);
      return operand === null ? null : operand === "n0" ? operand : `n-${operand.slice(1)}`;
    }
    default:
      return null;
  }
}
