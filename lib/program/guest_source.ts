import state from "./guest/state.js" with { type: "text" };
import values from "./guest/values.js" with { type: "text" };
import errors from "./guest/errors.js" with { type: "text" };
import calls from "./guest/calls.js" with { type: "text" };
import attributes from "./guest/attributes.js" with { type: "text" };
import numbers from "./guest/numbers.js" with { type: "text" };
import hash from "./guest/hash.js" with { type: "text" };
import compare from "./guest/compare.js" with { type: "text" };
import ranges from "./guest/ranges.js" with { type: "text" };
import unicode from "./guest/unicode.js" with { type: "text" };
import text from "./guest/text.js" with { type: "text" };
import iterate from "./guest/iterate.js" with { type: "text" };
import strings from "./guest/strings.js" with { type: "text" };
import format from "./guest/format.js" with { type: "text" };
import subscripts from "./guest/subscripts.js" with { type: "text" };
import lists from "./guest/lists.js" with { type: "text" };
import dicts from "./guest/dicts.js" with { type: "text" };
import inplace from "./guest/inplace.js" with { type: "text" };
import scalars from "./guest/scalars.js" with { type: "text" };
import builtins from "./guest/builtins.js" with { type: "text" };
import mathmodule from "./guest/mathmodule.js" with { type: "text" };
import canvas from "./guest/canvas.js" with { type: "text" };
import run from "./guest/run.js" with { type: "text" };
/**
 * The guest's script: the files of `guest/` joined into one. They are ES modules so that they can be read, checked
 * and tried alone; joined, their names are globals of the sandbox and imports between them fall away.
 */

/** In an order in which every file finds what its top level needs. */
const FILES = [
  state,
  values,
  errors,
  calls,
  attributes,
  numbers,
  hash,
  compare,
  ranges,
  unicode,
  text,
  iterate,
  strings,
  format,
  subscripts,
  lists,
  dicts,
  inplace,
  scalars,
  builtins,
  mathmodule,
  canvas,
  run,
];

/** The script, one string. */
export function guestSource(): string {
  const kinds = new Map([...values.matchAll(/^export const (K_[A-Z]+) = (.+);$/gm)].map((m) => [m[1], m[2]]));
  // Kinds are written as numbers, which the engine reads faster than names.
  const code = FILES.map(strip).join("\n").replace(/(?<!const )\bK_[A-Z]+\b/g, (name) => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new ReferenceError(`Cannot build the guest: there is no kind ${name}`);
    return kind;
  });
  return '"use strict";\n' + code;
}

function strip(text: string): string {
  return text
    .replace(/^import\b[^;]*;\n/gm, "")
    .replace(/^export \{[^}]*\};\n/gm, "")
    .replace(/^export /gm, "");
}
