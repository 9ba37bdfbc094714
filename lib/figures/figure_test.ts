import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import * as Plot from "@observablehq/plot";
import { unzlibSync } from "fflate";
import { decode } from "fast-png";
import { Figure, plotFigure } from "./mod.ts";
import { digest, sample } from "./testdata/sample_figure.ts";

Deno.test("Figure.svg stands alone: namespace, size in inches, named fonts, white ground, caption", () => {
  const lines = new Figure({
    svg: '<svg viewBox="0 0 117 50"><rect id="a" width="10.00049"/><use href="#a"/></svg>',
    caption: "A < B.",
    width: "single",
    simulated: false,
    number: 3,
    name: "figure03",
  }).svg().split("\n");
  deepStrictEqual(lines, [
    '<svg xmlns="http://www.w3.org/2000/svg" width="3.25in" height="1.3889in" viewBox="0 0 234 100" ' +
    'font-family="Inter, Helvetica, Arial, sans-serif" font-size="7" fill="#1a1a1a" role="img" ' +
    'aria-label="Figure 3. A &lt; B.">',
    '<rect width="234" height="100" fill="#ffffff"/>',
    '<g transform="scale(2)">',
    '<rect id="figure03-1" width="10"/>',
    '<use href="#figure03-1"/>',
    "</g>",
    "</svg>",
    "",
  ]);
});

Deno.test("Figure grows a strip that says SIMULATED and covers nothing", () => {
  const options = { svg: '<svg viewBox="0 0 234 50"><g/></svg>', caption: "C.", width: "single" as const };
  const plain = new Figure({ ...options, simulated: false }),
    marked = new Figure({ ...options, simulated: true });
  ok(!plain.svg().includes("SIMULATED"));
  ok(marked.svg().includes(">SIMULATED</text>") && marked.fullCaption() === "SIMULATED. C.");
  strictEqual(marked.height - plain.height, 10);
  ok(marked.svg().includes('<g transform="translate(0,10)">'));
  strictEqual(
    new Figure({ ...options, simulated: true, data: [{ a: 1 }] }).csv(),
    "a,origin\r\n1,SIMULATED\r\n",
  );
});

Deno.test("Figure's text does not depend on what was drawn before", () => {
  const first = sample().svg();
  plotFigure({ marks: [Plot.dot([[1, 1]], { clip: true })] });
  strictEqual(sample().svg(), first);
  ok(!/\d\.\d{7}|currentColor|var\(|plot-|class=|NaN/.test(first));
});

Deno.test("Figures on one page share no identifier", () => {
  const ids = (figure: Figure) => [...figure.svg().matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const one = ids(sample({ name: "one" })), two = ids(sample({ name: "two" }));
  ok(one.length > 0 && new Set([...one, ...two]).size === one.length + two.length);
  const other = new Figure({
    svg: '<svg viewBox="0 0 9 9"><g id="a"/></svg>',
    caption: "",
    width: "single",
    simulated: false,
  });
  notStrictEqual(ids(sample())[0], ids(other)[0]);
});

Deno.test("Figure.pdf is one vector page of the column's size with TrueType subsets embedded, no Type 3", async () => {
  const figure = sample();
  const { text, streams } = readPdf(await figure.pdf());
  ok(text.startsWith("%PDF-1.4"));
  ok(text.includes(`/MediaBox [0 0 234 ${figure.height}]`));
  deepStrictEqual(
    [...new Set(text.match(/\/BaseFont \/\S+/g)!.map((name) => name.replace(/^.*\+/, "")))].sort(),
    [
      "Inter-Bold",
      "Inter-Italic",
      "Inter-Regular",
      "SourceCodePro-Regular",
    ],
  );
  ok(text.includes("/Subtype /CIDFontType2") && text.includes("/FontFile2") && !text.includes("/Type3"));
  ok(!text.includes("/Subtype /Image"), "nothing is a picture");
  deepStrictEqual(text.match(/\(D:[^)]*\)/g), ["(D:20250101000000Z)"]);
  ok(streams.length > 5);
});

Deno.test("Figure.pdf and Figure.png give the same bytes in another process", async () => {
  const here = await Promise.all(
    [sample().pdf(), sample().png()].map(async (bytes) => await digest(await bytes)),
  );
  const code = `import { digest, sample } from ${
    JSON.stringify(import.meta.resolve("./testdata/sample_figure.ts"))
  };
    console.log(await digest(await sample().pdf()), await digest(await sample().png()));`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    cwd: import.meta.dirname,
    env: { NO_COLOR: "1" },
    stderr: "inherit",
  }).output();
  deepStrictEqual(new TextDecoder().decode(stdout).trim().split(" "), here);
});

