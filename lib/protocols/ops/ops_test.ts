import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { encodePng, rasterize } from "lib/canvas/mod.ts";
import { compileProtocol } from "../registered/compile_protocol.ts";
import { parsePicture } from "../registered/parse_picture.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { checkPipeline } from "./check_pipeline.ts";
import { OPS } from "./ops.ts";
import { plainWords } from "./plain_words.ts";
import type { Step } from "./pipeline.ts";

const PICTURE = encodePng(
  rasterize([
    { kind: "rect", r: 2, c: 2, h: 4, w: 4, color: "#ff0000", fill: true },
    { kind: "rect", r: 12, c: 14, h: 6, w: 6, color: "#0000ff", fill: true },
  ]),
  { scale: 4 },
);

const parse = (steps: Step[], options = {}) => {
  return parsePicture({ steps, output: steps[steps.length - 1].id }, PICTURE, options);
};

Deno.test("there are 62 ops, each named once, whose defaults keep their own rules", () => {
  strictEqual(OPS.size, 62);
  for (const [name, { params }] of OPS) {
    for (const [key, rule] of Object.entries(params)) {
      if (rule.default !== undefined) ok(rule.test(rule.default), `${name} ${key}`);
      ok(!rule.test(null) && !rule.test({}), `${name} ${key} takes anything`);
    }
  }
});

Deno.test("every registered protocol makes a sound parser, whose answer depends on the picture", () => {
  strictEqual(PROTOCOLS.size, 11);
  const given: Record<string, Record<string, unknown>> = {
    fixed_slot: { choices: ["A", "B", "C"] },
    binary_relation: { relation: "near" },
    role_relation: { axis: "distance", useSource: true },
    scalar_dimension: { mode: "ocr", unit: "m" },
    region_mask: { choose: true },
    indexed_endpoint: { read: "passed", useSource: true },
  };
  const item = { points: "points", labels: "labels", start: "point", candidates: "candidates" } as const;
  for (const [name, protocol] of PROTOCOLS) {
    const result = compileProtocol(protocol, given[name]);
    ok("compiled" in result, name);
    ok(result.compiled.guidance.endsWith("Same framing as the picture shown. No other marks, no text."));
    const check = checkPipeline(result.compiled.pipeline, {
      item,
      source: true,
      functions: ["ocr", "similarity"],
    });
    deepStrictEqual(check.faults, [], name);
  }
});

Deno.test("compileProtocol names what is missing, unknown or wrong", () => {
  const faults = (name: string, params = {}) => {
    const result = compileProtocol(PROTOCOLS.get(name)!, params);
    return "faults" in result ? result.faults : [];
  };
  deepStrictEqual(faults("scalar_dimension"), [
    "scalar_dimension: unitsPerWidth must be a number, got nothing",
  ]);
  deepStrictEqual(faults("instance_marking", { minArea: -1 }), [
    "instance_marking: minArea must be an integer of at least 0, got -1",
  ]);
  strictEqual(faults("fixed_slot").length, 1);
  strictEqual(faults("direction_grid", { labels: "sideways" }).length, 1);
  strictEqual(faults("red_path", { length: 3 }).length, 1);
});

Deno.test("a field that the item lacks or has in another form is a bad_item; candidates are missing", () => {
  const steps: Step[] = [{ id: "cell", op: "grid.cell", in: ["$item.place"] }];
  const reason = (item: Record<string, unknown>) => {
    const result = parse(steps, { item });
    return result.ok ? "ok" : result.reason;
  };
  deepStrictEqual([{}, { place: [0.5] }, { place: "here" }, { place: [0.5, 0.5] }].map(reason), [
    "bad_item",
    "bad_item",
    "bad_item",
    "ok",
  ]);
  const whole = parse([{ id: "like", op: "embedding.whole", in: ["$image", "$item.candidates"] }], {
    item: {},
  });
  deepStrictEqual([whole.ok, whole.ok || whole.reason], [false, "missing_candidates"]);
});

Deno.test("an error inside an injected function is an exception, with the step in the working", () => {
  const result = parse([{ id: "page", op: "text.page", in: ["$image"] }], {
    inject: {
      ocr: () => {
        throw new Error("no engine");
      },
    },
  });
  deepStrictEqual(result, {
    ok: false,
    reason: "exception",
    working: [{ id: "page", op: "text.page", reason: "exception" }],
  });
});

Deno.test("text.read hands over the box of the mask, grown and cut at the edges", () => {
  const boxes: unknown[] = [];
  const steps: Step[] = [
    { id: "red", op: "color.near_mask", in: ["$image"], params: { rgb: "#ff0000" } },
    { id: "text", op: "text.read", in: ["$image", "red"], params: { pad: 0 } },
  ];
  const ocr = (_: unknown, box: unknown) => {
    boxes.push(box);
    return "7";
  };
  parse(steps, { inject: { ocr } });
  parse([steps[0], { ...steps[1], params: { pad: 1 } }], { inject: { ocr } });
  deepStrictEqual(boxes, [[8, 8, 24, 24], [0, 0, 96, 96]]);
});

