import { dirname } from "node:path";

/**
 * Puts a file into its place unless it already holds these bytes: written beside and renamed, so that nobody ever sees
 * half of it.
 *
 * @param path The file; folders on the way are made.
 * @param bytes Its whole content.
 * @param options.check Change nothing, only tell.
 * @returns What has happened to it, or with `check` would.
 */
export async function placeFile(
  path: string,
  bytes: Uint8Array,
  options: { check?: boolean } = {},
): Promise<"new" | "changed" | "unchanged"> {
  const before = await readOrNull(path);
  if (before !== null && before.length === bytes.length && before.every((byte, i) => byte === bytes[i])) {
    return "unchanged";
  }
  if (!options.check) {
    await Deno.mkdir(dirname(path), { recursive: true });
    const part = `${path}.${Deno.pid}.part`;
    try {
      await Deno.writeFile(part, bytes);
      await Deno.rename(part, path);
    } catch (error) {
      await Deno.remove(part).catch(() => {});
      throw error;
    }
  }
  return before === null ? "new" : "changed";
}

/** A file's bytes, or null where there is none. */
export async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The files in a folder and the folders in it, as paths from it with slashes, sorted; none where there is no folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (prefix: string) => {
    for await (const entry of Deno.readDir(`${folder}/${prefix}`)) {
      if (entry.isDirectory) await visit(`${prefix}${entry.name}/`);
      else found.push(prefix + entry.name);
    }
  };
  try {
    await visit("");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}
