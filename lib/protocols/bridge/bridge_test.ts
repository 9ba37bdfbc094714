import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { blankRaster, errorPattern, type Raster } from "lib/canvas/mod.ts";
import { maskOf } from "../picture/mask_runs.ts";
import { bridgeItem } from "./bridge_item.ts";
import { BRIDGE_TASKS, type BridgeItem, type CanvasCell } from "./items.ts";
import { readDrawn } from "./read_drawn.ts";
import { readTold } from "./read_told.ts";

const ITEMS = [1, 7].flatMap((seed) =>
  BRIDGE_TASKS.flatMap((task) => Array.from({ length: 30 }, (_, n) => bridgeItem(task, n, seed)))
);

/** The answer in the words that a task asks for. */
function told(item: BridgeItem): string {
  switch (item.task) {
    case "relation":
      return item.answer ? "yes" : "no";
    case "path":
      return JSON.stringify(item.answer);
    case "region": {
      const { bits } = maskOf(item.answer);
      const runs: number[][] = [];
      for (let i = 0; i < bits.length; i++) {
        if (!bits[i]) continue;
        const run = runs.at(-1), row = Math.floor(i / 24), col = i % 24;
        if (run && run[0] === row && run[2] === col - 1) run[2] = col;
        else runs.push([row, col, col]);
      }
      return JSON.stringify(runs);
    }
    case "order":
      return item.answer.join(" > ");
    default:
      return String(item.answer);
  }
}

function painted(background: string, ...marks: [color: string, cells: CanvasCell[]][]): Raster {
  const raster = blankRaster(24, 24, background);
  for (const [color, cells] of marks) {
    const value = parseInt(color.slice(1), 16);
    for (const [row, col] of cells) {
      raster.rgb.set([value >> 16, value >> 8 & 255, value & 255], 3 * (row * 24 + col));
    }
  }
  return raster;
}

const block = ([row, col]: CanvasCell, h: number, w = h): CanvasCell[] =>
  Array.from({ length: h * w }, (_, i) => [row + Math.floor(i / w), col + i % w]);

/** The right drawing, by the task's own directions. */
function drawn(item: BridgeItem): Raster {
  switch (item.task) {
    case "direction": {
      const cells = [
        "front-left",
        "front",
        "front-right",
        "left",
        "",
        "right",
        "back-left",
        "back",
        "back-right",
      ];
      const cell = cells.indexOf(item.answer);
      return painted("#ffffff", ["#003cff", block([8 * Math.floor(cell / 3) + 2, 8 * (cell % 3) + 2], 4)]);
    }
    case "count": {
      const { color, shape, half } = item.query;
      const wanted = item.objects.filter((o) =>
        (!color || o.color === color) && (!shape || o.shape === shape) &&
        (!half || (half === "upper") === o.row < 12)
      );
      return painted("#ffffff", ["#00dc00", wanted.flatMap(({ row, col }) => block([row, col], 2))]);
    }
    case "relation": {
      const of = (name: string) => block(item.objects[name], 2);
      return painted("#ffffff", ["#00dc00", of(item.subject)], ["#003cff", of(item.object)]);
    }
    case "path": {
      const cells: CanvasCell[] = [];
      let [row, col] = item.start;
      for (const [direction, length] of item.moves) {
        for (let i = 0; i <= length; i++) {
          cells.push([row, col]);
          if (i === length) continue;
          if (direction === "up" || direction === "down") row += direction === "up" ? -1 : 1;
          else col += direction === "left" ? -1 : 1;
        }
      }
      return painted("#ffffff", ["#e61414", cells]);
    }
    case "region": {
      const { bits } = maskOf(item.answer);
      const cells = block([0, 0], 24).filter((_, i) => bits[i]);
      return painted("#000000", ["#ffffff", cells]);
    }
    case "order": {
      const { red, green, blue } = item.sides;
      return painted(
        "#ffffff",
        ["#e61414", block([1, 1], red)],
        ["#00dc00", block([1, 13], green)],
        ["#003cff", block([13, 1], blue)],
      );
    }
  }
}

