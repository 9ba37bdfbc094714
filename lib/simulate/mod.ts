export { ANNOTATORS, type SimulatedAnnotator } from "./human_annotator.ts";
export { type HumanTruth, simulateHumans } from "./human_simulation.ts";
export { type ContinuationTruth } from "./continuation_truth.ts";
export { simulateContinuations } from "./continuations.ts";
export { type Continuer, CONTINUERS } from "./continuer.ts";
export { DEFAULT_RUN, openRun } from "./open_run.ts";
export { type PlantedTruth, plantedTruth } from "./planted_truth.ts";
export { ROSTER, type SimulatedModel } from "./roster.ts";
export { simulate, type SimulateOptions } from "./simulate.ts";
