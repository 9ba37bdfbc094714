/**
 * The simulated roster: eight made-up models whose skills are known because they are written down here.
 *
 * The authors' generations are not public, so the default run is drawn from these. No number below is a measurement
 * of a real model; the spread over models and tiers is chosen so that every notebook has something to find: rates
 * near 1 and well below it, models that do better on tier 3 than on tier 2 and others that do not, one that writes
 * comments, one that writes floats, a miss rate that climbs with entropy.
 */
export interface SimulatedModel {
  id: string;
  family: string;
  /** Billions of parameters, for subgroups. */
  size: number;
  /** Probabilities by tier (1, 2, 3), of all answered attempts. */
  valid: readonly [number, number, number];
  trivial: readonly [number, number, number];
  /** How close a layout comes to the scene behind its prompt, 0 .. 1, by tier, before prompt and sample effects. */
  skill: readonly [number, number, number];
  translation: {
    /** log odds of PIoU < 0.6 at mean entropy 0 and its slope per nat. */
    intercept: number;
    slope: number;
    /** Probability that an attempt that is no miss has one part off (0.6 <= PIoU < 1). */
    slip: number;
    /** Probability that an attempt swaps one part's colour, which only colour-strict PIoU sees. */
    colorSlip: number;
    /** The slip probability on the periodicity rung. */
    periodicSlip: number;
    /** What becomes of an outline, which the generation prompt does not mention. */
    outlines: "solid" | "omitted";
  };
  /** Mean token entropy in nats: level over attempts and its spread. */
  entropy: { mean: number; spread: number };
  svg: {
    valid: number;
    /** What the medium adds to `skill`. */
    effect: number;
  };
  habits: Habits;
}

/** Probabilities of what models put around and into their programs. */
export interface Habits {
  fence: number;
  prose: number;
  comments: number;
  /** `12.0` for `12`. */
  floats: number;
  /** The whole drawing in `def render(canvas):`. */
  render: number;
  /** Weights of the three ways to write a scene: explicit, loops, helper. */
  styles: readonly [number, number, number];
}

const plain: Habits = { fence: 0.3, prose: 0.05, comments: 0, floats: 0.02, render: 0.3, styles: [6, 3, 1] };

