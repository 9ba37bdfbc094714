import type { RandomStream } from "lib/random/mod.ts";

/** The kinds of value that a generated expression is meant to have. */
export type Kind = "int" | "float" | "str" | "bool" | "list" | "dict" | "tuple";

/** Names that a generated program has bound, by the kind of value they hold. */
export type Scope = Record<Kind, string[]>;

const STRINGS = [
  "''",
  "'a'",
  "'Hello, World'",
  "'  pad\\t'",
  "'3.50'",
  "'-17'",
  "'x,y,,z'",
  "'ÄÖß ſ'",
  "'1_0'",
  "'😀é'",
  '"it\'s"',
  "'a\\nb\\r\\nc'",
  "'%d'",
  "'ABCabc'",
  "'0x1F'",
  "r'\\d'",
  "'tItLe cAsE'",
  "'aXbXc'",
  "'  '",
  "'.5e3'",
  "'nan'",
  "'½'",
  "'\\x00'",
  "'a' 'b'",
];
const INTS = [
  "0",
  "1",
  "2",
  "3",
  "5",
  "7",
  "10",
  "12",
  "23",
  "24",
  "-1",
  "-4",
  "100",
  "255",
  "0x1f",
  "0b101",
  "1_000",
  "2**31",
  "2**53",
  "10**18",
  "-7",
  "True",
];
const FLOATS = [
  "0.0",
  "0.5",
  "1.5",
  "2.5",
  "-0.5",
  "3.14159",
  "1e3",
  "1e-7",
  "0.1",
  "-2.75",
  "1e16",
  "1e22",
  "123456.789",
  "-0.0",
  "2.675",
  "5e-324",
  "1.7976931348623157e308",
];

/**
 * Writes Python expressions of a given kind at random: nearly all are well-typed, some raise.
 *
 * What cannot be compared between two implementations stays out: set order, last bits of a libm (such results are
 * rounded to 6 digits), and what takes memory beyond bounds (counts are taken modulo something small).
 */
export class ExpressionWriter {
  constructor(readonly random: RandomStream, readonly scope: Scope) {}

  /** An expression of a kind; `depth` bounds how deep it nests. */
  of(kind: Kind, depth: number): string {
    const names = this.scope[kind];
    if (this.random.next() < 0.02) {
      kind = this.random.pick(["int", "float", "str", "bool", "list", "dict", "tuple"]);
    }
    if (depth <= 0) {
      return names.length > 0 && this.random.next() < 0.5 ? this.random.pick(names) : this.#leaf(kind);
    }
    if (names.length > 0 && this.random.next() < 0.12) return this.random.pick(names);
    return this.#compound[kind](depth - 1);
  }

  /** An expression of any kind. */
  any(depth: number): string {
    return this.of(
      this.random.pick(["int", "int", "float", "str", "str", "bool", "list", "dict", "tuple"]),
      depth,
    );
  }

