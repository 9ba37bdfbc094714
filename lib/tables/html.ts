import type { Grid, GridCell } from "./grid.ts";
import type { Surroundings } from "./markdown.ts";

/** A table as HTML for a notebook: plain elements, rules and alignment in style attributes, all text escaped. */
export function htmlTable(grid: Grid, around: Surroundings): string {
  const width = grid.columns.length;
  const parts = [
    '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">',
    captionHtml(around),
    `<thead>${groupRow(grid)}<tr>`,
    ...grid.columns.map(({ heading, align }) =>
      `<th style="text-align:${align}">${escapeHtml(heading)}</th>`
    ),
    "</tr></thead>",
    "<tbody>",
    ...grid.rows.map((row) => {
      if (row.kind === "section") {
        return `<tr><td colspan="${width}" style="text-align:left;border-top:1px solid"><em>${
          escapeHtml(row.label)
        }</em></td></tr>`;
      }
      const rule = row.kind === "pooled" ? ";border-top:1px solid" : "";
      const cells = row.cells.map((cell, i) =>
        `<td style="text-align:${grid.columns[i].align}${rule}">${cellHtml(cell)}</td>`
      );
      return `<tr>${cells.join("")}</tr>`;
    }),
    grid.rows.length === 0 ? `<tr><td colspan="${width}"><em>${escapeHtml(around.empty)}</em></td></tr>` : "",
    "</tbody>",
    footHtml(grid, around),
    "</table>",
  ];
  return parts.filter((part) => part !== "").join("\n") + "\n";
}

function captionHtml({ title, caption, simulated }: Surroundings): string {
  const parts = [
    title === "" ? "" : `<strong>${escapeHtml(title)}.</strong>`,
    simulated ? "<strong>SIMULATED.</strong>" : "",
    escapeHtml(caption),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `<caption style="text-align:left">${parts.join(" ")}</caption>`;
}

function groupRow(grid: Grid): string {
  if (grid.groups.length === 0) return "";
  const cells: string[] = [];
  for (let i = 0; i < grid.columns.length;) {
    const group = grid.groups.find(({ from }) => from === i);
    const span = group === undefined ? 1 : group.to - group.from + 1;
    cells.push(
      group === undefined
        ? "<th></th>"
        : `<th colspan="${span}" style="text-align:center;border-bottom:1px solid">${
          escapeHtml(group.label)
        }</th>`,
    );
    i += span;
  }
  return `<tr>${cells.join("")}</tr>`;
}

function footHtml(grid: Grid, { notes }: Surroundings): string {
  const lines = [
    ...grid.marks.map(({ mark, reason }) => `<sup>${mark}</sup> ${escapeHtml(reason)}`),
    ...notes.map(escapeHtml),
  ];
  if (lines.length === 0) return "";
  return `<tfoot><tr><td colspan="${grid.columns.length}" style="text-align:left">${
    lines.join("<br>")
  }</td></tr></tfoot>`;
}

function cellHtml({ text, bold, code, mark }: GridCell): string {
  const inner = code ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
  return (bold ? `<strong>${inner}</strong>` : inner) + (mark === undefined ? "" : `<sup>${mark}</sup>`);
}

/** Text that HTML and XML show as it is, inside and outside attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  );
}
