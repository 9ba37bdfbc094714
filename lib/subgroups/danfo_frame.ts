import { type DataFrame, pl } from "lib/run/mod.ts";
import { requireColumn } from "./slice.ts";

/** danfojs is no dependency of the suite, since it brings 260 MB: it is fetched where this is called. */
const DANFOJS = "danfojs@1.1.2";

/**
 * Some columns of a frame as a danfojs DataFrame, for those who like to pivot, describe and reshape with it.
 *
 * Rows in which any of the columns is null are left out: danfojs 1.1 takes a null for 0 in means of groups and fails on
 * it in `describe`.
 *
 * @param columns At least one.
 * @returns The danfojs frame, danfojs itself as `danfo`, and how many rows were left out.
 * @throws {RangeError} If a column is not there. @throws {Error} If danfojs cannot be fetched.
 */
export async function danfoFrame(
  frame: DataFrame,
  columns: readonly string[],
  // deno-lint-ignore no-explicit-any -- danfojs is not installed where this is checked
): Promise<{ data: any; danfo: any; dropped: number }> {
  for (const column of columns) requireColumn(frame, column, "hand over");
  if (columns.length === 0) {
    throw new RangeError("Cannot hand over a frame: name at least one column, got none");
  }
  const danfo = await fetchDanfojs();
  const whole = frame.select(...columns).dropNulls();
  const values = Object.fromEntries(
    columns.map((column) => [column, whole.getColumn(column).toArray().map(plain)]),
  );
  return { data: new danfo.DataFrame(values), danfo, dropped: frame.height - whole.height };
}

/** A danfojs DataFrame as a Polars one, which shows itself well and goes on to `compare`. */
// deno-lint-ignore no-explicit-any -- as above
export function fromDanfo(data: any): DataFrame {
  const rows = data.values as unknown[][];
  return pl.DataFrame(
    Object.fromEntries((data.columns as string[]).map((name, i) => [name, rows.map((row) => row[i])])),
  );
}

// deno-lint-ignore no-explicit-any -- as above
async function fetchDanfojs(): Promise<any> {
  const lock = new URL("../../deno.lock", import.meta.url);
  const locked = Deno.readFileSync(lock);
  try {
    return await import("npm:" + DANFOJS);
  } catch (error) {
    throw new Error(`Cannot fetch ${DANFOJS} (npm, 260 MB with what it needs): ${(error as Error).message}`);
  } finally {
    Deno.writeFileSync(lock, locked); // Deno notes what it fetched, and would then fetch it everywhere
  }
}

function plain(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