  #leaf(kind: Kind): string {
    const { random } = this;
    switch (kind) {
      case "int":
        return random.next() < 0.5 ? String(random.between(-9, 30)) : random.pick(INTS);
      case "float":
        return random.next() < 0.4 ? (random.between(-400, 400) / 16).toFixed(4) : random.pick(FLOATS);
      case "str":
        return random.pick(STRINGS);
      case "bool":
        return random.pick(["True", "False"]);
      case "list":
        return random.pick([
          "[]",
          "[1, 2, 3]",
          "[5, 3, 8, 1]",
          "['b', 'a']",
          "[0.5, 2]",
          "[[1, 2], [3]]",
          "[True, 0, None]",
        ]);
      case "dict":
        return random.pick([
          "{}",
          "{'a': 1}",
          "{1: 'x', 2: 'y'}",
          "{'b': 2, 'a': [1]}",
          "{(1, 2): 3}",
          "{True: 1, 1.0: 2}",
        ]);
      case "tuple":
        return random.pick(["()", "(1,)", "(3, 4)", "('p', 2.5)", "(1, (2, 3))"]);
    }
  }

  #pick(choices: (() => string)[]): string {
    return this.random.pick(choices)();
  }

  /** An expression that may stand in an f-string of CPython 3.11, where quotes and backslashes may not. */
  #field(kind: Kind, depth: number): string {
    for (let tries = 0; tries < 8; tries++) {
      const text = this.of(kind, depth);
      if (!/['"\\#]/.test(text)) return `(${text})`;
    }
    return "(7)";
  }

  #format(depth: number): string {
    const { random } = this;
    const align = random.pick(["", "", "<", ">", "^", "*^", "=", "0>"]),
      sign = random.pick(["", "", "+", " ", "-"]);
    const width = random.pick(["", "6", "08", "12", "3"]), comma = random.pick(["", "", ",", "_"]);
    return this.#pick([
      () =>
        `f'{${this.#field("int", depth)}:${align}${sign}${width}${comma}${
          random.pick(["", "d", "x", "b", "o", "X", "e", ".2f", "%"])
        }}'`,
      () =>
        `f'{${this.#field("float", depth)}:${align}${sign}${width}${comma}${
          random.pick(["", ".2f", ".0f", "e", ".3g", "g", ".1%", "f", ".10g", "n"])
        }}'`,
      () =>
        `f'{${this.#field("str", depth)}:${random.pick(["", "<", ">", "^", "*^"])}${width}${
          random.pick(["", "s", ".3", "d"])
        }}'`,
      () =>
        `f"{${this.#field(random.pick(["int", "str", "list", "float"]), depth)}}|{${
          this.#field(random.pick(["int", "str", "list", "float"]), depth)
        }!${random.pick(["r", "s", "a"])}}"`,
      () => `f'{${this.#field("int", depth)}:{${random.between(1, 9)}}}'`,
      () =>
        `'%${random.pick(["", "-", "0", "+", " "])}${random.pick(["", "5", "8"])}${
          random.pick(["d", "s", "x", "i", "r"])
        }' % (${this.of("int", depth)},)`,
      () =>
        `'%${random.pick(["", "-", "0", "+"])}${random.pick(["", "7", ".2", "9.3"])}${
          random.pick(["f", "e", "g", "s"])
        }' % ${this.of("float", 0)}`,
      () => `'%s-%s' % ${this.of("tuple", depth)}`,
      () => `'{}{:>4}{}'.format(${this.any(depth)}, ${this.of("int", depth)}, ${this.of("str", depth)})`,
      () => `'{1}/{0}/{k}'.format(${this.any(depth)}, ${this.any(depth)}, k=${this.of("int", depth)})`,
      () => `'{0[${random.pick(["0", "1", "a"])}]}'.format(${this.any(depth)})`,
    ]);
  }

  readonly #compound: Record<Kind, (depth: number) => string> = {
    int: (d) => {
      const int = () => this.of("int", d), list = () => this.of("list", d), str = () => this.of("str", d);
      return this.#pick([
        () => `(${int()} ${this.random.pick(["+", "-", "*"])} ${int()})`,
        () => `(${int()} ${this.random.pick(["//", "%"])} ${int()})`,
        () => `(${int()} ${this.random.pick(["&", "|", "^"])} ${int()})`,
        () => `(${int()} ** ${this.random.between(0, 4)})`,
        () => `(${int()} ${this.random.pick(["<<", ">>"])} (${int()} % 40))`,
        () => `${this.random.pick(["-", "~", "+", "abs", "not ", "int", "round"])}(${int()})`,
        () => `len(${this.random.pick([list, str, () => this.of("dict", d), () => this.of("tuple", d)])()})`,
        () => `int(${this.of("float", d)})`,
        () => `round(${this.of("float", d)})`,
        () => `math.${this.random.pick(["floor", "ceil", "trunc"])}(${this.of("float", d)})`,
        () => `int(${str()}${this.random.pick(["", "", ", 16", ", 0", ", 2"])})`,
        () => `sum(${list()})`,
        () => `${this.random.pick(["max", "min"])}(${int()}, ${int()}, ${this.of("float", 0)})`,
        () =>
          `${this.random.pick(["max", "min"])}(${list()}${
            this.random.pick(["", ", default=0", ", key=lambda v: -v", ", key=str"])
          })`,
        () => `pow(${int()}, ${this.random.between(-2, 5)}, ${int()})`,
        () => `divmod(${int()}, ${int()})[${this.random.below(2)}]`,
        () => `(${int()} if ${this.of("bool", d)} else ${int()})`,
        () => `${list()}[${int()}]`,
        () => `${this.of("tuple", d)}[${this.random.between(-2, 2)}]`,
        () => `${this.of("dict", d)}.get(${this.any(0)}, ${int()})`,
        () => `${this.of("dict", d)}[${this.any(0)}]`,
        () => `${str()}.${this.random.pick(["find", "count", "index", "rfind"])}(${str()})`,
        () => `${list()}.${this.random.pick(["index", "count"])}(${int()})`,
        () => `(${int()}).bit_length()`,
        () => `math.gcd(${int()}, ${int()})`,
        () => `math.isqrt(abs(${int()}))`,
        () => `(lambda a, b=${int()}: a - b)(${int()})`,
        () => `next(v for v in ${list()} if v)`,
        () => `len(set(${this.random.pick([str, list])()}))`,
        () => `sum(v % 7 for v in range(${int()} % 20))`,
        () => `math.comb(${int()} % 12, ${this.random.between(-1, 6)})`,
        () => `len({v % 3 for v in ${list()}})`,
        () => `(n_ := ${int()}) + n_`,
      ]);
    },
    float: (d) => {
      const int = () => this.of("int", d), float = () => this.of("float", d);
      return this.#pick([
        () => `(${float()} ${this.random.pick(["+", "-", "*"])} ${float()})`,
        () => `(${int()} ${this.random.pick(["+", "-", "*"])} ${float()})`,
        () => `(${this.random.pick([int, float])()} / ${this.random.pick([int, float])()})`,
        () => `(${float()} ${this.random.pick(["//", "%"])} ${this.random.pick([int, float])()})`,
        () => `round(${float()}, ${this.random.between(-2, 6)})`,
        () => `float(${this.random.pick([int, float, () => this.of("str", d)])()})`,
        () => `math.sqrt(${this.random.pick([int, float])()})`,
        () =>
          `math.${this.random.pick(["fabs", "trunc", "modf"])}(${float()})${
            this.random.pick(["", "", "[0]"])
          }`,
        () => `math.${this.random.pick(["fmod", "copysign"])}(${float()}, ${float()})`,
        () =>
          loose(`math.${this.random.pick(["sin", "cos", "atan", "radians", "exp", "tanh"])}(${int()} % 50)`),
        () => loose(`math.${this.random.pick(["log", "log2", "log10", "acos"])}(${float()})`),
        () => loose(`math.${this.random.pick(["hypot", "atan2"])}(${int()} % 100, ${int()} % 100)`),
        () => `abs(${float()})`,
        () => `-${float()}`,
        () => `sum([${float()}, ${int()}])`,
        () => `max(${float()}, ${int()})`,
        () => `divmod(${float()}, ${int()})[${this.random.below(2)}]`,
        () => `math.ldexp(${float()}, ${this.random.between(-20, 20)})`,
        () => loose(`(${int()} % 9) ** 0.5`),
        () => loose(`${int()} ** -${this.random.between(1, 3)}`),
        () => `math.${this.random.pick(["pi", "e", "tau", "inf", "nan"])}`,
        () => `math.fsum(${this.of("list", d)})`,
        () => loose(`math.dist(${this.of("tuple", d)}, ${this.of("tuple", d)})`),
      ]);
    },
    str: (d) => {
      const str = () => this.of("str", d), int = () => this.of("int", d);
      return this.#pick([
        () => `(${str()} + ${str()})`,
        () => `(${str()} * (${int()} % 4))`,
        () => `str(${this.any(d)})`,
        () => this.#format(d),
        () => this.#format(d),
        () => `${str()}[${int()}]`,
        () => `${str()}[${int()}:${int()}]`,
        () => `${str()}[::${this.random.pick(["-1", "2", "-2", "0", "3"])}]`,
        () =>
          `${str()}.${
            this.random.pick([
              "upper",
              "lower",
              "title",
              "strip",
              "capitalize",
              "swapcase",
              "casefold",
              "lstrip",
              "rstrip",
            ])
          }()`,
        () => `${str()}.replace(${str()}, ${str()}${this.random.pick(["", ", 1", ", -1"])})`,
        () => `${str()}.join(${str()}.split(${this.random.pick(["", "','", "'a'", "None, 1", "''"])}))`,
        () =>
          `${str()}.${this.random.pick(["center", "ljust", "rjust"])}(${int()} % 30${
            this.random.pick(["", ", '*'"])
          })`,
        () => `${str()}.zfill(${int()} % 12)`,
        () => `${str()}.strip(${str()})`,
        () => `str(${str()}.${this.random.pick(["partition", "rpartition"])}(${str()}))`,
        () =>
          `str(${str()}.${
            this.random.pick(["splitlines(True)", "split('X')", "rsplit(' ', 1)", "split()"])
          })`,
        () => `(${str()} if ${this.of("bool", d)} else ${str()})`,
        () => `${str()}.expandtabs(4)`,
        () => `${str()}.removeprefix(${str()})`,
        () => `${str()}.translate(str.maketrans('abc', 'xyz'))`,
        () => `', '.join(map(str, ${this.of("list", d)}))`,
        () => `max(${str()}, ${str()})`,
        () => `${this.of("list", d)}[${int()}]`,
        () => `(${str()} ${this.random.pick(["or", "and"])} ${str()})`,
      ]);
    },
    bool: (d) => {
      const any = () => this.any(d), number = () => this.of(this.random.pick(["int", "float"]), d);
      return this.#pick([
        () => `(${number()} ${this.random.pick(["<", "<=", ">", ">=", "==", "!="])} ${number()})`,
        () => `(${number()} < ${number()} <= ${number()})`,
        () => `(${any()} == ${any()})`,
        () =>
          `(${any()} ${this.random.pick(["in", "not in"])} ${
            this.of(this.random.pick(["list", "dict", "tuple"]), d)
          })`,
        () => `(${this.of("str", d)} in ${this.of("str", d)})`,
        () => `(not ${any()})`,
        () => `bool(${any()} ${this.random.pick(["and", "or"])} ${any()})`,
        () =>
          `isinstance(${any()}, ${
            this.random.pick(["int", "float", "str", "(list, tuple)", "bool", "dict"])
          })`,
        () =>
          `${this.of("str", d)}.${
            this.random.pick([
              "isdigit",
              "isalpha",
              "isspace",
              "isupper",
              "istitle",
              "isalnum",
              "isnumeric",
              "isidentifier",
            ])
          }()`,
        () =>
          `${this.of("str", d)}.${this.random.pick(["startswith", "endswith"])}(${
            this.random.pick(["'a'", "('H', ' ')", this.of("str", d)])
          })`,
        () => `${this.random.pick(["any", "all"])}(${this.of("list", d)})`,
        () => `(${this.of("list", d)} < ${this.of("list", d)})`,
        () => `(${this.of("tuple", d)} >= ${this.of("tuple", d)})`,
        () => `math.${this.random.pick(["isnan", "isinf", "isfinite"])}(${number()})`,
        () => `math.isclose(${number()}, ${number()})`,
        () => `(${this.of("float", d)}).is_integer()`,
        () => `(${any()} is None)`,
      ]);
    },
    list: (d) => {
      const list = () => this.of("list", d), int = () => this.of("int", d);
      return this.#pick([
        () => `[${Array.from({ length: this.random.below(5) }, () => this.any(d)).join(", ")}]`,
        () => `[${int()}, *${this.of("tuple", d)}]`,
        () => `[v * ${int()} for v in ${list()}]`,
        () => `[(v, w) for v in range(${int()} % 4) for w in ${this.of("str", d)} if v != w]`,
        () => `list(range(${int()} % 9, ${int()} % 20, ${this.random.pick(["1", "2", "-1", "3", "0"])}))`,
        () =>
          `sorted(${list()}${this.random.pick(["", ", reverse=True", ", key=str", ", key=lambda v: -v"])})`,
        () => `list(reversed(${list()}))`,
        () => `${list()}[${this.random.pick(["1:", ":-1", "::2", "::-1", "1:3", "-2:"])}]`,
        () => `(${list()} + ${list()})`,
        () => `(${list()} * (${int()} % 4))`,
        () => `list(zip(${list()}, ${this.of("str", d)}))`,
        () => `list(enumerate(${list()}, ${this.random.pick(["1", "start=0", "-2"])}))`,
        () => `list(map(lambda v: v + 1, ${list()}))`,
        () => `list(filter(None, ${list()}))`,
        () => `${this.of("str", d)}.split(${this.random.pick(["", "','", "' '"])})`,
        () => `list(${this.of(this.random.pick(["str", "dict", "tuple"]), d)})`,
        () => `list(${this.of("dict", d)}.${this.random.pick(["items", "keys", "values"])}())`,
        () => `sorted({v % 5 for v in ${list()}})`,
        () => `sorted(set(${list()}) ${this.random.pick(["|", "&", "-", "^"])} {1, 2, 3})`,
        () => `list(zip(*[${list()}, ${list()}]))`,
        () => `[v for v in ${list()} if v ${this.random.pick(["> 1", "!= 'a'", "is not None"])}]`,
      ]);
    },
    dict: (d) =>
      this.#pick([
        () =>
          `{${
            Array.from(
              { length: this.random.below(4) },
              () => `${this.of(this.random.pick(["int", "str", "tuple"]), d)}: ${this.any(d)}`,
            ).join(", ")
          }}`,
        () => `{v: str(v) for v in ${this.of("list", d)}}`,
        () => `dict(zip(${this.of("str", d)}, ${this.of("list", d)}))`,
        () => `{**${this.of("dict", d)}, 'z': ${this.of("int", d)}}`,
        () => `dict(a=${this.any(d)}, b=${this.any(d)})`,
        () => `(${this.of("dict", d)} | ${this.of("dict", d)})`,
        () => `dict.fromkeys(${this.of(this.random.pick(["str", "list"]), d)}, ${this.of("int", d)})`,
        () => `{k: v for k, v in ${this.of("dict", d)}.items() if v}`,
      ]),
    tuple: (d) =>
      this.#pick([
        () => `(${this.any(d)}, ${this.any(d)})`,
        () => `tuple(${this.of(this.random.pick(["list", "str", "dict"]), d)})`,
        () => `divmod(${this.of("int", d)}, ${this.of("int", d)})`,
        () => `(${this.of("tuple", d)} + ${this.of("tuple", d)})`,
        () => `(${this.of("tuple", d)} * 2)`,
        () => `${this.of("tuple", d)}[${this.random.pick(["1:", ":1", "::-1"])}]`,
        () => `math.frexp(${this.of("float", d)})`,
        () => `(${this.of("float", d)}).as_integer_ratio()`,
        () => `(*${this.of("list", d)}, ${this.of("int", d)})`,
      ]),
  };
}

/** Nine digits of a number whose last ones belong to the platform's libm. */
function loose(expression: string): string {
  return `float("%.9g" % (${expression}))`;
}
