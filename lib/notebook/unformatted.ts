/** How `deno fmt` formats notebooks: code as in deno.json, a paragraph of prose on as many lines as it came. */
export const formatArguments = ["--no-config", "--line-width=110", "--prose-wrap=preserve"];

/**
 * Tells which notebooks `deno fmt` would change.
 *
 * `deno fmt --check` itself is no use: it calls every cell unformatted whose source does not end with a line end,
 * though formatting then changes nothing. So copies are formatted, and compared. To format notebooks themselves, run
 * `deno fmt` with `formatArguments` (deno.json leaves them out of it), then `deno task reproduce`.
 *
 * @param files Paths of the notebooks, of different base names.
 * @returns Those that are not formatted.
 */
export async function unformatted(files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const folder = await Deno.makeTempDir({ prefix: "am-bench-format-" });
  try {
    const copies = files.map((_, i) => `${folder}/${i}.ipynb`);
    for (const [i, file] of files.entries()) await Deno.copyFile(file, copies[i]);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["fmt", "--quiet", ...formatArguments, ...copies],
      env: { NO_COLOR: "1" },
    }).output();
    if (!success) {
      throw new SyntaxError(`Cannot format notebooks: ${new TextDecoder().decode(stderr).trim()}`);
    }
    const changed: string[] = [];
    for (const [i, file] of files.entries()) {
      if (await Deno.readTextFile(file) !== await Deno.readTextFile(copies[i])) changed.push(file);
    }
    return changed;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
