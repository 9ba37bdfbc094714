import { outputFile, writeIfChanged } from "./output.ts";
import type { Table } from "./table.ts";

/**
 * Saves a table that is too long for a printed page as `tables/NAME.csv` and `.md`, see `Table.save`.
 *
 * @param options.csv In place of the table's own CSV, where that would lose digits.
 * @returns The names of the two files, from the output root.
 */
export async function saveList(
  table: Table,
  name: string,
  options: { run?: string; csv?: string } = {},
): Promise<string[]> {
  const contents = { csv: options.csv ?? table.csv(), md: table.markdown() };
  const names: string[] = [];
  for (const [extension, content] of Object.entries(contents)) {
    const file = outputFile("tables", `${name}.${extension}`, options);
    await writeIfChanged(file.path, content);
    names.push(file.name);
  }
  return names;
}
