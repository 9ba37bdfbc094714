/** What LaTeX needs in place of a character; anything else is passed on as UTF-8, which LaTeX reads by default. */
const replacements: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "%": "\\%",
  "&": "\\&",
  "_": "\\_",
  "#": "\\#",
  "$": "\\$",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "$<$", // the default font encoding prints an inverted exclamation mark for the bare character
  ">": "$>$",
  "|": "$|$",
  '"': "''",
  "`": "\\textasciigrave{}",
  "\u00a0": "~",
  "\u2009": "\\,",
  "\u2013": "--",
  "\u2014": "---",
  "\u2018": "`",
  "\u2019": "'",
  "\u201c": "``",
  "\u201d": "''",
  "\u2026": "\\ldots{}",
  "\u2212": "$-$",
  "±": "$\\pm$",
  "×": "$\\times$",
  "·": "$\\cdot$",
  "÷": "$\\div$",
  "°": "$^{\\circ}$",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "≠": "$\\neq$",
  "≈": "$\\approx$",
  "∈": "$\\in$",
  "∧": "$\\wedge$",
  "∞": "$\\infty$",
  "√": "$\\surd$",
  "∩": "$\\cap$",
  "∪": "$\\cup$",
  "∑": "$\\sum$",
  "←": "$\\leftarrow$",
  "→": "$\\rightarrow$",
  "↑": "$\\uparrow$",
  "↓": "$\\downarrow$",
  "¹": "$^{1}$",
  "²": "$^{2}$",
  "³": "$^{3}$",
  "₀": "$_{0}$",
  "₁": "$_{1}$",
  "₂": "$_{2}$",
  "₃": "$_{3}$",
  ...greek(),
};

/** Greek letters by their LaTeX names; capitals that look Latin are Latin letters there. */
function greek(): Record<string, string> {
  const names =
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho - sigma tau " +
    "upsilon phi chi psi omega";
  const latin: Record<string, string> = { omicron: "o" };
  const capitals = new Set([
    "gamma",
    "delta",
    "theta",
    "lambda",
    "xi",
    "pi",
    "sigma",
    "upsilon",
    "phi",
    "psi",
    "omega",
  ]);
  const table: Record<string, string> = { "µ": "$\\mu$" };
  for (const [i, name] of names.split(" ").entries()) {
    if (name === "-") continue;
    table[String.fromCharCode(0x3b1 + i)] = latin[name] ?? `$\\${name}$`;
    if (capitals.has(name)) {
      table[String.fromCharCode(0x391 + i)] = `$\\${name[0].toUpperCase()}${name.slice(1)}$`;
    }
  }
  return table;
}

/**
 * Text that LaTeX sets as it is: specials escaped, mathematical signs and Greek letters in math mode, line breaks as
 * spaces, control characters left out, hyphens kept from joining into dashes, and a leading `[` or `*` kept from being read as an option of `\\`.
 *
 * @example
 * ```ts
 * import { escapeTex } from "lib/tables/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(escapeTex("50% of R² & sim_a"), "50\\% of R$^{2}$ \\& sim\\_a");
 * ```
 */
export function escapeTex(text: string): string {
  // deno-lint-ignore no-control-regex -- LaTeX takes no control characters
  const flat = text.replaceAll(/\s*\n\s*/g, " ").replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  const characters = [...flat].map((character, i, all) =>
    character === "-" && all[i + 1] === "-" ? "-{}" : replacements[character] ?? character
  );
  return characters.join("").replace(/^[[*]/, "{$&}");
}
