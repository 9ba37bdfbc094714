import { icons, loadPrompt } from "lib/tasks/mod.ts";
import { type Check, check, countOf } from "../check.ts";
import { leastTrivial } from "../least_trivial.ts";
import { calledMethods, namedColors, promptDifferences } from "../prompt_text.ts";
import { difference, exactly, percentOf, product, ratio, sum } from "../span.ts";

/** The roster models whose weights stand behind a licence, as F.2 names them. */
const GATED = ["Gemma 2 27B", "Gemma 2 9B", "CodeLlama 34B", "Llama 3.1 8B"];

/** What A.1 says the canvas prompt defines, by how it would stand in that prompt. */
const A1_FEATURES = [
  ["canvas.rows / canvas.cols", /canvas\.(rows|cols)/],
  ["a render(canvas) function", /render\s*\(/],
  ["math", /\bmath\b/],
  ["arithmetic and iteration", /\bloops?\b/],
  ["no imports", /No import/],
  ["the named colours", /NAMED COLORS/],
] as const;

/** Design numbers and the prompts as printed: products, sums and what can be counted in a text. */
export function protocolChecks(): Check[] {
  return [
    check("prompts-product", "product", (p) => ({
      expected: product(...["tiers", "subcategories-per-tier", "prompts-per-subcategory"].map(p.claim)),
      published: p.claim("prompts-total"),
    })),
    check("subcategories-product", "product", (p) => ({
      expected: product(p.claim("tiers"), p.claim("subcategories-per-tier")),
      published: p.claim("subcategories-total"),
    })),
    check("attempts-product", "product", (p) => ({
      expected: product(...["prompts-total", "roster-size", "layout-samples-per-prompt"].map(p.claim)),
      published: p.claim("layout-attempts"),
    })),
    check("samples-split", "sum", (p) => ({
      expected: sum(p.claim("layout-deterministic"), p.claim("layout-stochastic")),
      published: p.claim("layout-samples-per-prompt"),
    })),
    check("tier-attempts", "product", (p) => ({
      expected: product(
        ratio(p.claim("prompts-total"), p.claim("tiers")),
        p.claim("layout-samples-per-prompt"),
      ),
      published: p.claim("tier-attempts-per-model"),
    })),
    check("valid-plus-invalid", "sum", (p) => ({
      expected: sum(p.claim("layout-valid"), p.claim("layout-invalid")),
      published: p.claim("layout-attempts"),
    })),
    ...([
      ["valid-pct", "layout-valid", "layout-attempts", "layout-valid-pct"],
      ["invalid-pct", "layout-invalid", "layout-attempts", "layout-invalid-pct"],
      ["nontrivial-pct", "layout-nontrivial", "layout-valid", "layout-nontrivial-pct"],
      ["trivial-pct", "layout-trivial", "layout-valid", "layout-trivial-pct"],
      ["j2-missing-pct", "j2-missing", "layout-valid", "j2-missing-pct"],
    ] as const).map(([id, part, whole, share]) =>
      check(id, "ratio", (p) => ({
        expected: percentOf(p.claim(part), p.claim(whole)),
        published: p.claim(share),
      }))
    ),
    check("nontrivial-plus-trivial", "sum", (p) => ({
      expected: sum(p.claim("layout-nontrivial"), p.claim("layout-trivial")),
      published: p.claim("layout-valid"),
    })),
    check("j2-missing", "difference", (p) => ({
      expected: difference(p.claim("j1-scored"), p.claim("j2-scored")),
      published: p.claim("j2-missing"),
    })),
    check("j2-missing-models", "sum", (p) => ({
      expected: sum(
        p.claim("j2-missing-clock-models"),
        difference(p.claim("j2-missing"), p.claim("j2-missing-clock")),
      ),
      published: p.claim("j2-missing-models"),
      detail: "if each image that is no clock face is of a further model, which the text does not say",
    })),
    check("translation-attempts", "product", (p) => ({
      expected: product(
        ...["references-main", "roster-size", "translation-samples-per-reference"].map(p.claim),
      ),
      published: p.claim("translation-attempts"),
    })),
    check("translation-per-model", "product", (p) => ({
      expected: product(p.claim("references-main"), p.claim("translation-samples-per-reference")),
      published: p.claim("translation-attempts-per-model"),
    })),
    check("translation-samples", "ratio", (p) => ({
      expected: ratio(
        p.claim("translation-attempts"),
        product(p.claim("references-main"), p.claim("roster-size")),
      ),
      published: p.claim("translation-samples-per-reference"),
    })),
    check("reference-sources", "sum", (p) => ({
      expected: sum(p.claim("exp3-references-14b"), p.claim("exp3-references-7b")),
      published: p.claim("references-main"),
    })),
    check("reference-pool", "sum", (p) => ({
      expected: sum(p.claim("references-main"), p.claim("references-ladder")),
      published: p.claim("gate-pool-size"),
    })),
    check("null-placements", "product", (p) => ({
      expected: product(p.claim("references-main"), p.claim("null-seeds")),
      published: p.claim("null-placements"),
    })),
    check("ladder-total", "product", (p) => ({
      expected: product(p.claim("ladder-rungs"), p.claim("ladder-per-rung")),
      published: p.claim("references-ladder"),
    })),
    check("icons-split", "sum", (p) => ({
      expected: sum(p.claim("icons-with-outline"), p.claim("icons-without-outline")),
      published: p.claim("references-icons"),
    })),
    check("icons-listed", "text", (p) => ({
      expected: exactly(icons().length, "names in B.2's list"),
      published: p.claim("references-icons"),
    })),
    ...["palette-names", "prompt-palette-counted"].map((id) =>
      check(id, "text", (p) => ({
        expected: exactly(namedColors().length, "names in the printed prompt's list"),
        published: p.claim("palette-size"),
        detail: `${new Set(namedColors().map((name) => name.replace("grey", "gray"))).size} if the two ` +
          "spellings of gray are one",
      }))
    ),
    check("prompt-primitives-counted", "text", (p) => ({
      expected: exactly(calledMethods().length, "canvas calls in the printed prompt"),
      published: p.claim("primitive-count"),
      detail: calledMethods().join(", "),
    })),
    check("prompt-a1-versus-a21", "text", () => {
      const prompt = loadPrompt("canvas_system");
      return countOf(A1_FEATURES, ([, pattern]) => !pattern.test(prompt), 0, ([name]) => name);
    }),
    check("prompt-a24-differences", "text", (p) => {
      const found = promptDifferences(loadPrompt("judge_pixel_art"), loadPrompt("judge_neutral"));
      return {
        expected: exactly(found.length, "differences in wording between the prompts as printed"),
        published: p.claim("judge-prompt-differences"),
        detail: found.join("; "),
      };
    }),
    check("trivial-cells", "text", (p) => {
      const side = p.claim("canvas-side").value, cells = side ** 2;
      const share = p.claim("trivial-threshold").value;
      return {
        expected: exactly(Math.floor(share * cells / 100) + 1, `least count over ${share} % of ${cells}`),
        published: exactly(leastTrivial(side)),
        detail: "the paper prints the rule alone; the right side is what this suite's executor counts by",
      };
    }),
    ...([
      ["prompt-labels-table4", "generation_prompt", "prompts-generation-count"],
      ["judge-prompts-table4", "judge_system_prompt", "prompts-judge-count"],
    ] as const).map(([id, column, claim]) =>
      check(id, "count", (p) => {
        const named = p.rows("table4").map((row) => String(row[column])).filter((cell) =>
          !cell.startsWith("—")
        );
        return countOf([...new Set(named)], () => true, p.claim(claim));
      })
    ),
    check("pilot-remainder", "difference", (p) => ({
      expected: difference(p.claim("roster-size"), difference(p.claim("pilot-models"), exactly(1))),
      published: p.claim("models-not-rerun-ladder"),
      detail: "one of the pilot models is said to be no part of the roster",
    })),
    check("families-times-sizes", "product", (p) => ({
      expected: product(p.claim("roster-families"), p.claim("family-sizes")),
      published: p.claim("roster-size"),
    })),
    check(
      "gated-listed",
      "count",
      (p) => countOf(p.models, (model) => GATED.includes(model), p.claim("gated-models")),
    ),
  ];
}
