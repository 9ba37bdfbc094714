import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import PDFDocument from "pdfkit";
import { faces, fontBytes, monospace } from "./fonts.ts";
import { textWidth, wrapText } from "./mod.ts";

Deno.test("textWidth agrees with a PDF library's reading of every face, kerning apart", () => {
  const document = new PDFDocument({ compress: false });
  for (const face of faces) {
    document.registerFont(face.file, Buffer.from(fontBytes(face))).font(face.file).fontSize(7);
    for (const text of ["", "iiii", "Mosaic 24 × 24", "ρ = −0.93 → κ", "Eşref Armağan"]) {
      const theirs = [...text].reduce((sum, character) => sum + document.widthOfString(character), 0);
      const ours = textWidth(text, { ...face, size: 7 });
      ok(Math.abs(ours - theirs) < 0.02, `${face.file} ${text}: ${ours} ${theirs}`);
    }
  }
});

Deno.test("textWidth of fixed-width text counts its characters", () => {
  const one = textWidth("m", { family: monospace, size: 10 });
  ok(Math.abs(textWidth("canvas.fill()", { family: monospace, size: 10 }) - 13 * one) < 1e-9);
});

Deno.test("wrapText breaks at spaces, breaks what cannot fit, and loses no character", () => {
  const text = "a circle, color red, centered at row 12 donaudampfschifffahrtsgesellschaftskapitaen";
  const lines = wrapText(text, 60);
  ok(lines.every((line) => textWidth(line) <= 60));
  strictEqual(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
  deepStrictEqual(wrapText("  ", 60), []);
});

Deno.test("wrapText ends what it cuts in an ellipsis and never exceeds its lines", () => {
  const lines = wrapText("one two three four five six seven eight nine ten", 40, { maxLines: 2 });
  strictEqual(lines.length, 2);
  ok(lines[1].endsWith("…") && textWidth(lines[1]) <= 40);
  deepStrictEqual(wrapText("one two", 400, { maxLines: 1 }), ["one two"]);
});

Deno.test("the fixed-width faces hold every letter that a program or a name may need", () => {
  for (const face of faces.filter(({ family }) => family !== "Inter")) {
    const widths = [..."fƒ \u00a0\u2026→≤ρκş"].map((character) => textWidth(character, face));
    ok(widths.every((width) => width === widths[0]), `${face.file}: ${widths}`);
  }
});
