import { deepStrictEqual, ok } from "node:assert/strict";
import { closeRenderers, render } from "lib/program/mod.ts";
import { layoutScenes } from "lib/tasks/mod.ts";
import { layoutAttempt } from "./layout_attempt.ts";
import { layoutDrawing } from "./layout_drawing.ts";
import { ROSTER } from "./roster.ts";

Deno.test("layoutDrawing draws what the reply of the same attempt draws, and nothing where that is not valid", async () => {
  const scenes = layoutScenes();
  let drawn = 0, none = 0;
  for (let i = 0; i < 60; i++) {
    const args = [ROSTER[i % 8], scenes[(i * 37) % 150], i % 11, 20260501] as const;
    const { reply } = layoutAttempt(...args), drawing = layoutDrawing(...args);
    const result = reply === null ? null : await render(reply);
    if (drawing === null) {
      none++;
      ok(result === null || result.status !== "ok" || result.trivial);
    } else {
      drawn++;
      deepStrictEqual(drawing.raster.rgb, result!.raster.rgb);
      const fill = result!.primitives.find(({ kind }) => kind === "fill");
      deepStrictEqual(drawing.background, fill!.color);
    }
  }
  ok(drawn > 40 && none > 3, `${drawn} drawn, ${none} not`);
  await closeRenderers();
});
