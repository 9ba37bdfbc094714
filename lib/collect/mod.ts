export { ANSWER_TOKENS, type AnswerAsk, answerAsks, answerOrder } from "./answer_asks.ts";
export { AppendLog } from "./append_log.ts";
export { askPlan, type PlannedTask } from "./ask_plan.ts";
export { collectAnswers, type CollectAnswersOptions } from "./collect_answers.ts";
export { collect, type CollectOptions } from "./collect.ts";
export { type CausalAsk, causalAsks, type CausalScheduleOptions } from "./causal_asks.ts";
export {
  collectContinuations,
  type CollectContinuationsOptions,
  continuationOrder,
} from "./collect_continuations.ts";
export { alreadyThere, type FillOptions } from "./fill_file.ts";
export {
  askSeed,
  type GenerationAsk,
  generationAsks,
  generationOrder,
  MAX_TOKENS,
  SAMPLES,
  type ScheduleOptions,
  TEMPERATURE,
} from "./generation_asks.ts";
export { type EndingCount, endings, triesOf } from "./collected_rows.ts";
export { type ImportFault, type ImportOptions, type ImportReport, importRun } from "./import_run.ts";
export { judge, judged, type JudgementAsk, judgementOrder, type JudgeOptions } from "./judge.ts";
export { killedCollection } from "./killed_collection.ts";
export { mergeRuns } from "./merge_runs.ts";
export { type Picture, PICTURE_SIZE, pictures } from "./pictures.ts";
export { notedSeed, registerContinuer, registerJudge, registerModel, type Settings } from "./register.ts";
export {
  type MovedVerdict,
  movedVerdicts,
  type ParsedVerdict,
  parsedVerdicts,
  readingOf,
  readVerdicts,
} from "./reparse.ts";
export { RunFile, settleMerge, type Trace } from "./run_file.ts";
export { withRunLock } from "./run_lock.ts";
export { type Additions, settleImport, stageFiles } from "./stage_files.ts";
export { spreadOrder } from "./spread_order.ts";
export { type Tally, tallyOf } from "./tally.ts";
export { tallySentence } from "./tally_sentence.ts";
export { startTinyServer, type TinyServer, type TinyServerOptions } from "./tiny_server.ts";
export { workThrough } from "./work_through.ts";
