import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { Expr, Module, Stmt } from "./ast.ts";
import { extractCode } from "./extract_code.ts";
import { parseProgram } from "./parse.ts";

interface Verdict {
  code: string;
  /** The class and line of CPython 3.11.7's error, null where it compiles; a line of null where it names none. */
  error: [type: string, line: number | null] | null;
}

function lines<T>(name: string): T[] {
  const text = Deno.readTextFileSync(new URL(`./testdata/${name}`, import.meta.url));
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

function parsed(code: string): Module {
  const result = parseProgram(code);
  ok(result.status === "ok", `${result.status} for ${code}`);
  return result.module;
}

function expression(code: string): Expr {
  const [stmt] = parsed(code).body;
  ok(stmt.type === "Expr");
  return stmt.value;
}

/** A tree without places, for writing down by hand. */
function bare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).filter(([key]) => !["start", "end", "line"].includes(key)).map((
      [k, v],
    ) => [k, bare(v)]),
  );
}

Deno.test("parseProgram refuses what CPython 3.11 refuses, with its class and line, and nothing else", () => {
  const wrong: string[] = [];
  for (const { code, error } of lines<Verdict>("compile_verdicts.jsonl")) {
    const result = parseProgram(code);
    const ours = result.status === "syntax_error" ? [result.error.type, result.error.line] : null;
    const same = error === null || ours === null
      ? error === ours
      : error[0] === ours[0] && (error[1] === null || error[1] === ours[1]);
    if (!same) wrong.push(`${JSON.stringify(code)}: CPython ${error}, ours ${ours}`);
  }
  deepStrictEqual(wrong, []);
});

Deno.test("parseProgram tells the replies of executor.jsonl that may run from those that may not", () => {
  const wrong: string[] = [];
  interface Case {
    id: string;
    reply: string;
    expect: { status: string };
  }
  for (const { id, reply, expect } of lines<Case>("executor.jsonl")) {
    const early = ["syntax_error", "forbidden", "empty"].includes(expect.status);
    const { status } = parseProgram(extractCode(reply));
    if (status !== (early ? expect.status : "ok")) wrong.push(`${id}: ${status}`);
  }
  deepStrictEqual(wrong, []);
});

Deno.test("parseProgram: a program without a statement is empty, one with a docstring is not", () => {
  for (const code of ["", " ", "\n\n", "# only\n  # comments", "\t\n\f\n", "\\\n\n"]) {
    strictEqual(parseProgram(code).status, "empty", JSON.stringify(code));
  }
  strictEqual(parseProgram("'doc'").status, "ok");
  strictEqual(parseProgram("pass").status, "ok");
});

Deno.test("parseProgram: places are UTF-16 offsets into the code, and lines count from 1", () => {
  const code = "a = '😀'\nif a:\n    b = (a +\n         1)\n\nc";
  const [, branch, last] = parsed(code).body;
  ok(branch.type === "If");
  const [inner] = branch.body;
  ok(inner.type === "Assign" && inner.value.type === "BinOp");
  const text = ({ start, end }: { start: number; end: number }) => code.slice(start, end);
  strictEqual(text(branch), "if a:\n    b = (a +\n         1)");
  strictEqual(text(inner), "b = (a +\n         1)");
  strictEqual(text(inner.value), "a +\n         1");
  deepStrictEqual([branch.line, inner.line, inner.value.right.line, last.line], [2, 3, 4, 6]);
});

Deno.test("parseProgram: every statement's place cuts out text that parses to the same statement", () => {
  for (const { reply } of lines<{ reply: string }>("executor.jsonl").slice(0, 300)) {
    const code = extractCode(reply);
    const result = parseProgram(code);
    if (result.status !== "ok") continue;
    for (const stmt of result.module.body) {
      deepStrictEqual(bare(parsed(code.slice(stmt.start, stmt.end)).body), bare([stmt]));
    }
  }
});

