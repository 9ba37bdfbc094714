import type { Column } from "./columns.ts";
import { csv, type CsvValue } from "./csv.ts";
import { type Grid, grid, isInterval, observationsOf, recordOf, valueOf } from "./grid.ts";
import { htmlTable } from "./html.ts";
import { markdownTable, type Surroundings } from "./markdown.ts";
import { outputFile, writeIfChanged } from "./output.ts";
import { type Row, rowKind, type SectionRow } from "./rows.ts";
import { texTable } from "./tex.ts";

/** What a table is made of. */
export interface TableOptions {
  columns: readonly Column[];
  /** Plain records, `section(...)` headings and `pooled(...)` summaries, in the order shown. */
  rows: readonly Row[];
  caption: string;
  /** Whether the values come from a simulated run; every format then says SIMULATED. */
  simulated: boolean;
  /** Its number in the paper, as 2 or "C.1"; `Table 2` then opens the caption, but in LaTeX, which numbers by itself. */
  number?: number | string;
  /** What LaTeX's `\ref{tab:...}` calls it; the name it is saved under unless given. */
  label?: string;
  /** Remarks below the table. */
  notes?: string | readonly string[];
  /** Whether it spans both columns of a two-column paper. */
  wide?: boolean;
  /** What stands in its place where there are no rows, such as why; `no rows` unless given. */
  empty?: string;
}

/**
 * A table of the paper: it shows itself in a notebook and saves itself as CSV, Markdown and LaTeX.
 *
 * Numbers are kept in full: CSV writes them so, the other formats round them by their column's format. The best
 * value of a column with `bold` is sought among the plain rows of each section; all values shown equal to it are bold.
 * A missing value is a dash; `missing(reason)` explains it below the table.
 *
 * @throws {RangeError} If there is no column, two columns share a key, no row has a column's key, or a key is one of
 * the names that CSV needs itself (`section` in a table with sections, `origin` in a simulated one, `KEY_low` and
 * `KEY_high` beside a column of intervals, `KEY_n` beside one whose cells carry their number of observations).
 *
 * @example
 * ```ts
 * import { Table } from "lib/tables/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const table = new Table({
 *   columns: [{ key: "model", label: "Model" }, { key: "score", label: "Score", format: 2, bold: "max" }],
 *   rows: [{ model: "a", score: 0.5 }, { model: "b", score: -0.001 }],
 *   caption: "Scores.",
 *   simulated: false,
 * });
 * strictEqual(
 *   table.markdown(),
 *   `Scores.
 *
 * | Model |    Score |
 * | ----- | -------: |
 * | a     | **0.50** |
 * | b     |   0.00   |
 * `,
 * );
 * ```
 */
