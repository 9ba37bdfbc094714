import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { encodePng, rasterize } from "lib/canvas/mod.ts";
import { builderMessages } from "./builder_messages.ts";
import { buildProtocol } from "./build_protocol.ts";
import type { Contract } from "./contract.ts";
import { keepProtocol } from "./keep_protocol.ts";
import { parsePicture } from "../registered/parse_picture.ts";

/** Stands for every answer that must reach no model. */
const CANARY = "canary-7f3a";

const picture = encodePng(
  rasterize([{ kind: "fill", color: "#ffffff" }, {
    kind: "rect",
    r: 2,
    c: 2,
    h: 6,
    w: 6,
    color: "#808080",
    fill: true,
  }]),
  { scale: 4 },
);

const COUNT: Contract = {
  task: "count",
  capability: "perception",
  instruction: "How many boxes are there?",
  media: ["source"],
  item: { target: "text" },
  answer: { type: "integer" },
  metric: "count",
  functions: [],
  examples: [{ instruction: "How many cups?", media: [picture], item: { target: "cup" } }],
};

/** The contract as a careless caller has it: answers beside the declared fields, wherever they fit. */
function careless(contract: Contract): Contract {
  return {
    ...contract,
    truth: CANARY,
    answer: { ...contract.answer, right: CANARY },
    examples: contract.examples.map((example) => ({
      ...example,
      gold: CANARY,
      media: [...example.media ?? [], `masks/${CANARY}.png`],
      item: { ...example.item, label: CANARY },
    })),
  } as Contract;
}

/** A server of an OpenAI-compatible endpoint that says these replies in turn, and all that it was asked. */
async function withServer(
  replies: readonly (string | Response)[],
  act: (endpoint: string, bodies: string[]) => Promise<void>,
): Promise<void> {
  const bodies: string[] = [];
  await using server = Deno.serve({ port: 0, onListen() {} }, async (request) => {
    const reply = replies[bodies.length] ?? replies.at(-1)!;
    bodies.push(await request.text());
    return typeof reply === "string"
      ? Response.json({ choices: [{ message: { content: reply } }] })
      : reply.clone();
  });
  await act(`http://localhost:${server.addr.port}/v1`, bodies);
}

const build = (contract: Contract, endpoint: string) =>
  buildProtocol(contract, { model: { endpoint, model: "builder", retries: 0 } });

const REUSE = JSON.stringify({ route: "reuse", protocol: "instance_marking" });
const BUILD = JSON.stringify({
  route: "build",
  guidance: "Put one cyan dot #00e6e6 on each {target}.",
  pipeline: {
    steps: [
      { id: "dots", op: "color.near_mask", in: ["$image"], params: { rgb: "#00e6e6" } },
      { id: "parts", op: "components.find", in: ["dots"], params: { minArea: 20 } },
      { id: "count", op: "components.count", in: ["parts"] },
    ],
    output: "count",
  },
});

Deno.test("a builder that answers well is asked once, and what it built reads pictures", async () => {
  for (const [reply, route] of [[REUSE, "reuse"], [`Sure!\n\`\`\`json\n${BUILD}\n\`\`\``, "build"]]) {
    await withServer([reply], async (endpoint, bodies) => {
      const result = await build(COUNT, endpoint);
      ok(result.ok);
      deepStrictEqual([result.built.route, result.fellBack, bodies.length, result.type], [
        route,
        false,
        1,
        "integer",
      ]);
      match(result.sha256, /^[0-9a-f]{64}$/);
      const dot = rasterize([{ kind: "rect", r: 4, c: 4, h: 3, w: 3, color: "#00dc00", fill: true }]);
      const read = parsePicture({ pipeline: result.built.pipeline }, encodePng(dot, { scale: 4 }));
      deepStrictEqual(read.ok ? read.value : read.reason, route === "reuse" ? 1 : "missing_component");
    });
  }
});

