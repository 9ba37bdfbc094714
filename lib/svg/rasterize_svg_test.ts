import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { loadResvg, rasterizeSvg } from "./mod.ts";

await loadResvg();

/** The picture's cells, `#` where red outweighs. */
function picture(svg: string, size = 4): string[] {
  const result = rasterizeSvg(svg, { size });
  if (result.status !== "ok") throw new Error(`${result.status}: ${svg}`);
  const { rgb } = result.raster;
  return Array.from(
    { length: size },
    (_, row) =>
      Array.from({ length: size }, (_, col) => rgb[3 * (row * size + col) + 1] < 128 ? "#" : ".").join(""),
  );
}

const RED = '<rect width="100%" height="100%" fill="#ff0000"/>';

Deno.test("rasterizeSvg fits a wide, a tall and a square view box whole and centred into the square", () => {
  deepStrictEqual(picture(`<svg viewBox="0 0 20 10">${RED}</svg>`), ["....", "####", "####", "...."]);
  deepStrictEqual(picture(`<svg viewBox="0 0 10 20">${RED}</svg>`), [".##.", ".##.", ".##.", ".##."]);
  deepStrictEqual(
    picture(`<svg viewBox="-5 -5 10 10"><rect x="-5" y="-5" width="5" height="5" fill="red"/></svg>`),
    [
      "##..",
      "##..",
      "....",
      "....",
    ],
  );
  deepStrictEqual(
    picture(`<svg viewBox="0 0 20 10" preserveAspectRatio="none">${RED}</svg>`),
    Array(4).fill("####"),
  );
});

Deno.test("rasterizeSvg does not look at the picture's own size, unless there is no view box", () => {
  for (const own of ['width="1" height="3000"', 'width="50%" height="2em"', ""]) {
    deepStrictEqual(picture(`<svg ${own} viewBox="0 0 10 10">${RED}</svg>`), Array(4).fill("####"), own);
  }
  for (const box of ["", 'viewBox="0 0 0 10"', 'viewBox="none"']) {
    deepStrictEqual(
      picture(`<svg width="20" height="10" ${box}><rect width="20" height="10" fill="red"/></svg>`),
      [
        "....",
        "####",
        "####",
        "....",
      ],
      box,
    );
  }
});

Deno.test("rasterizeSvg shows white where nothing is drawn, and mixes with white what is translucent", () => {
  const result = rasterizeSvg(
    '<svg viewBox="0 0 1 1"><rect width="1" height="1" fill="#000" opacity="0.5"/></svg>',
    { size: 1 },
  );
  if (result.status !== "ok") throw new Error(result.status);
  ok(Math.abs(result.raster.rgb[0] - 127.5) < 1);
  deepStrictEqual(picture("<svg></svg>", 2), ["..", ".."]);
});

Deno.test("rasterizeSvg draws from the shapes at each size: a line of half a cell is half dark at 24 and full at 512", () => {
  const svg = '<svg viewBox="0 0 512 512"><rect x="256" width="10.66" height="512"/></svg>';
  const darkest = (size: number) => {
    const result = rasterizeSvg(svg, { size });
    return result.status === "ok" ? result.raster.rgb.reduce((a, b) => Math.min(a, b)) : NaN;
  };
  strictEqual(darkest(512), 0);
  ok(Math.abs(darkest(24) - 127.5) < 20);
});

Deno.test("rasterizeSvg sets text in its own typeface, whatever family is named, upright and bold", () => {
  const text = (style: string) =>
    picture(`<svg viewBox="0 0 40 40"><text x="2" y="30" font-size="30" ${style}>Ag</text></svg>`, 40);
  const plain = text("");
  ok(plain.join("").includes("##"));
  deepStrictEqual(text('font-family="Comic Sans MS, cursive"'), plain);
  const ink = (rows: string[]) => rows.join("").replaceAll(".", "").length;
  ok(ink(text('font-weight="bold"')) > ink(plain) * 1.1);
});

Deno.test("rasterizeSvg says syntax_error where the renderer refuses, and memory where it gives up", () => {
  strictEqual(rasterizeSvg(`<svg width="0" height="0">${RED}</svg>`).status, "syntax_error");
  strictEqual(
    rasterizeSvg(`<svg width="0" height="5" viewBox="0 0 1 1">${RED}</svg>`).status,
    "syntax_error",
  );
  const level = (n: number) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(9)}</g>`;
  const bomb = `<svg viewBox="0 0 9 9"><g id="l0">${RED}</g>${
    [0, 1, 2, 3, 4, 5, 6, 7].map(level).join("")
  }</svg>`;
  strictEqual(rasterizeSvg(bomb).status, "memory");
});
