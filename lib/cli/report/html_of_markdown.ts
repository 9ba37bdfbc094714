import { escapeHtml } from "lib/tables/mod.ts";

/**
 * A table's Markdown, as `Table` writes it, as HTML: paragraphs and pipe tables; bold, italic, code, superscripts and
 * backslash escapes within them.
 *
 * @example
 * ```ts
 * import { htmlOfMarkdown } from "lib/cli/report/html_of_markdown.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(
 *   htmlOfMarkdown("**A** \\<b>\n\n| x |  y |\n| - | -: |\n| 1 | *2* |"),
 *   "<p><b>A</b> &lt;b&gt;</p>\n<table><thead><tr><th>x</th><th class=\"right\">y</th></tr></thead>" +
 *     "<tbody><tr><td>1</td><td class=\"right\"><i>2</i></td></tr></tbody></table>",
 * );
 * ```
 */
export function htmlOfMarkdown(text: string): string {
  return text.trim().split(/\n{2,}/).map((block) =>
    block.startsWith("|")
      ? table(block.split("\n"))
      : `<p>${block.split("\n").map((line) => inline(line.replace(/ {2}$/, ""))).join("<br>")}</p>`
  ).join("\n");
}

function table([head, rule, ...body]: string[]): string {
  const right = cells(rule).map((cell) => /^-+:$/.test(cell.trim()));
  const row = (line: string, tag: string) =>
    `<tr>${
      cells(line).map((cell, i) =>
        `<${tag}${right[i] ? ' class="right"' : ""}>${inline(cell.trim())}</${tag}>`
      )
        .join("")
    }</tr>`;
  return `<table><thead>${row(head, "th")}</thead><tbody>${
    body.map((line) => row(line, "td")).join("")
  }</tbody></table>`;
}

/** A row's cells: between the pipes that no backslash escapes. */
function cells(line: string): string[] {
  return line.trim().replace(/^\|/, "").replace(/\|$/, "").split(/(?<!\\)\|/);
}

function inline(text: string): string {
  const token =
    /\\([\s\S])|`([^`]+)`|<sup>([^<]*)<\/sup>|\*\*((?:\\[\s\S]|[^*\\])+)\*\*|\*((?:\\[\s\S]|[^*\\])+)\*/g;
  let html = "", from = 0;
  for (const found of text.matchAll(token)) {
    html += escapeHtml(text.slice(from, found.index));
    const [all, escaped, code, raised, bold, italic] = found;
    if (escaped !== undefined) html += escapeHtml(escaped);
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (raised !== undefined) html += `<sup>${escapeHtml(raised)}</sup>`;
    else if (bold !== undefined) html += `<b>${inline(bold)}</b>`;
    else html += `<i>${inline(italic)}</i>`;
    from = found.index + all.length;
  }
  return html + escapeHtml(text.slice(from));
}
