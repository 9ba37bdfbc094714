/** What a translation in progress knows: scopes, temporaries, constants, and which names are surely bound. */
import type { Expr } from "./ast.ts";
import { FLOAT, type Interval, rangeOf, type Ranges } from "./int_ranges.ts";
import { resolve, type Scope } from "./scope.ts";
import type { Survey } from "./scope_survey.ts";

/** Builtins that a program can name. */
export const BUILTINS: ReadonlySet<string> = new Set(
  ("abs all any bool dict divmod enumerate filter float int isinstance len list map max min next iter pow range " +
    "reversed round set sorted str sum tuple zip Exception ValueError TypeError IndexError KeyError ZeroDivisionError")
    .split(" "),
);

/** A function whose code is being written. */
export interface Frame {
  scope: Scope;
  parent: Frame | null;
  /** Numbers of temporaries in use and ever used. */
  next: number;
  most: number;
  /** Names that are surely bound here. */
  bound: Set<string>;
  /** What is known of the ints in the names bound here. */
  ranges: Ranges;
  /** Whether frames are counted here (a function that cannot call one is not). */
  counted: boolean;
  /** How code within may repeat: constants are then made once, outside. */
  repeats: number;
  /** The variable of each `except` clause around, innermost last. */
  handlers: string[];
  /** The labels of the loops around, innermost last; "" for a loop that needs none. */
  loops: string[];
}

export class Writer {
  frame: Frame;
  readonly scope: Scope;
  /** Declarations with values, made at the start of the program. */
  readonly constants: string[] = [];
  /** Whether the program holds surrogates or astral characters. */
  wide = false;
  /** Whether an attribute is assigned or deleted anywhere: `math` may then change. */
  readonly touchesAttributes: boolean;
  /** Whether a `raise` stands outside every handler of its function. */
  readonly raisesElsewhere: boolean;
  private out = "";
  private readonly floats = new Map<string, string>();
  private labels = 0;

  /** @param plain Whether to do without knowledge of ints. */
  constructor(
    found: Survey,
    scope: Scope,
    readonly knownNames: ReadonlySet<string>,
    readonly plain: boolean,
  ) {
    this.scope = scope;
    this.frame = newFrame(scope, null);
    this.touchesAttributes = found.attributes;
    this.raisesElsewhere = found.raises;
  }

  /** Appends code; `line` starts a statement of that line. */
  write(code: string, line?: number): void {
    this.out += line === undefined ? code : `\u2028${line};${code}`;
  }
  take(): string {
    const code = this.out;
    this.out = "";
    return code;
  }
  /** What `f` writes, by itself. */
  capture(f: () => void): string {
    const before = this.out;
    this.out = "";
    f();
    const code = this.out;
    this.out = before;
    return code;
  }

  enter(scope: Scope): Frame {
    const frame = newFrame(scope, this.frame);
    frame.repeats = 1;
    this.frame = frame;
    return frame;
  }
  leave(): void {
    this.frame = this.frame.parent!;
  }
  /** A temporary of this function; `free` gives the last ones back. */
  temp(): string {
    const name = "t" + ++this.frame.next;
    this.frame.most = Math.max(this.frame.most, this.frame.next);
    return name;
  }
  temporaries(): string[] {
    return Array.from({ length: this.frame.most }, (_, i) => "t" + (i + 1));
  }
  label(): string {
    return "l" + ++this.labels;
  }

