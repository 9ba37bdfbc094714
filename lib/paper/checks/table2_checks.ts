import { spearman } from "lib/stats/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import { dashedOf, type PrintedNumbers } from "../printed_numbers.ts";
import { difference, exactly, largest, meanOf, smallest, type Span } from "../span.ts";

const JUDGES = ["J1", "J2"] as const;
const TIERS = ["t1", "t2", "t3"] as const;
const COLUMNS = [...TIERS, "overall"] as const;

type Judge = (typeof JUDGES)[number];
type Score = (typeof COLUMNS)[number];

const at = (p: PrintedNumbers, judge: Judge, model: string, column: Score) =>
  p.cell("table2", { judge, model }, column);

/** A column of Table 2, models in the order of the roster. */
export function scoresOf(p: PrintedNumbers, judge: Judge, column: Score = "overall"): Span[] {
  return p.models.map((model) => at(p, judge, model, column));
}

/** Models by falling score. */
export function ranking(p: PrintedNumbers, judge: Judge = "J1", column: Score = "overall"): string[] {
  const scores = new Map(p.models.map((model) => [model, at(p, judge, model, column).value]));
  return [...p.models].sort((a, b) => scores.get(b)! - scores.get(a)!);
}

/** The models of 27 billion parameters and more, by the number in their names. */
export function largeModels(models: readonly string[]): string[] {
  return models.filter((model) => Number(/(\d+)B$/.exec(model)?.[1]) >= 27);
}

const gaps = (p: PrintedNumbers) =>
  p.models.map((model) => difference(at(p, "J2", model, "overall"), at(p, "J1", model, "overall")));

const inversion = (p: PrintedNumbers, judge: Judge, model: string) =>
  difference(at(p, judge, model, "t2"), at(p, judge, model, "t3"));

const spread = (p: PrintedNumbers, judge: Judge, tier: Score) => {
  const scores = scoresOf(p, judge, tier);
  return difference(largest(scores), smallest(scores));
};

const signed = (value: number) => (value < 0 ? "" : "+") + value.toFixed(2);

/** Table 2: its means, its ranks, the inversion and the spread. */
export function table2Checks(models: readonly string[]): Check[] {
  return [
    ...JUDGES.flatMap((judge) =>
      [...models, "Pooled"].map((model) =>
        check(`table2-${judge.toLowerCase()}-overall-${dashedOf(model)}`, "mean", (p) => ({
          expected: meanOf(TIERS.map((tier) => at(p, judge, model, tier))),
          published: at(p, judge, model, "overall"),
        }))
      )
    ),
    ...JUDGES.flatMap((judge) =>
      COLUMNS.map((column) =>
        check(`table2-${judge.toLowerCase()}-pooled-${column}`, "mean", (p) => ({
          expected: meanOf(scoresOf(p, judge, column)),
          published: at(p, judge, "Pooled", column),
        }))
      )
    ),
    ...(["judge-gap-overall", "judge-gap-about-one"] as const).map((claim, i) =>
      check(["table2-gap-overall", "table2-gap-about-one"][i], "difference", (p) => ({
        expected: difference(at(p, "J2", "Pooled", "overall"), at(p, "J1", "Pooled", "overall")),
        published: p.claim(claim),
      }))
    ),
    check("table2-gap-min", "extreme", (p) => ({
      expected: smallest(gaps(p)),
      published: p.claim("judge-gap-min"),
    })),
    check("table2-gap-max", "extreme", (p) => ({
      expected: largest(gaps(p)),
      published: p.claim("judge-gap-max"),
    })),
    check("table2-gap-mean", "mean", (p) => ({
      expected: meanOf(gaps(p)),
      published: p.claim("judge-gap-overall"),
    })),
    ...COLUMNS.map((column) =>
      check(`table2-rank-${column}`, "rank", (p) => {
        const [first, second] = JUDGES.map((judge) => scoresOf(p, judge, column).map(({ value }) => value));
        return {
          expected: exactly(spearman(first, second).rho, `Spearman of J1 and J2, ${column}`),
          published: p.claim("judge-model-rank-rho"),
          detail: `by J1 ${ranking(p, "J1", column).join(" > ")}; by J2 ${
            ranking(p, "J2", column).join(" > ")
          }`,
        };
      })
    ),
    ...JUDGES.flatMap((judge) => [
      check(
        `table2-${judge.toLowerCase()}-best`,
        "rank",
        (p) => countOf(COLUMNS, (column) => ranking(p, judge, column)[0] === "GLM-4 32B", COLUMNS.length),
      ),
      check(
        `table2-${judge.toLowerCase()}-worst`,
        "rank",
        (p) =>
          countOf(COLUMNS, (column) => ranking(p, judge, column).at(-1) === "CodeLlama 34B", COLUMNS.length),
      ),
    ]),
    ...inversionChecks(),
    ...JUDGES.flatMap((judge) =>
      TIERS.map((tier) =>
        check(`spread-${judge.toLowerCase()}-${tier}`, "extreme", (p) => ({
          expected: spread(p, judge, tier),
          published: p.claim(`spread-${judge.toLowerCase()}-${tier}`),
        }))
      )
    ),
    ...([["spread-peak-t3", "t3", largest], ["spread-tightest-t2", "t2", smallest]] as const).map(
      ([id, tier, extreme]) =>
        check(id, "rank", (p) => ({
          ...countOf(
            JUDGES,
            (judge) => spread(p, judge, tier).value === extreme(TIERS.map((t) => spread(p, judge, t))).value,
            p.claim("judges-count"),
          ),
          detail: JUDGES.map((judge) =>
            `${judge} ${TIERS.map((t) => spread(p, judge, t).value.toFixed(2)).join(" / ")}`
          ).join("; "),
        })),
    ),
    check("pooled-t3-over-t2", "count", (p) =>
      countOf(
        JUDGES,
        (judge) => inversion(p, judge, "Pooled").value < 0,
        p.claim("judges-count"),
      )),
    check("pooled-t1-highest", "count", (p) =>
      countOf(
        JUDGES,
        (judge) => {
          const [first, ...others] = TIERS.map((tier) => at(p, judge, "Pooled", tier).value);
          return others.every((other) => first > other);
        },
        p.claim("judges-count"),
      )),
    ...roomChecks(),
    check("subcat-bottom-swap", "count", (p) => {
      const of = (subcategory: string, judge: Judge) =>
        p.claim(`subcat-${subcategory}-${judge.toLowerCase()}`).value;
      return countOf(
        JUDGES,
        (judge) => judge === "J1" ? of("2c", judge) < of("3d", judge) : of("3d", judge) < of("2c", judge),
        p.claim("judges-count"),
      );
    }),
    check("table1-table2-order", "rank", (p) => {
      const order = ranking(p), printedOrder = p.rows("table1").map(({ model }) => model);
      return countOf(order, (model) => printedOrder.indexOf(model) === order.indexOf(model), order.length);
    }),
    check("three-strongest", "rank", (p) =>
      countOf(
        ["GLM-4 32B", "Qwen2.5-Coder 32B", "Qwen2.5-Coder 14B"],
        (model) => ranking(p).slice(0, 3).includes(model),
        3,
      )),
    check("weakest-passk", "rank", (p) => ({
      ...countOf(["Gemma 2 9B", "CodeLlama 34B"], (model) => ranking(p).slice(-2).includes(model), 2),
      detail: `lowest by score: ${ranking(p).slice(-2).join(", ")}`,
    })),
    check("two-strongest-large", "rank", (p) => {
      const order = ranking(p).filter((model) => largeModels(p.models).includes(model));
      return {
        ...countOf(
          ["GLM-4 32B", "Gemma 2 27B"],
          (model) => order.slice(0, 2).includes(model),
          p.claim("exp3-decomposed-models"),
        ),
        detail: order.map((model) =>
          `${model} ${JUDGES.map((judge) => at(p, judge, model, "overall").text).join(" / ")}`
        ).join("; "),
      };
    }),
  ];
}