Deno.test("the right answer told is correct, strictly, on all items", () => {
  for (const item of ITEMS) {
    const answer = readTold(item, `Let me see.\nAnswer: ${told(item)}`);
    ok(
      answer.ok && answer.strict && answer.score > 1 - 1e-9,
      `${item.task} ${item.n}: ${JSON.stringify(answer)}`,
    );
  }
});

Deno.test("the right answer drawn is correct, strictly", () => {
  for (const item of ITEMS.filter(({ n }) => n % 5 === 0)) {
    const answer = readDrawn(item, drawn(item));
    ok(answer.ok && answer.correct && answer.strict, `${item.task} ${item.n}: ${JSON.stringify(answer)}`);
  }
});

Deno.test("items keep to the canvas and to what their task promises", () => {
  for (const item of ITEMS) {
    if (item.task === "direction") ok(item.target.every((at) => at >= 0 && at < 24));
    if (item.task === "count") {
      const places = new Set(item.objects.map(({ row, col }) => `${row} ${col}`));
      ok(places.size === item.objects.length && item.answer >= 1);
    }
    if (item.task === "path") {
      strictEqual(item.answer.length, 5);
      ok(item.answer.flat().every((at) => at >= 1 && at <= 22));
    }
    if (item.task === "region") ok(maskOf(item.answer).bits.reduce((sum, bit) => sum + bit, 0) >= 12);
    if (item.task === "order") {
      const sides = item.answer.map((color) => item.sides[color]);
      ok(sides[0] > sides[1] && sides[1] > sides[2] && sides[0] <= 9);
    }
  }
});

Deno.test("the task, the number and the seed each make another item", () => {
  deepStrictEqual(bridgeItem("path", 3, 5), bridgeItem("path", 3, 5));
  const all = new Set(ITEMS.map((item) => JSON.stringify({ ...item, n: 0, seed: 0 })));
  ok(all.size > 0.8 * ITEMS.length, `${all.size} of ${ITEMS.length} differ`);
  throws(() => bridgeItem("path", -1, 1), RangeError);
  throws(() => bridgeItem("sums" as "path", 1, 1), RangeError);
});

Deno.test("readTold takes the last answer line and nothing else for an answer", () => {
  const reason = (task: BridgeItem["task"], reply: string) => {
    const answer = readTold(bridgeItem(task, 0, 1), reply);
    return answer.ok ? JSON.stringify(answer.value) : answer.reason;
  };
  strictEqual(reason("direction", "It is to the right."), "no_answer");
  strictEqual(reason("direction", ""), "no_answer");
  strictEqual(reason("direction", "answer: left\n  ANSWER :  (Back-Left). \nDone"), '"back-left"');
  strictEqual(reason("direction", "answer: left\nanswer:"), "unreadable_answer");
  for (const reply of ["-3", "3.0", "three", "3 cats"]) {
    strictEqual(reason("count", `answer: ${reply}`), "unreadable_answer");
  }
  for (const reply of ["[]", "[[1, 5, 4]]", "[[1, 2]]", "[[24, 0, 0]]", "[[1.5, 0, 0]]", "{}"]) {
    strictEqual(reason("region", `answer: ${reply}`), "unreadable_answer");
  }
  for (const reply of ["red > red > blue", "red, green, blue", "red > green > blue > red"]) {
    strictEqual(reason("order", `answer: ${reply}`), "unreadable_answer");
  }
});

Deno.test("an empty drawing and the error pattern answer nothing", () => {
  for (const task of BRIDGE_TASKS) {
    const item = bridgeItem(task, 0, 1);
    strictEqual(readDrawn(item, blankRaster(24, 24)).ok, false);
    if (task !== "region") strictEqual(readDrawn(item, errorPattern()).ok, false);
  }
});

Deno.test("a first leg alone passes as a path, but not strictly", () => {
  const item = bridgeItem("path", 0, 1);
  ok(item.task === "path");
  const answer = readTold(item, `answer: ${JSON.stringify(item.answer.slice(0, 2))}`);
  ok(answer.ok && answer.correct && !answer.strict);
});
