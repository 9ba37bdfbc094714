import { outcomesOf } from "lib/attempts/mod.ts";
import { type Primitive, type Raster, rasterize } from "lib/canvas/mod.ts";
import { ARMS, type Run } from "lib/run/mod.ts";
import type { Arm } from "./causal_items.ts";
import type { CellMask } from "./cell_mask.ts";
import { cutProgram } from "./cut_program.ts";
import { handedOver } from "./handed_over.ts";
import { continuationsOf, type MeasuredContinuation } from "./measure_continuations.ts";

/** An item drawn: the whole generation, and what each arm hands over. */
export interface CausalExample {
  model: string;
  item: string;
  source: number;
  whole: Raster;
  arms: {
    arm: Arm;
    raster: Raster;
    /** The own next statement's place, and that it was moved to; null where it was not. */
    own: CellMask;
    moved: CellMask | null;
    distance: number | null;
    /** Stochastic continuations that draw on, of how many. */
    drew: number;
    n: number;
  }[];
}

/**
 * Some items to look at, of each model those whose moves are of about the median length, one a prompt: finished pictures
 * without comments where there are any, nothing chosen by how the model went on.
 */
export async function causalExamples(
  run: Run,
  rows: readonly MeasuredContinuation[],
  options: { perModel?: number } = {},
): Promise<CausalExample[]> {
  const { perModel = 2 } = options;
  const examples: CausalExample[] = [];
  for (const model of new Set(rows.map((row) => row.model))) {
    const own = rows.filter((row) => row.model === model);
    const moved = own.filter((row) => row.arm === "moved_unused" && row.sample === 0);
    const fit = moved.filter((row) => row.finished && !row.commented);
    const candidates = (fit.length > 0 ? fit : moved).toSorted((a, b) => a.distance! - b.distance!);
    const middle = (candidates.length - 1) / 2;
    const near = candidates.map((row, i) => ({ row, off: Math.abs(i - middle) })).sort((a, b) =>
      a.off - b.off
    );
    const prompts = [...Map.groupBy(near, ({ row }) => row.item).values()].map(([{ row }]) => row);
    const written = continuationsOf(run, model);
    const frame = run.table("generations", model);
    const [task, medium, item, sample, reply] = ["task", "medium", "item", "sample", "reply"]
      .map((name) => frame.getColumn(name).toArray());
    for (const chosen of prompts.slice(0, perModel)) {
      const at = item.findIndex((one, i) =>
        one === chosen.item && Number(sample[i]) === chosen.source && task[i] === "layout" &&
        medium[i] === "canvas"
      );
      const whole = String(reply[at]), cut = cutProgram(whole);
      if (typeof cut === "string") continue;
      const prefixes = ARMS.map((arm) =>
        written.find((one) => one.item === chosen.item && one.source === chosen.source && one.arm === arm)
          ?.prefix
      );
      if (prefixes.includes(undefined)) continue;
      const outcomes = await outcomesOf([whole, ...prefixes as string[]]);
      const rasters = outcomes.map((outcome) => rasterize(JSON.parse(outcome!.primitives) as Primitive[]));
      examples.push({
        model,
        item: chosen.item,
        source: chosen.source,
        whole: rasters[0],
        arms: ARMS.flatMap((arm, i) => {
          const from = handedOver(cut, arm, prefixes[i]!);
          if (typeof from === "string") return [];
          const answered = own.filter((row) =>
            row.item === chosen.item && row.source === chosen.source && row.arm === arm && row.sample > 0 &&
            row.drew !== null
          );
          return [{
            arm,
            raster: rasters[i + 1],
            own: from.own,
            moved: from.moved,
            distance: from.distance,
            drew: answered.filter((row) => row.drew).length,
            n: answered.length,
          }];
        }),
      });
    }
  }
  return examples;
}
