import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { legend, panels, panelWidth, textWidth } from "./mod.ts";

const square = '<svg viewBox="0 0 100 100"><clipPath id="c"/><g clip-path="url(#c)"/></svg>';

/** The places where groups were put. */
function places(svg: string): string[] {
  return [...svg.matchAll(/<g transform="([^"]*)"/g)].map(([, transform]) => transform);
}

Deno.test("panels stand side by side at equal widths, under their letters", () => {
  const svg = panels([{ svg: square }, { svg: square, title: "a & b" }], { width: "single", gap: 34 });
  ok(svg.includes('viewBox="0 0 234 112"'));
  deepStrictEqual(places(svg), ["translate(0,12)", "translate(134,12)"]);
  deepStrictEqual([...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text), [
    "(a)",
    "(b)",
    "a &amp; b",
  ]);
});

Deno.test("panels fill rows, each as high as its highest", () => {
  const tall = '<svg viewBox="0 0 100 150"/>';
  const svg = panels([{ svg: square }, { svg: tall }, { svg: square }], {
    width: "single",
    columns: 2,
    gap: 34,
    letters: false,
  });
  ok(svg.includes('<g transform="translate(134,0)"/>') && svg.includes('<g transform="translate(0,184)">'));
  ok(svg.includes('viewBox="0 0 234 284"'));
});

Deno.test("panels keep equal identifiers of two drawings apart", () => {
  const svg = panels([{ svg: square }, { svg: square }]);
  deepStrictEqual([...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id), ["panel1-1", "panel2-1"]);
  deepStrictEqual([...svg.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id), ["panel1-1", "panel2-1"]);
});

Deno.test("one panel carries no letter, and no panel is refused", () => {
  ok(!panels([{ svg: square }]).includes("<text"));
  throws(() => panels([]), RangeError);
});

Deno.test("panelWidth shares a column out", () => {
  strictEqual(panelWidth("double", 1), 486);
  strictEqual(panelWidth("double", 3, 12), 154);
});

Deno.test("legend starts a new row before an entry would pass the edge", () => {
  const items = Array.from({ length: 12 }, (_, i) => ({ label: `model number ${i}`, color: "#123456" }));
  const svg = legend(items, { width: 234, title: "Model" });
  for (const [, x, label] of svg.matchAll(/<text x="([\d.]+)" y="[\d.]+">([^<]*)</g)) {
    ok(Number(x) + textWidth(label) <= 234, label);
  }
  const rows = new Set([...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => y));
  ok(rows.size > 2);
});

Deno.test("legend draws swatches, lines with dashes and every symbol", () => {
  const svg = legend([
    { label: "area", color: "#111111" },
    { label: "line", color: "#222222", mark: "line", dash: "4,2" },
    { label: "dot", color: "#333333", mark: "dot" },
    { label: "star", color: "#444444", mark: "dot", symbol: "star" },
  ], { width: 486 });
  ok(svg.includes("<rect") && svg.includes('stroke-dasharray="4,2"'));
  const dots = [...svg.matchAll(/<path d="([^"]*)" fill="#(?:333333|444444)"/g)].map(([, d]) => d);
  ok(dots.length === 2 && dots[0] !== dots[1]);
});
