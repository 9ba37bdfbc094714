/**
 * SVG replies checked and drawn, ours beside rsvg-convert or CairoSVG: pictures a second, a picture at 24 and at 512.
 *
 * Ours is `rasterizeSvg` (extract, check, rewrite, draw to cells) in this process. CairoSVG is called in one Python
 * process for all pictures; rsvg-convert must be started for each. Neither of them checks anything.
 */
import { randomStream } from "lib/random/mod.ts";
import { loadResvg, rasterizeSvg } from "./mod.ts";

const PICTURES = 60, RUNS = 7;
const random = randomStream("svg bench");
const color = () => `#${random.below(0x1000000).toString(16).padStart(6, "0")}`;
const shape = () =>
  random.pick([
    () =>
      `<rect x="${random.below(400)}" y="${random.below(400)}" width="${
        random.between(9, 200)
      }" height="90" fill="${color()}"/>`,
    () =>
      `<circle cx="${random.below(512)}" cy="${random.below(512)}" r="${
        random.between(9, 99)
      }" fill="${color()}"/>`,
    () =>
      `<path d="M${random.below(512)} 9 Q 99 ${random.below(512)} 400 ${
        random.below(512)
      } z" fill="${color()}"/>`,
    () => `<line x1="0" y1="${random.below(512)}" x2="512" y2="9" stroke="${color()}" stroke-width="7"/>`,
  ])();
const svgs = Array.from(
  { length: PICTURES },
  () =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${color()}"/>` +
    Array.from({ length: 20 }, shape).join("") + "</svg>",
);

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1];

const PYTHON = `
import json, sys, time, cairosvg
for line in sys.stdin:
    job = json.loads(line)
    start = time.perf_counter()
    for svg in job["svgs"]:
        cairosvg.svg2png(bytestring=svg.encode(), output_width=job["size"], output_height=job["size"])
    print(time.perf_counter() - start, flush=True)
`;

/** Seconds of one run over all pictures at each size of `sizes`, by the first peer that is installed. */
async function peerSeconds(sizes: number[]): Promise<{ name: string; seconds: number[] } | null> {
  try {
    const seconds: number[] = [];
    for (const size of sizes) {
      const start = performance.now();
      for (const svg of svgs) {
        const child = new Deno.Command("rsvg-convert", {
          args: ["-w", String(size), "-h", String(size)],
          stdin: "piped",
          stdout: "piped",
          stderr: "null",
        }).spawn();
        const writer = child.stdin.getWriter();
        await writer.write(new TextEncoder().encode(svg));
        await writer.close();
        await child.output();
      }
      seconds.push((performance.now() - start) / 1000);
    }
    return { name: "rsvg-convert", seconds };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  try {
    const child = new Deno.Command(Deno.env.get("AMBENCH_PYTHON") ?? "python3", {
      args: ["-c", PYTHON],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    const jobs = sizes.map((size) => JSON.stringify({ size, svgs }) + "\n").join("");
    await writer.write(new TextEncoder().encode(jobs)).catch(() => {});
    await writer.close().catch(() => {});
    const { success, stdout } = await child.output();
    if (!success) return null;
    return { name: "CairoSVG", seconds: new TextDecoder().decode(stdout).trim().split("\n").map(Number) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return null;
  }
}

await loadResvg();
const sizes = [24, 512];
const ours = new Map(sizes.map((size) => [size, [] as number[]]));
for (let run = 0; run <= RUNS; run++) {
  for (const size of sizes) {
    const start = performance.now();
    for (const svg of svgs) rasterizeSvg(svg, { size });
    if (run > 0) ours.get(size)!.push((performance.now() - start) / 1000);
  }
}
const peers: { name: string; seconds: number[] }[] = [];
for (let run = 0; run < 3; run++) {
  const peer = await peerSeconds(sizes);
  if (!peer) break;
  peers.push(peer);
}
console.log(`SVG pictures a second (${PICTURES} pictures of 21 shapes, median of ${RUNS} runs)`);
console.log("size   ours      peer      ratio");
for (const [i, size] of sizes.entries()) {
  const mine = PICTURES / median(ours.get(size)!);
  const peer = peers.length > 0 ? PICTURES / median(peers.map(({ seconds }) => seconds[i])) : NaN;
  const columns = [
    String(size),
    mine.toFixed(0),
    peers.length > 0 ? peer.toFixed(0) : "absent",
    peers.length > 0 ? (mine / peer).toFixed(1) : "-",
  ];
  console.log(columns.map((text, k) => text.padEnd(k === 0 ? 6 : 9)).join(" "));
}
if (peers.length > 0) console.log(`peer: ${peers[0].name}`);
else {console.log(
    "SKIPPED: neither rsvg-convert nor a Python with cairosvg (AMBENCH_PYTHON) was found: no comparison was made",
  );}
