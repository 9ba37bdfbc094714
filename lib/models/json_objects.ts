/**
 * Finds the JSON objects in a text that may hold anything around them: prose, fences, visible reasoning.
 *
 * One pass, no recursion: at every `{` the grammar of RFC 8259 is followed until the object closes or breaks it. An
 * object that breaks it is given up where it does, with all it holds: what stands inside a broken object is no
 * object of the text's own. So a megabyte of `{"a":` costs one walk and no stack.
 */

/** An object's own members in order; a key that is repeated stands repeated. Values that are nested are `Nested`. */
export type Members = [key: string, value: string | number | boolean | null | Nested][];

/** Stands for an object or a list within an object. */
export const Nested = Symbol("nested");
export type Nested = typeof Nested;

/**
 * The complete objects of a text, outermost ones only, in order.
 *
 * @returns Their members; empty where the text holds none.
 */
export function jsonObjects(text: string): Members[] {
  const found: Members[] = [];
  for (let at = text.indexOf("{"); at !== -1;) {
    const read = readObject(text, at);
    if (read.members) found.push(read.members);
    at = text.indexOf("{", Math.max(read.end, at + 1));
  }
  return found;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const BLANKS = /[ \t\n\r]*/y;

/** Reads the object at `start`; `end` is behind it, or where it broke off. */
function readObject(text: string, start: number): { members: Members | null; end: number } {
  const members: Members = [];
  const open: ("{" | "[")[] = [];
  let at = start, key = "";
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) return null;
    at += found.length;
    return found;
  };
  const string = (): string | null => {
    const end = endOfString(text, at);
    if (end === null) return null;
    const literal = text.slice(at, end);
    at = end;
    return literal;
  };
  const keep = (value: Members[number][1]) => {
    if (open.length === 1) members.push([key, value]);
  };
  type State = "value" | "value or ]" | "key" | "key or }" | "after";
  let state: State = "value";
  do {
    match(BLANKS);
    const character = text[at];
    if (state === "key" || state === "key or }") {
      if (state === "key or }" && character === "}") state = close();
      else {
        const literal = string();
        if (literal === null) return { members: null, end: at };
        if (open.length === 1) key = JSON.parse(literal);
        match(BLANKS);
        if (text[at] !== ":") return { members: null, end: at };
        at++;
        state = "value";
      }
    } else if (state === "after") {
      const inObject = open[open.length - 1] === "{";
      if (character === ",") {
        at++;
        state = inObject ? "key" : "value";
      } else if (character === (inObject ? "}" : "]")) state = close();
      else return { members: null, end: at };
    } else if (character === "]" && state === "value or ]") state = close();
    else if (character === "{" || character === "[") {
      keep(Nested);
      open.push(character);
      at++;
      state = character === "{" ? "key or }" : "value or ]";
    } else {
      const literal = string() ?? match(NUMBER) ?? match(WORD);
      if (literal === null) return { members: null, end: at };
      keep(JSON.parse(literal));
      state = "after";
    }
  } while (open.length > 0);
  return { members, end: at };

  function close(): State {
    open.pop();
    at++;
    return "after";
  }
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Where the string literal at `start` ends; null if there is none, or none that closes. By hand: one regular
 * expression for the whole literal overflows V8's stack at some megabytes.
 */
function endOfString(text: string, start: number): number | null {
  if (text[start] !== '"') return null;
  for (let at = start + 1; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return null;
    if (code !== 0x5c) at++;
    else {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return null;
      at = ESCAPE.lastIndex;
    }
  }
  return null;
}
