import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { rasterize } from "lib/canvas/mod.ts";
import { closeRenderers, renderAll } from "lib/program/mod.ts";
import { piou } from "lib/score/mod.ts";
import {
  type CodeStyle,
  icons,
  ladder,
  layoutScenes,
  periodicity,
  references,
  type Scene,
  sceneToCode,
  type Shape,
} from "./mod.ts";

const STYLES = ["explicit", "loops", "helper"] as const;
const all: Scene[] = [...references(), ...ladder(), ...periodicity(), ...icons()];
const red = "#d23232";

Deno.test("running a scene's code, in every style, draws the scene, and scores 1 as a translation", async () => {
  const scenes = [...layoutScenes(), ...all];
  const jobs = scenes.flatMap((scene) => STYLES.map((style) => ({ scene, style })));
  const results = await renderAll(jobs.map(({ scene, style }) => sceneToCode(scene, style)));
  await closeRenderers();
  for (const [i, { scene, style }] of jobs.entries()) {
    const { status, raster, primitives } = results[i], name = `${scene.id} ${style}`;
    strictEqual(status, "ok", name);
    const drawing = [{ kind: "fill" as const, color: scene.background }, ...scene.parts];
    deepStrictEqual(primitives, drawing, name);
    deepStrictEqual(raster, rasterize(drawing), name);
    const score = piou(scene.parts, primitives);
    ok(Math.abs(score.piou - 1) < 1e-9 && score.overpaint < 1e-9, `${name}: ${score.piou}`);
  }
});

Deno.test("the styles differ: loops shorten what repeats, helpers sit inside render", () => {
  const lines = (scene: Scene, style: CodeStyle) => sceneToCode(scene, style).split("\n").length;
  const grid = periodicity()[1]; // 36 squares in one color
  strictEqual(lines(grid, "loops"), 5);
  for (const scene of all) {
    ok(lines(scene, "loops") <= lines(scene, "explicit") + 2 * scene.parts.length / 3, scene.id);
  }
  for (const scene of all) {
    ok(sceneToCode(scene, "helper").startsWith("def render(canvas):\n"));
    strictEqual(lines(scene, "explicit"), scene.parts.length + 2);
  }
});

Deno.test("sceneToCode draws a grid by two loops and an uneven row by a list", () => {
  const rect = (r: number, c: number): Shape => ({ kind: "rect", r, c, h: 2, w: 2, color: red, fill: true });
  const code = (places: [number, number][]) =>
    sceneToCode({ background: "#ffffff", parts: places.map(([r, c]) => rect(r, c)) }, "loops").split("\n");
  deepStrictEqual(code([[1, 2], [1, 6], [1, 10], [9, 2], [9, 6], [9, 10]]).slice(1, -1), [
    "for r in range(1, 10, 8):",
    "    for c in range(2, 11, 4):",
    `        canvas.rect(r, c, 2, 2, '${red}')`,
  ]);
  deepStrictEqual(code([[1, 2], [1, 6], [4, 10]]).slice(1, -1), [
    "for r, c in [(1, 2), (1, 6), (4, 10)]:",
    `    canvas.rect(r, c, 2, 2, '${red}')`,
  ]);
});

Deno.test("sceneToCode leaves no arithmetic on fractions to the program", () => {
  const parts: Shape[] = [0.1, 0.2, 0.3].map((r) => (
    { kind: "poly", points: [[r, 0], [r, 5], [5, 0]], color: red, fill: true }
  ));
  for (const style of STYLES) {
    ok(!/ [+*-] /.test(sceneToCode({ background: "#ffffff", parts }, style)));
  }
});

Deno.test("sceneToCode says outlines, and refuses a style it does not know", () => {
  const parts: Shape[] = [{ kind: "circle", cr: 3, cc: 3, radius: 2, color: red, fill: false }];
  for (const style of STYLES) {
    ok(sceneToCode({ background: "#ffffff", parts }, style).includes(`2, '${red}', fill=False)`));
  }
  throws(() => sceneToCode({ background: "#ffffff", parts }, "toString" as CodeStyle), RangeError);
});