export class Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly caption: string;
  readonly simulated: boolean;
  readonly number: number | string | undefined;
  readonly label: string | undefined;
  readonly notes: readonly string[];
  readonly wide: boolean;
  readonly empty: string;

  /** A table of these columns and rows. */
  constructor(options: TableOptions) {
    const keys = options.columns.map(({ key }) => key);
    if (keys.length === 0) {
      throw new RangeError("Cannot make a table: it needs at least one column, got none");
    }
    const twice = keys.find((key, i) => keys.indexOf(key) !== i);
    if (twice !== undefined) {
      throw new RangeError(
        `Cannot make a table: column keys must differ, got ${JSON.stringify(twice)} twice`,
      );
    }
    const header = csvHeader(options);
    const taken = header.find((name, i) => header.indexOf(name) !== i);
    if (taken !== undefined) {
      throw new RangeError(`Cannot make a table: its CSV has a column "${taken}" already, got that as a key`);
    }
    const records = options.rows.map(recordOf).filter((record) => record !== undefined);
    const absent = keys.find((key) => records.length > 0 && !records.some((record) => key in record));
    if (absent !== undefined) {
      throw new RangeError(
        `Cannot make a table: a column needs a row that fills it, got none for "${absent}"`,
      );
    }
    this.columns = options.columns;
    this.rows = options.rows;
    this.caption = options.caption;
    this.simulated = options.simulated;
    this.number = options.number;
    this.label = options.label;
    this.notes = typeof options.notes === "string" ? [options.notes] : options.notes ?? [];
    this.wide = options.wide ?? false;
    this.empty = options.empty ?? "no rows";
  }

  /** The table as Markdown: caption, aligned pipes, notes. */
  markdown(): string {
    return markdownTable(this.#grid(), this.#around());
  }

  /** The table as an HTML element. */
  html(): string {
    return htmlTable(this.#grid(), this.#around());
  }

  /** The table as a LaTeX float that needs booktabs alone; `label` is what `\ref{tab:...}` calls it. */
  tex(label: string | undefined = this.label): string {
    return texTable(this.#grid(), this.#around(), { label, wide: this.wide });
  }

  /**
   * The values in full as CSV, headed by the columns' keys. Sections become a first column, intervals the two columns
   * `KEY_low` and `KEY_high`, a cell's own number of observations `KEY_n`; a simulated table has a last column
   * `origin` that says so in every row.
   */
  csv(): string {
    const records: Record<string, CsvValue>[] = [];
    let section = "";
    for (const row of this.rows) {
      if (rowKind(row) === "section") section = (row as SectionRow).label;
      else records.push({ section, ...this.#record(row), origin: this.simulated ? "SIMULATED" : "" });
    }
    return csv(csvHeader(this), records);
  }

  /**
   * Saves the table as `tables/NAME.csv`, `.md` and `.tex` (`tables/RUN/NAME...` for a run that is not the default
   * one), touching only files whose bytes change.
   *
   * @returns The names of the three files, from the output root.
   */
  async save(name: string, options: { run?: string } = {}): Promise<string[]> {
    const contents = { csv: this.csv(), md: this.markdown(), tex: this.tex(this.label ?? name) };
    const names: string[] = [];
    for (const [extension, content] of Object.entries(contents)) {
      const file = outputFile("tables", `${name}.${extension}`, options);
      await writeIfChanged(file.path, content);
      names.push(file.name);
    }
    return names;
  }

  /** What a notebook shows. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    const markdown = this.markdown();
    return { "text/html": this.html(), "text/markdown": markdown, "text/plain": markdown };
  }

  #grid(): Grid {
    return grid(this.columns, this.rows);
  }

  #around(): Surroundings {
    const title = this.number === undefined ? "" : `Table ${this.number}`;
    const { caption, simulated, notes, empty } = this;
    return { title, caption, simulated, notes, empty };
  }

  #record(row: Row): Record<string, CsvValue> {
    const cells = recordOf(row)!;
    return Object.fromEntries(this.columns.flatMap(({ key }): [string, CsvValue][] => {
      const value = valueOf(cells[key]);
      const n = observationsOf(cells[key]);
      const own: [string, CsvValue][] = isInterval(value)
        ? [[`${key}_low`, value[0]], [`${key}_high`, value[1]]]
        : [[key, value]];
      return n === undefined ? own : [...own, [`${key}_n`, n]];
    }));
  }
}

/** The columns of a table's CSV file. */
function csvHeader(
  { columns, rows, simulated }: Pick<TableOptions, "columns" | "rows" | "simulated">,
): string[] {
  const records = rows.map(recordOf).filter((record) => record !== undefined);
  const names = columns.flatMap(({ key }) => [
    ...records.some((record) => isInterval(valueOf(record[key]))) ? [`${key}_low`, `${key}_high`] : [key],
    ...records.some((record) => observationsOf(record[key]) !== undefined) ? [`${key}_n`] : [],
  ]);
  const sections = rows.some((row) => rowKind(row) === "section");
  return [...sections ? ["section"] : [], ...names, ...simulated ? ["origin"] : []];
}