  globalName(name: string): string {
    return "$" + mangle(name);
  }
  localName(name: string): string {
    return "_" + mangle(name);
  }
  /** The variable that holds a name. */
  variable(name: string): string {
    return resolve(name, this.frame.scope).kind === "global" ? this.globalName(name) : this.localName(name);
  }
  /** Whether a name means the builtin, or the canvas or `math`, wherever it is read from here. */
  isPlain(name: string): boolean {
    return resolve(name, this.frame.scope).kind === "global" && !this.scope.locals.has(name);
  }
  /** As `isPlain`, and nothing of the module is ever changed. */
  readonly isUntouched = (name: string): boolean =>
    this.isPlain(name) && (name !== "math" || !this.touchesAttributes);
  private readonly lookup = (name: string) => this.rangeOfName(name);
  private kindOf(e: Expr): Interval | null {
    return this.plain ? null : rangeOf(e, this.lookup, this.isUntouched) ?? null;
  }
  /** The interval of the ints that an expression can be; null for one that may be anything. */
  rangeOf(e: Expr): Interval | null {
    const kind = this.kindOf(e);
    return kind === FLOAT ? null : kind;
  }
  /** Whether an expression is surely a float. */
  isFloat(e: Expr): boolean {
    return this.kindOf(e) === FLOAT;
  }
  /** Whether an expression is surely a float or a small int. */
  isNumeric(e: Expr): boolean {
    return this.kindOf(e) !== null;
  }
  /** Whether a name can only be bound to floats: its variable then holds the bare double. */
  holdsFloat(name: string): boolean {
    return !this.plain && this.rangeOfName(name) === FLOAT;
  }
  /** As `rangeOf` for a name as read from the function being written. */
  rangeOfName(name: string): Interval | null {
    const place = resolve(name, this.frame.scope), scope = place.kind === "global" ? this.scope : place.scope;
    for (let frame: Frame | null = this.frame; frame !== null; frame = frame.parent) {
      if (frame.scope === scope) return frame.ranges.get(name) ?? null;
    }
    return null;
  }
  /** Reads a name. */
  read(name: string): string {
    const place = resolve(name, this.frame.scope), key = JSON.stringify(name);
    if (place.kind === "global") {
      const fallback = BUILTINS.has(name) ? `b_${name}` : name === "canvas" || name === "math" ? name : null;
      if (!this.scope.locals.has(name)) return fallback ?? `NE(${key})`;
      const variable = this.globalName(name);
      if (this.frame.scope.kind === "module" && this.isBound(name)) return variable;
      return `(${variable}??${BUILTINS.has(name) ? fallback : `NE(${key})`})`;
    }
    const variable = this.localName(name);
    if (place.kind === "local" && this.isBound(name)) return variable;
    return `(${variable}??${place.kind === "local" ? "UE" : "FE"}(${key}))`;
  }
  private isBound(name: string): boolean {
    return this.frame.bound.has(name) && !this.frame.scope.deleted.has(name);
  }
  /** Notes that a name is bound from here on. */
  bind(name: string): void {
    this.frame.bound.add(name);
  }

  float(v: number): string {
    const text = Object.is(v, -0) ? "-0" : v === Infinity ? "1/0" : v === -Infinity ? "-1/0" : String(v);
    if (this.frame.repeats === 0) return `FL(${text})`;
    let name = this.floats.get(text);
    if (name === undefined) {
      name = "f" + (this.floats.size + 1);
      this.floats.set(text, name);
      this.constants.push(`${name}=FL(${text})`);
    }
    return name;
  }
  string(text: string): string {
    if (/[\ud800-\udfff]/.test(text)) this.wide = true;
    return JSON.stringify(text).replaceAll("\u2028", "\\u2028");
  }
  /** Code of an expression, marked with its line where that is not the statement's. */
  mark(line: number, code: string): string {
    return `\u2028${line};${code}`;
  }
}

function newFrame(scope: Scope, parent: Frame | null): Frame {
  return {
    scope,
    parent,
    next: 0,
    most: 0,
    bound: new Set(),
    ranges: new Map(),
    counted: false,
    repeats: 0,
    handlers: [],
    loops: [],
  };
}

/** ASCII names stay readable; others are written by their code points. */
export function mangle(name: string): string {
  return /^[\w]+$/.test(name) ? name : "$" + [...name].map((c) => c.codePointAt(0)!.toString(36)).join("$");
}
