import { decode } from "fast-png";
import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { closeRenderers } from "lib/program/mod.ts";
import { type Chat, type ChatAnswer, type ChatRequest, DIMENSIONS, parseJudgement } from "lib/models/mod.ts";
import { readRun, type Run, validateRun } from "lib/run/mod.ts";
import { fillPrompt, itemIds, layoutPrompts, loadPrompt } from "lib/tasks/mod.ts";
import {
  collect,
  generationAsks,
  judge,
  type JudgementAsk,
  movedVerdicts,
  parsedVerdicts,
  pictures,
  readingOf,
  readVerdicts,
  RunFile,
} from "./mod.ts";

const REPLIES = [
  "canvas.fill('#102030')\ncanvas.rect(0, 0, 12, 24, '#ff8040')", // top half orange
  "canvas.fill('white')", // trivial, and valid
  "import os", // forbidden
  "Sorry, I cannot.", // no program
  "canvas.fill('black')\ncanvas.set_pixel(23, 23, 'white')",
];
const SVGS = [
  '<svg viewBox="0 0 512 512"><rect width="256" height="512" fill="#ff0000"/></svg>',
  "<svg><script/></svg>",
  '<svg viewBox="0 0 512 512"><circle cx="256" cy="256" r="200" fill="#0000ff"/></svg>',
];

function answer(reply: string): ChatAnswer {
  const served = { model: "eye-1", provider: null, fingerprint: null };
  return { reply, error: null, tokens: 3, entropy: null, finish: "stop", served, requests: 1 };
}

const failed: ChatAnswer = { reply: null, error: "HTTP 503: busy", status: 503, requests: 7 };

function scored(score: number): string {
  return JSON.stringify({ ...Object.fromEntries(DIMENSIONS.map((name) => [name, score])), reasoning: "so" });
}

/** A run of one model, eight canvas attempts (the sixth failed) and three in SVG. */
async function withRun(test: (run: Run) => Promise<void>): Promise<void> {
  const parent = Deno.makeTempDirSync();
  const dir = `${parent}/run-1`;
  try {
    for (const [medium, replies, count] of [["canvas", REPLIES, 8], ["svg", SVGS, 3]] as const) {
      const asks = generationAsks("m", { tasks: ["layout"], medium, seed: 1, samples: 1 })
        .sort((a, b) => a.item < b.item ? -1 : 1).slice(0, count);
      const chat: Chat = ({ seed }) => {
        const i = asks.findIndex((ask) => ask.seed === seed); // whatever order collecting prefers
        return Promise.resolve(medium === "canvas" && i === 5 ? failed : answer(replies[i % replies.length]));
      };
      await collect({ dir, model: { id: "m" }, asks, seed: 1, chat, concurrency: 1 });
    }
    await test(await readRun(dir, { items: itemIds }));
  } finally {
    await closeRenderers();
    Deno.removeSync(parent, { recursive: true });
  }
}

async function asksOf(run: Run, medium: "canvas" | "svg" = "canvas"): Promise<JudgementAsk[]> {
  const rubric = medium === "canvas" ? "pixel-art" : "neutral";
  return (await pictures(run, "m", { medium, view: "native" })).map((picture) => ({ picture, rubric }));
}

const rows = (run: Run) => RunFile.read(run.dir, "judgements", "J");

/** The colour of a pixel of a PNG. */
function colorAt(png: Uint8Array, row: number, col: number): number[] {
  const { data, width, channels } = decode(png);
  return [...data.slice((row * width + col) * channels, (row * width + col) * channels + 3)];
}

Deno.test("pictures are the valid attempts' alone, trivial ones too, 512 x 512", () =>
  withRun(async (run) => {
    const canvas = await pictures(run, "m", { medium: "canvas", view: "native" });
    deepStrictEqual(canvas.map(({ item }) => item), ["1A-01", "1A-02", "1A-05", "1A-07"]);
    for (const picture of canvas) {
      const { width, height } = decode((await picture.png())!);
      deepStrictEqual([width, height], [512, 512]);
    }
    const svg = await pictures(run, "m", { medium: "svg", view: "native" });
    deepStrictEqual(svg.map(({ item }) => item), ["1A-01", "1A-03"]);
  }));