Deno.test("parseProgram: operators bind as in Python", () => {
  const shape = (expr: Expr): string => {
    switch (expr.type) {
      case "Name":
        return expr.id;
      case "BinOp":
        return `(${shape(expr.left)}${expr.op}${shape(expr.right)})`;
      case "UnaryOp":
        return `(${expr.op} ${shape(expr.operand)})`;
      case "BoolOp":
        return `(${expr.values.map(shape).join(` ${expr.op} `)})`;
      case "Compare":
        return `(${shape(expr.left)}${
          expr.ops.map((op, i) => ` ${op} ${shape(expr.comparators[i])}`).join("")
        })`;
      case "IfExp":
        return `(${shape(expr.body)} if ${shape(expr.test)} else ${shape(expr.orelse)})`;
      default:
        return expr.type;
    }
  };
  const cases = [
    ["a - b - c", "((a-b)-c)"],
    ["a ** b ** c", "(a**(b**c))"],
    ["-a ** -b", "(- (a**(- b)))"],
    ["a | b ^ c & d << e + f * g", "(a|(b^(c&(d<<(e+(f*g))))))"],
    ["a * b + c << d & e ^ f | g", "((((((a*b)+c)<<d)&e)^f)|g)"],
    ["not a == b", "(not (a == b))"],
    ["a < b not in c is not d", "(a < b not in c is not d)"],
    ["a or b and not c or d", "(a or (b and (not c)) or d)"],
    ["a if b else c if d else e", "(a if b else (c if d else e))"],
    ["~a @ b // c", "(((~ a)@b)//c)"],
  ];
  for (const [code, expected] of cases) strictEqual(shape(expression(code)), expected);
});

Deno.test("parseProgram: numbers are exact ints of any size and correctly rounded floats", () => {
  const values = (code: string) => {
    const expr = expression(code);
    ok(expr.type === "Int" || expr.type === "Float");
    return expr.value;
  };
  strictEqual(values("1_000"), 1000n);
  strictEqual(values("0xFF_ff"), 0xffffn);
  strictEqual(values("0O17"), 15n);
  strictEqual(values("0b1_01"), 5n);
  strictEqual(values("00_0"), 0n);
  strictEqual(values("9" + "0".repeat(40)), 9n * 10n ** 40n);
  strictEqual(values("1."), 1);
  strictEqual(values("09.5"), 9.5);
  strictEqual(values("1_0e-1_0"), 1e-9);
  strictEqual(values("2.4703282292062328e-324"), 5e-324);
  strictEqual(values("1e400"), Infinity);
});

Deno.test("parseProgram: adjacent strings are one, escapes decoded unless raw", () => {
  const value = (code: string) => {
    const expr = expression(code);
    ok(expr.type === "Str");
    return expr.value;
  };
  strictEqual(value(`'a' "b" '''c\nd''' r'\\n' u'e'`), "ab" + "c\nd\\ne");
  strictEqual(
    value(String.raw`'\a\b\f\n\r\t\v\\\'\"\0\18\177\x41\u00e9\U0001F600'`),
    "\x07\b\f\n\r\t\v\\'\"\0\x018\x7fA\u00e9\u{1f600}",
  );
  strictEqual(value(String.raw`'\q\8\ud800'`), "\\q\\8\ud800");
  strictEqual(
    value(String.raw`'\N{degree sign}\N{LF}\N{HANGUL SYLLABLE GAGG}\N{CJK UNIFIED IDEOGRAPH-4E00}'`),
    "°\n갂一",
  );
  strictEqual(value("'a\\\nb'"), "ab");
});

Deno.test("parseProgram: f-strings keep text and fields apart, with conversion and nested format", () => {
  const name = (id: string) => ({ type: "Name", id });
  const str = (text: string) => ({ type: "Str", value: text });
  const field = (value: unknown, conversion: string | null = null, spec: unknown[] | null = null) => ({
    type: "FormattedValue",
    value,
    conversion,
    format_spec: spec && { type: "JoinedStr", values: spec },
  });
  const cases: [string, unknown[]][] = [
    ["f''", []],
    ["'a' f'{{}}b' 'c'", [str("a{}bc")]],
    ["f'{a}{b}'", [field(name("a")), field(name("b"))]],
    ["f'{a!r:>{b}.2f}|'", [field(name("a"), "r", [str(">"), field(name("b")), str(".2f")]), str("|")]],
    ["f'{a:}'", [field(name("a"), null, [])]],
    ["f'{a=}'", [str("a="), field(name("a"), "r")]],
    ["f'{ a = !s}'", [str(" a = "), field(name("a"), "s")]],
    ["f'{a=:3}'", [str("a="), field(name("a"), null, [str("3")])]],
    [String.raw`rf'\{a}' f'\x41{a:\x41}'`, [
      str("\\"),
      field(name("a")),
      str("A"),
      field(name("a"), null, [str("A")]),
    ]],
  ];
  for (const [code, values] of cases) {
    deepStrictEqual(bare(expression(code)), { type: "JoinedStr", values }, code);
  }
});

