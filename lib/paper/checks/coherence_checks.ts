import { spearman, studentTwoSided } from "lib/stats/mod.ts";
import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { difference, exactly, largest, product, ratio, type Span } from "../span.ts";
import { ranking } from "./table2_checks.ts";

const TIERS = [1, 2, 3] as const;
const TIGHT = ["GLM-4 32B", "Qwen2.5-Coder 32B"];
const SCATTERED = ["Llama 3.1 8B", "CodeLlama 34B"];

const at = (p: PrintedNumbers, model: string, what: "ratio" | "silhouette", tier: number) =>
  p.cell("table7", { model }, `${what}_t${tier}`);

/** Models by rising ratio: the tightest first. */
const byRatio = (p: PrintedNumbers, tier: number) =>
  [...p.models].sort((a, b) => at(p, a, "ratio", tier).value - at(p, b, "ratio", tier).value);

/** Appendix E: Table 7, the embedding's sizes, entropy against structure. */
export function coherenceChecks(): Check[] {
  return [
    check("dino-grid", "ratio", (p) => ({
      expected: ratio(p.claim("dino-input-side"), p.claim("dino-patch-size")),
      published: p.claim("dino-patch-grid"),
    })),
    check("dino-patches", "product", (p) => ({
      expected: product(p.claim("dino-patch-grid"), p.claim("dino-patch-grid")),
      published: p.claim("dino-patches"),
    })),
    check("dino-slice", "difference", (p) => {
      const [first, end] = p.range("attention-slice");
      return { expected: difference(end, first), published: p.claim("dino-patches") };
    }),
    check("dino-upscale", "product", (p) => ({
      expected: product(p.claim("canvas-side"), p.claim("dino-patch-size")),
      published: p.claim("dino-input-side"),
    })),
    check("table7-negative-silhouette", "count", (p) =>
      countOf(
        p.models,
        (model) => TIERS.every((tier) => at(p, model, "silhouette", tier).value < 0),
        p.claim("dino-negative-silhouette-models"),
      )),
    ...TIERS.flatMap((tier) => [
      check(`table7-tightest-t${tier}`, "rank", (p) => ({
        ...countOf(TIGHT, (model) => byRatio(p, tier).slice(0, 2).includes(model), TIGHT.length),
        detail: `${
          TIGHT.map((model) => `${model} is number ${byRatio(p, tier).indexOf(model) + 1}`).join(", ")
        }; ` +
          `smallest are ${byRatio(p, tier).slice(0, 2).join(" and ")}`,
      })),
      check(
        `table7-scattered-t${tier}`,
        "rank",
        (p) => countOf(SCATTERED, (model) => byRatio(p, tier).slice(-2).includes(model), SCATTERED.length),
      ),
    ]),
    check("table7-approaches-inter", "extreme", (p) => ({
      expected: largest(p.models.flatMap((model) => TIERS.map((tier) => at(p, model, "ratio", tier)))),
      published: { value: 1, low: 0.75, high: 1.25, text: "near 1, read as within a quarter" },
    })),
    ...([1, 3] as const).map((tier) =>
      check(`table7-sign-evidence-t${tier}`, "rank", (p) => {
        const unsure = p.models.filter((model) => !SCATTERED.includes(model));
        const { rho } = spearman(
          unsure.map((model) => at(p, model, "ratio", tier).value),
          unsure.map((model) => Math.abs(at(p, model, "silhouette", tier).value)),
        );
        return truth(
          rho < 0,
          `Spearman of ratio and size of silhouette over the ${unsure.length} others, ${rho.toFixed(2)}`,
        );
      })
    ),
    check(
      "table7-scattered-lowest",
      "rank",
      (p) => countOf(SCATTERED, (model) => ranking(p).slice(-2).includes(model), SCATTERED.length),
    ),
    ...entropyChecks(),
  ];
}

function entropyChecks(): Check[] {
  return [
    check("entropy-rho-attainable", "statistic", (p) => {
      const { squares, rho } = nearestRho(p.claim("entropy-structure-rho").value, p.models.length);
      return {
        expected: exactly(rho, `1 - 6 x ${squares} / (${p.models.length} x ${p.models.length ** 2 - 1})`),
        published: p.claim("entropy-structure-rho"),
        detail: "the nearest that eight untied ranks can give",
      };
    }),
    check("entropy-rho-p-t", "statistic", (p) => {
      const { rho } = nearestRho(p.claim("entropy-structure-rho").value, p.models.length);
      return {
        expected: exactly(pOf(rho, p.models.length), `p of ${rho.toFixed(4)} by the t approximation`),
        published: p.claim("entropy-structure-rho-p"),
        relation: "at most",
      };
    }),
    check("entropy-rho-p-exact", "statistic", (p) => {
      const { squares } = nearestRho(p.claim("entropy-structure-rho").value, p.models.length);
      return {
        expected: exactly(exactP(squares, p.models.length), "p by all permutations of eight ranks"),
        published: p.claim("entropy-structure-rho-p"),
        relation: "at most",
      };
    }),
    check("entropy-r-p", "statistic", (p) => {
      const r = p.claim("entropy-structure-r"), n = p.models.length;
      const expected: Span = {
        value: pOf(r.value, n),
        low: pOf(r.high, n),
        high: pOf(r.low, n),
        text: `p of r = ${r.text}, n = ${n}`,
      };
      return { expected, published: p.claim("entropy-structure-r-p") };
    }),
    check("entropy-residual-largest", "truth", (p) => {
      const [gemma, codellama] = ["gemma27b", "codellama"].map((model) =>
        p.claim(`entropy-residual-${model}`)
      );
      return truth(
        Math.abs(gemma.value) > Math.abs(codellama.value),
        `${gemma.text} against ${codellama.text}`,
      );
    }),
  ];
}

/** The two-sided p of a correlation of n points, by Student's t. */
function pOf(r: number, n: number): number {
  return studentTwoSided(r * Math.sqrt((n - 2) / (1 - r * r)), n - 2);
}

/** The sum of squared rank differences, always even, whose correlation is nearest. */
function nearestRho(rho: number, n: number): { squares: number; rho: number } {
  const cube = n * (n * n - 1);
  const squares = 2 * Math.round((1 - rho) * cube / 12);
  return { squares, rho: 1 - 6 * squares / cube };
}

/** The share of orders of n ranks that correlate as strongly, either way. */
function exactP(squares: number, n: number): number {
  const cube = n * (n * n - 1);
  const mirrored = cube / 3 - squares; // the squares of the opposite correlation
  let as = 0, all = 0;
  const walk = (used: number, depth: number, total: number) => {
    if (depth === n) {
      all++;
      if (total <= squares || total >= mirrored) as++;
      return;
    }
    for (let rank = 0; rank < n; rank++) {
      if (!(used & 1 << rank)) walk(used | 1 << rank, depth + 1, total + (rank - depth) ** 2);
    }
  };
  walk(0, 0, 0);
  return as / all;
}
