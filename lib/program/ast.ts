/**
 * The syntax tree of a program: the nodes of CPython 3.11's `ast` module that the canvas arm's language can hold,
 * with its field names. Every node knows where it stands, so that errors carry a line and statements can be spliced.
 *
 * Names are normalised (NFKC) as CPython does; literals are decoded. Nodes of forbidden syntax do not exist here:
 * `parse` reports them beside the tree.
 */

/** Where a node stands in the extracted code: UTF-16 offsets, end exclusive, and the line of `start`, from 1. */
export interface Span {
  start: number;
  end: number;
  line: number;
}

export interface Module extends Span {
  type: "Module";
  body: Stmt[];
}

export type Stmt =
  & Span
  & (
    | { type: "Expr"; value: Expr }
    | { type: "Assign"; targets: Expr[]; value: Expr }
    | { type: "AugAssign"; target: Expr; op: BinOp; value: Expr }
    /** `simple`: the target is a bare name without parentheses; only then is the annotation's name local. */
    | { type: "AnnAssign"; target: Expr; annotation: Expr; value: Expr | null; simple: boolean }
    | { type: "If"; test: Expr; body: Stmt[]; orelse: Stmt[] }
    | { type: "For"; target: Expr; iter: Expr; body: Stmt[]; orelse: Stmt[] }
    | { type: "While"; test: Expr; body: Stmt[]; orelse: Stmt[] }
    | { type: "FunctionDef"; name: string; args: Arguments; body: Stmt[]; returns: Expr | null }
    | { type: "Return"; value: Expr | null }
    | { type: "Delete"; targets: Expr[] }
    | { type: "Raise"; exc: Expr | null; cause: Expr | null }
    | { type: "Try"; body: Stmt[]; handlers: ExceptHandler[]; orelse: Stmt[]; finalbody: Stmt[] }
    | { type: "Assert"; test: Expr; msg: Expr | null }
    | { type: "Global"; names: string[] }
    | { type: "Nonlocal"; names: string[] }
    | { type: "Pass" }
    | { type: "Break" }
    | { type: "Continue" }
  );

export interface ExceptHandler extends Span {
  type: "ExceptHandler";
  /** The class expression after `except`, null for a bare one. */
  test: Expr | null;
  name: string | null;
  body: Stmt[];
}

export type BinOp = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "<<" | ">>" | "&" | "|" | "^";
export type CmpOp = "==" | "!=" | "<" | "<=" | ">" | ">=" | "is" | "is not" | "in" | "not in";

export type Expr =
  & Span
  & (
    | { type: "Int"; value: bigint }
    | { type: "Float"; value: number }
    /** Implicitly concatenated parts are one node; text is UTF-16, surrogate escapes included as they are. */
    | { type: "Str"; value: string }
    | { type: "True" | "False" | "None" }
    | { type: "JoinedStr"; values: (Extract<Expr, { type: "Str" }> | FormattedValue)[] }
    | { type: "Name"; id: string }
    | { type: "Tuple" | "List" | "Set"; elts: Expr[] }
    /** A null key is a `**mapping` entry. */
    | { type: "Dict"; keys: (Expr | null)[]; values: Expr[] }
    | { type: "ListComp" | "SetComp" | "GeneratorExp"; elt: Expr; generators: Comprehension[] }
    | { type: "DictComp"; key: Expr; value: Expr; generators: Comprehension[] }
    | { type: "BoolOp"; op: "and" | "or"; values: Expr[] }
    | { type: "NamedExpr"; target: Extract<Expr, { type: "Name" }>; value: Expr }
    | { type: "BinOp"; left: Expr; op: BinOp; right: Expr }
    | { type: "UnaryOp"; op: "+" | "-" | "~" | "not"; operand: Expr }
    | { type: "Lambda"; args: Arguments; body: Expr }
    | { type: "IfExp"; test: Expr; body: Expr; orelse: Expr }
    | { type: "Compare"; left: Expr; ops: CmpOp[]; comparators: Expr[] }
    | { type: "Call"; func: Expr; args: Expr[]; keywords: Keyword[] }
    | { type: "Attribute"; value: Expr; attr: string }
    | { type: "Subscript"; value: Expr; slice: Expr }
    /** Only inside a Subscript (or a Tuple that is its slice). */
    | { type: "Slice"; lower: Expr | null; upper: Expr | null; step: Expr | null }
    | { type: "Starred"; value: Expr }
  );

export interface FormattedValue extends Span {
  type: "FormattedValue";
  value: Expr;
  /** `!s`, `!r`, `!a`; null for none (`=` without conversion and format gives `r`, as in CPython). */
  conversion: "s" | "r" | "a" | null;
  /** A JoinedStr, null for none. `f"{x=}"` is a Str `x=` before the value. */
  format_spec: Extract<Expr, { type: "JoinedStr" }> | null;
}

export interface Comprehension extends Span {
  type: "comprehension";
  target: Expr;
  iter: Expr;
  ifs: Expr[];
}

export interface Keyword extends Span {
  type: "keyword";
  /** null is `**mapping`. */
  arg: string | null;
  value: Expr;
}

export interface Arg extends Span {
  type: "arg";
  arg: string;
  annotation: Expr | null;
}

/** A function's parameters, as CPython's `ast.arguments`. */
export interface Arguments {
  posonlyargs: Arg[];
  args: Arg[];
  vararg: Arg | null;
  kwonlyargs: Arg[];
  /** One per kwonlyarg, null where there is no default. */
  kw_defaults: (Expr | null)[];
  kwarg: Arg | null;
  /** Those of the last of posonlyargs and args. */
  defaults: Expr[];
}
