/** Notebooks: what cells show, how they are read, run in the real kernel and written back. */
export { show } from "./show.ts";
export { md } from "./md.ts";
export { runNotice } from "./run_notice.ts";
export { bundleOf } from "./bundle_of.ts";
export type { Cell, CodeCell, MimeBundle, Notebook, Output, TextCell } from "./notebook.ts";
export { readNotebook } from "./read_notebook.ts";
export { writeNotebook } from "./write_notebook.ts";
export { type RunFailure, runNotebook, type RunOptions } from "./run_notebook.ts";
export {
  type ExecuteOptions,
  type ExecuteReply,
  type Kernel,
  type KernelOptions,
  startKernel,
} from "./kernel.ts";
export {
  type FileReport,
  type NotebookReport,
  reproduceNotebooks,
  type ReproduceOptions,
} from "./reproduce_notebooks.ts";
export { KernelError } from "./kernel_error.ts";
export { processLives } from "./process_lives.ts";
