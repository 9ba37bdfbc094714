/** Scores the cells that the main thread sends, after the search that it sends first, and ends when it is told to. */
import { innerErrors, type InnerSearch } from "./inner_errors.ts";
import { type PackedRows, unpackRows } from "./packed_rows.ts";

/** What is sent to a worker. */
export type WorkerTask = { search: InnerSearch } | { id: number; cell: PackedRows };

/** What a worker answers to a cell. */
export type WorkerAnswer = { id: number; errors: Float64Array } | { id: number; message: string };

const port = self as unknown as {
  onmessage: (event: MessageEvent<WorkerTask>) => void;
  postMessage(answer: WorkerAnswer): void;
};

let search: { errorsOf: ReturnType<typeof innerErrors>; rows: number };

port.onmessage = ({ data }) => {
  if ("search" in data) {
    search = { errorsOf: innerErrors(data.search), rows: data.search.targets[0].length };
    return;
  }
  try {
    port.postMessage({ id: data.id, errors: search.errorsOf(unpackRows(data.cell, search.rows)) });
  } catch (error) {
    port.postMessage({ id: data.id, message: (error as Error).message });
  }
};
