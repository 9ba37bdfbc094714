import { parseColor, type Primitive } from "lib/canvas/mod.ts";
import type { Score } from "./piou.ts";

/**
 * Answers "why this score?" in a few lines of text: the sum that gives PIoU, a table with a row for every part (its
 * area, what was assigned to it, intersection, union and IoU), and what became of every unassigned primitive.
 *
 * Areas are per cent of the canvas. Primitives are named by their place in the program, from 0, `fill` counted.
 *
 * @example
 * ```ts
 * import { explainScore, piou } from "lib/score/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const square = { kind: "rect", r: 4, c: 4, h: 8, w: 8, color: "#d23232", fill: true } as const;
 * const drawn = [{ ...square, w: 6 }];
 * ok(explainScore(piou([square], drawn), [square], drawn).startsWith("PIoU 0.750 = (0.750) / 1"));
 * ```
 */
export function explainScore(
  score: Score,
  parts: readonly Primitive[],
  primitives: readonly Primitive[],
): string {
  const { areas } = score;
  const lines = [
    `PIoU ${fixed(score.piou)} = (${score.iou.map(fixed).join(" + ")}) / ${parts.length}` +
    `, ${score.pass ? "a pass" : "no pass"} (0.6)`,
    `PIoU_pen ${fixed(score.piouPen)} = ${fixed(score.piou)} x (1 - over-paint ${fixed(score.overpaint)})`,
    "",
  ];
  const rows = [["part", "", "area %", "assigned", "their union %", "both %", "either %", "IoU"]];
  for (const [i, part] of parts.entries()) {
    const given = primitives.flatMap((g, j) => score.assignment[j] === i ? [`${j} ${g.kind}`] : []);
    rows.push([
      String(i),
      `${part.kind} ${parseColor(part.color)}`,
      percent(areas.parts[i]),
      given.length > 6
        ? `${given.slice(0, 5).join(", ")} and ${given.length - 5} more`
        : given.join(", ") || "none",
      percent(areas.assigned[i]),
      percent(areas.intersection[i]),
      percent(areas.union[i]),
      fixed(score.iou[i]),
    ]);
  }
  const width = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const isText = (column: number) => column === 1 || column === 3;
  for (const row of rows) {
    lines.push(
      row.map((cell, k) => isText(k) ? cell.padEnd(width[k]) : cell.padStart(width[k])).join("  ").trimEnd(),
    );
  }
  const strays = primitives.flatMap((g, j) => score.assignment[j] === null ? [{ g, j }] : []);
  if (strays.length > 0) lines.push("");
  for (const { g, j } of strays) {
    const best = score.bestOverlap[j];
    const reason = g.kind === "fill"
      ? "is the background"
      : best !== null
      ? `shares ${percent(best)} % of itself with the part it overlaps most: too little`
      : areas.primitives[j] > 1e-9
      ? "finds no part of its color"
      : "has no area on the canvas";
    lines.push(`unassigned: ${j} ${g.kind} ${parseColor(g.color)} ${reason}`);
  }
  if (areas.drawn > 0) {
    lines.push(
      "",
      `over-paint: ${percent(areas.overpaint)} % of the canvas is unassigned and outside every part,` +
        ` of ${percent(areas.drawn)} % drawn`,
    );
  }
  return lines.join("\n");
}

function fixed(value: number): string {
  return value.toFixed(3);
}

function percent(share: number): string {
  return (share * 100).toFixed(2);
}
