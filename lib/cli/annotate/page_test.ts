import { deepStrictEqual, doesNotMatch, ok, strictEqual } from "node:assert/strict";
import { decode } from "fast-png";
import { type DrawingKey, humanOrder, type Pair, pairSetHash } from "lib/attempts/mod.ts";
import { blankRaster } from "lib/canvas/mod.ts";
import { annotationPage } from "./page.ts";

const at = (item: string, sample: number): DrawingKey => ({ model: "secret-model", item, sample });
const PAIRS: Pair[] = [
  { pair: "P001", kind: "stratified", left: at("1A-01", 0), right: at("1A-01", 1) },
  { pair: "P002", kind: "cross-tier", left: at("2A-01", 0), right: at("3A-01", 1) },
  { pair: "P003", kind: "catch", left: at("1A-01", 0), right: null },
];
const COLORS: Record<string, string> = { "1A-01 0": "#ff0000", "1A-01 1": "#00ff00", "2A-01 0": "#0000ff" };

function page(prompt = (item: string) => `Prompt ${item}`) {
  return annotationPage({
    run: "r",
    simulated: false,
    pairs: PAIRS,
    picture: (drawing) =>
      blankRaster(24, 24, drawing ? COLORS[`${drawing.item} ${drawing.sample}`] ?? "#333333" : "#ffffff"),
    prompt,
  });
}

function dataOf(html: string) {
  return JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(html)![1]);
}

Deno.test("annotationPage holds each picture once, 24 pixels a side, left and right as the pair has them", async () => {
  const data = dataOf(await page());
  strictEqual(data.pairSet, await pairSetHash(PAIRS));
  strictEqual(data.images.length, 5);
  const color = (image: number) => {
    const { width, height, data: pixels } = decode(Uint8Array.fromBase64(data.images[image]));
    deepStrictEqual([width, height], [24, 24]);
    return [...pixels.slice(0, 3)];
  };
  const sides = data.pairs.map((pair: { sides: { image: number; prompt: string }[] }) => pair.sides);
  deepStrictEqual(sides[0].map(({ image }: { image: number }) => color(image)), [[255, 0, 0], [0, 255, 0]]);
  deepStrictEqual(sides[2].map(({ image }: { image: number }) => color(image)), [[255, 0, 0], [
    255,
    255,
    255,
  ]]);
  deepStrictEqual(sides[1].map(({ prompt }: { prompt: string }) => data.prompts[prompt]), [
    "Prompt 2A-01",
    "Prompt 3A-01",
  ]);
});

Deno.test("annotationPage tells an annotator neither a pair's kind nor who drew it, and asks nothing of the network", async () => {
  const html = await page();
  doesNotMatch(html, /secret-model|cross-tier|stratified|"catch"/);
  doesNotMatch(html, /https?:\/\/|<link[^>]*href="(?!data:)|<script[^>]*src=|@import|fetch\(|XMLHttpRequest/);
  ok(html.includes("default-src 'none'"));
});

Deno.test("annotationPage lets no prompt break out of its script", async () => {
  const nasty = "</script><script>alert(1)</script> $& $1 <!-- \u2028";
  const html = await page(() => nasty);
  strictEqual(html.match(/<\/script>/g)!.length, 2);
  strictEqual(dataOf(html).prompts["1A-01"], nasty);
});

Deno.test("annotationPage carries humanOrder itself: run on its own it gives the suite's order", async () => {
  const html = await page();
  const script = html.slice(html.lastIndexOf("<script>") + 8, html.lastIndexOf("</script>"));
  const alone = script.slice(0, script.indexOf("const data"));
  const ids = PAIRS.map(({ pair }) => pair);
  const order = new Function(`${alone}; return humanOrder;`)() as typeof humanOrder;
  for (const name of ["Ada", "B\u00f6", "\u{1f600}"]) {
    deepStrictEqual(order(ids, "hash", name), humanOrder(ids, "hash", name));
  }
});