export const ROSTER: readonly SimulatedModel[] = [
  {
    id: "sim-a",
    family: "sim-one",
    size: 32,
    valid: [0.95, 0.945, 0.99],
    trivial: [0.013, 0.011, 0.016],
    skill: [0.9, 0.74, 0.84],
    translation: {
      intercept: -6.4,
      slope: 1.6,
      slip: 0.01,
      colorSlip: 0.03,
      periodicSlip: 0.05,
      outlines: "solid",
    },
    entropy: { mean: 0.35, spread: 0.12 },
    svg: { valid: 0.985, effect: 0.03 },
    habits: { ...plain, comments: 0.25 },
  },
  {
    id: "sim-b",
    family: "sim-two",
    size: 32,
    valid: [0.998, 0.998, 0.996],
    trivial: [0.055, 0.011, 0.045],
    skill: [0.88, 0.73, 0.81],
    translation: {
      intercept: -6.2,
      slope: 1.5,
      slip: 0.02,
      colorSlip: 0.02,
      periodicSlip: 0.08,
      outlines: "solid",
    },
    entropy: { mean: 0.38, spread: 0.12 },
    svg: { valid: 0.99, effect: 0.02 },
    habits: { ...plain, fence: 0.6, render: 0.1 },
  },
  {
    id: "sim-c",
    family: "sim-two",
    size: 14,
    valid: [0.995, 0.994, 0.996],
    trivial: [0.06, 0.022, 0.035],
    skill: [0.84, 0.7, 0.74],
    translation: {
      intercept: -6.0,
      slope: 1.6,
      slip: 0.015,
      colorSlip: 0.03,
      periodicSlip: 0.1,
      outlines: "solid",
    },
    entropy: { mean: 0.42, spread: 0.14 },
    svg: { valid: 0.98, effect: 0.04 },
    habits: { ...plain, fence: 0.5, prose: 0.15 },
  },
  {
    id: "sim-d",
    family: "sim-three",
    size: 27,
    valid: [0.995, 0.99, 0.994],
    trivial: [0.09, 0.01, 0.045],
    skill: [0.76, 0.52, 0.74],
    translation: {
      intercept: -5.8,
      slope: 1.2,
      slip: 0.01,
      colorSlip: 0.04,
      periodicSlip: 0.06,
      outlines: "omitted",
    },
    entropy: { mean: 0.3, spread: 0.1 },
    svg: { valid: 0.97, effect: 0.06 },
    habits: { ...plain, fence: 0.9 },
  },
  {
    id: "sim-e",
    family: "sim-one",
    size: 9,
    valid: [0.985, 0.935, 0.99],
    trivial: [0.065, 0.018, 0.05],
    skill: [0.75, 0.6, 0.64],
    translation: {
      intercept: -5.6,
      slope: 1.3,
      slip: 0.012,
      colorSlip: 0.03,
      periodicSlip: 0.12,
      outlines: "omitted",
    },
    entropy: { mean: 0.5, spread: 0.15 },
    svg: { valid: 0.96, effect: 0.09 },
    habits: { ...plain, comments: 0.1, floats: 0.1 },
  },
  {
    id: "sim-f",
    family: "sim-three",
    size: 9,
    valid: [0.935, 0.953, 0.88],
    trivial: [0.14, 0.035, 0.2],
    skill: [0.71, 0.48, 0.44],
    translation: {
      intercept: -5.2,
      slope: 1.1,
      slip: 0.02,
      colorSlip: 0.05,
      periodicSlip: 0.15,
      outlines: "solid",
    },
    entropy: { mean: 0.45, spread: 0.14 },
    svg: { valid: 0.95, effect: 0.12 },
    habits: { ...plain, prose: 0.3, floats: 0.05 },
  },
  {
    id: "sim-g",
    family: "sim-four",
    size: 8,
    valid: [0.985, 0.99, 0.992],
    trivial: [0.1, 0.042, 0.1],
    skill: [0.52, 0.42, 0.38],
    translation: {
      intercept: -4.0,
      slope: 1.4,
      slip: 0.06,
      colorSlip: 0.08,
      periodicSlip: 0.3,
      outlines: "omitted",
    },
    entropy: { mean: 0.7, spread: 0.2 },
    svg: { valid: 0.93, effect: 0.12 },
    habits: { ...plain, fence: 0.8, prose: 0.4, comments: 0.3, styles: [8, 1, 1] },
  },
  {
    id: "sim-h",
    family: "sim-four",
    size: 34,
    valid: [0.985, 0.98, 0.98],
    trivial: [0.27, 0.125, 0.18],
    skill: [0.48, 0.32, 0.3],
    translation: {
      intercept: -4.8,
      slope: 1.5,
      slip: 0.012,
      colorSlip: 0.06,
      periodicSlip: 0.2,
      outlines: "solid",
    },
    entropy: { mean: 0.65, spread: 0.2 },
    svg: { valid: 0.94, effect: 0.18 },
    habits: { ...plain, fence: 0.2, prose: 0.2, styles: [9, 1, 0] },
  },
];

/** What a subcategory adds to or takes from every model's skill. */
export const SUBCATEGORY_EFFECT: Readonly<Record<string, number>> = {
  "1A": 0.03,
  "1B": -0.03,
  "1C": -0.04,
  "1D": -0.02,
  "1E": 0.07,
  "2A": 0.08,
  "2B": -0.01,
  "2C": -0.09,
  "2D": -0.02,
  "2E": 0.04,
  "3A": 0.06,
  "3B": 0.03,
  "3C": 0.01,
  "3D": -0.1,
  "3E": 0,
};

/** Standard deviations of the effects on skill: a prompt's on all models, on one model, and a sample's. */
export const SKILL_SPREAD = { prompt: 0.06, promptOfModel: 0.05, sample: 0.1 } as const;

/** The probability that a request fails at the server. */
export const REQUEST_FAILURE = 0.001;
