import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { decode } from "fast-png";
import { blankRaster, rasterize } from "lib/canvas/mod.ts";
import { Figure, figure01, figure05, figure06, figure09, mosaicRecords, textWidth } from "./mod.ts";
import { parseSvg, type SvgElement } from "./svg_tree.ts";

const raster = rasterize([
  { kind: "fill", color: "#87ceeb" },
  { kind: "rect", r: 17, c: 0, h: 7, w: 24, color: "#1e2864", fill: true },
  { kind: "circle", cr: 5, cc: 18, radius: 3, color: "#e6b422", fill: true },
]);

const example = {
  layoutPrompt: "A sun over the sea.",
  translationPrompt:
    "a rectangle, color navy, at row 17, column 0, 7 rows high and 24 columns wide; a circle",
  program: "def render(canvas):\n    canvas.fill('sky_blue')\n    canvas.rect(17, 0, 7, 24, 'navy')\n",
  raster,
};

/** The lines of text that leave the figure's frame, by their widths in the face they are set in. */
function outside(figure: Figure): string[] {
  const root = parseSvg(figure.svg());
  const [, , width, height] = root.attributes.get("viewBox")!.split(" ").map(Number);
  const found: string[] = [];
  const visit = (element: SvgElement, inherited: Map<string, string>, left: number, up: number) => {
    const style = new Map([...inherited, ...element.attributes]);
    const [, dx = "0", dy = "0"] =
      /translate\(([-\d.]+),([-\d.]+)\)/.exec(element.attributes.get("transform") ?? "") ??
        [];
    const x0 = left + Number(dx), y0 = up + Number(dy);
    if (element.name === "text") {
      const text = element.children.join("");
      const wide = textWidth(text, {
        size: Number(style.get("font-size")),
        family: style.get("font-family"),
        bold: style.get("font-weight") === "bold",
        italic: style.get("font-style") === "italic",
      });
      const share = { start: 0, middle: 0.5, end: 1 }[style.get("text-anchor") ?? "start"]!;
      const x = x0 + Number(element.attributes.get("x")) - share * wide;
      const y = y0 + Number(element.attributes.get("y"));
      if (x < -0.01 || x + wide > width + 0.01 || y < 4 || y > height) found.push(text);
    }
    for (const child of element.children) if (typeof child !== "string") visit(child, style, x0, y0);
  };
  visit(root, new Map(), 0, 0);
  return found;
}

Deno.test("figure01 shows prompts, program, picture, both tasks and all experiments, and clips no word", () => {
  const figure = figure01(example), svg = figure.svg();
  for (
    const word of ["Translation task", "Layout task", "Exp. 1", "Exp. 2", "Exp. 3", "canvas.fill('sky_blue')"]
  ) {
    ok(svg.includes(`>${word}<`), word);
  }
  deepStrictEqual(outside(figure), []);
  ok(!figure.simulated && figure.number === 1);
});

Deno.test("figure01 cuts prompts and programs that are too long, inside its cards", () => {
  const long = figure01({
    layoutPrompt: "word ".repeat(200),
    translationPrompt: "x".repeat(900),
    program: `${"canvas.fill('red') ".repeat(9)}\n`.repeat(40),
    raster: blankRaster(3, 5),
  });
  deepStrictEqual(outside(long), []);
  strictEqual(long.height, figure01(example).height);
  ok(long.svg().includes("…"));
});

Deno.test("figure05 and figure06 show every prompt whole, under its label", () => {
  const items = Array.from({ length: 7 }, (_, i) => ({
    id: `${1 + i % 3}A-0${i}`,
    label: "3C Nested or hierarchical structures",
    prompt: `a prompt of many words, of which this is number ${i}, `.repeat(1 + i),
    raster,
  }));
  for (const figure of [figure05(items, { simulated: true }), figure06(items, { simulated: true })]) {
    deepStrictEqual(outside(figure), []);
    const words = [...figure.svg().matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text).join(" ");
    for (const { prompt } of items) ok(words.includes(prompt.trim()), prompt);
    ok(figure.fullCaption().includes("SIMULATED"));
    ok(figure.csv()!.split("\r\n").length === items.length + 2);
  }
  const none = figure05([], { simulated: false });
  match(none.svg(), /No layout attempt of this run came to a drawing/);
  match(none.fullCaption(), /Nothing to show: no layout attempt/);
});

Deno.test("mosaicRecords hold every cell, in runs", () => {
  const [{ cells, rows, cols }] = mosaicRecords([{ id: "P-01", prompt: "", raster: blankRaster(2, 3) }]);
  deepStrictEqual({ cells, rows, cols }, { cells: "#ffffff*6", rows: 2, cols: 3 });
  const [{ cells: runs }] = mosaicRecords([{ id: "P-01", prompt: "", raster }]);
  const total = String(runs).split(" ").reduce((sum, run) => sum + Number(run.split("*")[1]), 0);
  strictEqual(total, 24 * 24);
});

Deno.test("figure01 and figure09 leave a point free at every edge", async () => {
  const score = { judge: "j", model: "m", n: 9, low: 1, high: 5 };
  const scores = ["1A", "2A", "3A"].map((subcategory) => ({ ...score, subcategory, mean: 4 }));
  for (const figure of [figure01(example), figure09(scores, { simulated: false })]) {
    const { width, height, channels, data } = decode(await figure.png());
    const free = Math.floor(300 / 72);
    const inked = (x: number, y: number) => data[(y * width + x) * channels + 1] < 250;
    for (let at = 0; at < free; at++) {
      for (let x = 0; x < width; x++) ok(!inked(x, at) && !inked(x, height - 1 - at), `ink at column ${x}`);
      for (let y = 0; y < height; y++) ok(!inked(at, y) && !inked(width - 1 - at, y), `ink in row ${y}`);
    }
  }
});