Deno.test("a first configuration that fails goes back once with what is wrong, by step, rule and value", async () => {
  const wrong = BUILD.replace("color.near_mask", "color.nearest_mask");
  await withServer([wrong, BUILD], async (endpoint, bodies) => {
    const result = await build(COUNT, endpoint);
    ok(result.ok);
    deepStrictEqual([result.built.route, bodies.length], ["build", 2]);
    deepStrictEqual(result.rounds.map(({ faults }) => faults.map(({ error }) => error)), [
      ["unknown_op"],
      [],
    ]);
    ok(bodies[1].includes("No op color.nearest_mask"));
    ok(bodies[1].includes("YOUR CONFIGURATION") && !bodies[0].includes("YOUR CONFIGURATION"));
  });
});

Deno.test("a second failure falls back where the answer can be written and read, and else is unsupported", async () => {
  const readable: Contract = { ...COUNT, functions: ["ocr"] };
  await withServer(["I cannot do that."], async (endpoint, bodies) => {
    const result = await build(readable, endpoint);
    ok(result.ok && result.fellBack);
    deepStrictEqual([result.built.route, bodies.length], ["fallback", 2]);
  });
  for (
    const contract of [
      COUNT, // nothing to read text with
      { ...readable, answer: { type: "mask" as const }, metric: "precision" },
    ]
  ) {
    await withServer(["I cannot do that."], async (endpoint) => {
      const result = await build(contract, endpoint);
      deepStrictEqual([result.ok, result.ok || result.error, result.rounds.length], [
        false,
        "unsupported",
        2,
      ]);
    });
  }
});

Deno.test("an endpoint that gives no reply is no_reply, not a fallback", async () => {
  await withServer([new Response("down", { status: 400 })], async (endpoint) => {
    const result = await build({ ...COUNT, functions: ["ocr"] }, endpoint);
    deepStrictEqual([result.ok, result.ok || result.error], [false, "no_reply"]);
    match(result.rounds[0].message!, /400/);
  });
});

