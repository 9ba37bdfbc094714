import type { InnerSearch } from "./inner_errors.ts";
import type { WorkerAnswer, WorkerTask } from "./inner_errors_worker.ts";
import type { PackedRows } from "./packed_rows.ts";

/** Workers that score cells, to be closed by `using` or the dispose method. */
export interface InnerErrorsPool extends Disposable {
  /** The cell's inner errors. Cells may be sent before earlier ones are answered. @throws {RangeError} As a fit does. */
  score(cell: PackedRows): Promise<Float64Array>;
}

/** Starts workers for a search. They have nothing to do with each other: how many there are changes no result. */
export function innerErrorsPool(search: InnerSearch, workers: number): InnerErrorsPool {
  const waiting = new Map<number, PromiseWithResolvers<Float64Array>>();
  let broken: Error | undefined;
  const pool = Array.from({ length: workers }, () => {
    const worker = new Worker(new URL("./inner_errors_worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      const answer = waiting.get(data.id)!;
      waiting.delete(data.id);
      if ("errors" in data) answer.resolve(data.errors);
      else answer.reject(new RangeError(data.message));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      broken = new Error(`Cannot probe: a worker ended, ${event.message}`);
      for (const answer of waiting.values()) answer.reject(broken);
    };
    worker.postMessage({ search } satisfies WorkerTask);
    return worker;
  });
  let sent = 0;
  return {
    score(cell) {
      if (broken) return Promise.reject(broken);
      const id = sent++, answer = Promise.withResolvers<Float64Array>();
      waiting.set(id, answer);
      pool[id % workers].postMessage({ id, cell } satisfies WorkerTask);
      return answer.promise;
    },
    [Symbol.dispose]: () => pool.forEach((worker) => worker.terminate()),
  };
}
