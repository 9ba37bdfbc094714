import { attemptRaster, renderAttempts } from "lib/attempts/mod.ts";
import type { Run } from "lib/run/mod.ts";
import type { DrawnGrid } from "./layout_targets.ts";
import { occupancyGrid } from "./occupancy_grid.ts";

/**
 * The occupancy grids of a run's valid layout attempts on the canvas, trivial ones among them.
 *
 * @param options.models The models wanted, by default all of the run.
 * @param options.onProgress Called with the share done, in [0, 1].
 * @returns In the order of `renderAttempts`; none of a model without a valid attempt.
 */
export async function drawnGrids(
  run: Run,
  options: { models?: readonly string[]; onProgress?: (share: number) => void } = {},
): Promise<DrawnGrid[]> {
  const attempts = await renderAttempts(run, "layout", options);
  return attempts.filter(({ status }) => status === "ok").map((attempt) => ({
    model: attempt.model,
    item: attempt.item,
    grid: occupancyGrid(attemptRaster(attempt), { primitives: attempt.primitives }),
  }));
}
