import type { Grid, GridCell } from "./grid.ts";

/** The words around a table. */
export interface Surroundings {
  /** `Table 2`, or nothing. */
  title: string;
  caption: string;
  simulated: boolean;
  notes: readonly string[];
  /** What stands where there are no rows. */
  empty: string;
}

/**
 * A table as GitHub-flavoured Markdown with its pipes aligned: caption, table, notes. A spanning heading is put
 * before each of its columns' headings, since Markdown has none.
 */
export function markdownTable(grid: Grid, around: Surroundings): string {
  const groupOf = (i: number) => grid.groups.find(({ from, to }) => from <= i && i <= to);
  const header = grid.columns.map(({ heading }, i) => {
    const group = groupOf(i);
    return escapeMarkdown(group === undefined ? heading : `${group.label}: ${heading}`);
  });
  const padsBold = grid.columns.map((_, i) =>
    grid.rows.some((row) => row.kind !== "section" && row.cells[i].bold) && grid.columns[i].align !== "left"
  );
  const blank = grid.columns.slice(1).map(() => "");
  const body = grid.rows.map((row) => {
    if (row.kind === "section") return [`**${escapeMarkdown(row.label)}**`, ...blank];
    return row.cells.map((cell, i) => {
      const text = cellMarkdown(cell);
      const first = row.kind === "pooled" && i === 0 && text !== "" ? `*${text}*` : text;
      return padsBold[i] && !cell.bold ? `  ${first}  ` : first; // keeps the decimals in line under the asterisks
    });
  });
  if (body.length === 0) body.push([`*${escapeMarkdown(around.empty)}*`, ...blank]);
  return [
    ...captionLines(around),
    ...alignedPipes(header, grid.columns.map(({ align }) => align), body),
    ...noteLines(grid, around),
  ].join("\n") + "\n";
}

function captionLines({ title, caption, simulated }: Surroundings): string[] {
  const parts = [
    title === "" ? "" : `**${escapeMarkdown(title)}.**`,
    simulated ? "**SIMULATED.**" : "",
    escapeMarkdown(caption),
  ].filter((part) => part !== "");
  return parts.length === 0 ? [] : [parts.join(" "), ""];
}

function noteLines(grid: Grid, { notes }: Surroundings): string[] {
  const lines = [
    ...grid.marks.map(({ mark, reason }) => `<sup>${mark}</sup> ${escapeMarkdown(reason)}`),
    ...notes.map(escapeMarkdown),
  ];
  return lines.flatMap((line) => ["", line]);
}

function cellMarkdown({ text, bold, code, mark }: GridCell): string {
  const inner = code ? codeSpan(text) : escapeMarkdown(text);
  return (bold ? `**${inner}**` : inner) + (mark === undefined ? "" : `<sup>${mark}</sup>`);
}

/** A code span takes no escapes but the pipe's; its fence outgrows the longest run of backticks inside. */
function codeSpan(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return text === "" ? "" : fence + pad + line + pad + fence;
}

/** Text that Markdown shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").replaceAll(
    /[\\`*_|<[\]~$]|&(?=#?\w+;)/g,
    (character) => "\\" + character,
  );
}

function alignedPipes(header: string[], align: ("left" | "right" | "center")[], body: string[][]): string[] {
  const width = header.map((text, i) => Math.max(3, length(text), ...body.map((row) => length(row[i]))));
  const line = (cells: string[]) =>
    `| ${cells.map((text, i) => pad(text, width[i], align[i])).join(" | ")} |`;
  const rule = width.map((w, i) => {
    const dashes = "-".repeat(w);
    return align[i] === "left"
      ? dashes
      : align[i] === "right"
      ? dashes.slice(1) + ":"
      : `:${dashes.slice(2)}:`;
  });
  return [line(header), `| ${rule.join(" | ")} |`, ...body.map(line)];
}

function pad(text: string, width: number, align: "left" | "right" | "center"): string {
  const room = width - length(text);
  const before = align === "left" ? 0 : align === "right" ? room : Math.floor(room / 2);
  return " ".repeat(before) + text + " ".repeat(room - before);
}

function length(text: string): number {
  return [...text].length;
}
