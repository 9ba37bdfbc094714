import { csv, type CsvValue, escapeHtml, outputFile, writeIfChanged } from "lib/tables/mod.ts";
import { fnv1a32 } from "lib/random/mod.ts";
import { sans } from "./fonts.ts";
import { columnWidth, fontSize, ink, type Width } from "./house_style.ts";
import { boxOf, placed } from "./svg_frame.ts";
import { parseSvg, type SvgElement, writeSvg } from "./svg_tree.ts";
import { textWidth } from "./text_width.ts";
import { tidySvg } from "./tidy_svg.ts";

/** What a figure is made of. */
export interface FigureOptions {
  /** The drawing as SVG text; or `plot`, an element that Plot made. */
  svg?: string;
  plot?: { outerHTML: string };
  caption: string;
  width: Width;
  /** Whether what it shows comes from a simulated run; the figure then says SIMULATED. */
  simulated: boolean;
  /** Its number in the paper; `Figure 2` then opens the caption. */
  number?: number;
  /** Opens the identifiers inside; a hash of the drawing unless given. */
  name?: string;
  /** The data behind it, saved as CSV beside it. */
  data?: readonly Readonly<Record<string, CsvValue>>[];
}

/** Height in points of the strip that holds the word SIMULATED. */
const stripHeight = 10;

/** Figures are read on a screen at this many times their size on paper. */
const screenScale = 1.5;

/**
 * A figure of the paper: it shows itself in a notebook and saves itself as SVG, PDF (vector, fonts embedded), PNG
 * (300 dpi) and, where it has data, CSV.
 *
 * The drawing is scaled to the column's width; drawn at that width (234 or 486 units), a unit is a point and font
 * sizes are what they say. A simulated figure grows a strip on top that says so, so that nothing is covered.
 *
 * @throws {TypeError} If neither or both of `svg` and `plot` are given, or the plot is HTML, as Plot makes it where a
 * legend, title or caption is asked for (draw those inside the SVG), or the drawing holds something that SVG, PNG and
 * PDF would show differently, such as a style sheet, a picture or a colour in `oklch`.
 * @throws {SyntaxError} If the SVG is not well-formed.
 * @throws {RangeError} If the SVG has no size.
 *
 * @example
 * ```ts
 * import { Figure } from "lib/figures/mod.ts";
 * import { ok } from "node:assert/strict";
 *
 * const svg = '<svg viewBox="0 0 234 100"><circle cx="117" cy="50" r="33.33333" fill="currentColor"/></svg>';
 * const figure = new Figure({ svg, caption: "A disc.", width: "single", simulated: false });
 * ok(figure.svg().includes('<circle cx="117" cy="50" r="33.333" fill="#1a1a1a"/>'));
 * ```
 */
export class Figure {
  readonly caption: string;
  readonly width: Width;
  readonly simulated: boolean;
  readonly number: number | undefined;
  readonly data: FigureOptions["data"];
  /** Height on paper in points. */
  readonly height: number;
  readonly #content: SvgElement[];

