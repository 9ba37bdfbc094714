/**
 * The process that runs strangers' programs: `render_child.ts canvas|svg`, jobs in on standard input, results out.
 *
 * It reads and writes synchronously: while it is busy nothing of it runs anyway, and a result must be out before the
 * next job may break the process.
 */
import { openRenderer } from "./render_job.ts";
import type { Medium } from "./render_result.ts";
import { resultLine } from "./render_wire.ts";

const encoder = new TextEncoder(), decoder = new TextDecoder();

function write(line: string): void {
  const bytes = encoder.encode(line);
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
}

function* lines(): Generator<string> {
  const buffer = new Uint8Array(65536);
  let rest: string[] = [];
  for (let count = Deno.stdin.readSync(buffer); count !== null; count = Deno.stdin.readSync(buffer)) {
    const pieces = decoder.decode(buffer.subarray(0, count), { stream: true }).split("\n");
    rest.push(pieces[0]);
    for (const piece of pieces.slice(1)) {
      yield rest.join("");
      rest = [piece];
    }
  }
}

const medium = Deno.args[0] as Medium;
const renderer = await openRenderer(medium);
write('{"ready":true}\n');
for (const line of lines()) {
  const answer = renderer.render({ ...JSON.parse(line), medium });
  write(resultLine(answer));
  if (answer.spoiled) break;
}
