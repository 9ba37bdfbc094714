import { type Raster, rasterize } from "lib/canvas/mod.ts";
import { icons } from "lib/tasks/mod.ts";
import { attemptRaster } from "./render_attempts.ts";
import type { ScoredAttempt } from "./translation_scores.ts";

/** An icon's reference beside drawings of it. */
export interface IconDrawings {
  name: string;
  reference: Raster;
  drawn: { label: string; raster: Raster; piou: number }[];
}

/**
 * Icons with the valid greedy drawings (the first valid one where the greedy one is not) of up to `models` models
 * that differ in score (the first listed of those that do not), best first, to be looked at.
 *
 * @param names Such as `umbrella`: so many are shown, and others in place of those that nobody drew.
 */
export function iconPairs(
  attempts: readonly ScoredAttempt[],
  names: readonly string[],
  options: { models?: number } = {},
): IconDrawings[] {
  const known = new Map(icons().map((icon) => [icon.id, icon]));
  const drawn = Map.groupBy(attempts.filter(({ status }) => status === "ok"), ({ item }) => item);
  const ids = new Set([...names.map((name) => `icon-${name}`), ...known.keys()]);
  return [...ids].filter((id) => known.has(id) && drawn.has(id)).slice(0, names.length).map((id) => {
    const icon = known.get(id)!, valid = drawn.get(id)!;
    const byModel = [...Map.groupBy(valid, (attempt) => attempt.model).values()].map((own) => own[0]);
    const distinct = new Map<string, ScoredAttempt>();
    for (const attempt of byModel) {
      const score = attempt.piou.toFixed(3);
      if (!distinct.has(score)) distinct.set(score, attempt);
    }
    const shown = [...distinct.values()].sort((a, b) => b.piou - a.piou).slice(0, options.models ?? 4);
    return {
      name: id.replace("icon-", "").replaceAll("-", " "),
      reference: rasterize([{ kind: "fill", color: icon.background }, ...icon.parts]),
      drawn: shown.map((attempt) => ({
        label: attempt.model,
        raster: attemptRaster(attempt),
        piou: attempt.piou,
      })),
    };
  });
}

/** The icons whose reference has an outline, by id. */
export function outlinedIcons(): Set<string> {
  return new Set(
    icons().filter((icon) => icon.parts.some((part) => "fill" in part && part.fill === false))
      .map((icon) => icon.id),
  );
}
