import { type Check, check, countOf, truth } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { difference, exactly, product, ratio, type Span, sum } from "../span.ts";

const MODELS = ["glm32b", "gemma27b"] as const;
const DOSES = ["unused", "used"] as const;

/** The difference of a model's two printed rates, as a share. */
export function rateDifference(p: PrintedNumbers, model: (typeof MODELS)[number]): Span {
  const rates = difference(p.claim(`exp3-${model}-moved-rate`), p.claim(`exp3-${model}-null-rate`));
  return ratio(rates, exactly(100));
}

/** Exp. 3, stage 2: section 4.3 and appendix D.2.2. */
export function causalChecks(): Check[] {
  const precise = (p: PrintedNumbers, model: string, dose: string) => p.claim(`exp3-${model}-${dose}-delta`);
  const ends = (p: PrintedNumbers, model: string, dose: string) => p.interval(`exp3-${model}-${dose}-delta`);
  return [
    check("causal-pairs", "product", (p) => ({
      expected: product(p.claim("exp3-items"), p.claim("exp3-arms")),
      published: p.claim("exp3-pairs"),
    })),
    check("causal-continuations-nine", "product", (p) => ({
      expected: product(p.claim("exp3-pairs"), p.claim("exp3-continuations-per-arm")),
      published: p.claim("exp3-continuations"),
    })),
    check("causal-continuations-eight", "product", (p) => ({
      expected: product(p.claim("exp3-pairs"), p.claim("exp3-causal-appendix-continuations")),
      published: p.claim("exp3-continuations"),
    })),
    check("causal-schedule", "sum", (p) => ({
      expected: sum(p.claim("layout-deterministic"), p.claim("layout-stochastic")),
      published: p.claim("exp3-continuations-per-arm"),
    })),
    check("causal-relocations", "product", (p) => ({
      expected: product(p.claim("exp3-items"), exactly(2)),
      published: p.claim("exp3-relocations-identical"),
    })),
    check("causal-items-per-combination", "bound", (p) => ({
      expected: ratio(p.claim("exp3-items"), p.claim("exp3-combinations")),
      published: p.claim("layout-samples-per-prompt"),
      relation: "at most",
    })),
    check("causal-combinations", "bound", (p) => ({
      expected: p.claim("exp3-combinations"),
      published: product(p.claim("exp3-decomposed-models"), p.claim("prompts-total")),
      relation: "at most",
    })),
    ...MODELS.flatMap((model) => [
      check(`causal-${model}-delta`, "difference", (p) => ({
        expected: rateDifference(p, model),
        published: precise(p, model, "unused"),
      })),
      check(`causal-${model}-delta-main`, "difference", (p) => ({
        expected: rateDifference(p, model),
        published: p.claim(`exp3-${model}-delta-main`),
      })),
      ...DOSES.flatMap((dose) => [
        check(`causal-rounding-${model}-${dose}`, "rounding", (p) => ({
          expected: precise(p, model, dose),
          published: p.claim(
            dose === "unused" ? `exp3-${model}-delta-main` : `exp3-${model}-used-delta-main`,
          ),
        })),
        check(`causal-ci-${model}-${dose}`, "truth", (p) => {
          const [low, high] = ends(p, model, dose), { value, text } = precise(p, model, dose);
          return truth(
            low.value <= value && value <= high.value && (low.value > 0 || high.value < 0),
            `${text} in ${low.text} to ${high.text}`,
          );
        }),
      ]),
    ]),
    check("causal-dose", "count", (p) =>
      countOf(
        MODELS,
        (model) => precise(p, model, "unused").value > precise(p, model, "used").value,
        p.claim("exp3-decomposed-models"),
      )),
    check("causal-dose-ci-disjoint", "count", (p) => ({
      ...countOf(
        MODELS,
        (model) => ends(p, model, "used")[1].value < ends(p, model, "unused")[0].value,
        p.claim("exp3-decomposed-models"),
      ),
      detail: MODELS.map((model) =>
        `${model} ${
          DOSES.map((dose) => ends(p, model, dose).map(({ text }) => text).join(" to ")).join(" against ")
        }`
      ).join("; "),
    })),
  ];
}
