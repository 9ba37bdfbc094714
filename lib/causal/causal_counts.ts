import { quantile } from "lib/stats/mod.ts";
import type { MeasuredContinuation, MeasuredContinuations } from "./measure_continuations.ts";

/** What a run's continuations are of. */
export interface CausalCounts {
  items: number;
  /** Pairs of model and prompt. */
  combinations: number;
  /** Pairs of item and arm. */
  pairs: number;
  continuations: number;
  failed: number;
  /** Continuations left out because their prefix is not their arm's. */
  mismatched: number;
  byModel: CausalModelCounts[];
}

export interface CausalModelCounts {
  model: string;
  items: number;
  prompts: number;
  /** Items whose generation has a comment, and those whose picture is finished, is not, or may be either. */
  commented: number;
  finished: number;
  unfinished: number;
  unknown: number;
  /** Median distance in cells of each move, and the share of moves whose two places share a cell. */
  moves: Record<"moved_unused" | "moved_used", { median: number; overlap: number }>;
}

/** Counts items, pairs and continuations, and how far statements were moved. NaN where a model has no such move. */
export function causalCounts({ rows, mismatched }: MeasuredContinuations): CausalCounts {
  const itemKey = (row: MeasuredContinuation) => `${row.model}\0${row.item}\0${row.source}`;
  const distinct = (keys: readonly string[]) => new Set(keys).size;
  return {
    items: distinct(rows.map(itemKey)),
    combinations: distinct(rows.map((row) => `${row.model}\0${row.item}`)),
    pairs: distinct(rows.map((row) => `${itemKey(row)}\0${row.arm}`)),
    continuations: rows.length,
    failed: rows.filter((row) => row.failed).length,
    mismatched: Object.values(mismatched).reduce((sum, count) => sum + count, 0),
    byModel: [...Map.groupBy(rows, (row) => row.model)].map(([model, own]) => {
      const items = [...new Map(own.map((row) => [itemKey(row), row])).values()];
      const move = (arm: string) => {
        const moves = [
          ...new Map(own.filter((row) => row.arm === arm).map((row) => [itemKey(row), row])).values(),
        ];
        return {
          median: quantile(moves.map((row) => row.distance!), 0.5),
          overlap: moves.filter((row) => row.overlaps).length / moves.length,
        };
      };
      return {
        model,
        items: items.length,
        prompts: distinct(items.map((row) => row.item)),
        commented: items.filter((row) => row.commented).length,
        finished: items.filter((row) => row.finished === true).length,
        unfinished: items.filter((row) => row.finished === false).length,
        unknown: items.filter((row) => row.finished === null).length,
        moves: { moved_unused: move("moved_unused"), moved_used: move("moved_used") },
      };
    }),
  };
}
