import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { checkConfiguration } from "./check_configuration.ts";
import type { Contract } from "./contract.ts";

const COUNT: Contract = {
  task: "count",
  capability: "perception",
  instruction: "How many cats are there?",
  media: ["source"],
  item: { start: "point" },
  answer: { type: "integer" },
  metric: "count",
  functions: [],
  examples: [],
};
const CHOICE: Contract = {
  ...COUNT,
  answer: { type: "label", choices: ["left", "right", "above", "below"] },
  metric: "accuracy",
};
const STEPS = [
  { id: "m", op: "color.hsv_mask", in: ["$image"] },
  { id: "c", op: "components.find", in: ["m"] },
  { id: "n", op: "components.count", in: ["c"] },
];
const build = (steps: unknown, output = "n", more = {}) =>
  JSON.stringify({ route: "build", guidance: "Paint it.", pipeline: { steps, output }, ...more });
const reuse = (protocol: string, more = {}) => JSON.stringify({ route: "reuse", protocol, ...more });

const messages = (contract: Contract, reply: string) => {
  const check = checkConfiguration(contract, reply);
  return check.ok ? [] : check.errors.map(({ error, message }) => `${error}: ${message}`);
};

Deno.test("each error says step, rule and value", () => {
  deepStrictEqual(messages(COUNT, "[1]"), [
    "malformed: Cannot read the configuration: the reply holds no JSON object",
  ]);
  deepStrictEqual(messages({ ...COUNT, metric: "bleu" }, build(STEPS)), [
    "unsupported: Cannot score integer by bleu",
  ]);
  deepStrictEqual(messages(COUNT, build(STEPS, "n", { guidance: "Hide {answer}." })), [
    "answer_leak: The answer shows through: Hide {answer}.",
    "unknown_reference: guidance reads {answer}, which nothing provides",
  ]);
  deepStrictEqual(messages(COUNT, reuse("dots")), ["unknown_protocol: No protocol dots"]);
  deepStrictEqual(messages({ ...COUNT, ops: ["color.hsv_mask", "components.count"] }, build(STEPS)), [
    "unknown_op: No op components.find",
  ]);
  deepStrictEqual(messages(COUNT, build([{ ...STEPS[0], params: { h: [0, 180] } }, ...STEPS.slice(1)])), [
    "bad_parameter: m: h must be two hues from 0 to 179, got [0,180]",
  ]);
  deepStrictEqual(messages(COUNT, build([STEPS[0], { ...STEPS[1], in: ["x"] }, STEPS[2]])), [
    "unknown_reference: c reads x, which nothing provides",
    "image_unused: The answer would not depend on the picture",
  ]);
  deepStrictEqual(
    messages({ ...COUNT, media: [] }, reuse("instance_marking", { params: { useSource: true } })),
    [
      "missing_media: greenNovel needs $source",
    ],
  );
  deepStrictEqual(messages(COUNT, JSON.stringify({ route: "fallback", guidance: "Write it." })), [
    "missing_function: page needs ocr",
  ]);
  deepStrictEqual(messages(COUNT, build([STEPS[0], { ...STEPS[2], in: ["m"] }])), [
    "type_mismatch: n: components.count takes components, got mask",
  ]);
  deepStrictEqual(messages(COUNT, reuse("red_path")), [
    "metric_mismatch: path gives path, count scores integer",
  ]);
});

Deno.test("a pipeline without steps reads an output that nothing provides", () => {
  strictEqual(messages(COUNT, build([]))[0], "unknown_reference: output reads n, which nothing provides");
});

Deno.test("all errors are collected, the first by their order first", () => {
  const steps = [{ ...STEPS[0], params: { hue: 3 } }, { id: "n", op: "nothing", in: ["$item.gold"] }];
  deepStrictEqual(messages(COUNT, build(steps)).map((message) => message.split(":")[0]), [
    "unknown_op",
    "bad_parameter",
    "unknown_reference",
    "image_unused",
  ]);
});

Deno.test("a reply with a key, an id or a kind that does not belong is malformed", () => {
  for (
    const reply of [
      reuse("instance_marking", { why: "because" }),
      reuse("instance_marking", { map: {} }),
      reuse("instance_marking", { guidance: "  " }),
      build([{ ...STEPS[0], id: "1m" }]),
      build([{ ...STEPS[0], in: "$image" }]),
      build([{ ...STEPS[0], note: 1 }]),
      JSON.stringify({ route: "fallback" }),
      JSON.stringify({ route: "toString", guidance: "x" }),
    ]
  ) {
    const check = checkConfiguration(COUNT, reply);
    strictEqual(check.ok ? "ok" : check.error, "malformed", reply);
  }
});

Deno.test("guidance may name all choices or none: some are a hint", () => {
  const leaks = (contract: Contract, guidance: string) =>
    messages(contract, reuse("direction_grid", { guidance })).some((message) =>
      message.startsWith("answer_leak")
    );
  ok(leaks(CHOICE, "Fill the cell to the LEFT."));
  ok(!leaks(CHOICE, "Fill the cell: left, right, above or below."));
  ok(leaks(CHOICE, "Fill the \uff4c\uff45\uff46\uff54 cell.")); // in full width
  ok(leaks(CHOICE, "Fill the le\u200bft cell.")); // around a blank of no width
  ok(!leaks(CHOICE, "What is leftover stays white."));
  ok(!leaks(CHOICE, "Fill the cell of {choices}."));
  const letters: Contract = { ...CHOICE, answer: { type: "label", choices: ["A", "B"] } };
  ok(leaks(letters, "Mark the slot (A)."));
  ok(leaks(letters, 'Mark the slot "B".'));
  ok(!leaks(letters, "A dot in the slot of vitamin B."));
});