Deno.test("a canvas is enlarged by nearest neighbour: cell edges at multiples of 512 / 24, no colour in between", () =>
  withRun(async (run) => {
    const [half, , dot] = await pictures(run, "m", { medium: "canvas", view: "native" });
    const png = (await half.png())!;
    for (const col of [0, 255, 511]) {
      deepStrictEqual(colorAt(png, 255, col), [0xff, 0x80, 0x40]);
      deepStrictEqual(colorAt(png, 256, col), [0x10, 0x20, 0x30]);
    }
    const corner = (await dot.png())!;
    deepStrictEqual(colorAt(corner, 511, 511), [255, 255, 255]);
    deepStrictEqual(colorAt(corner, 491, 491), [255, 255, 255]); // 23 / 24 * 512 is 490.7
    deepStrictEqual(colorAt(corner, 490, 511), [0x14, 0x14, 0x14]);
  }));

Deno.test("an SVG's native view is drawn at 512, its matched one at 24 and enlarged", () =>
  withRun(async (run) => {
    const colors = async (view: "native" | "matched") => {
      const [, disc] = await pictures(run, "m", { medium: "svg", view });
      const { data, width, height, channels } = decode((await disc.png())!);
      deepStrictEqual([width, height], [512, 512]);
      const rows = new Set<string>();
      for (let row = 0; row < height; row++) {
        rows.add(String(data.slice(row * width * channels, (row + 1) * width * channels)));
      }
      return rows.size;
    };
    ok(await colors("native") > 150);
    ok(await colors("matched") <= 24);
  }));

Deno.test("a judge sees picture, prompt and rubric, greedily, with a schema, and the first good reply ends it", () =>
  withRun(async (run) => {
    const requests: ChatRequest[] = [];
    const chat: Chat = (request) => {
      requests.push(request);
      return Promise.resolve(answer(scored(4)));
    };
    const tally = await judge(run, { judge: "J", chat, asks: await asksOf(run), seed: 1 });
    deepStrictEqual([tally.total, tally.done, tally.failed, requests.length], [4, 4, 0, 4]);
    const [{ messages, temperature, schema, maxTokens }] = requests;
    deepStrictEqual([temperature, maxTokens, schema!.name], [0, 512, "judgement"]);
    strictEqual(messages[0].content, loadPrompt("judge_pixel_art"));
    const [picture, text] = messages[1].content as {
      type: string;
      text?: string;
      image_url?: { url: string };
    }[];
    match(picture.image_url!.url, /^data:image\/png;base64,iVBORw0KGgo/);
    strictEqual(text.text, fillPrompt(loadPrompt("rubric"), layoutPrompts()[0].text));
    deepStrictEqual(await validateRun(run.dir, { items: itemIds }), []);
    const read = await readRun(run.dir, { items: itemIds });
    deepStrictEqual([read.judges, read.table("judgements").height], [["J"], 4]);
  }));

Deno.test("the neutral rubric has its own system prompt and the same user's message", () =>
  withRun(async (run) => {
    let system: unknown;
    const chat: Chat = ({ messages }) => {
      system = messages[0].content;
      return Promise.resolve(answer(scored(1)));
    };
    await judge(run, { judge: "J", chat, asks: await asksOf(run, "svg"), seed: 1 });
    strictEqual(system, loadPrompt("judge_neutral"));
    deepStrictEqual(rows(run).map(({ medium, view, rubric }) => [medium, view, rubric]), [
      ["svg", "native", "neutral"],
      ["svg", "native", "neutral"],
    ]);
  }));

Deno.test("an unparsable reply is kept and asked for again, not greedily, up to the tries", () =>
  withRun(async (run) => {
    const replies = ["Nice!", scored(2), "No.", "No.", "No."];
    const seen: [number, number][] = [];
    const chat: Chat = ({ temperature, seed }) => {
      seen.push([temperature, seed]);
      return Promise.resolve(answer(replies[seen.length - 1]));
    };
    const asks = (await asksOf(run)).slice(0, 2);
    const tally = await judge(run, { judge: "J", chat, asks, seed: 1, tries: 3, concurrency: 1 });
    deepStrictEqual([tally.done, tally.failed, tally.fresh], [2, 1, 5]);
    deepStrictEqual(rows(run).map((row) => [row.item, row.try, row.reply]), [
      ["1A-01", 0, "Nice!"],
      ["1A-01", 1, scored(2)],
      ["1A-02", 0, "No."],
      ["1A-02", 1, "No."],
      ["1A-02", 2, "No."],
    ]);
    deepStrictEqual(seen.map(([temperature]) => temperature), [0, 0.7, 0, 0.7, 0.7]);
    strictEqual(new Set(seen.map(([, seed]) => seed)).size, 5);
  }));

