import type { RandomStream } from "lib/random/mod.ts";
import type { Look } from "./look.ts";

/** A simulated judge: how it turns a look into five integers, and how it writes them down. */
export interface SimulatedJudge {
  id: string;
  /** Points added to every dimension. */
  bias: number;
  /** Standard deviations in points: of a picture, shared by its five scores, and of each score. */
  noise: { picture: number; score: number };
  /** Probabilities for a picture: that replies to it cannot be parsed, that it cannot be processed at all. */
  unparsable: number;
  missing: number;
  fence: number;
}

/** Two judges; the second is about a point more lenient. */
export const JUDGES: readonly SimulatedJudge[] = [
  {
    id: "sim-j1",
    bias: 0,
    noise: { picture: 1.05, score: 0.4 },
    unparsable: 0.0006,
    missing: 0,
    fence: 0.1,
  },
  {
    id: "sim-j2",
    bias: 0.95,
    noise: { picture: 0.95, score: 0.45 },
    unparsable: 0.001,
    missing: 0.0005,
    fence: 0.6,
  },
];

/**
 * What the judge writes about a picture.
 *
 * @param options.garbled Whether the reply comes out in a form that cannot be parsed.
 */
export function judgeReply(
  seen: Look,
  judge: SimulatedJudge,
  random: RandomStream,
  options: { garbled?: boolean } = {},
): string {
  const scores = judgeScores(seen, judge, random);
  const names = ["prompt_fidelity", "shape_accuracy", "color_accuracy", "spatial_accuracy", "completeness"];
  const members = names.map((name, i) => `"${name}": ${scores[i]}`);
  const sentence = scores[0] >= 4
    ? "The picture shows what the description asks for."
    : scores[0] >= 2
    ? "The main idea is there, but parts are off."
    : "The picture hardly resembles the description.";
  const json = `{${members.join(", ")}, "reasoning": "${sentence}"}`;
  if (options.garbled) {
    return random.pick([
      json.slice(0, json.indexOf("completeness") + 4),
      "I cannot evaluate this image.",
      json.replace(/: \d/, ": N/A"),
    ]);
  }
  return random.next() < judge.fence ? `\`\`\`json\n${json}\n\`\`\`` : json;
}

/** The five integers, in the rubric's order: colour comes easiest, the other four move together. */
export function judgeScores(seen: Look, judge: SimulatedJudge, random: RandomStream): number[] {
  const overall = 0.4 * seen.shape + 0.2 * seen.color + 0.2 * seen.spatial + 0.2 * seen.completeness;
  const latent = [
    overall,
    0.5 * overall + 0.5 * seen.shape,
    0.5 * overall + 0.5 * seen.color + 0.06,
    0.6 * overall + 0.4 * seen.spatial + 0.01,
    0.75 * overall + 0.25 * seen.completeness - 0.06,
  ];
  const mood = random.normal() * judge.noise.picture;
  return latent.map((value) => {
    const points = 7 * value - 2.1 + judge.bias + mood + random.normal() * judge.noise.score;
    return Math.min(5, Math.max(0, Math.round(points)));
  });
}
