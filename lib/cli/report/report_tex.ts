import { join } from "node:path";
import { escapeTex } from "lib/tables/mod.ts";
import { captionOf, type Report } from "./report_html.ts";

/**
 * The report as a LaTeX bundle: main.tex, which takes the tables by `\input` and the figures as PDF. It needs booktabs,
 * graphicx and url, which every TeX distribution has.
 *
 * @returns The files of the bundle by their path in it; a text, or the path of a file to copy.
 */
export function reportTex(report: Report): Map<string, { text: string } | { copy: string }> {
  const { run, simulated, sections, provenance, ledger } = report;
  const files = new Map<string, { text: string } | { copy: string }>();
  const lines = [
    "% pdflatex main.tex",
    "\\documentclass[10pt]{article}",
    "\\usepackage[utf8]{inputenc}",
    "\\usepackage[T1]{fontenc}",
    "\\usepackage{mathptmx, courier}", // Type 1 faces that every distribution has
    "\\usepackage[textwidth=6.75in, textheight=9.25in]{geometry}",
    "\\usepackage{amsmath, booktabs, graphicx, url}",
    `\\title{AM-Bench: run ${escapeTex(run)}${simulated ? " (SIMULATED)" : ""}}`,
    "\\author{}\\date{}",
    // pdflatex has no sign for what a model may be called; it should say so and go on
    "\\makeatletter \\def\\UTFviii@undefined@err#1{?} \\makeatother",
    "\\begin{document}",
    "\\maketitle",
    ...IN_PLACE, // after the title, which is a tabular itself
  ];
  if (simulated) {
    lines.push(
      "No reply in this run comes from a real model: nothing below is a result about any language model.",
      "",
    );
  }
  if (ledger.length > 0) {
    lines.push(
      "\\section*{The paper's claims}",
      ...ledger.map((text) => `${tex(text)}\n`),
    );
  }
  for (const { title, items } of sections) {
    lines.push(`\\section*{${escapeTex(title)}}`);
    for (const { kind, name, folder } of items) {
      if (kind === "table") {
        files.set(`tables/${name}.tex`, { copy: join(folder, `${name}.tex`) });
        lines.push(`\\input{tables/${name}}`);
        continue;
      }
      files.set(`figures/${name}.pdf`, { copy: join(folder, `${name}.pdf`) });
      const svg = Deno.readTextFileSync(join(folder, `${name}.svg`));
      const inches = Number(/<svg[^>]*\swidth="([\d.]+)in"/.exec(svg)?.[1] ?? 6.75);
      lines.push(
        "\\begin{figure}",
        "\\centering",
        `\\includegraphics[width=${inches}in, height=0.8\\textheight, keepaspectratio]{figures/${name}.pdf}`,
        `\\caption{${escapeTex(captionOf(svg).replace(/^Figure \S+\. /, ""))}}`,
        `\\label{fig:${name}}`,
        "\\end{figure}",
      );
    }
  }
  lines.push("\\section*{Provenance}", "{\\footnotesize\\raggedright");
  for (const [what, which] of provenance.rows) {
    lines.push(
      `\\textbf{${escapeTex(what)}}: ${
        /^[0-9a-f]{64}$/.test(which) ? `\\path{${which}}` : escapeTex(which)
      }\\par`,
    );
  }
  for (const [file, hash] of Object.entries(provenance.files)) {
    lines.push(`\\path{${file}}: \\path{${hash}}\\par`);
  }
  lines.push("}", "\\end{document}", "");
  files.set("main.tex", { text: lines.join("\n") });
  return files;
}

/**
 * A report is read in its own order: tables and figures stand where they are put instead of floating, and a table that
 * is too large for the page is made smaller.
 */
const IN_PLACE = [
  "\\makeatletter",
  "\\newenvironment{inplace}[1]{\\par\\bigskip\\noindent\\begin{minipage}{\\textwidth}\\def\\@captype{#1}}" +
  "{\\end{minipage}\\par\\bigskip}",
  ...["table", "figure"].flatMap((kind) =>
    ["", "*"].map((star) =>
      `\\renewenvironment{${kind}${star}}[1][]{\\begin{inplace}{${kind}}}{\\end{inplace}}`
    )
  ),
  "\\newsavebox{\\whole}",
  "\\let\\plaintabular\\tabular \\let\\endplaintabular\\endtabular",
  "\\renewenvironment{tabular}[1]{\\begin{lrbox}{\\whole}\\plaintabular{#1}}{\\endplaintabular\\end{lrbox}%",
  "  \\ifdim\\dimexpr\\ht\\whole+\\dp\\whole\\relax>0.8\\textheight\\sbox{\\whole}" +
  "{\\resizebox*{!}{0.8\\textheight}{\\usebox{\\whole}}}\\fi",
  "  \\ifdim\\wd\\whole>\\textwidth\\resizebox{\\textwidth}{!}{\\usebox{\\whole}}\\else\\usebox{\\whole}\\fi}",
  "\\makeatother",
];

/** A paragraph of Markdown without tables as LaTeX. */
function tex(text: string): string {
  return text.split(/(\*\*[^*]+\*\*)/).map((part) =>
    part.startsWith("**") ? `\\textbf{${escapeTex(part.slice(2, -2))}}` : escapeTex(part)
  ).join("");
}
