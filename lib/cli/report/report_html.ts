import { join } from "node:path";
import { faces, fontBytes } from "lib/figures/mod.ts";
import { escapeHtml } from "lib/tables/mod.ts";
import { htmlOfMarkdown } from "./html_of_markdown.ts";
import type { Provenance } from "./provenance.ts";
import type { ReportItem, ReportSection } from "./report_parts.ts";

/** What a report consists of, whatever its form. */
export interface Report {
  run: string;
  simulated: boolean;
  sections: readonly ReportSection[];
  provenance: Provenance;
  /** Paragraphs that say what became of the paper's claims; none where there is no ledger. */
  ledger: readonly string[];
}

/** The report as one HTML text that holds its figures and fonts and asks nothing of the network. */
export function reportHtml(report: Report): string {
  const { run, simulated, sections, provenance, ledger } = report;
  const anchor = ({ kind, name }: ReportItem) => `${kind}-${name}`;
  const contents = sections.map(({ title, items }) =>
    `<li>${escapeHtml(title)}: ${
      items.map((item) => `<a href="#${anchor(item)}">${escapeHtml(titleOf(item))}</a>`).join(", ")
    }</li>`
  );
  const body = sections.map(({ title, items }) =>
    [
      `<section><h2>${escapeHtml(title)}</h2>`,
      ...items.map((item) => `<div class="item" id="${anchor(item)}">${itemHtml(item)}</div>`),
      "</section>",
    ].join("\n")
  );
  const rows = (pairs: readonly [string, string][]) =>
    pairs.map(([what, which]) => `<tr><th>${escapeHtml(what)}</th><td>${escapeHtml(which)}</td></tr>`).join(
      "",
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">
<title>AM-Bench, run ${escapeHtml(run)}</title>
<style>
${fonts(sections)}
body { font: 15px/1.5 Inter, Helvetica, Arial, sans-serif; color: #1a1a1a; max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid #d0d0d0; }
h1 b { color: #7a2a12; border: 1px solid #b04a2a; border-radius: 0.25rem; background: #fdeee8; padding: 0 0.3rem; }
.item { margin: 1.5rem 0; overflow-x: auto; }
table { border-collapse: collapse; border-top: 2px solid; border-bottom: 2px solid; font-size: 13px; font-variant-numeric: tabular-nums; }
thead { border-bottom: 1px solid; } th, td { padding: 0.15rem 0.7rem 0.15rem 0; text-align: left; vertical-align: top; }
.right { text-align: right; } .item svg { max-width: 100%; height: auto; }
.provenance td { overflow-wrap: anywhere; } .provenance th { white-space: nowrap; font-weight: normal; }
figure { margin: 0; } figcaption, p { max-width: 48rem; }
</style>
</head>
<body>
<h1>AM-Bench: run ${escapeHtml(run)}${simulated ? " <b>SIMULATED</b>" : ""}</h1>
${
    simulated
      ? "<p>No reply in this run comes from a real model: nothing below is a result about any language model.</p>"
      : ""
  }
<ul>
${contents.join("\n")}
<li><a href="#provenance">Provenance</a></li>
</ul>
${
    ledger.length === 0
      ? ""
      : `<section><h2>The paper's claims</h2>\n${
        ledger.map((text) => htmlOfMarkdown(text)).join("\n")
      }</section>`
  }
${body.join("\n")}
<section class="provenance" id="provenance"><h2>Provenance</h2>
<table>${rows(provenance.rows)}</table>
<h3>Files of the run, sha256</h3>
<table>${rows(Object.entries(provenance.files))}</table>
</section>
</body>
</html>
`;
}

/** `Table 5` of table05, `Figure 7` of figure07; other names stand with their kind. */
function titleOf({ kind, name }: ReportItem): string {
  const number = /^(?:table|figure)_?0*([a-z]?\d+)$/.exec(name)?.[1];
  const word = kind === "table" ? "Table" : "Figure";
  return number === undefined ? `${name} (${kind})` : `${word} ${number.replace(/^c/, "C.")}`;
}

function itemHtml({ kind, name, folder }: ReportItem): string {
  if (kind === "table") return htmlOfMarkdown(Deno.readTextFileSync(join(folder, `${name}.md`)));
  const svg = Deno.readTextFileSync(join(folder, `${name}.svg`));
  return `<figure>${svg.trim()}<figcaption>${escapeHtml(captionOf(svg))}</figcaption></figure>`;
}

/** A figure's caption, which its SVG carries as its label. */
export function captionOf(svg: string): string {
  const label = /<svg[^>]*\saria-label="([^"]*)"/.exec(svg)?.[1] ?? "";
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'", apos: "'" };
  return label.replaceAll(/&(#?\w+);/g, (all, name) => entities[name] ?? all);
}

/** The faces that the figures are set in, as they stand in the suite's packages. */
function fonts(sections: readonly ReportSection[]): string {
  const texts = sections.flatMap(({ items }) => items).filter(({ kind }) => kind === "figure")
    .map(({ folder, name }) => Deno.readTextFileSync(join(folder, `${name}.svg`)));
  const code = texts.some((text) => text.includes("Source Code Pro"));
  return faces.filter(({ family, italic }) => !italic && (code || family === "Inter"))
    .map((face) =>
      `@font-face { font-family: "${face.family}"; font-weight: ${face.bold ? 700 : 400}; ` +
      `src: url(data:font/ttf;base64,${fontBytes(face).toBase64()}); }`
    ).join("\n");
}
