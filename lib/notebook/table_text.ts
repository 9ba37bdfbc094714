import type { Column } from "./columns_of.ts";

/**
 * Columns as aligned text, numbers to the right, two spaces between.
 *
 * @param columns The columns.
 * @param leftOut How many rows follow that are not shown; a last line says so if any.
 */
export function tableText(columns: readonly Column[], leftOut: number): string {
  const padded = columns.map(({ name, numeric, cells }) => {
    const texts = [name, ...cells];
    const width = Math.max(...texts.map((text) => [...text].length));
    return texts.map((text) => {
      const space = " ".repeat(width - [...text].length);
      return numeric ? space + text : text + space;
    });
  });
  const rows = Array.from(
    { length: padded[0]?.length ?? 0 },
    (_, row) => padded.map((texts) => texts[row]).join("  ").trimEnd(),
  );
  if (leftOut > 0) rows.push(`… ${leftOut} more`);
  return rows.join("\n");
}
