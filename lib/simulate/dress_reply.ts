import type { RandomStream } from "lib/random/mod.ts";
import type { Habits } from "./roster.ts";

const OPENINGS = [
  "Here is the code for the mosaic:",
  "Sure! This draws the requested image.",
  "Below is a program using the canvas API.",
];
const CLOSINGS = [
  "This fills the background first and then draws each shape.",
  "Let me know if you would like any changes!",
];
const COMMENTS: Record<string, string> = {
  fill: "# background",
  rect: "# block",
  circle: "# round part",
  line: "# stroke",
  poly: "# shape",
  set_pixel: "# dot",
};

/**
 * A program as a model would hand it over: with a fence, prose around it, comments and floats in it, or inside
 * `def render(canvas):`, by the model's habits. What it draws stays the same.
 *
 * Prose comes with a fence, since prose without one is a syntax error and no habit but a failure.
 */
export function dressReply(code: string, habits: Habits, random: RandomStream): string {
  let lines = code.trimEnd().split("\n");
  if (random.next() < habits.floats) lines = lines.map(floatArguments);
  if (random.next() < habits.comments) {
    lines = lines.flatMap((line) => {
      const call = /^(\s*)canvas\.(\w+)/.exec(line);
      return call && random.next() < 0.6 ? [`${call[1]}${COMMENTS[call[2]]}`, line] : [line];
    });
  }
  if (random.next() < habits.render && !code.includes("def ")) {
    lines = ["def render(canvas):", ...lines.map((line) => `    ${line}`)];
  }
  let reply = lines.join("\n") + "\n";
  const prose = random.next() < habits.prose;
  if (prose || random.next() < habits.fence) {
    reply = "```" + random.pick(["python", "python", "py", ""]) + "\n" + reply + "```\n";
  }
  if (prose) {
    reply = `${random.pick(OPENINGS)}\n\n${reply}`;
    if (random.next() < 0.5) reply += `\n${random.pick(CLOSINGS)}\n`;
  }
  return reply;
}

/** The integer arguments of a line's explicit drawing call written as floats; loops and lists stay as they are. */
function floatArguments(line: string): string {
  const call = /^(\s*canvas\.(?:rect|circle|line|set_pixel)\()([\d, ]+)(,.*)$/.exec(line);
  return call ? call[1] + call[2].replaceAll(/\d+/g, "$&.0") + call[3] : line;
}
