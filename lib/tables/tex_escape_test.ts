import { ok, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { escapeTex } from "./mod.ts";

Deno.test("escapeTex leaves no special character of LaTeX as it was", () => {
  strictEqual(
    escapeTex("% & _ # $ ~ ^ \\ { }"),
    "\\% \\& \\_ \\# \\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\{ \\}",
  );
});

Deno.test("escapeTex sets Greek and mathematical signs in math mode", () => {
  strictEqual(
    escapeTex("ρ ≥ −0.5 Δ × ω Ω"),
    "$\\rho$ $\\geq$ $-$0.5 $\\Delta$ $\\times$ $\\omega$ $\\Omega$",
  );
});

Deno.test("escapeTex keeps hyphens apart, and dashes dashes", () => {
  strictEqual(escapeTex("--run a-b 0–5 —"), "-{}-run a-b 0--5 ---");
});

Deno.test("escapeTex guards a leading bracket or star, which would be an option of the line before", () => {
  strictEqual(escapeTex("[0.1, 0.2]"), "{[}0.1, 0.2]");
  strictEqual(escapeTex("*"), "{*}");
});

Deno.test("escapeTex passes other letters on and joins lines", () => {
  strictEqual(escapeTex("Eşref\n  Armağan"), "Eşref Armağan");
  strictEqual(escapeTex(""), "");
});

Deno.test("escapeTex leaves braces balanced, math closed and no special bare, whatever the text", () => {
  const unit = fc.constantFrom(..."%&_#$~^\\{}<>|[]*-`'\"aρ≥−é \n");
  fc.assert(fc.property(fc.string({ unit }), (text) => {
    const escaped = escapeTex(text);
    const math = escaped.replaceAll(/\\[%&_#${}]/g, "").split("$");
    ok(math.length % 2 === 1, "math is closed");
    const plain = math.filter((_, i) => i % 2 === 0).join("");
    const commands = plain.replaceAll(
      /\\(?:textbackslash|textasciitilde|textasciicircum|textasciigrave)\{\}/g,
      "",
    );
    ok(!/[%&_#~^\\<>|"`]/.test(commands), escaped);
    strictEqual(commands.split("{").length, commands.split("}").length);
    ok(!/^[[*]/.test(escaped));
  }));
});
