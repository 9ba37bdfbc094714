import type { Choice } from "lib/attempts/mod.ts";
import type { RandomStream } from "lib/random/mod.ts";
import type { Look } from "./look.ts";

/** A simulated annotator: how it turns two looks into a choice. */
export interface SimulatedAnnotator {
  id: string;
  /** Standard deviation, in judges' points, of what it makes of one picture. */
  noise: number;
  /** Two pictures nearer than this, in points, are a tie. */
  tie: number;
  /** A tie's pictures are both valid from this many points on, neither below. */
  valid: number;
  /** The probability of an answer at random. */
  inattention: number;
}

/** Two annotators of about the paper's agreement. */
export const ANNOTATORS: readonly SimulatedAnnotator[] = [
  { id: "sim-r1", noise: 0.3, tie: 1.1, valid: 2.2, inattention: 0.02 },
  { id: "sim-r2", noise: 0.4, tie: 1.2, valid: 2.0, inattention: 0.04 },
];

/** What the annotator says of two pictures that stand left and right on the screen. */
export function annotatorChoice(
  left: Look,
  right: Look,
  annotator: SimulatedAnnotator,
  random: RandomStream,
): Choice {
  if (random.next() < annotator.inattention) {
    return random.pick(["left", "right", "both", "neither"] as const);
  }
  const a = points(left) + annotator.noise * random.normal();
  const b = points(right) + annotator.noise * random.normal();
  if (Math.abs(a - b) < annotator.tie) return (a + b) / 2 >= annotator.valid ? "both" : "neither";
  return a > b ? "left" : "right";
}

/** The judges' own scale, without bias and noise: people weigh shape and place as they do. */
function points({ shape, color, spatial, completeness }: Look): number {
  return 7 * (0.4 * shape + 0.2 * color + 0.2 * spatial + 0.2 * completeness) - 2.1;
}
