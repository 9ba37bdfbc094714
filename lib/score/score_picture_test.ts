import { match, ok, strictEqual } from "node:assert/strict";
import { SaxesParser } from "saxes";
import type { Primitive } from "lib/canvas/mod.ts";
import { explainScore, piou, regionPath, scorePicture } from "./mod.ts";

const parts: Primitive[] = [
  { kind: "rect", r: 2, c: 2, h: 8, w: 8, color: "#d23232", fill: true },
  { kind: "circle", cr: 15, cc: 15, radius: 4, color: "#3264d2", fill: true },
  { kind: "line", r1: 1, c1: 14, r2: 6, c2: 20, color: "#32a032" },
];
const primitives: Primitive[] = [
  { kind: "fill", color: "#f0dc32" },
  { kind: "rect", r: 2, c: 2, h: 8, w: 6, color: "#d23232", fill: true },
  { kind: "circle", cr: 15, cc: 16, radius: 4, color: "#3264d2", fill: true },
  { kind: "set_pixel", r: 22, c: 2, color: "#141414" },
  { kind: "rect", r: 5, c: 5, h: 0, w: 9, color: "#141414", fill: true },
];

/** Every element of an SVG, in order; throws where it is not well-formed. */
function elements(svg: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [], parser = new SaxesParser();
  parser.on(
    "opentag",
    ({ name, attributes }) => found.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
  return found;
}

Deno.test("scorePicture draws reference, generation and assignment once each, and a bar for every part", () => {
  const svg = scorePicture(piou(parts, primitives), parts, primitives), all = elements(svg);
  strictEqual(all[0].name, "svg");
  strictEqual(all.filter(({ name }) => name === "g").length, 3);
  // 3 parts; 3 primitives that have an area; the same 3 and the outlines of 3 parts
  strictEqual(all.filter(({ name }) => name === "path").length, 3 + 3 + 3 + 3);
  strictEqual(all.filter(({ attributes }) => attributes.fill === "url(#stray)").length, 1);
  match(svg, /PIoU 0\.\d{3}.*over-paint 0\.\d{3}.*1 unassigned/);
  ok(!/NaN|Infinity|undefined/.test(svg));
  ok(svg.includes('fill="#f0dc32"'), "the generation lies on its own fill");
});

Deno.test("a part and what was assigned to it have one color, other parts others", () => {
  const all = elements(scorePicture(piou(parts, primitives), parts, primitives));
  const assigned = all.filter(({ attributes }) => attributes["fill-opacity"]).map(({ attributes }) =>
    attributes.fill
  );
  const bars = all.filter(({ name, attributes }) =>
    name === "rect" && attributes.height === "11" && attributes.fill !== "#eeeeee"
  );
  strictEqual(bars.length, 3);
  strictEqual(new Set(bars.map(({ attributes }) => attributes.fill)).size, 3);
  strictEqual(assigned.join(), `${bars[0].attributes.fill},${bars[1].attributes.fill}`);
});

Deno.test("scorePicture keeps finite and short numbers where coordinates are huge", () => {
  const far: Primitive[] = [
    {
      kind: "rect",
      r: "-1" + "0".repeat(50),
      c: 2,
      h: "1" + "0".repeat(60),
      w: 3,
      color: "#d23232",
      fill: true,
    },
  ];
  const svg = scorePicture(piou(parts, far), parts, far);
  ok(!/NaN|Infinity|e\+/.test(svg));
  elements(svg);
});

Deno.test("explainScore gives a row a part that adds up to the score, and a reason for every unassigned primitive", () => {
  const score = piou(parts, primitives),
    text = explainScore(score, parts, primitives),
    lines = text.split("\n");
  strictEqual(lines[0].startsWith(`PIoU ${score.piou.toFixed(3)} = (0.750 + `), true);
  match(text, /^ +0 {2}rect #d23232 +11\.11 {2}1 rect +8\.33 +8\.33 +11\.11 {2}0\.750$/m);
  match(text, /^ +2 {2}line #32a032 .*none +0\.00 +0\.00 .* 0\.000$/m);
  match(text, /unassigned: 0 fill #f0dc32 is the background/);
  match(text, /unassigned: 3 set_pixel #141414 shares 0\.00 % of itself/);
  match(text, /unassigned: 4 rect #141414 has no area on the canvas/);
  match(text, /over-paint: 0\.17 % of the canvas/);
  const strict = piou([parts[0]], [{ ...primitives[1], color: "#000000" } as Primitive], {
    colorStrict: true,
  });
  match(
    explainScore(strict, [parts[0]], [{ ...primitives[1], color: "#000" } as Primitive]),
    /no part of its color/,
  );
});

Deno.test("regionPath draws curves as arcs, holes by the even-odd rule and strokes united", () => {
  const canvas = { rows: 24, cols: 24 };
  strictEqual(regionPath(parts[1], canvas).d, "M11 15.5a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0Z");
  const ring = regionPath({ kind: "circle", cr: 5, cc: 5, radius: 2, fill: false }, canvas);
  strictEqual(ring.d.split("Z").length - 1, 2);
  strictEqual(ring.rule, "evenodd");
  strictEqual(
    regionPath({ kind: "poly", points: [[0, 0], [0, 5], [5, 5]], fill: false }, canvas).rule,
    "nonzero",
  );
  strictEqual(regionPath({ kind: "rect", r: 0, c: 0, h: -1, w: 5 }, canvas).d, "");
  strictEqual(regionPath({ kind: "set_pixel", r: 3, c: 4 }, canvas).d, "M4 3H5V4H4Z");
});
