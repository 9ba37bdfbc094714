import { availableParallelism } from "node:os";
import { distancesOfMasked, type MaskedKeys, maskedKeys } from "./structure_distance.ts";

/** Multiplications below which a comparison is not worth sending to another thread. */
const LEAST_WORK = 5e7;

/** Structure distances on all cores. */
export interface StructurePool extends AsyncDisposable {
  /** What `structureDistances` gives, wherever it is reckoned. */
  distances(keys: readonly Float32Array[], mask: Uint8Array): Promise<Float64Array>;
}

interface Task {
  keys: MaskedKeys;
  resolve(distances: Float64Array): void;
  reject(error: Error): void;
}

/**
 * A pool of threads for comparisons of DINO's size; small ones are made at once, and no thread is started for them. The
 * numbers do not depend on how many there are.
 *
 * @param threads One a core unless given.
 */
export function structurePool(threads: number = availableParallelism()): StructurePool {
  const idle: Worker[] = [], all: Worker[] = [], waiting: Task[] = [], running = new Map<Worker, Task>();
  const next = () => {
    while (waiting.length > 0) {
      const worker = idle.pop() ?? (all.length < threads ? started() : undefined);
      if (worker === undefined) return;
      const task = waiting.shift()!;
      running.set(worker, task);
      worker.postMessage(task.keys, [task.keys.data.buffer]);
    }
  };
  const finished = (worker: Worker): Task | undefined => {
    const task = running.get(worker);
    running.delete(worker);
    return task;
  };
  const started = (): Worker => {
    const worker = new Worker(new URL("./structure_worker.ts", import.meta.url), { type: "module" });
    all.push(worker);
    worker.onmessage = ({ data }: MessageEvent<{ distances?: Float64Array; error?: string }>) => {
      const task = finished(worker);
      idle.push(worker);
      if (data.distances) task?.resolve(data.distances);
      else task?.reject(new RangeError(data.error));
      next();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      finished(worker)?.reject(new Error(`Cannot compare structures: a thread failed (${event.message})`));
    };
    return worker;
  };
  return {
    distances: (keys, mask) => {
      const own = maskedKeys(keys, mask);
      const work = own.count * own.cells.length ** 2 * own.width / 2;
      if (threads < 2 || work < LEAST_WORK) return Promise.resolve(distancesOfMasked(own));
      return new Promise((resolve, reject) => {
        waiting.push({ keys: own, resolve, reject });
        next();
      });
    },
    [Symbol.asyncDispose]: () => {
      for (const worker of all) worker.terminate();
      return Promise.resolve();
    },
  };
}