  /** A figure of this drawing. */
  constructor(options: FigureOptions) {
    if ((options.svg === undefined) === (options.plot === undefined)) {
      throw new TypeError("Cannot make a figure: give one of svg and plot");
    }
    const text = options.svg ?? options.plot!.outerHTML;
    if (/^\s*<figure/.test(text)) {
      throw new TypeError(
        "Cannot make a figure: the plot must be an svg element, got an HTML figure; draw legend, title and caption with marks",
      );
    }
    const root = parseSvg(text);
    const box = boxOf(root);
    const prefix = options.name ?? `f${fnv1a32(text.replaceAll(/plot-clip-\d+/g, "plot-clip")).toString(16)}`;
    tidySvg(root, prefix);
    const scale = columnWidth[options.width] / box.width;
    const strip = options.simulated ? stripHeight : 0;
    this.caption = options.caption;
    this.width = options.width;
    this.simulated = options.simulated;
    this.number = options.number;
    this.data = options.data;
    this.height = Number((box.height * scale + strip).toFixed(3));
    this.#content = [
      placed(root, { x: -box.x * scale, y: strip - box.y * scale, scale }),
      ...options.simulated ? [simulatedTag(columnWidth[options.width])] : [],
    ];
  }

  /** The caption with its number and, where so, SIMULATED. */
  fullCaption(): string {
    const number = this.number === undefined ? "" : `Figure ${this.number}. `;
    return number + (this.simulated ? "SIMULATED. " : "") + this.caption;
  }

  /** The drawing as SVG text that stands alone, in inches. */
  svg(): string {
    const width = columnWidth[this.width];
    return this.#svg(`${width / 72}in`, `${Number((this.height / 72).toFixed(4))}in`);
  }

  /** The drawing as a vector PDF. */
  async pdf(): Promise<Uint8Array> {
    const { pdfOf } = await import("./pdf.ts");
    const width = columnWidth[this.width];
    const svg = this.#svg(String(width), String(this.height));
    return await pdfOf(svg, { width, height: this.height, title: this.fullCaption() });
  }

  /** The drawing as PNG at 300 dots per inch. */
  async png(): Promise<Uint8Array> {
    const { pngOf } = await import("./png.ts");
    return await pngOf(this.svg(), columnWidth[this.width] / 72);
  }

  /** The data behind the figure as CSV, undefined where it has none; a simulated one's rows say so. */
  csv(): string | undefined {
    if (this.data === undefined || this.data.length === 0) return undefined;
    const columns = [...new Set(this.data.flatMap((record) => Object.keys(record)))];
    if (!this.simulated) return csv(columns, this.data);
    return csv([...columns, "origin"], this.data.map((record) => ({ ...record, origin: "SIMULATED" })));
  }

  /**
   * Saves the figure as `figures/NAME.svg`, `.pdf`, `.png` and, where it has data, `.csv` (`figures/RUN/NAME...` for
   * a run that is not the default one), touching only files whose bytes change.
   *
   * @returns The files' names, from the output root.
   */
  async save(name: string, options: { run?: string } = {}): Promise<string[]> {
    const data = this.csv();
    const contents: [string, string | Uint8Array][] = [
      ["svg", this.svg()],
      ["pdf", await this.pdf()],
      ["png", await this.png()],
      ...data === undefined ? [] : [["csv", data] as [string, string]],
    ];
    const names: string[] = [];
    for (const [extension, content] of contents) {
      const file = outputFile("figures", `${name}.${extension}`, options);
      await writeIfChanged(file.path, content);
      names.push(file.name);
    }
    return names;
  }

  /** What a notebook shows: the drawing, larger than on paper. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const pixels = (points: number) => String(Math.round(points * 96 / 72 * screenScale));
    return {
      "image/svg+xml": this.#svg(pixels(columnWidth[this.width]), pixels(this.height)),
      "text/plain": this.fullCaption(),
    };
  }

  #svg(width: string, height: string): string {
    const inner = columnWidth[this.width];
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${inner} ${this.height}" font-family="${sans}" font-size="${fontSize.tick}" fill="${ink.text}" ` +
      `role="img" aria-label="${escapeHtml(this.fullCaption())}">`,
      `<rect width="${inner}" height="${this.height}" fill="${ink.paper}"/>`,
      ...this.#content.map((element) => writeSvg(element)),
      "</svg>\n",
    ].join("\n");
  }
}

function simulatedTag(width: number): SvgElement {
  const label = "SIMULATED", size = fontSize.small;
  const wide = textWidth(label, { size, bold: true }) + 8;
  const x = Number((width - wide - 0.5).toFixed(3));
  const text = { x: Number((x + wide / 2).toFixed(3)), y: 6.4 };
  return parseSvg(
    `<svg><g aria-label="simulated"><rect x="${x}" y="0.5" width="${
      Number(wide.toFixed(3))
    }" height="8" rx="1.5" fill="#fdece4" stroke="#b3400a" stroke-width="0.5"/><text x="${text.x}" y="${text.y}" ` +
      `font-size="${size}" font-weight="bold" text-anchor="middle" fill="#8a2f05">${label}</text></g></svg>`,
  ).children[0] as SvgElement;
}
