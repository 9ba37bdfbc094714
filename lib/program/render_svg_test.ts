import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { errorPattern } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { renderAll } from "./render.ts";

interface HostileSvg {
  id: string;
  input: string;
  expect: { status?: string; statusIn?: string[]; pixels512?: [number, number, string][] };
  why: string;
}

const cases: HostileSvg[] = Deno.readTextFileSync(new URL("./testdata/hostile_svg.jsonl", import.meta.url))
  .trim().split("\n").map((line) => JSON.parse(line));

const sun =
  '<svg viewBox="0 0 512 512"><rect width="512" height="512" fill="#87ceeb"/><circle cx="256" cy="256" r="90"/></svg>';

Deno.test("renderAll gives every hostile SVG its status and pixels, and leaves its neighbours as they were", async () => {
  const order = randomStream("hostile svg").shuffle(cases);
  const replies = order.flatMap(({ input }) => [input, sun]);
  const results = await renderAll(replies, { medium: "svg", size: 512 });
  const [quiet] = await renderAll([sun], { medium: "svg", size: 512 });
  for (const [i, { id, expect, why }] of order.entries()) {
    const { status, raster } = results[2 * i];
    ok((expect.statusIn ?? [expect.status]).includes(status), `${id} (${why}): got ${status}`);
    for (const [x, y, color] of expect.pixels512 ?? []) {
      const at = 3 * (y * 512 + x);
      strictEqual(`#${raster.rgb.slice(at, at + 3).toHex()}`, color, `${id} (${why})`);
    }
    if (status !== "ok") deepStrictEqual(raster, errorPattern(512, 512), id);
    deepStrictEqual(results[2 * i + 1], quiet, `the picture after ${id}`);
  }
});

Deno.test("a picture that never ends costs 4 s, is called a timeout by the wall clock, and costs no other picture", async () => {
  const endless = '<svg viewBox="0 0 9 9"><filter id="f"><feMorphology operator="dilate" radius="500000"/>' +
    '<feTurbulence baseFrequency="0.1" numOctaves="2000000000"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>';
  const started = performance.now();
  const results = await renderAll([sun, endless, sun, sun], { medium: "svg", workers: 1 });
  deepStrictEqual(results.map(({ status }) => status), ["ok", "timeout", "ok", "ok"]);
  deepStrictEqual([results[1].limit, results[1].steps, results[1].primitives], ["wall", 0, []]);
  ok(performance.now() - started < 9000);
});