Deno.test("relations come in pairs that cannot both hold", () => {
  const holds = (relation: string, first: string, second: string) => {
    const result = parse([
      ...[["r", "#ff0000"], ["b", "#0000ff"]].flatMap(([id, rgb]) => [
        { id: `${id}m`, op: "color.near_mask", in: ["$image"], params: { rgb } },
        { id: `${id}c`, op: "components.find", in: [`${id}m`] },
        { id, op: "components.largest", in: [`${id}c`] },
      ]),
      { id: "answer", op: "relation.holds", in: [first, second], params: { relation } },
    ]);
    return result.ok && result.value;
  };
  for (const [one, other] of [["left_of", "right_of"], ["above", "below"], ["smaller_than", "larger_than"]]) {
    deepStrictEqual([holds(one, "r", "b"), holds(other, "r", "b"), holds(other, "b", "r")], [
      true,
      false,
      true,
    ]);
  }
  deepStrictEqual(["overlaps", "inside", "contains"].map((relation) => holds(relation, "r", "b")), [
    false,
    false,
    false,
  ]);
  deepStrictEqual(["overlaps", "inside", "contains"].map((relation) => holds(relation, "r", "r")), [
    true,
    true,
    true,
  ]);
});

Deno.test("parsePicture refuses what its caller did wrong", () => {
  throws(() => parsePicture("dot_counter", PICTURE), /registered, got dot_counter/);
  throws(() => parse([{ id: "a", op: "color.sepia", in: ["$image"] }]), /No op color.sepia/);
  throws(() => parse([{ id: "a", op: "color.gray", in: ["b"] }]), /a reads b, which nothing provides/);
  throws(() => parse([{ id: "a", op: "color.novel_mask", in: ["$image", "$source"] }]), /a needs \$source/);
  throws(() => parse([{ id: "a", op: "color.threshold", in: ["$image"] }]), /takes gray, got image/);
  throws(
    () => parse([{ id: "a", op: "geometry.open", in: ["$image"], params: { k: 4 } }]),
    /k must be an odd integer/,
  );
});

Deno.test("a protocol in JSON is read with its own aspect", () => {
  const pipeline = {
    steps: [
      { id: "red", op: "color.near_mask", in: ["$image"], params: { rgb: "#ff0000" } },
      { id: "parts", op: "components.find", in: ["red"] },
      { id: "count", op: "components.count", in: ["parts"] },
    ],
    output: "count",
  };
  const read = (aspect: [number, number]) => parsePicture({ name: "reds", aspect, pipeline }, PICTURE);
  const square = read([1, 1]), wide = read([2, 1]);
  ok(square.ok && square.value === 1 && square.working.length === 3);
  ok(!wide.ok && wide.reason === "wrong_aspect");
});

Deno.test("compose.rank wants a ratio between neighbours and ties on equals", () => {
  const rank = (numbers: number[], params = {}) => {
    const result = parse([{ id: "r", op: "compose.rank", in: ["$item.numbers", "$item.labels"], params }], {
      item: { numbers, labels: ["a", "b", "c"] },
    });
    return result.ok ? result.value : result.reason;
  };
  deepStrictEqual(rank([1, 3, 2]), ["b", "c", "a"]);
  deepStrictEqual(rank([1, 3, 2], { descending: false }), ["a", "c", "b"]);
  deepStrictEqual([rank([1, 1.05, 2]), rank([0, 0, 2]), rank([1, 2])], ["tie", "tie", "bad_item"]);
  deepStrictEqual(rank([100, 110, 121]), ["c", "b", "a"]);
});

Deno.test("written answers are read in time linear in their length, and a number without end is none", () => {
  const read = (text: string, op: string) => {
    const steps = [{ id: "page", op: "text.page", in: ["$image"] }, { id: "n", op, in: ["page"] }];
    const parsed = parse(steps, { inject: { ocr: () => text } });
    return parsed.ok ? parsed.value : parsed.reason;
  };
  const long = 1e6; // where time grew with the square it would take hours
  strictEqual(read(`1${" ".repeat(long)}!`, "text.number"), "unreadable_text");
  strictEqual(read(`${" ".repeat(long)}7${" ".repeat(long)}cm `, "text.number"), 7);
  strictEqual(plainWords(`x${"(".repeat(long)}x${")".repeat(long)}`).length, long + 2);
  strictEqual(plainWords("...").length + plainWords("").length, 0);
  strictEqual(read("9".repeat(400), "text.integer"), "unreadable_text");
  strictEqual(read("9".repeat(400), "text.number"), "unreadable_text");
});
