import { ok, strictEqual } from "node:assert/strict";
import { subgroupFigure } from "./subgroup_figure.ts";

const data = (...names: string[]) => ({
  by: ["group"],
  where: "all rows",
  metric: "score",
  groups: names.map((group, i) => ({ group, n: 8, mean: i, low: i - 1, high: i + 1 })),
  simulated: true,
});
const widthOf = (svg: string) => /<svg[^>]*\swidth="([\d.]+)in"/.exec(svg)![1];

Deno.test("a subgroup's name of any length leaves room for its interval, and the data keep it whole", () => {
  const long = `start ${"x".repeat(200)} end`;
  const figure = subgroupFigure("subgroups-long", data("short", long));
  const svg = figure.svg();
  ok(/start x+…x+ end/.test(svg) && !svg.includes(`>${long}<`));
  strictEqual(widthOf(svg), "6.75");
  strictEqual(figure.data?.[1].group, long);
  ok(subgroupFigure("subgroups-one", data("short", "a")).svg().includes(">short<"));
});

Deno.test("a group of one prompt, which has no interval, has a point", () => {
  const { groups, ...rest } = data("one", "two");
  const single = { ...rest, groups: groups.map((group) => ({ ...group, low: NaN, high: NaN })) };
  const svg = subgroupFigure("subgroups-single", single).svg();
  ok(!svg.includes("NaN") && (svg.match(/<circle/g) ?? []).length === 2);
});
