/**
 * A notebook in memory, after nbformat 4.5, with each text as one string. Cells and outputs keep metadata they came
 * with; what an output may not have is left out on writing.
 */
export interface Notebook {
  cells: Cell[];
  metadata: Record<string, unknown>;
  nbformat: 4;
  nbformat_minor: 5;
}

/** A cell; its id is unique in the notebook and never changes. */
export type Cell = CodeCell | TextCell;

/** A cell of code with what it showed when last run; `execution_count` is null if it was not. */
export interface CodeCell {
  cell_type: "code";
  id: string;
  metadata: Record<string, unknown>;
  source: string;
  execution_count: number | null;
  outputs: Output[];
}

/** A cell of prose, or one that is passed through as it is. */
export interface TextCell {
  cell_type: "markdown" | "raw";
  id: string;
  metadata: Record<string, unknown>;
  source: string;
  attachments?: Record<string, MimeBundle>;
}

/** One value in several formats, keyed by MIME type: text as one string, JSON types as they are. */
export type MimeBundle = Record<string, unknown>;

/** One output of a code cell. */
export type Output =
  | { output_type: "stream"; name: string; text: string }
  | { output_type: "display_data"; data: MimeBundle; metadata: Record<string, unknown> }
  | {
    output_type: "execute_result";
    data: MimeBundle;
    metadata: Record<string, unknown>;
    execution_count: number | null;
  }
  | { output_type: "error"; ename: string; evalue: string; traceback: string[] };
