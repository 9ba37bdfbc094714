import { deepStrictEqual, ok } from "node:assert/strict";
import { TASKS } from "lib/run/mod.ts";
import { generationAsks, spreadOrder } from "./mod.ts";

const asks = generationAsks("m", { tasks: TASKS, medium: "canvas", seed: 1, samples: 2 });
const ordered = spreadOrder(asks);

Deno.test("spreadOrder loses and doubles nothing and puts earlier samples first", () => {
  deepStrictEqual(new Set(ordered), new Set(asks));
  deepStrictEqual(ordered.length, asks.length);
  deepStrictEqual(ordered.map(({ sample }) => sample), asks.map(({ sample }) => sample).sort());
  deepStrictEqual(spreadOrder([]), []);
});

Deno.test("any part of spreadOrder from the front has the same share of every task, tier and subcategory", () => {
  const first = ordered.slice(0, ordered.length / 2);
  for (const length of [50, 100, 200, 400]) {
    const groups: [string, (ask: typeof asks[number]) => boolean][] = [
      ...TASKS.map((
        task,
      ): [string, (ask: typeof asks[number]) => boolean] => [task, (ask) => ask.task === task]),
      ...["1", "2", "3"].map((tier): [string, (ask: typeof asks[number]) => boolean] => [
        tier,
        (ask) => ask.task === "layout" && ask.item[0] === tier,
      ]),
    ];
    for (const [name, belongs] of groups) {
      const wanted = length * first.filter(belongs).length / first.length;
      const got = first.slice(0, length).filter(belongs).length;
      ok(Math.abs(got - wanted) <= 6, `${name}: ${got} of the first ${length}, not about ${wanted}`);
    }
  }
});

Deno.test("spreadOrder gives an item the same place whatever is left to ask of other tasks", () => {
  const layout = ordered.filter(({ task }) => task === "layout");
  deepStrictEqual(spreadOrder(asks.filter(({ task }) => task === "layout")), layout);
});
