export { checkTable, type Fault, faultText } from "./check_table.ts";
export { addTable, createRun, fileSha256, noteFile, sha256, writeManifest } from "./create_run.ts";
export {
  type ColumnRule,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportMapping,
  type ImportTable,
  parseMapping,
  type Plain,
} from "./import_mapping.ts";
export { type BadRow, type ImportRow, importRows } from "./import_rows.ts";
export { type Imported, importValue, valueText } from "./import_value.ts";
export { fileNameOf, type ModelEntry, parseManifest, type RunManifest } from "./manifest.ts";
export {
  type ColumnType,
  type DataFrame,
  frameOf,
  type LazyDataFrame,
  parquetBlocks,
  parquetHeight,
  parseParquet,
  pl,
  readParquet,
  releaseFrames,
  writeParquet,
} from "./polars.ts";
export { emptyTable, readRun, type Run } from "./read_run.ts";
export {
  type Answer,
  ARMS,
  CHOICES,
  columnTypes,
  type Continuation,
  type Generation,
  INTERFACES,
  type Judgement,
  MEDIA,
  type Medium,
  RUBRICS,
  SCHEMAS,
  type TableName,
  type TableSchema,
  type Task,
  TASKS,
  VIEWS,
} from "./schema.ts";
export { activationFaults } from "./activation_faults.ts";
export { type ActivationCell, type Activations, openActivations } from "./open_activations.ts";
export { openSafetensors, type Safetensors } from "./open_safetensors.ts";
export type { TensorInfo } from "./safetensors_header.ts";
export { type TensorToWrite, writeSafetensors } from "./write_safetensors.ts";
export { validateRun } from "./validate_run.ts";
export { cacheFolder } from "./cache_folder.ts";
export { sourceHash } from "./source_hash.ts";