Deno.test("labels that an output can name must be choices, aligned apart", () => {
  strictEqual(messages(CHOICE, reuse("role_relation", { params: { axis: "dominant" } })).length, 0);
  const fewer: Contract = { ...CHOICE, answer: { type: "label", choices: ["left", "right"] } };
  deepStrictEqual(messages(fewer, reuse("role_relation", { params: { axis: "vertical" } })), [
    "metric_mismatch: answer gives label above, accuracy scores label of left right",
  ]);
  const mapped = (map: unknown) =>
    messages(fewer, reuse("role_relation", { params: { axis: "vertical" }, map }));
  deepStrictEqual(mapped({ above: "left", below: "right" }), []);
  strictEqual(mapped({ above: "left" }).length, 1);
  strictEqual(mapped({ above: "left", below: "up" }).length, 1);
  strictEqual(mapped({ above: "left", below: 3 })[0].split(":")[0], "bad_parameter");
});

Deno.test("a map makes booleans and integers of labels, and of nothing else", () => {
  const yes: Contract = { ...CHOICE, answer: { type: "boolean" } };
  const check = checkConfiguration(
    yes,
    reuse("fixed_slot", { params: { choices: ["y", "n"] }, map: { y: true, n: false } }),
  );
  ok(check.ok && check.type === "boolean");
  strictEqual(messages(COUNT, reuse("instance_marking", { map: { 1: 1 } })).length, 1);
});

Deno.test("fixed_slot has the contract's choices where the reply names no slots", () => {
  const check = checkConfiguration(CHOICE, reuse("fixed_slot"));
  ok(check.ok && check.built.pipeline.steps[1].op === "grid.slots");
  strictEqual(
    messages({ ...CHOICE, answer: { type: "label" } }, reuse("fixed_slot"))[0].split(":")[0],
    "bad_parameter",
  );
});

Deno.test("a written answer serves labels, booleans and numbers, and nothing else", () => {
  const written = (answer: Contract["answer"], metric: string) => {
    const contract: Contract = { ...COUNT, answer, metric, functions: ["ocr"] };
    const check = checkConfiguration(contract, JSON.stringify({ route: "fallback", guidance: "Write it." }));
    return check.ok ? check.type : check.error;
  };
  deepStrictEqual([
    written({ type: "label", choices: ["x", "y"] }, "accuracy"),
    written({ type: "boolean" }, "accuracy"),
    written({ type: "integer" }, "count"),
    written({ type: "number" }, "scalar"),
    written({ type: "point" }, "point_in_mask"),
  ], ["label", "boolean", "integer", "number", "unsupported"]);
});

Deno.test("what passes is frozen: the same reply has the same hash, another parameter another", () => {
  const hash = (params: unknown) => {
    const check = checkConfiguration(COUNT, reuse("instance_marking", { params }));
    return check.ok ? check.sha256 : check.error;
  };
  strictEqual(hash({ minArea: 30 }), hash({ minArea: 30 }));
  ok(hash({ minArea: 30 }) !== hash({ minArea: 31 }) && /^[0-9a-f]{64}$/.test(hash({})));
});

Deno.test("a contract with a fourth example, or a hidden field in one, is refused", () => {
  const examples = (count: number, item = {}) =>
    Array.from({ length: count }, () => ({ instruction: "?", item }));
  throws(() => checkConfiguration({ ...COUNT, examples: examples(4) }, ""), RangeError);
  throws(
    () => checkConfiguration({ ...COUNT, examples: examples(1, { answer: 3 }) }, ""),
    /must hide answer/,
  );
  throws(
    () => checkConfiguration({ ...COUNT, hidden: ["gold"], examples: examples(1, { gold: 3 }) }, ""),
    /gold/,
  );
  checkConfiguration({ ...COUNT, examples: examples(3) }, "");
});

Deno.test("a reply nested without end is malformed, and throws nothing", () => {
  const nested = `${"[".repeat(2e5)}${"]".repeat(2e5)}`;
  deepStrictEqual(
    messages(COUNT, `{"route": "reuse", "protocol": "direction_grid", "params": {"labels": ${nested}}}`),
    [
      "malformed: Cannot read the configuration: the reply's object is nested over 1000 deep",
    ],
  );
  const inString = "[".repeat(2000);
  ok(
    !messages(COUNT, reuse("instance_marking", { guidance: inString })).some((text) =>
      text.startsWith("malformed")
    ),
  );
});

Deno.test("a hidden field is found in JSON within an example's texts, as data sets nest it", () => {
  const holding = (item: Record<string, unknown>) => () =>
    checkConfiguration({ ...COUNT, examples: [{ item }] }, "{}");
  throws(holding({ note: '{"row": [{"answer": 3}]}' }), /example 0 must hide answer/);
  holding({ note: "{no JSON, no answer}", other: '["answer"]', deep: "[".repeat(1e5) })();
});

Deno.test("an empty name hides nothing", () => {
  const contract: Contract = { ...COUNT, hidden: [""] };
  strictEqual(
    messages(contract, reuse("instance_marking", { guidance: "A dot worth $ 5 {} each." })).length,
    0,
  );
});
