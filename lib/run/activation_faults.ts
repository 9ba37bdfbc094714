import type { Fault } from "./check_table.ts";
import { type Activations, openActivations } from "./open_activations.ts";

/**
 * Every fault of a model's activations: no readable safetensors file with a tensor `residual` of the right type and
 * shape and names for its sides, a prompt that is unknown or missing, a value that is not finite.
 *
 * Values are read layer by layer.
 *
 * @param options.path Where the file lies. @param options.known Known prompt ids; without them ids are not looked up.
 * @param options.needed Prompts that must be in it. @param options.limit The most unknown prompts and the most values
 * that are named, 10 unless given.
 * @returns Faults whose row is the prompt's, from 1; empty for a sound file.
 */
export function activationFaults(
  { path, known, needed = [], limit = 10 }: {
    path: string;
    known?: ReadonlySet<string>;
    needed?: Iterable<string>;
    limit?: number;
  },
): Fault[] {
  const faults: Fault[] = [];
  const fault = (row: number, column: string, message: string) =>
    faults.push({ file: path, row, column, message });
  try {
    using file = openActivations(path);
    const unknown = [...file.prompts.entries()].filter(([, id]) => known && !known.has(id));
    for (const [i, id] of unknown.slice(0, limit)) {
      fault(i + 1, "prompts", `unknown prompt ${JSON.stringify(id)}`);
    }
    const there = new Set(file.prompts);
    const missing = [...needed].filter((id) => !there.has(id));
    if (missing.length > 0) {
      const more = missing.length > 5 ? ", ..." : "";
      fault(
        0,
        "prompts",
        `every prompt that the model drew must be in it, ${missing.length} are missing: ${
          missing.slice(0, 5).join(", ")
        }${more}`,
      );
    }
    for (const { row, column, value } of notFinite(file, limit)) {
      fault(row, column, `must be finite, got ${value}`);
    }
  } catch (error) {
    fault(0, "", (error as Error).message.replace(`Cannot read ${path}: `, ""));
  }
  return faults;
}

/** The first values that are not finite, one a prompt, layer and position. */
function notFinite(file: Activations, limit: number): { row: number; column: string; value: number }[] {
  const found: { row: number; column: string; value: number }[] = [];
  for (const { layer, position, rows } of file.cells()) {
    for (const [i, row] of rows.entries()) {
      const at = row.findIndex((value) => !Number.isFinite(value));
      if (at < 0) continue;
      found.push({
        row: i + 1,
        column: `residual of layer ${layer}, ${position}, value ${at}`,
        value: row[at],
      });
      if (found.length >= limit) return found;
    }
  }
  return found;
}