Deno.test("parseProgram: names are compared after NFKC, keywords as written", () => {
  const [stmt] = parsed("ｘ = ﬁ").body;
  deepStrictEqual(bare(stmt), {
    type: "Assign",
    targets: [{ type: "Name", id: "x" }],
    value: { type: "Name", id: "fi" },
  });
  strictEqual(parseProgram("ｄｅｆ f(): pass").status, "syntax_error");
  strictEqual(parseProgram("def f(ａ, a): pass").status, "syntax_error");
});

Deno.test("parseProgram: soft keywords are names where they begin no match statement", () => {
  for (const code of ["match = 1", "match(case)[_].type", "match * case", "case: int", "_ = match, case"]) {
    const result = parseProgram(code.replace(".type", ".kind"));
    strictEqual(result.status, "ok", code);
  }
});

Deno.test("parseProgram: parameters of every kind find their lists", () => {
  const [stmt] = parsed("def f(a, b=1, /, c=2, *d, e, g=3, **h) -> i: pass").body;
  ok(stmt.type === "FunctionDef");
  const { args } = stmt;
  const names = (list: { arg: string }[]) => list.map(({ arg }) => arg);
  deepStrictEqual(names(args.posonlyargs), ["a", "b"]);
  deepStrictEqual(names(args.args), ["c"]);
  deepStrictEqual([args.vararg?.arg, args.kwarg?.arg], ["d", "h"]);
  deepStrictEqual(names(args.kwonlyargs), ["e", "g"]);
  deepStrictEqual(bare(args.defaults), [{ type: "Int", value: 1n }, { type: "Int", value: 2n }]);
  deepStrictEqual(bare(args.kw_defaults), [null, { type: "Int", value: 3n }]);
  deepStrictEqual(bare(stmt.returns), { type: "Name", id: "i" });
});

Deno.test("parseProgram: an elif is an If in the else of the one before, however long the chain", () => {
  let depth = 0;
  let branch: Stmt | undefined =
    parsed("if a: pass\n" + "elif b: pass\n".repeat(20000) + "else: pass").body[0];
  while (branch?.type === "If") {
    depth++;
    branch = branch.orelse[0];
  }
  strictEqual(depth, 20001);
  strictEqual(branch?.type, "Pass");
});

Deno.test("parseProgram: as deep as CPython goes is parsed, deeper is refused, and nothing overflows", () => {
  const nested = (open: string, close: string, n: number) => `x = ${open.repeat(n)}1${close.repeat(n)}`;
  for (
    const [open, close] of [["(", ")"], ["[", "]"], ["{", "}"], ["f(", ")"], ["(1+", ")"], ["{1: ", "}"], [
      "a[",
      "]",
    ]]
  ) {
    strictEqual(parseProgram(nested(open, close, 199)).status, "ok", open);
    strictEqual(parseProgram(nested(open, close, 201)).status, "syntax_error", open);
  }
  strictEqual(parseProgram(nested("a|b^c&d<<e+f*(", ")", 56)).status, "ok");
  for (const chain of ["-", "not ", "2**", "lambda: ", "1 if a else "]) {
    strictEqual(parseProgram(nested(chain, "", 200)).status, "ok", chain);
    strictEqual(parseProgram(nested(chain, "", 100000)).status, "syntax_error", chain);
  }
  for (const chain of ["+1", ".a", "()", "[0]"]) {
    strictEqual(parseProgram("x = a" + chain.repeat(200)).status, "ok", chain);
    strictEqual(parseProgram("x = a" + chain.repeat(100000)).status, "syntax_error", chain);
  }
});

Deno.test("parseProgram: long flat programs take time in proportion", () => {
  const statuses = [
    "x = [" + "1,".repeat(1e5) + "]",
    "x = " + "'a' ".repeat(1e5),
    "x = 1" + " < 1".repeat(1e5),
    "x;".repeat(1e5),
    "f'''" + "{x}\n".repeat(2e4) + "'''",
    "'" + "{0.a[".repeat(1e5) + ".__x__}'",
    "f(a " + "b ".repeat(1e5),
    "(".repeat(1e6),
  ].map((code) => parseProgram(code).status);
  deepStrictEqual(statuses, ["ok", "ok", "ok", "ok", "ok", "ok", "syntax_error", "syntax_error"]);
});
