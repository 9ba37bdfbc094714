/**
 * Everything a notebook imports, in the order in which data walks through the suite.
 *
 * ```ts
 * import { md, openRun, show } from "lib/mod.ts";
 * ```
 */
export { encodePng, PALETTE, type Primitive, type Raster, rasterize, rasterRows } from "lib/canvas/mod.ts";
export { extractCode, render, renderAll } from "lib/program/mod.ts";
export * from "lib/geometry/mod.ts";
export * from "lib/score/mod.ts";
export * from "lib/tasks/mod.ts";
export { chatClient, DIMENSIONS, parseJudgement } from "lib/models/mod.ts";
export * from "lib/run/mod.ts";
export * from "lib/attempts/mod.ts";
export {
  answersSentence,
  attribute,
  attributionSentence,
  benchRecords,
  BRIDGE_TASKS,
  bridgeItem,
  bridgeItemOf,
  bridgePrompt,
  buildProtocol,
  buildSentence,
  checkConfiguration,
  compareShowTell,
  contractOf,
  decodePicture,
  DEPTH_KERNELS,
  fillGuidance,
  frechet,
  gainSentence,
  macroAverage,
  NEAR_PAINT,
  OPS,
  OWN_SET,
  ownSet,
  paintedAnswers,
  pairedOutcomes,
  parsePicture,
  parserSensitivity,
  parserStudy,
  parserSubstitution,
  protocolExamples,
  PROTOCOLS,
  readDrawn,
  readRows,
  readTold,
  rescueSentence,
  rowFaultText,
  runRecords,
  sensitivitySentence,
  showPublishedSentence,
  showTellRecords,
  showTellRecovery,
  spatialItem,
  strictSentence,
  substitutions,
  substitutionSentence,
  taskOutcomes,
  VARIATIONS,
} from "lib/protocols/mod.ts";
export * from "lib/causal/mod.ts";
export * from "lib/simulate/mod.ts";
export {
  collect,
  generationAsks,
  importRun,
  judge,
  killedCollection,
  mergeRuns,
  pictures,
  startTinyServer,
  tallySentence,
} from "lib/collect/mod.ts";
export * from "lib/stats/mod.ts";
export * from "lib/probes/mod.ts";
export * from "lib/coherence/mod.ts";
export * from "lib/subgroups/mod.ts";
export * from "lib/paper/mod.ts";
export * from "lib/tables/mod.ts";
export * from "lib/figures/mod.ts";
export { md, runNotice, show } from "lib/notebook/mod.ts";