Deno.test("Figure.png has 300 dots an inch, says so, and shows ink", async () => {
  for (const [width, pixels] of [["single", 975], ["double", 2025]] as const) {
    const figure = sample({ width });
    const png = await figure.png();
    const picture = decode(png, { checkCrc: true });
    strictEqual(picture.width, pixels);
    ok(Math.abs(picture.height - figure.height / 72 * 300) <= 1);
    deepStrictEqual(picture.resolution, { x: 11811, y: 11811, unit: 1 });
    ok(picture.data.includes(0x1a), "text is drawn in ink");
    ok(
      picture.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255),
      "paper is white, not clear",
    );
  }
});

Deno.test("Figure takes an element that Plot drew", () => {
  const plot = { outerHTML: plotFigure({ height: 50, marks: [Plot.dot([[1, 1]])] }) };
  ok(new Figure({ plot, caption: "", width: "single", simulated: false }).svg().includes("<circle"));
});

Deno.test("Figure refuses no drawing, two drawings, HTML, broken XML and drawings without a size", () => {
  const make = (options: { svg?: string; plot?: { outerHTML: string } }) => () =>
    new Figure({ caption: "", width: "single", simulated: false, ...options });
  throws(make({}), TypeError);
  throws(make({ svg: "<svg/>", plot: { outerHTML: "<svg/>" } }), TypeError);
  throws(make({ plot: { outerHTML: "<figure><svg/></figure>" } }), TypeError);
  throws(make({ svg: "<svg viewBox='0 0 1 1'><g></svg>" }), SyntaxError);
  throws(make({ svg: "<svg/>" }), RangeError);
  throws(make({ svg: "<svg viewBox='0 0 0 5'/>" }), RangeError);
});

Deno.test("plotFigure refuses what Plot would wrap in HTML", () => {
  throws(() => plotFigure({ title: "T", marks: [] }), TypeError);
  throws(() => plotFigure({ color: { legend: true, domain: ["a"] }, marks: [] }), TypeError);
});

Deno.test("Figure shows itself in a notebook as SVG with its caption as text", () => {
  const figure = sample();
  const display = (figure as unknown as Record<symbol, () => Record<string, string>>)
    [Symbol.for("Jupyter.display")]();
  ok(display["image/svg+xml"].includes(' width="468" '));
  strictEqual(display["text/plain"], "Figure 9. SIMULATED. A < B.");
});

Deno.test("Figure.save writes SVG, PDF, PNG and CSV, and nothing again while nothing changes", async () => {
  const folder = await Deno.makeTempDir();
  const before = Deno.env.get("AMBENCH_OUTPUT");
  Deno.env.set("AMBENCH_OUTPUT", folder);
  try {
    const figure = sample();
    const names = await figure.save("figure09", { run: "roster" });
    deepStrictEqual(names, ["svg", "pdf", "png", "csv"].map((extension) => `figures/figure09.${extension}`));
    strictEqual(await Deno.readTextFile(`${folder}/figures/figure09.svg`), figure.svg());
    for (const name of names) await Deno.utime(`${folder}/${name}`, 1, 1);
    await figure.save("figure09", { run: "roster" });
    for (const name of names) strictEqual((await Deno.stat(`${folder}/${name}`)).mtime!.getTime(), 1000);
    strictEqual((await sample({ data: undefined }).save("b", { run: "pilot" })).length, 3);
    await rejects(() => figure.save("../b"), RangeError);
  } finally {
    if (before === undefined) Deno.env.delete("AMBENCH_OUTPUT");
    else Deno.env.set("AMBENCH_OUTPUT", before);
    await Deno.remove(folder, { recursive: true });
  }
});

/** A PDF's text outside streams, and its streams inflated; a wrong length or cross-reference fails here. */
function readPdf(bytes: Uint8Array): { text: string; streams: Uint8Array[] } {
  const whole = new TextDecoder("latin1").decode(bytes);
  const streams: Uint8Array[] = [];
  let text = whole;
  for (const match of whole.matchAll(/\/Length (\d+)[^]*?>>\nstream\n/g)) {
    const start = match.index + match[0].length, end = start + Number(match[1]);
    ok(/^\r?\n?endstream/.test(whole.slice(end, end + 12)), "a stream is as long as it says");
    streams.push(unzlibSync(bytes.subarray(start, end)));
    text = text.replace(whole.slice(start, end), "");
  }
  const table = Number(/startxref\n(\d+)/.exec(whole)![1]);
  for (const [, at] of whole.slice(table).matchAll(/^(\d{10}) 00000 n/gm)) {
    ok(
      /^\d+ 0 obj/.test(whole.slice(Number(at), Number(at) + 20)),
      "the cross-reference table points at objects",
    );
  }
  return { text, streams };
}