function inversionChecks(): Check[] {
  const inverted = (p: PrintedNumbers, judge: Judge) => (model: string) =>
    inversion(p, judge, model).value < 0;
  return [
    ...JUDGES.map((judge) => {
      const id = `inversion-count-${judge.toLowerCase()}`;
      return check(id, "count", (p) => ({
        ...countOf(p.models, inverted(p, judge), p.claim(id)),
        detail: p.models.map((model) => `${model} ${signed(inversion(p, judge, model).value)}`).join("; "),
      }));
    }),
    check("inversion-sign-agreement", "count", (p) =>
      countOf(
        p.models,
        (model) => inverted(p, "J1")(model) === inverted(p, "J2")(model),
        p.claim("inversion-agreement"),
      )),
    check("inversion-split-model", "count", (p) =>
      countOf(
        p.models,
        (model) => inverted(p, "J1")(model) !== inverted(p, "J2")(model),
        difference(p.claim("roster-size"), p.claim("inversion-agreement")),
      )),
    ...([["gemma27b", "Gemma 2 27B"], ["llama", "Llama 3.1 8B"]] as const).flatMap(([short, model]) =>
      JUDGES.map((judge) => {
        const id = `inversion-${short}-${judge.toLowerCase()}`;
        return check(id, "difference", (p) => ({
          expected: inversion(p, judge, model),
          published: p.claim(id),
        }));
      })
    ),
    check("inversion-gemma27b-argmin", "rank", (p) =>
      countOf(
        JUDGES,
        (judge) =>
          p.models.every((model) =>
            model === "Gemma 2 27B" ||
            inversion(p, judge, model).value > inversion(p, judge, "Gemma 2 27B").value
          ),
        p.claim("judges-count"),
      )),
    check("inversion-kept-order", "count", (p) =>
      countOf(
        JUDGES.flatMap((judge) => ["Gemma 2 9B", "CodeLlama 34B"].map((model) => ({ judge, model }))),
        ({ judge, model }) => inversion(p, judge, model).value > 0,
        4,
        ({ judge, model }) => `${model} ${judge} ${signed(inversion(p, judge, model).value)}`,
      )),
    check("inversion-not-each-model", "count", (p) =>
      countOf(
        p.models,
        (model) => JUDGES.every((judge) => inverted(p, judge)(model)),
        p.claim("roster-size"),
      )),
  ];
}

/** Whether a subcategory's score leaves its tier's mean possible if it is the extreme one. */
function roomChecks(): Check[] {
  return ([
    ["subcat-2c-room-j1", "J1", "2c", "t2", "lowest"],
    ["subcat-3d-room-j2", "J2", "3d", "t3", "lowest"],
    ["subcat-1e-room-j1", "J1", "1e", "t1", "highest"],
  ] as const).map(([id, judge, subcategory, tier, extreme]) =>
    check(id, "truth", (p) => {
      const own = p.claim(`subcat-${subcategory}-${judge.toLowerCase()}`).value;
      const n = p.claim("subcategories-per-tier").value;
      const others = (n * at(p, judge, "Pooled", tier).value - own) / (n - 1);
      return truth(
        extreme === "lowest" ? others >= own : others <= own,
        `${subcategory.toUpperCase()} ${own}, the others average ${others.toFixed(2)}`,
      );
    })
  );
}
