/** Why a program may not run: what it used, in its own spelling, a sentence for people, and where. */
export interface Offence {
  name: string;
  message: string;
  start: number;
  line: number;
}

/** Syntax that CPython reads and the canvas arm's language does not have: what it is called, and why it is refused. */
export const FORBIDDEN_SYNTAX = {
  "import": "import is forbidden: a program sees canvas, math and the listed builtins alone",
  "class": "class is forbidden: the language has no classes of its own",
  "async": "async is forbidden: nothing runs beside the program",
  "await": "await is forbidden: nothing runs beside the program",
  "with": "with is forbidden: there are no context managers",
  "yield": "yield is forbidden: generator functions are not in the language",
  "@": "decorators are forbidden: they are not in the language",
  "match": "match is forbidden: it is not in the language",
  "except*": "except* is forbidden: there are no exception groups",
  "...": "... is forbidden: Ellipsis is not in the language",
  "bytes": "bytes literals are forbidden: text is str",
  "complex": "complex literals are forbidden: numbers are int and float",
} as const;

/** Builtins that may not be named, not even by a program that binds the name itself. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(
  ("print input open exec eval compile globals locals vars dir getattr setattr delattr type object super memoryview " +
    "bytes bytearray help breakpoint id hash").split(" "),
);

/** Whether a name, after NFKC, may stand nowhere: not as variable, attribute or keyword. */
export function isDunder(name: string): boolean {
  return name.charCodeAt(0) === 0x5f && name.charCodeAt(1) === 0x5f;
}

/**
 * The first attribute beginning with `__` that a format field of `text` reads (`{0.__class__}`), null where none does.
 * Indexes (`{0[__x]}`) and names (`{__x}`) are no attributes; what follows a field that `str.format` could not read is
 * never read.
 */
export function dunderInFormatField(text: string): string | null {
  if (!text.includes(".__")) return null;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at)) {
    if (text[++at] === "{") {
      at++;
      continue;
    }
    let attribute: string | null = null;
    for (; !"}:!".includes(text[at] ?? "}"); at++) {
      if (text[at] === "{") return null;
      if (text[at] === "[") {
        at = text.indexOf("]", at);
        if (at < 0) return null;
      } else if (attribute === null && text.startsWith(".__", at)) {
        attribute = /[^.[\]{}:!]*/.exec(text.slice(at + 1))![0];
      }
    }
    if (at >= text.length) return null;
    if (attribute !== null) return attribute;
  }
  return null;
}
