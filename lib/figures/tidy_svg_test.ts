import { ok, strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { parseSvg, writeSvg } from "./svg_tree.ts";
import { roundNumbers, tidySvg } from "./tidy_svg.ts";

function tidy(inner: string, attributes = ""): string {
  return writeSvg(tidySvg(parseSvg(`<svg viewBox="0 0 9 9" ${attributes}>${inner}</svg>`), "p"));
}

Deno.test("roundNumbers keeps three decimals and drops a minus before zero", () => {
  strictEqual(roundNumbers("M0.12345,2L-1.99996 1e-7", 3), "M0.123,2L-2 0");
  strictEqual(roundNumbers("translate(-0.0001,10.50)", 3), "translate(0,10.5)");
  strictEqual(roundNumbers("M12.34567-8.76543", 3), "M12.346-8.765");
  strictEqual(roundNumbers("12 34 1.5", 3), "12 34 1.5");
});

Deno.test("roundNumbers leaves flags alone that lean on the next number of an arc", () => {
  strictEqual(roundNumbers("a3 3 0 01.12345 2.5", 3), "a3 3 0 01.12345 2.5");
});

Deno.test("roundNumbers moves no number by more than half a thousandth, and does nothing the second time", () => {
  const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  fc.assert(
    fc.property(fc.array(number, { minLength: 1 }), fc.constantFrom(" ", ",", "L"), (values, between) => {
      const once = roundNumbers(values.map((v) => String(v)).join(between), 3);
      const read = once.split(between).map(Number);
      ok(read.length === values.length && read.every((v, i) => Math.abs(v - values[i]) <= 0.0005 + 1e-9));
      strictEqual(roundNumbers(once, 3), once);
    }),
  );
});

Deno.test("tidySvg renames identifiers and every way to refer to them", () => {
  const text = tidy(
    `<clipPath id="plot-clip-7"><rect width="1"/></clipPath><g clip-path="url(#plot-clip-7)"/>` +
      `<g clip-path="url('#plot-clip-7')"/><use href="#plot-clip-7"/><use xlink:href="#other"/>`,
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
  );
  ok(text.includes('<clipPath id="p-1">') && text.includes('<use href="#p-1"/>'));
  strictEqual(text.match(/clip-path="url\(#p-1\)"/g)?.length, 2);
  ok(text.includes('xlink:href="#other"') && !text.includes("plot-clip"));
});

Deno.test("tidySvg leaves nothing that only a browser understands", () => {
  const text = tidy(
    `<style>:where(.plot-d6a7b5) { --plot-background: white; }</style>` +
      `<g class="x" stroke="currentColor" fill="var(--plot-background)" font-family="system-ui" font-weight="600"/>`,
  );
  strictEqual(
    text.split("\n")[1],
    '<g stroke="#1a1a1a" fill="#ffffff" font-family="Inter, Helvetica, Arial, sans-serif" font-weight="bold"/>',
  );
});

Deno.test("tidySvg keeps hexadecimal colours and text as they are", () => {
  const text = tidy('<text fill="#123e45">0.123456 of currentColor</text>');
  ok(text.includes('<text fill="#123e45">0.123456 of currentColor</text>'));
});

Deno.test("tidySvg draws a halo before its letters instead of by paint-order", () => {
  const lines = tidy('<g paint-order="stroke" stroke="white" stroke-width="3" fill="red"><text>a</text></g>')
    .split("\n");
  ok(lines[1].includes('stroke="white"') && !lines[4].includes("stroke"));
  ok(lines.every((line) => !line.includes("paint-order")));
  strictEqual(lines.filter((line) => line === "<text>a</text>").length, 2);
});

Deno.test("tidySvg spells style attributes out", () => {
  ok(
    tidy('<g style="fill: currentColor; stroke-width: 0.12345"/>').includes(
      '<g fill="#1a1a1a" stroke-width="0.123"/>',
    ),
  );
});

Deno.test("tidySvg refuses what SVG, PNG and PDF would show differently", () => {
  for (const name of ["style", "script", "foreignObject", "image", "filter"]) {
    throws(() => tidy(`<g><${name}>x</${name}></g>`), new RegExp(`no ${name} element`));
  }
  for (
    const color of [
      "oklch(0.7 0.1 200)",
      "rgb(0 128 0)",
      "hsl(1, 2%, 3%)",
      "#ff000080",
      "var(--x)",
      "url(x.svg#a)",
    ]
  ) {
    throws(() => tidy(`<g fill="${color}"/>`), TypeError, color);
  }
  for (
    const color of [
      "none",
      "steelblue",
      "#F80",
      "#ff8800",
      "rgb(1, 2, 3)",
      "rgba(1,2,3,0.5)",
      "rgb(10%, 2%, 3%)",
    ]
  ) {
    tidy(`<g stroke="${color}"/>`);
  }
  throws(() => tidy('<g style="mix-blend-mode: multiply"/>'), TypeError);
});
