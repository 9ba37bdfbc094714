import { rasterize } from "lib/canvas/mod.ts";
import type { Scene } from "./scene.ts";

/**
 * Whether every part of a scene is to be seen: taking any one away changes the picture.
 *
 * @example A white square on white does not show
 * ```ts
 * import { everyPartShows } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const parts = [{ kind: "rect" as const, r: 2, c: 2, h: 4, w: 4, color: "#ffffff", fill: true }];
 * strictEqual(everyPartShows({ id: "", rows: 24, cols: 24, background: "#ffffff", parts, subject: [] }), false);
 * ```
 */
export function everyPartShows({ rows, cols, background, parts }: Scene): boolean {
  const picture = (without: number) =>
    rasterize([{ kind: "fill", color: background }, ...parts.filter((_, i) => i !== without)], { rows, cols })
      .rgb.join();
  const whole = picture(-1);
  return parts.every((_, i) => picture(i) !== whole);
}
