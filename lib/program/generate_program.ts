import { type RandomStream, randomStream } from "lib/random/mod.ts";
import { ExpressionWriter, type Kind, type Scope } from "./generate_program_expressions.ts";

// What every program begins with: values become text, text becomes pixels, so that comparing pictures compares values.
const PREAMBLE =
  `CHARS = ' 0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,:;+-*/%()[]{}<>=!?"\\'\\\\|_#@&~^$\`'
out = []
def show(*values):
    for value in values:
        piece = str(value)
        out.append(piece if len(piece) < 120 else piece[:99] + str(len(piece)))
def attempt(f):
    try:
        show(f())
    except ZeroDivisionError:
        show('ZeroDivisionError')
    except KeyError:
        show('KeyError')
    except IndexError:
        show('IndexError')
    except ValueError:
        show('ValueError')
    except TypeError:
        show('TypeError')
    except Exception:
        show('another')
`;

const POSTAMBLE = `text = '|'.join(out)[:4000]
h = len(text)
for i, ch in enumerate(text):
    h = (h * 31 + CHARS.find(ch)) % 16777213
    if i < 575 - 24 * 4:
        canvas.set_pixel(4 + i // 24, i % 24, CHARS.find(ch) * 170003 % 16777216)
canvas.set_pixel(23, 23, h)
`;

const COLORS = [
  "'red'",
  "'#A0b1C2'",
  "'#fff'",
  "'#11223344'",
  "0x3264d2",
  "0x80ffffff",
  "(10, 20.5, 300)",
  "[1, 2, 3, 4]",
  "'sky_blue'",
  "'dark_grey'",
  "0",
  "True",
];
const BAD_COLORS = ["'Red'", "None", "(1, 2)", "-1", "'#12345'", "2.5", "('a', 0, 0)", "2**33", "{}"];
const EXCEPTIONS = ["ValueError", "TypeError", "KeyError", "IndexError", "ZeroDivisionError", "Exception"];

/**
 * Writes a program in the canvas arm's language from a seed: the same program for the same seed.
 *
 * It ends by itself after some thousand steps. Nearly all its statements show what they made, as text that is drawn
 * in the end; about one program in six raises something that nothing catches. Coordinates made by trigonometry stay
 * 1e-9 away from the edges of cells, so that the last bit of a libm moves no pixel.
 */
export function generateProgram(seed: number): string {
  return new ProgramWriter(randomStream("program", seed)).program();
}

class ProgramWriter {
  readonly #lines: string[] = [];
  readonly #scope: Scope = { int: [], float: [], str: [], bool: [], list: [], dict: [], tuple: [] };
  readonly #expression: ExpressionWriter;
  #indent = "";
  #functions: string[] = [];
  #names = 0;
  #loops = 0;
  #inFunction = false;

  constructor(readonly random: RandomStream) {
    this.#expression = new ExpressionWriter(random, this.#scope);
  }

  program(): string {
    for (const kind of ["int", "int", "float", "str", "list", "dict", "tuple", "bool"] as const) {
      this.#bind(kind, 1);
    }
    const count = this.random.between(6, 16);
    for (let i = 0; i < count; i++) {
      if (this.random.next() < 0.2) this.#statement(2);
      else this.#guarded(() => this.#statement(2));
    }
    if (this.random.next() < 0.12) this.#line(this.#expression.any(3)); // may raise, and is not caught
    if (this.random.next() < 0.1) this.#draw(true);
    return PREAMBLE + this.#lines.join("\n") + "\n" + POSTAMBLE;
  }

