import { escapeHtml } from "lib/tables/mod.ts";
import type { Column } from "./columns_of.ts";

/**
 * Columns as an HTML table without styles of its own beyond the alignment of numbers.
 *
 * @param columns The columns; texts are escaped.
 * @param leftOut How many rows follow that are not shown; a last row says so if any.
 */
export function tableHtml(columns: readonly Column[], leftOut: number): string {
  const cell = (tag: string, { numeric }: Column, text: string) =>
    `<${tag} style="text-align:${numeric ? "right" : "left"}">${escapeHtml(text)}</${tag}>`;
  const rows = Array.from(
    { length: columns[0]?.cells.length ?? 0 },
    (_, row) => `<tr>${columns.map((column) => cell("td", column, column.cells[row])).join("")}</tr>`,
  );
  if (leftOut > 0) rows.push(`<tr><td colspan="${columns.length}">… ${leftOut} more</td></tr>`);
  return [
    "<table>",
    `<thead><tr>${columns.map((column) => cell("th", column, column.name)).join("")}</tr></thead>`,
    "<tbody>",
    ...rows,
    "</tbody>",
    "</table>",
  ].join("\n");
}
