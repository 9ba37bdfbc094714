import type { Grid, GridCell } from "./grid.ts";
import type { Surroundings } from "./markdown.ts";
import { escapeTex } from "./tex_escape.ts";

/**
 * A table as a LaTeX float for `\input`: it needs the booktabs package and no other. Figures of a column have equal
 * decimals and stand flush right, so that the points line up.
 *
 * @param options.label What `\ref` calls it, without `tab:`.
 * @param options.wide Whether it spans both columns of a two-column paper.
 */
export function texTable(
  grid: Grid,
  around: Surroundings,
  options: { label?: string; wide?: boolean } = {},
): string {
  const environment = options.wide ? "table*" : "table";
  const width = grid.columns.length;
  const lines = [
    `\\begin{${environment}}[t]`,
    "\\centering",
    `\\caption{${around.simulated ? "\\textbf{SIMULATED.} " : ""}${escapeTex(around.caption)}}`,
    ...(options.label === undefined ? [] : [`\\label{tab:${options.label}}`]),
    `\\begin{tabular}{${grid.columns.map(({ align }) => align[0]).join("")}}`,
    "\\toprule",
    ...groupLines(grid),
    row(grid.columns.map(({ heading }) => escapeTex(heading))),
    "\\midrule",
    ...bodyLines(grid),
    ...(grid.rows.length === 0
      ? [row([`\\multicolumn{${width}}{c}{\\textit{${escapeTex(around.empty)}}}`])]
      : []),
    "\\bottomrule",
    "\\end{tabular}",
    ...noteLines(grid, around),
    `\\end{${environment}}`,
  ];
  return lines.join("\n") + "\n";
}

function row(cells: string[]): string {
  return cells.join(" & ") + " \\\\";
}

function groupLines(grid: Grid): string[] {
  if (grid.groups.length === 0) return [];
  const cells: string[] = [];
  for (let i = 0; i < grid.columns.length;) {
    const group = grid.groups.find(({ from }) => from === i);
    const span = group === undefined ? 1 : group.to - group.from + 1;
    cells.push(group === undefined ? "" : `\\multicolumn{${span}}{c}{${escapeTex(group.label)}}`);
    i += span;
  }
  return [row(cells), grid.groups.map(({ from, to }) => `\\cmidrule(lr){${from + 1}-${to + 1}}`).join(" ")];
}

function bodyLines(grid: Grid): string[] {
  return grid.rows.flatMap((printed, i) => {
    const rule =
      i > 0 && (printed.kind === "section" || printed.kind === "pooled" && grid.rows[i - 1].kind !== "pooled")
        ? ["\\midrule"]
        : [];
    const cells = printed.kind === "section"
      ? [`\\multicolumn{${grid.columns.length}}{l}{\\textit{${escapeTex(printed.label)}}}`]
      : printed.cells.map(cellTex);
    return [...rule, row(cells)];
  });
}

function cellTex({ text, bold, code, mark }: GridCell): string {
  const inner = code ? `\\texttt{${escapeTex(text)}}` : bold ? boldTex(text) : escapeTex(text);
  return inner + (mark === undefined ? "" : `\\rlap{\\textsuperscript{${mark}}}`); // takes no room, so that the column stays in line
}

/** `\textbf` leaves mathematics upright and light; a bold minus sign has to be asked for. */
function boldTex(text: string): string {
  return `\\textbf{${escapeTex(text).replaceAll("$-$", "\\boldmath$-$")}}`;
}

function noteLines(grid: Grid, { notes }: Surroundings): string[] {
  const lines = [
    ...grid.marks.map(({ mark, reason }) => `\\textsuperscript{${mark}} ${escapeTex(reason)}`),
    ...notes.map(escapeTex),
  ];
  return lines.length === 0 ? [] : [`\\par\\smallskip{\\footnotesize ${lines.join(" \\\\ ")}\\par}`];
}