  #line(text: string): void {
    this.#lines.push(this.#indent + text);
  }

  #block(head: string, body: () => void): void {
    this.#line(head);
    const outer = this.#indent;
    this.#indent += "    ";
    body();
    this.#indent = outer;
  }

  #body(depth: number): void {
    const count = this.random.between(1, 3);
    for (let i = 0; i < count; i++) this.#statement(depth);
  }

  #fresh(kind: Kind): string {
    return `${kind[0]}${this.#names++}`;
  }

  /** Binds a name, old or new, to a value of a kind; a new one counts as bound once it is at the margin. */
  #bind(kind: Kind, depth: number): void {
    const known = this.#scope[kind];
    const name = known.length > 2 || (known.length > 0 && this.#indent !== "")
      ? this.random.pick(known)
      : this.#fresh(kind);
    this.#line(`${name} = ${this.#bounded(kind, depth)}`);
    if (this.#indent === "" && !known.includes(name)) known.push(name);
  }

  // Inside a loop a value made from itself could grow without end.
  #bounded(kind: Kind, depth: number): string {
    if (this.#loops === 0 && !this.#inFunction) return this.#safe(kind, depth);
    switch (kind) {
      case "int":
        return `(${this.#expression.of("int", 1)}) % 1000`;
      case "str":
      case "list":
      case "tuple":
        return `(${this.#expression.of(kind, 1)})[:6]`;
      default:
        return this.#expression.of(kind, 0);
    }
  }

  // At the margin a bound value must exist whatever happens, else all that follows is a NameError.
  #safe(kind: Kind, depth: number): string {
    return this.#expression.of(kind, Math.min(depth, this.random.next() < 0.05 ? 2 : 0));
  }

  #statement(depth: number): void {
    const { random } = this, expression = this.#expression;
    const simple = [
      () => this.#line(`attempt(lambda: ${expression.any(3)})`),
      () => this.#line(`attempt(lambda: ${expression.any(2)})`),
      () => this.#line(`attempt(lambda: (${expression.any(1)}, ${expression.any(1)}))`),
      () => this.#bind(random.pick(["int", "float", "str", "list", "dict", "tuple", "bool"]), 1),
      () => this.#augment(),
      () => this.#mutate(),
      () => this.#unpack(),
      () => this.#draw(random.next() < 0.08),
      () => this.#draw(false),
    ];
    const compound = [
      () => this.#conditional(depth - 1),
      () => this.#forLoop(depth - 1),
      () => this.#whileLoop(depth - 1),
      () => this.#tryStatement(depth - 1),
      () => this.#function(depth - 1),
      () => this.#call(),
    ];
    if (depth > 0 && random.next() < 0.4) random.pick(compound)();
    else random.pick(simple)();
  }

  #augment(): void {
    const { random } = this, name = random.pick(this.#scope.int), value = this.#expression.of("int", 1);
    this.#line(`${name} = ${name} % 100000`);
    this.#guarded(() =>
      this.#line(`${name} ${random.pick(["+=", "-=", "*=", "//=", "%=", "|=", "^=", "&="])} ${value}`)
    );
    this.#line(`${name} = ${name} if isinstance(${name}, int) else len(str(${name})[:9])`);
    this.#line(`show(${name})`);
  }

  /** A block whose exceptions are shown and go no further, most of the time. */
  #guarded(body: () => void): void {
    if (this.random.next() < 0.04) return body();
    this.#block("try:", body);
    this.#block(
      `except ${
        this.random.pick(["(ValueError, TypeError)", "IndexError", "KeyError", "ZeroDivisionError"])
      } as e:`,
      () => this.#line("show('caught')"),
    );
    this.#block("except Exception:", () => this.#line("show('other')"));
  }

  #mutate(): void {
    const { random } = this, any = () => this.#expression.any(1), int = () => this.#expression.of("int", 1);
    const list = random.pick(this.#scope.list), dict = random.pick(this.#scope.dict);
    const [name, text] = random.pick<() => [string, string]>([
      () => [list, `${list}.append(${any()})`],
      () => [list, `show(${list}.pop(${random.pick(["", "0", "-1", "5"])}))`],
      () => [list, `${list}.insert(${int()}, ${any()})`],
      () => [list, `${list}.remove(${any()})`],
      () => [list, `${list}.extend(${this.#expression.of(random.pick(["list", "str", "tuple", "int"]), 0)})`],
      () => [list, `${list}.sort(${random.pick(["key=len", "reverse=True, key=str", "key=str"])})`],
      () => [
        list,
        `${list} = [v for v in ${list} if isinstance(v, (int, float))]; ${list}.sort(${
          random.pick(["", "reverse=True", "key=abs"])
        })`,
      ],
      () => [list, `${list}.reverse()`],
      () => [list, `${list}[${int()}] = ${any()}`],
      () => [
        list,
        `${list}[${random.pick(["1:2", ":0", "::2", "-1:", "2:1"])}] = ${this.#expression.of("list", 0)}`,
      ],
      () => [list, `del ${list}[${random.pick(["0", "-1", "1:", "::2", "9"])}]`],
      () => [list, `${list} += ${this.#expression.of(random.pick(["list", "tuple", "str"]), 0)}`],
      () => [list, `${list} *= ${random.pick(["0", "1", "2"])}`],
      () => [dict, `${dict}[${this.#expression.of(random.pick(["int", "str", "list"]), 0)}] = ${any()}`],
      () => [dict, `show(${dict}.pop(${any()}, ${random.pick(["None", "'no'"])}))`],
      () => [dict, `show(${dict}.setdefault(${this.#expression.of("str", 0)}, ${any()}))`],
      () => [dict, `${dict}.update(${this.#expression.of(random.pick(["dict", "list"]), 0)})`],
      () => [dict, `show(${dict}.popitem())`],
      () => [dict, `del ${dict}[${any()}]`],
      () => [dict, `${dict} |= ${this.#expression.of("dict", 0)}`],
    ])();
    this.#guarded(() => this.#line(text));
    this.#line(`${name} = ${name}${name === list ? "[:8]" : ""}`);
    this.#line(`show(${name})`);
  }

  #unpack(): void {
    const { random } = this, value = this.#expression.of(random.pick(["tuple", "list", "str"]), 1);
    const targets = random.pick(["p, q", "p, *q", "*p, q", "(p, q), r", "p, (q, *r)", "[p, q]", "p = q"]);
    this.#guarded(() => {
      this.#line(`${targets} = ${value}`);
      this.#line("show(p, q)");
    });
  }

  #conditional(depth: number): void {
    this.#block(`if ${this.#expression.of("bool", 1)}:`, () => this.#body(depth));
    if (this.random.next() < 0.4) {
      this.#block(`elif ${this.#expression.of("int", 1)}:`, () => this.#body(depth));
    }
    if (this.random.next() < 0.6) this.#block("else:", () => this.#body(depth));
  }

  #forLoop(depth: number): void {
    const { random } = this, expression = this.#expression;
    const head = random.pick<() => string>([
      () => `for i in range(${random.between(0, 6)}):`,
      () =>
        `for i in range(${random.between(-3, 9)}, ${random.between(-3, 9)}, ${
          random.pick(["1", "2", "-1", "-3"])
        }):`,
      () => `for i, x in enumerate(${expression.of("list", 0)}):`,
      () => `for i, x in zip(${expression.of("str", 0)}, ${expression.of("list", 0)}):`,
      () => `for i in (${expression.of("list", 0)})[:6]:`,
      () => `for i, x in ${expression.of("dict", 0)}.items():`,
      () => `for i in reversed(${expression.of("tuple", 0)}):`,
    ])();
    this.#guarded(() => {
      this.#loops++;
      this.#block(head, () => {
        this.#line("show(i)");
        if (random.next() < 0.3) {
          this.#block(
            `if i == ${expression.of("int", 0)}:`,
            () => this.#line(random.pick(["break", "continue"])),
          );
        }
        this.#body(depth - 1);
      });
      this.#loops--;
      if (random.next() < 0.25) this.#block("else:", () => this.#line("show('else')"));
    });
  }

  #whileLoop(depth: number): void {
    const counter = `k${this.#names++}`;
    this.#line(`${counter} = ${this.random.between(1, 5)}`);
    this.#loops++;
    this.#block(`while ${counter} > 0:`, () => {
      this.#line(`${counter} -= 1`);
      if (this.random.next() < 0.3) {
        this.#block(
          `if ${this.#expression.of("bool", 1)}:`,
          () => this.#line(this.random.pick(["break", "continue"])),
        );
      }
      this.#body(depth - 1);
    });
    this.#loops--;
    if (this.random.next() < 0.2) this.#block("else:", () => this.#line("show('done')"));
  }

  #tryStatement(depth: number): void {
    const { random } = this;
    this.#block("try:", () => {
      this.#body(depth);
      if (random.next() < 0.5) {
        this.#line(random.pick([
          `raise ${random.pick(EXCEPTIONS)}(${this.#expression.any(0)})`,
          `raise ${random.pick(EXCEPTIONS)}`,
          `assert ${this.#expression.of("bool", 1)}, 'claim'`,
          `show(${this.#expression.any(2)})`,
        ]));
      }
    });
    this.#block(`except ${random.pick(EXCEPTIONS)} as e:`, () => this.#line("show('as', len(e.args))"));
    if (random.next() < 0.85) this.#block("except Exception:", () => this.#line("show('plain')"));
    if (random.next() < 0.3) this.#block("else:", () => this.#line("show('else')"));
    if (random.next() < 0.4) this.#block("finally:", () => this.#line("show('finally')"));
  }

  #function(depth: number): void {
    const { random } = this;
    if (this.#inFunction || this.#loops > 0) return this.#call();
    const name = `f${this.#names++}`;
    const parameters = random.pick([
      "a, b",
      "a, b=2",
      "a, *rest",
      "a, b=1, **more",
      "*, a=5",
      "a, /, b=0",
      "a=1, *rest, b=3",
    ]);
    this.#inFunction = true;
    this.#block(`def ${name}(${parameters}):`, () => {
      if (random.next() < 0.3) this.#line(`global ${random.pick(this.#scope.int)}`);
      this.#line("total = 1");
      if (random.next() < 0.3) {
        this.#block("def inner(x=2):", () => {
          this.#line("nonlocal total");
          this.#line("total += x");
          this.#line("return total");
        });
        this.#line("show(inner(), inner(5))");
      }
      if (random.next() < 0.6) this.#line(`show(a, ${this.#expression.any(1)})`);
      if (random.next() < 0.3) this.#body(Math.min(depth, 1));
      if (random.next() < 0.3) {
        this.#block(
          `if a ${random.pick(["> 3", "== 2", "in (1, 'x')"])}:`,
          () => this.#line(`return ${name}(a - 1)`),
        );
      }
      this.#line(`return ${random.pick(["a", "(a, total)", "total", this.#expression.any(1)])}`);
    });
    this.#inFunction = false;
    this.#functions.push(name);
    this.#call();
  }

  #call(): void {
    if (this.#functions.length === 0 || this.#inFunction) {
      return this.#line(`show(${this.#expression.of("int", 0)})`);
    }
    const any = () => this.#expression.any(1);
    const list = this.random.pick([
      `${this.#expression.of("int", 0)} % 9`,
      any(),
      `${any()}, b=${any()}`,
      `*${this.#expression.of("tuple", 0)}`,
      `a=${any()}`,
      `**{'a': 1}`,
      "",
    ]);
    this.#line(`attempt(lambda: ${this.random.pick(this.#functions)}(${list}))`);
  }

  #coordinate(): string {
    const { random } = this;
    if (random.next() < 0.2) {
      for (;;) {
        const centre = random.between(4, 18), radius = random.between(1, 11), angle = random.between(0, 720);
        const f = random.pick(["sin", "cos"] as const);
        const value = centre + radius * Math[f](angle * (Math.PI / 180));
        if (Math.abs(value + 0.5 - Math.round(value + 0.5)) > 1e-9) {
          return `${centre} + ${radius} * math.${f}(math.radians(${angle}))`;
        }
      }
    }
    return random.pick([
      () => String(random.between(-6, 30)),
      () => String(random.between(-20, 100) / 4),
      () => `${random.pick(this.#scope.int)} % 24`,
      () => `canvas.rows // ${random.between(1, 5)}`,
      () => `canvas.cols / ${random.between(1, 5)}`,
      () =>
        String(
          random.pick([
            "10 ** 9",
            "-10 ** 12",
            "2 ** 70",
            "-3 * 10 ** 20",
            "1e15",
            "True",
            "0.49999999999999994",
          ]),
        ),
    ])();
  }

  #draw(wrong: boolean): void {
    const { random } = this, at = () => this.#coordinate();
    const color = wrong && random.next() < 0.5 ? random.pick(BAD_COLORS) : random.pick(COLORS);
    const fill = random.pick(["", "", ", fill=False", ", True", ", 0", ", fill=[]"]);
    const point = () => `(${at()}, ${at()})`;
    const points = () => `[${Array.from({ length: wrong ? 2 : random.between(3, 6) }, point).join(", ")}]`;
    const bad = wrong ? random.pick(["'1'", "None", "math.inf", "float('nan')", "[1]"]) : at();
    const call = random.pick([
      () => `fill(${color})`,
      () => `set_pixel(${at()}, ${bad}, ${color})`,
      () => `rect(${at()}, ${at()}, ${at()}, ${bad}, ${color}${fill})`,
      () => `rect(w=${at()}, h=${at()}, r=${bad}, c=${at()}, color=${color})`,
      () => `circle(${at()}, ${at()}, ${bad}, ${color}${fill})`,
      () => `line(${at()}, ${bad}, ${at()}, ${at()}, ${color})`,
      () => `poly(${points()}, ${color}${fill})`,
      () =>
        `poly([(${random.between(0, 23)} + ${random.between(1, 9)} * v, ${
          random.between(-9, 30)
        } / 4 * v) for v in (0, 1, -1, 2)], ${color}${fill})`,
      () => wrong ? `set_pixel(1, 2)` : `set_pixel(${at()}, ${at()}, color=${color})`,
    ])();
    this.#line(`canvas.${call}`);
  }
}
