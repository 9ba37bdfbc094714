import type { RandomStream } from "lib/random/mod.ts";

/** The ways in which a simulated attempt is invalid, with their weights. */
const FAILURES = [
  ["truncated", 6],
  ["unknown call", 4],
  ["unknown name", 3],
  ["wrong arguments", 3],
  ["import", 3],
  ["refusal", 2],
  ["bad colour", 2],
  ["unclosed bracket", 2],
  ["empty fence", 1],
  ["endless loop", 0.3],
] as const;

export type Failure = (typeof FAILURES)[number][0];

/**
 * A reply that is no valid program, in one of the ways real models fail: cut off by the token limit, a call the
 * canvas lacks, a name nobody bound, an import, a refusal in prose, ...
 *
 * @param code A valid program of at least one drawing call.
 */
export function breakReply(code: string, random: RandomStream): { reply: string; failure: Failure } {
  const failure = pickFailure(random);
  return { reply: broken(failure, code.trimEnd(), random), failure };
}

function broken(failure: Failure, code: string, random: RandomStream): string {
  const calls = [...code.matchAll(/canvas\.\w+\(/g)].map((match) => match.index + match[0].length);
  switch (failure) {
    case "truncated": // just behind an opening bracket, so that what is left cannot parse
      return code.slice(0, random.pick(calls.slice(-Math.max(1, calls.length >> 1))));
    case "unknown call":
      return `${code}\ncanvas.${
        random.pick(["ellipse", "arc", "triangle", "draw_text"])
      }(12, 12, 4, 'red')\n`;
    case "unknown name":
      return `${code}\ncanvas.rect(0, 0, ${random.pick(["height", "size", "CELL"])}, 2, 'blue')\n`;
    case "wrong arguments":
      return `${code}\ncanvas.circle(12, 12)\n`;
    case "import":
      return `${random.pick(["import random", "import math", "from math import sin"])}\n\n${code}\n`;
    case "refusal":
      return "I'm sorry, but I can only describe the picture: it would show the shapes you asked for.";
    case "bad colour":
      return `${code}\ncanvas.set_pixel(3, 3, '${random.pick(["magenta", "lime", "#12", "crimson red"])}')\n`;
    case "unclosed bracket":
      return code.slice(0, code.lastIndexOf(")"));
    case "empty fence":
      return "```python\n```\n";
    case "endless loop":
      return `${code}\nwhile True:\n    pass\n`;
  }
}

function pickFailure(random: RandomStream): Failure {
  let at = random.next() * FAILURES.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [failure, weight] of FAILURES) {
    at -= weight;
    if (at < 0) return failure;
  }
  return "truncated";
}