Deno.test("a failed request is a try with an error that ends the picture's turn; it is asked again when told to", () =>
  withRun(async (run) => {
    const asks = await asksOf(run);
    const first: Chat = ({ seed }) => Promise.resolve(seed % 2 ? failed : answer(scored(3)));
    const { failed: without } = await judge(run, { judge: "J", chat: first, asks, seed: 3 });
    ok(without > 0);
    deepStrictEqual(
      rows(run).filter(({ error }) => error !== null).map(({ reply, error }) => [reply, error])[0],
      [
        null,
        "HTTP 503: busy",
      ],
    );
    let asked = 0;
    const second: Chat = () => {
      asked++;
      return Promise.resolve(answer(scored(3)));
    };
    await judge(run, { judge: "J", chat: second, asks, seed: 3 });
    strictEqual(asked, 0);
    const tally = await judge(run, { judge: "J", chat: second, asks, seed: 3, retryFailed: true });
    deepStrictEqual([asked, tally.failed], [without, 0]);
    strictEqual(rows(run).length, asks.length + without);
    deepStrictEqual(await validateRun(run.dir, { items: itemIds }), []);
  }));

Deno.test("a judging in parts ends with the same bytes as one in a piece, and asks nothing twice", () =>
  withRun(async (run) => {
    const bytes = () => Deno.readFileSync(`${run.dir}/judgements/J.parquet`).toHex();
    const asks = await asksOf(run);
    const asked: number[] = [];
    const chat: Chat = ({ seed }) => {
      asked.push(seed);
      return Promise.resolve(answer(seed % 3 ? `${seed}` : scored(seed % 6)));
    };
    await judge(run, { judge: "J", chat, asks, seed: 1 });
    const whole = bytes(), once = asked.length;
    Deno.removeSync(`${run.dir}/judgements/J.parquet`);
    for (let parts = 0; asked.length < 2 * once && parts < 50; parts++) {
      const stop = new AbortController();
      const onProgress = ({ fresh }: { fresh: number }) => fresh > 0 && stop.abort();
      await judge(run, { judge: "J", chat, asks, seed: 1, concurrency: 1, signal: stop.signal, onProgress });
    }
    strictEqual(bytes(), whole);
    strictEqual(asked.length, 2 * once);
  }));

Deno.test("a judge that lets nobody in ends the judging before anything is recorded", () =>
  withRun(async (run) => {
    const chat: Chat = () => Promise.resolve({ ...failed, error: "HTTP 401: no", status: 401 });
    await rejects(judge(run, { judge: "J", chat, asks: await asksOf(run), seed: 1 }), /does not let us ask/);
    deepStrictEqual(rows(run), []);
  }));

Deno.test("parsing again moves nothing where nothing changed, and shows each score that does move", () =>
  withRun(async (run) => {
    const replies = [scored(4), "Nice!", scored(2), "Nice!"];
    let next = 0;
    const chat: Chat = () => Promise.resolve(answer(replies[next++]));
    await judge(run, { judge: "J", chat, asks: await asksOf(run), seed: 1, tries: 1, concurrency: 1 });
    const now = parsedVerdicts(rows(run), run.models);
    deepStrictEqual(now.map(readingOf), ["4 4 4 4 4", "no_object", "2 2 2 2 2", "no_object"]);
    const saved = readVerdicts(now.map((verdict) => JSON.stringify(verdict) + "\n").join(""));
    deepStrictEqual(movedVerdicts(saved, now), []);
    saved[0].scores = [4, 4, 4, 4, 5];
    saved[1] = { ...saved[1], status: "judged", scores: [0, 0, 0, 0, 0] };
    saved[2].item = "1A-09";
    const moved = movedVerdicts(saved, now).map(({ picture, before, after }) =>
      `${picture.split(" ")[2]}: ${readingOf(before)} -> ${readingOf(after)}`
    );
    deepStrictEqual(moved, [
      "1A-01: 4 4 4 4 5 -> 4 4 4 4 4",
      "1A-02: 0 0 0 0 0 -> no_object",
      "1A-05: no reply -> 2 2 2 2 2",
      "1A-09: 2 2 2 2 2 -> no reply",
    ]);
    ok(parseJudgement(scored(4)).ok);
    for (const text of ["{", "7", '{"item":"1A-01","status":"judged","scores":[1]}']) {
      await rejects(async () => await readVerdicts(text), { name: "SyntaxError", message: /line 1/ });
    }
  }));
