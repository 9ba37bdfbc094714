import type { Fault } from "./check_table.ts";
import type { DataFrame } from "./polars.ts";

/**
 * What is wrong with continuations beyond their columns: one whose generation is not in the run or has no reply, and one
 * whose prefix is not that of the others of its item, source and arm. Samples need not be complete.
 *
 * @param generations The same model's; without them nothing is looked up.
 * @param options.limit Most faults of each kind; 10 unless given.
 */
export function continuationFaults(
  continuations: DataFrame,
  generations: DataFrame | null,
  { file, limit = 10 }: { file: string; limit?: number },
): Fault[] {
  const column = (frame: DataFrame, name: string) => frame.getColumn(name).toArray() as unknown[];
  const [item, source, arm, prefix] = ["item", "source", "arm", "prefix"]
    .map((name) => column(continuations, name));
  const cut = new Set<string>();
  if (generations) {
    const [task, medium, drawn, sample, reply] = ["task", "medium", "item", "sample", "reply"]
      .map((name) => column(generations, name));
    for (let i = 0; i < generations.height; i++) {
      if (task[i] === "layout" && medium[i] === "canvas" && reply[i] !== null) {
        cut.add(`${drawn[i]}\0${sample[i]}`);
      }
    }
  }
  const lost: Fault[] = [], mixed: Fault[] = [];
  const first = new Map<string, number>();
  for (let i = 0; i < continuations.height; i++) {
    const row = i + 1;
    if (generations && !cut.has(`${item[i]}\0${source[i]}`) && lost.length < limit) {
      const message = `the run has no canvas layout of ${item[i]}, sample ${source[i]}, with a reply`;
      lost.push({ file, row, column: "source", message });
    }
    const key = `${item[i]}\0${source[i]}\0${arm[i]}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, i);
    else if (prefix[i] !== prefix[before] && mixed.length < limit) {
      const message = `must be that of row ${before + 1}, which has the same item, source and arm`;
      mixed.push({ file, row, column: "prefix", message });
    }
  }
  return [...lost, ...mixed];
}
