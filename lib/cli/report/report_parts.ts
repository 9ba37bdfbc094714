import { basename, join } from "node:path";
import { readNotebook } from "lib/notebook/mod.ts";

/** A table or figure as it lies in tables/ or figures/. */
export interface ReportItem {
  kind: "table" | "figure";
  /** Its file name without extension. */
  name: string;
  /** The folder that holds its files. */
  folder: string;
}

/** A notebook's part of the report. */
export interface ReportSection {
  /** As `02-translation`, null for what no notebook is known to have made. */
  notebook: string | null;
  title: string;
  /** In the order in which the notebook saves them. */
  items: ReportItem[];
}

/**
 * The tables and figures of a run, sorted to the notebooks that save them.
 *
 * A notebook's part is what its cells save by name, so far as the files are there; what is there and is saved by no
 * notebook comes last.
 *
 * @param root The project's folder, which holds notebooks/.
 * @param folder Where the run's tables and figures are; the project's own tables/ and figures/ unless given.
 */
export function reportParts(
  root: string,
  folder: (kind: "tables" | "figures") => string = (kind) => join(root, kind),
): ReportSection[] {
  const present = new Map<string, ReportItem>();
  for (const name of names(folder("tables"), ".tex")) {
    present.set(`table ${name}`, { kind: "table", name, folder: folder("tables") });
  }
  for (const name of names(folder("figures"), ".svg")) {
    present.set(`figure ${name}`, { kind: "figure", name, folder: folder("figures") });
  }
  const sections: ReportSection[] = [];
  for (const file of names(join(root, "notebooks"), ".ipynb")) {
    const path = join(root, "notebooks", `${file}.ipynb`);
    const { cells } = readNotebook(Deno.readTextFileSync(path), path);
    const items: ReportItem[] = [];
    let title = file;
    for (const { cell_type, source } of cells) {
      if (cell_type === "markdown" && title === file) title = /^# (.*)$/m.exec(source)?.[1] ?? file;
      if (cell_type !== "code") continue;
      for (const [, name] of source.matchAll(/\.save\(\s*"([^"]+)"/g)) {
        for (const kind of ["table", "figure"]) {
          const item = present.get(`${kind} ${name}`);
          if (item) items.push(item);
          present.delete(`${kind} ${name}`);
        }
      }
    }
    if (items.length > 0) sections.push({ notebook: file, title, items });
  }
  if (present.size > 0) {
    sections.push({ notebook: null, title: "Other tables and figures", items: [...present.values()] });
  }
  return sections;
}

/** The files of a folder with this ending, without it, sorted; none where there is no folder. */
function names(folder: string, ending: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ isFile, name }) => isFile && name.endsWith(ending))
      .map(({ name }) => basename(name, ending)).sort();
  } catch {
    return [];
  }
}
