import { ok, strictEqual } from "node:assert/strict";
import { icons, layoutScenes, type Scene, sceneToSvg, type Shape } from "./mod.ts";
import { rasterize } from "lib/canvas/mod.ts";
import { closeRenderers, renderAll } from "lib/program/mod.ts";

Deno.test("a scene's SVG, rendered at 24 x 24, is the scene but for blended edges", async () => {
  const scenes: Scene[] = [...layoutScenes(), ...icons()];
  const results = await renderAll(scenes.map((scene) => sceneToSvg(scene)), { medium: "svg" });
  await closeRenderers();
  for (const [i, scene] of scenes.entries()) {
    const { status, raster } = results[i];
    strictEqual(status, "ok", scene.id);
    const want = rasterize([{ kind: "fill", color: scene.background }, ...scene.parts]).rgb;
    const off = want.reduce((sum, value, k) => sum + Math.abs(value - raster.rgb[k]), 0) / want.length;
    ok(off < 25, `${scene.id}: ${off} of 255 a channel`);
  }
});

Deno.test("a scene of rectangles alone is the same picture in both media", async () => {
  const scene = layoutScenes().find((scene) => scene.id === "1E-03")!;
  const [{ raster }] = await renderAll([sceneToSvg(scene, { edge: 24 })], { medium: "svg" });
  await closeRenderers();
  strictEqual(raster.rgb.join(), rasterize(scene.parts).rgb.join());
});

Deno.test("sceneToSvg strokes outlines along the middle of their cells, and fills those too thin to be hollow", () => {
  const color = "#d23232",
    svg = (part: Shape) =>
      sceneToSvg({ rows: 24, cols: 24, background: "#ffffff", parts: [part] }, { edge: 24 });
  const rect = (h: number): Shape => ({ kind: "rect", r: 2, c: 3, h, w: 8, color, fill: false });
  ok(svg(rect(6)).includes(`<rect x="3.5" y="2.5" width="7" height="5" fill="none" stroke="${color}"`));
  ok(svg(rect(2)).includes(`<rect x="3" y="2" width="8" height="2" fill="${color}"/>`));
  const circle = (radius: number): Shape => ({ kind: "circle", cr: 9, cc: 9, radius, color, fill: false });
  ok(svg(circle(4)).includes(`r="4" fill="none"`));
  ok(svg(circle(0.5)).includes(`r="1" fill="${color}"`));
  strictEqual(svg({ kind: "circle", cr: 9, cc: 9, radius: -1, color, fill: true }).match(/circle/), null);
  const poly: Shape = { kind: "poly", points: [[1, 1], [1, 9], [9, 1]], color, fill: false };
  strictEqual(svg(poly).match(/<line/g)!.length, 3);
});
