/**
 * What keeps a cell from parsing, as Deno's formatter words it with line and column, or null if the cell parses. The
 * kernel itself gives neither reason nor place.
 *
 * @param source The cell's TypeScript.
 *
 * @example
 * ```ts
 * import { parseError } from "lib/notebook/parse_error.ts";
 * import { match, strictEqual } from "node:assert/strict";
 *
 * strictEqual(await parseError("const n: number = await Promise.resolve(1)"), null);
 * match(await parseError("const = 1") ?? "", /line 1, column 7/);
 * ```
 */
export async function parseError(source: string): Promise<string | null> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--no-config", "--ext", "ts", "-"],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(source)).then(() => writer.close()).catch(() => {});
  const { success, stderr } = await child.output();
  await written;
  if (success) return null;
  const text = new TextDecoder().decode(stderr);
  const reason = /^error: (?:SyntaxError: )?(.*)$/m.exec(text)?.[1] ?? text.trim();
  const place = /_stdin\.ts:(\d+):(\d+)/.exec(text);
  return place ? `${reason} at line ${place[1]}, column ${place[2]}` : reason;
}
