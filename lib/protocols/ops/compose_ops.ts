import { EPSILON } from "../picture/picture.ts";
import { leading } from "./leading.ts";
import { Failure, op, opOfMany } from "./op.ts";
import { flag, number, size, table, word, words } from "./rules.ts";

/** Ops that make an answer out of values. */
export const COMPOSE_OPS = [
  op("compose.labels", [], "labels", { values: words() }, (_, { values }) => values),

  opOfMany("compose.numbers", "number", "numbers", (numbers) => [...numbers]),

  op(
    "compose.argmax",
    ["numbers", "labels"],
    "label",
    { minGap: size(1e-6) },
    ([numbers, labels], { minGap }) => {
      return leading(numbers, labels, minGap, "tie");
    },
  ),

  op("compose.rank", ["numbers", "labels"], "labels", {
    descending: flag(true),
    minRatio: size(1.1),
  }, ([numbers, labels], { descending, minRatio }) => {
    if (numbers.length !== labels.length || numbers.length < 2) return new Failure("bad_item");
    const order = numbers.map((_, i) => i).sort((i, j) => numbers[j] - numbers[i]);
    for (let k = 1; k < order.length; k++) {
      const more = numbers[order[k - 1]], less = numbers[order[k]];
      if (more - less <= EPSILON || more < minRatio * less - EPSILON) return new Failure("tie");
    }
    return (descending ? order : order.reverse()).map((i) => labels[i]);
  }),

  op(
    "compose.at",
    ["labels", "integer"],
    "label",
    {},
    ([labels, at]) => labels[at] ?? new Failure("bad_item"),
  ),

  op("compose.map", ["label"], "label", { table: table() }, ([label], { table }) => {
    return Object.hasOwn(table, label) ? table[label] : new Failure("unmapped_label");
  }),

  op("compose.equals", ["label"], "boolean", { value: word() }, ([label], { value }) => label === value),
  op(
    "compose.at_least",
    ["number"],
    "boolean",
    { least: number() },
    ([value], { least }) => value >= least - EPSILON,
  ),
  opOfMany("compose.all", "boolean", "boolean", (values) => values.every((value) => value)),
  op("compose.scale", ["number"], "number", { by: number() }, ([value], { by }) => value * by),
];