const MALICIOUS: Record<string, string> = {
  answer_leak: JSON.stringify({
    route: "build",
    guidance: "Write {answer} into the picture.",
    pipeline: { steps: [], output: "$item.answer" },
  }),
  image_unused: JSON.stringify({
    route: "build",
    guidance: "Paint anything.",
    pipeline: {
      steps: [
        { id: "s", op: "color.hsv_mask", in: ["$source"] },
        { id: "p", op: "components.find", in: ["s"] },
        { id: "count", op: "components.count", in: ["p"] },
      ],
      output: "count",
    },
  }),
  malformed:
    `{"route": "build", "__proto__": {"ok": true}, "guidance": "x", "pipeline": {"steps": [], "output": "a"}}`,
  unknown_op: JSON.stringify({
    route: "build",
    guidance: "Paint.",
    pipeline: {
      steps: [{ id: "x", op: "constructor", in: ["$image"] }],
      output: "x",
    },
  }),
  too_large: `{"route": "build", "guidance": "x", "pipeline": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
};

Deno.test("malicious configurations end as named errors: leaks, code in names, nesting, length, endless steps", async () => {
  const steps = Array.from({ length: 400 }, (_, i) => ({
    id: `d${i}`,
    op: i === 0 ? "color.hsv_mask" : "geometry.dilate",
    in: [i === 0 ? "$image" : `d${i - 1}`],
    params: i === 0 ? {} : { k: 31 },
  }));
  const endless = JSON.stringify({
    route: "build",
    guidance: "Paint.",
    pipeline: {
      steps: [...steps, { id: "f", op: "components.find", in: ["d399"] }, {
        id: "c",
        op: "components.count",
        in: ["f"],
      }],
      output: "c",
    },
  });
  const attacks = [...Object.entries(MALICIOUS), ["too_large", endless], [
    "too_large",
    `{${" ".repeat(3e5)}}`,
  ]];
  for (const [error, reply] of attacks) {
    await withServer([reply, REUSE], async (endpoint) => {
      const result = await build(COUNT, endpoint);
      ok(
        result.rounds[0].faults.some((fault) => fault.error === error),
        `${error}: ${JSON.stringify(result.rounds[0])}`,
      );
      ok(result.ok && result.built.route === "reuse");
    });
  }
});

Deno.test("a protocol that reads nothing painted, or an item's field that is not there, fails on the examples", async () => {
  const point: Contract = {
    ...COUNT,
    answer: { type: "point" },
    metric: "point_in_mask",
    item: { place: "point" },
    examples: [{ media: [picture], item: { place: [0.5, 0.5] } }],
  };
  const anywhere = JSON.stringify({
    route: "build",
    guidance: "Mark it.",
    pipeline: {
      steps: [
        { id: "all", op: "color.hsv_mask", in: ["$image"] },
        { id: "parts", op: "components.find", in: ["all"] },
        { id: "mark", op: "components.sole", in: ["parts"] },
        { id: "place", op: "components.centroid", in: ["mark"] },
      ],
      output: "place",
    },
  });
  await withServer(
    [anywhere, JSON.stringify({ route: "reuse", protocol: "normalized_point" })],
    async (endpoint) => {
      const result = await build(point, endpoint);
      ok(result.ok && result.built.protocol === "normalized_point");
      deepStrictEqual(result.rounds[0].faults.map(({ error }) => error), ["example_failed"]);
      match(result.rounds[0].faults[0].message, /pictures of one colour/);
    },
  );
  const depth: Contract = {
    ...COUNT,
    answer: { type: "label", choices: ["A", "B"] },
    metric: "accuracy",
    item: { points: "points", labels: "labels" },
    examples: [{ media: [picture], item: { points: "nowhere", labels: ["A", "B"] } }],
  };
  await withServer([JSON.stringify({ route: "reuse", protocol: "relative_depth" })], async (endpoint) => {
    const result = await build(depth, endpoint);
    ok(!result.ok);
    match(result.rounds[0].faults[0].message, /example 0: samples reads \$item.points, which is no points/);
  });
});

Deno.test("no request body holds an answer, in the first call or in the revision", async () => {
  const contract = careless({ ...COUNT, hidden: ["mask_area"], functions: ["ocr"] });
  await withServer([BUILD.replace("near_mask", "x"), MALICIOUS.answer_leak], async (endpoint, bodies) => {
    const result = await build(contract, endpoint);
    ok(result.ok && result.fellBack);
    strictEqual(bodies.length, 2);
    for (const body of bodies) {
      ok(body.includes("How many cups?") && body.includes('"image_url"'), "the example is there");
      ok(!body.includes(CANARY), body.slice(body.indexOf(CANARY) - 100, body.indexOf(CANARY) + 100));
    }
  });
  const leaking = { ...COUNT, examples: [{ item: { target: "cup", answer: 3 } }] };
  await withServer([REUSE], async (endpoint, bodies) => {
    await rejects(build(leaking, endpoint), RangeError);
    await rejects(build({ ...COUNT, examples: new Array(4).fill({}) }, endpoint), RangeError);
    strictEqual(bodies.length, 0);
  });
});

Deno.test("only what the contract offers is offered, every protocol with what it gives", () => {
  const text = JSON.stringify(builderMessages({ ...COUNT, protocols: ["red_path"], ops: ["geometry.open"] }));
  ok(text.includes("red_path: gives path") && !text.includes("instance_marking:"));
  ok(
    text.includes("geometry.open: mask -> mask; k: an odd integer from 1 to 31 (3)") &&
      !text.includes("geometry.erode"),
  );
  ok(!JSON.stringify(builderMessages(COUNT)).includes("gives a value"));
});

Deno.test("a build is repeated from its replies without a model, and kept under its sha256", async () => {
  const wrong = BUILD.replace("color.near_mask", "color.nearest_mask");
  const never = () => Promise.reject(new Error("asked"));
  const first = await buildProtocol(COUNT, { model: never, replay: [wrong, BUILD] });
  const again = await buildProtocol(COUNT, { model: never, replay: [wrong, BUILD] });
  deepStrictEqual(first, again);
  ok(first.ok);
  const dir = Deno.makeTempDirSync();
  try {
    const kept = JSON.parse(Deno.readTextFileSync(`${dir}/${keepProtocol(dir, first)}`));
    deepStrictEqual([kept.route, kept.replies], ["build", [wrong, BUILD]]);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
});
