import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { dunderInFormatField, FORBIDDEN_NAMES } from "./forbidden.ts";
import { parseProgram } from "./parse.ts";

/** What is forbidden, its name, and its line. */
const forbidden: [code: string, name: string, line: number][] = [
  ["import os", "import", 1],
  ["x = 1\nfrom os import path", "import", 2],
  ["class A: pass", "class", 1],
  ["async def f(): pass", "async", 1],
  ["def f():\n    return (x async for x in y)", "async", 2],
  ["with a: pass", "with", 1],
  ["with (a as b, c): pass", "with", 1],
  ["def f():\n    yield", "yield", 2],
  ["f = lambda: (yield 1)", "yield", 1],
  ["@a\ndef f(): pass", "@", 1],
  ["match x:\n    case 1: pass", "match", 1],
  ["try: pass\nexcept* A: pass", "except*", 2],
  ["x = ...", "...", 1],
  ["x = b''", "bytes", 1],
  ["x = (1,\n  2j)", "complex", 2],
  ["__", "__", 1],
  ["x = 1\n__y = 2", "__y", 2],
  ["x.__class__", "__class__", 1],
  ["x._\uff3fclass_\uff3f", "__class__", 1],
  ["f(__a=1)", "__a", 1],
  ["def f(__a): pass", "__a", 1],
  ["def f(*__a): pass", "__a", 1],
  ["def f(*, __a=1): pass", "__a", 1],
  ["lambda **__a: 1", "__a", 1],
  ["def __f(): pass", "__f", 1],
  ["def f(): global __x", "__x", 1],
  ["try: pass\nexcept Exception as __e: pass", "__e", 2],
  ["[1 for __i in x]", "__i", 1],
  ["(__x := 1)", "__x", 1],
  ["f'{x.__class__}'", "__class__", 1],
  ["f'{x:{y.__class__}}'", "__class__", 1],
  ["print('x')", "print", 1],
  ["print", "print", 1],
  ["id = 3", "id", 1],
  ["id: int", "id", 1],
  ["id += 1", "id", 1],
  ["for dir in x: pass", "dir", 1],
  ["x, (y, *hash) = z", "hash", 1],
  ["del type", "type", 1],
  ["def f(input): pass", "input", 1],
  ["def f(a=open): pass", "open", 1],
  ["lambda vars: 1", "vars", 1],
  ["def help(): pass", "help", 1],
  ["def f():\n    global eval", "eval", 2],
  ["def f():\n    object = 1\n    def g():\n        nonlocal object", "object", 2],
  ["try: pass\nexcept Exception as exec: pass", "exec", 2],
  ["x = [1 for i in y if type(i)]", "type", 1],
  ["f(a=input)", "input", 1],
  ["f'{print}'", "print", 1],
  ["f'''a\n{x}\n{print}'''", "print", 3],
  ["\uff45\uff56\uff41\uff4c('1')", "eval", 1],
  ["x: bytes = 1", "bytes", 1],
  ["raise compile", "compile", 1],
  ["'{0.__class__}'.format(x)", "__class__", 1],
  ["x = ('a'\n '{.__dict__}')", "__dict__", 1],
  ["f'{{0.__class__}}'", "__class__", 1],
  ["r'{x.__class__.y}'", "__class__", 1],
  ["'''{0.__class__}'''", "__class__", 1],
];

/** What looks like it and is not. */
const allowed = [
  "canvas.print()",
  "canvas.type = 1",
  "x.id.input(open=1, type=2)",
  "del x.hash",
  "d['__x']",
  "'__class__'",
  "'{__x}'",
  "'{0[__x]}'",
  "'{{0.__class__}}'",
  "'{0.a__b}'",
  "'0.__class__'",
  "_x = x._y(_z=1)",
  "_ = 1",
  "x.a__",
  "def f(a, /, b: int = 1, *, c) -> int: return a @ b",
  "constructor = prototype = this = function = toString = 1",
  "match = case = 1",
  "typed = printer = ids = 1",
  "'import os'",
  "memory = bytes_ = 1",
];

Deno.test("parseProgram reports what is forbidden by name and line", () => {
  const wrong: unknown[] = [];
  for (const [code, name, line] of forbidden) {
    const result = parseProgram(code);
    const ours = result.status === "forbidden" ? [result.error.type, result.error.line] : result.status;
    if (JSON.stringify(ours) !== JSON.stringify([name, line])) wrong.push([code, ours]);
  }
  deepStrictEqual(wrong, []);
});

Deno.test("parseProgram lets pass what only resembles the forbidden", () => {
  deepStrictEqual(allowed.filter((code) => parseProgram(code).status !== "ok"), []);
});

Deno.test("every forbidden builtin is refused as a variable and allowed as an attribute and keyword", () => {
  for (const name of FORBIDDEN_NAMES) {
    for (const code of [name, `${name} = 1`, `def f(${name}): pass`, `f(${name})`, `${name}.x`]) {
      const result = parseProgram(code);
      strictEqual(result.status === "forbidden" && result.error.type, name, code);
    }
    strictEqual(parseProgram(`x.${name}(${name}=1)`).status, "ok");
  }
});

Deno.test("of several offences the first in the text is reported", () => {
  const first = (code: string) => {
    const result = parseProgram(code);
    return result.status === "forbidden" ? result.error.type : result.status;
  };
  strictEqual(first("x = print if open else id"), "print");
  strictEqual(first("f'{eval}' 'a' '{0.__x__}'"), "eval");
  strictEqual(first("def f(a=open, *print): yield"), "open");
  strictEqual(first("with (input): pass"), "with");
  strictEqual(first("match = print"), "print");
});

Deno.test("a program that CPython refuses is a syntax error, whatever it uses", () => {
  for (
    const code of [
      "import os\n)",
      "class A: return",
      "print 'x'",
      "await x",
      "def f(): nonlocal print",
      "b'é'",
    ]
  ) {
    strictEqual(parseProgram(code).status, "syntax_error", code);
  }
});

Deno.test("dunderInFormatField reads fields as str.format does", () => {
  const cases: [string, string | null][] = [
    ["{.__a__}", "__a__"],
    ["{0.b[c].__a__!r:>3}", "__a__"],
    ["{0.b.__a__[0]}", "__a__"],
    ["{:{0.__a__}}", "__a__"],
    ["{x} {y.__a__}", "__a__"],
    ["{{{x.__a__}}}", "__a__"],
    ["{0.__}", "__"],
    ["{0[.__a__]}", null],
    ["{0:.__a__}", null],
    ["{{x.__a__}}", null],
    ["{x.__a__", null],
    ["{x[.__a__}", null],
    ["{x{y.__a__}", null],
    ["}{x.a__.b}.__c", null],
    ["", null],
  ];
  for (const [text, attribute] of cases) strictEqual(dunderInFormatField(text), attribute, text);
});
