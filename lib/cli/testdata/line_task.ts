import { fileURLToPath } from "node:url";

/** Runs a task that reads JSON lines on standard input, and parses those that it writes. */
export async function lineTask(script: string, input: string, ...args: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {}); // --help does not read
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder(), out = text.decode(stdout);
  const lines = out.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return { code, lines, out, err: text.decode(stderr) };
}
