/**
 * Beside OpenCV's Python: decoding and the ops that look at every pixel, on the same 1024 x 1024 picture, one thread
 * each.
 *
 * The peer runs in the Python that AMBENCH_PYTHON names, or `python3`; where it has no cv2, that is said, and only our
 * times are shown. Both do the same work: each op's peer is the cv2 call (or two) that gives the same mask. Ops without
 * a peer in the main module of OpenCV (thinning is in its contributed ones) stand alone.
 */
import process from "node:process";
import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";
import { Easel } from "../painters/easel.ts";
import { components } from "../picture/components.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import { grayOf } from "../picture/gray_of.ts";
import { hsvMask } from "../picture/hsv_mask.ts";
import { close, dilate, erode, open } from "../picture/morphology.ts";
import { skeleton } from "../picture/skeleton.ts";
import { parsePicture } from "../registered/parse_picture.ts";
import { OPS } from "./ops.ts";

const SIDE = 1024, RUNS = 15;

const random = randomStream("ops bench");
const easel = new Easel(SIDE, SIDE, "#f4f1ea"), before = new Easel(SIDE, SIDE, "#f4f1ea");
for (let i = 0; i < 40; i++) {
  const at = [random.next(), random.next()] as const;
  before.disc(at, 0.02 + 0.02 * random.next(), "#8a6a4a");
  easel.disc(at, 0.02 + 0.02 * random.next(), random.pick(["#00dc00", "#e61414", "#003cff", "#8a6a4a"]));
}
const image = easel.picture, source = before.picture, png = easel.png();
const green = { h: [35, 90], s: [80, 255], v: [80, 255] } as const;
const mask = hsvMask(image, { h: [0, 179], s: [80, 255], v: [50, 255] }), gray = grayOf(image);
const scene = { width: SIDE, height: SIDE, inject: {} };
const run = (name: string, inputs: unknown[], params: Record<string, unknown> = {}) => () =>
  OPS.get(name)!.run(inputs, params, scene);

/** What is timed: our work, and the peer's in Python with img, src, mask, gray and png at hand. */
const CASES: [what: string, work: () => unknown, peer: string | null][] = [
  ["decode PNG", () => decodePicture(png), "cv2.imdecode(png, cv2.IMREAD_COLOR)"],
  [
    "color.hsv_mask",
    () => hsvMask(image, green),
    "cv2.inRange(cv2.cvtColor(img, cv2.COLOR_RGB2HSV), (35,80,80), (90,255,255))",
  ],
  [
    "color.near_mask",
    run("color.near_mask", [image], { rgb: "#00dc00", within: 40 }),
    "cv2.inRange(img, (0,180,0), (40,255,40))",
  ],
  [
    "color.novel_mask",
    run("color.novel_mask", [image, source], { above: 40 }),
    "cv2.absdiff(img, src).max(axis=2) > 40",
  ],
  ["color.gray", () => grayOf(image), "cv2.cvtColor(img, cv2.COLOR_RGB2GRAY)"],
  [
    "color.threshold",
    run("color.threshold", [gray], { above: 127 }),
    "cv2.threshold(gray, 127, 1, cv2.THRESH_BINARY)[1]",
  ],
  ["geometry.erode 3", () => erode(mask, 3), "cv2.erode(mask, np.ones((3,3), np.uint8))"],
  ["geometry.dilate 3", () => dilate(mask, 3), "cv2.dilate(mask, np.ones((3,3), np.uint8))"],
  [
    "geometry.open 3",
    () => open(mask, 3),
    "cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3,3), np.uint8))",
  ],
  [
    "geometry.close 31",
    () => close(mask, 31),
    "cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((31,31), np.uint8))",
  ],
  ["geometry.and", run("geometry.and", [mask, mask]), "cv2.bitwise_and(mask, mask)"],
  ["components.find", () => components(mask), "cv2.connectedComponentsWithStats(mask, connectivity=8)"],
  [
    "depth.readable",
    run("depth.readable", [image], { maxChroma: 255, minRange: 10 }),
    "((img.max(axis=2).astype(np.int16) - img.min(axis=2)).mean(), cv2.minMaxLoc(cv2.cvtColor(img, cv2.COLOR_RGB2GRAY)))",
  ],
  [
    "grid.majority",
    run("grid.majority", [mask], { rows: 3, cols: 3, minArea: 1, minShare: 0 }),
    "[cv2.countNonZero(b) for r in np.array_split(mask, 3) for b in np.array_split(r, 3, axis=1)]",
  ],
  ["path.skeleton", () => skeleton(mask), null],
  // whole readings, from the file's bytes to the value
  [
    "instance_marking",
    () => parsePicture("instance_marking", png),
    "cv2.connectedComponentsWithStats(cv2.inRange(cv2.cvtColor(cv2.imdecode(png, 1), cv2.COLOR_BGR2HSV), (35,80,80), (90,255,255)), connectivity=8)",
  ],
  [
    "direction_grid",
    () => parsePicture("direction_grid", png),
    "[cv2.countNonZero(b) for r in np.array_split(cv2.morphologyEx(cv2.morphologyEx(cv2.inRange(cv2.cvtColor(cv2.imdecode(png, 1), cv2.COLOR_BGR2HSV), (100,120,50), (130,255,255)), cv2.MORPH_OPEN, np.ones((3,3), np.uint8)), cv2.MORPH_CLOSE, np.ones((3,3), np.uint8)), 3) for b in np.array_split(r, 3, axis=1)]",
  ],
  [
    "region_mask",
    () => parsePicture("region_mask", png),
    "cv2.threshold(cv2.cvtColor(cv2.imdecode(png, 1), cv2.COLOR_BGR2GRAY), 127, 1, cv2.THRESH_BINARY)[1].mean()",
  ],
];

