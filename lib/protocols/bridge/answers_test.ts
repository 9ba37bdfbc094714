import { ok, strictEqual } from "node:assert/strict";
import { rasterize } from "lib/canvas/mod.ts";
import { randomStream } from "lib/random/mod.ts";
import { isNoEvidence } from "../analysis/attribute.ts";
import { MANNERS } from "../painters/aim.ts";
import { bridgeItemOf, bridgeRows } from "./bridge_rows.ts";
import { drawAnswer } from "./draw_answer.ts";
import { readDrawn } from "./read_drawn.ts";
import { readTold } from "./read_told.ts";
import { tellAnswer } from "./tell_answer.ts";
import type { BridgeAnswer } from "./score_bridge.ts";
import type { Manner } from "../painters/aim.ts";

const ITEMS = bridgeRows().map((row) => bridgeItemOf(row)!);

function check(where: string, answer: BridgeAnswer, manner: Manner, loose: boolean, never: boolean) {
  const text = `${where}: ${JSON.stringify(answer)}`;
  if (manner === "right" || manner === "wrong") {
    ok(answer.ok, text);
    strictEqual(answer.correct, manner === "right", text);
    if (!loose) strictEqual(answer.strict, manner === "right", text);
  } else {
    ok(!answer.ok, text);
    strictEqual(isNoEvidence(answer.reason), manner === "noncompliant" || never, text);
  }
}

Deno.test("tellAnswer is right, loosely right, wrong, silent or unreadable, as asked, on all 180 items", () => {
  let loose = 0;
  for (const item of ITEMS) {
    for (const manner of MANNERS) {
      const random = randomStream("tell", item.task, item.n, manner);
      check(
        `${item.task} ${item.n} ${manner}`,
        readTold(item, tellAnswer(item, { manner, random })),
        manner,
        false,
        false,
      );
    }
    const told = readTold(
      item,
      tellAnswer(item, { manner: "right", loose: true, random: randomStream("loose") }),
    );
    check(`${item.task} ${item.n} loose`, told, "right", true, false);
    if (told.ok && !told.strict) loose++;
  }
  ok(loose > 45 && loose <= 60, `${loose} loose answers of 60 paths and regions`);
});

Deno.test("drawAnswer too, on every third item", () => {
  for (const item of ITEMS.filter(({ n }) => n % 3 === 0)) {
    for (const manner of MANNERS) {
      const { background, parts } = drawAnswer(item, {
        manner,
        random: randomStream("draw", item.n, manner),
      });
      const drawing = rasterize([{ kind: "fill", color: background }, ...parts]);
      check(
        `${item.task} ${item.n} ${manner}`,
        readDrawn(item, drawing),
        manner,
        false,
        item.task === "region",
      );
    }
  }
});

Deno.test("rows of other benchmarks are no items of the bridge", () => {
  strictEqual(bridgeRows().length, 180);
  for (const id of ["count-30", "count-1", "counts-01", "order-00x", "__proto__-00"]) {
    strictEqual(bridgeItemOf(id), undefined);
  }
});