const PEER = `
import base64, json, sys, time
import cv2, numpy as np
cv2.setNumThreads(1)
data = json.load(sys.stdin)
n = data["side"]
raw = lambda key, c: np.frombuffer(base64.b64decode(data[key]), np.uint8).reshape((n, n, 3) if c == 3 else (n, n))
img, src, mask, gray = raw("image", 3), raw("source", 3), raw("mask", 1), raw("gray", 1)
png = np.frombuffer(base64.b64decode(data["png"]), np.uint8)
out = {}
for name, code in data["cases"]:
    work = eval("lambda: " + code)
    work(); work()
    taken = []
    for _ in range(data["runs"]):
        start = time.perf_counter(); work(); taken.append(time.perf_counter() - start)
    out[name] = taken
json.dump({"cv2": cv2.__version__, "times": out}, sys.stdout)
`;

const ours = new Map(CASES.map(([what, work]) => [what, times(work)]));
const peer = await runPeer();
console.log(`${SIDE} x ${SIDE} pixels, median of ${RUNS} runs, milliseconds`);
console.log(
  "op".padEnd(22),
  ["ours", peer ? `cv2 ${peer.cv2}` : "peer", "ours / peer"].map((text) => text.padStart(12)).join(""),
);
for (const [what] of CASES) {
  const own = 1000 * quantile(ours.get(what)!, 0.5), theirs = peer?.times[what];
  const other = theirs && 1000 * quantile(theirs, 0.5);
  console.log(
    what.padEnd(22),
    [own.toFixed(2), other?.toFixed(2) ?? "-", other ? (own / other).toFixed(1) : "-"].map((text) =>
      text.padStart(12)
    ).join(""),
  );
}
console.log(
  peer
    ? "path.skeleton: no peer, OpenCV's thinning is in its contributed modules"
    : "NO PEER: no Python with cv2 found (AMBENCH_PYTHON, python3): nothing was compared",
);

/** Seconds of each run, after three to warm up. */
function times(work: () => unknown): number[] {
  for (let i = 0; i < 3; i++) work();
  return Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  });
}

async function runPeer(): Promise<{ cv2: string; times: Record<string, number[]> } | null> {
  const input = {
    side: SIDE,
    runs: RUNS,
    image: image.rgb.toBase64(),
    source: source.rgb.toBase64(),
    mask: mask.bits.toBase64(),
    gray: gray.levels.toBase64(),
    png: png.toBase64(),
    cases: CASES.filter(([, , code]) => code !== null).map(([what, , code]) => [what, code]),
  };
  try {
    const child = new Deno.Command(process.env.AMBENCH_PYTHON ?? "python3", {
      args: ["-c", PEER],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    // a Python without cv2 ends before it has read its input
    await writer.write(new TextEncoder().encode(JSON.stringify(input))).then(() => writer.close()).catch(
      () => {},
    );
    const { success, stdout } = await child.output();
    return success ? JSON.parse(new TextDecoder().decode(stdout)) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
