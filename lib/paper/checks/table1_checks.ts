import { type Check, check, countOf } from "../check.ts";
import type { PrintedNumbers } from "../printed_numbers.ts";
import { exactly, largest, product, smallest, type Span, sum } from "../span.ts";
import { wholeCounts } from "../whole_counts.ts";

/** A cell of Table 1's shares. */
interface ShareCell {
  model: string;
  tier: 1 | 2 | 3;
  share: "valid" | "trivial";
  percent: Span;
}

const TIERS = [1, 2, 3] as const;

/** The 48 cells of validity and triviality. */
function shareCells(p: PrintedNumbers, share?: ShareCell["share"]): ShareCell[] {
  return p.models.flatMap((model) =>
    TIERS.flatMap((tier) =>
      (["valid", "trivial"] as const).filter((one) => (share ?? one) === one).map((one) => ({
        model,
        tier,
        share: one,
        percent: p.cell("table1", { model }, `${one}_t${tier}_pct`),
      }))
    )
  );
}

const half = ({ low, high }: Span) => (high - low) / 2;

/** The counts out of the attempts of a model and tier that a cell can stand for. */
function countsOf(p: PrintedNumbers, { percent }: ShareCell): number[] {
  return wholeCounts(percent.value, half(percent), p.claim("tier-attempts-per-model").value);
}

/**
 * The attempts behind Table 1's shares: for each cell the one count out of 550 that prints so, or NaN where none or
 * more than one does.
 */
export function recoveredCounts(p: PrintedNumbers): (ShareCell & { count: number })[] {
  return shareCells(p).map((cell) => {
    const counts = countsOf(p, cell);
    return { ...cell, count: counts.length === 1 ? counts[0] : NaN };
  });
}

/** Valid attempts by model, in the order of the roster. */
export function validCounts(p: PrintedNumbers): number[] {
  const cells = recoveredCounts(p);
  return p.models.map((model) =>
    total(cells.filter((cell) => cell.model === model && cell.share === "valid"))
  );
}

const total = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0);

/** Table 1's cells whose share cannot be one of the valid attempts of that cell. */
export function notOfValid(p: PrintedNumbers): string[] {
  const cells = recoveredCounts(p);
  return cells.filter(({ share }) => share === "trivial").filter(({ model, tier, percent }) => {
    const valid = cells.find((one) => one.model === model && one.tier === tier && one.share === "valid")!;
    return wholeCounts(percent.value, half(percent), valid.count).length === 0;
  }).map(nameOf);
}

const nameOf = ({ model, tier }: Pick<ShareCell, "model" | "tier">) => `${model} T${tier}`;

/** Table 1: what its shares count, and what is said of them. */
export function table1Checks(): Check[] {
  const ofAll = (id: string, share: "valid" | "trivial", claim: string) =>
    check(id, "whole counts", (p) => {
      const cells = recoveredCounts(p).filter((cell) => cell.share === share);
      const byTier = TIERS.map((tier) => total(cells.filter((cell) => cell.tier === tier)));
      return { expected: sum(...byTier.map((count) => exactly(count))), published: p.claim(claim) };
    });
  const nontrivial = (p: PrintedNumbers, model?: string) => {
    const cells = recoveredCounts(p).filter((cell) => model === undefined || cell.model === model);
    const of = (share: string) => total(cells.filter((cell) => cell.share === share));
    const [valid, trivial] = [of("valid"), of("trivial")];
    return exactly(valid - trivial, `${valid} - ${trivial}`);
  };
  return [
    check(
      "table1-cells-feasible",
      "whole counts",
      (p) => countOf(shareCells(p), (cell) => countsOf(p, cell).length === 0, 0, nameOf),
    ),
    check(
      "table1-cells-unique",
      "whole counts",
      (p) => countOf(shareCells(p), (cell) => countsOf(p, cell).length > 1, 0, nameOf),
    ),
    ofAll("table1-valid-total", "valid", "layout-valid"),
    ofAll("table1-trivial-total", "trivial", "layout-trivial"),
    check("table1-trivial-of-valid", "whole counts", (p) => countOf(notOfValid(p), () => true, 0)),
    check("table1-nontrivial-total", "whole counts", (p) => ({
      expected: nontrivial(p),
      published: p.claim("layout-nontrivial"),
    })),
    check("table1-glm32b-nontrivial", "whole counts", (p) => ({
      expected: nontrivial(p, "GLM-4 32B"),
      published: p.claim("dino-glm32b-images"),
    })),
    check("table1-invalid-total", "whole counts", (p) => {
      const cells = recoveredCounts(p).filter(({ share }) => share === "valid");
      const asked = product(exactly(cells.length), p.claim("tier-attempts-per-model"));
      return {
        expected: exactly(asked.value - total(cells), `${asked.text} - ${total(cells)}`),
        published: p.claim("layout-invalid"),
      };
    }),
    check("table1-worst-validity", "extreme", (p) => ({
      expected: smallest(shareCells(p, "valid").map(({ percent }) => percent)),
      published: p.claim("validity-worst"),
    })),
    check("table1-over-88", "count", (p) =>
      countOf(
        shareCells(p, "valid"),
        ({ percent }) => percent.value <= p.claim("validity-floor").value,
        0,
        nameOf,
      )),
    check("table1-highest-trivial", "extreme", (p) => ({
      expected: largest(shareCells(p, "trivial").map(({ percent }) => percent)),
      published: p.claim("trivial-gemma9b-t3"),
    })),
    check("table1-highest-trivial-t3", "extreme", (p) => ({
      expected: largest(
        shareCells(p, "trivial").filter(({ tier }) => tier === 3).map(({ percent }) => percent),
      ),
      published: p.claim("trivial-gemma9b-t3"),
    })),
    ...([["table1-codellama-low", smallest, 0], ["table1-codellama-high", largest, 1]] as const).map(
      ([id, extreme, end]) =>
        check(id, "extreme", (p) => ({
          expected: extreme(
            shareCells(p, "trivial").filter(({ model }) => model === "CodeLlama 34B")
              .map(({ percent }) => percent),
          ),
          published: p.range("trivial-codellama-range")[end],
        })),
    ),
    check("table1-codellama-top", "count", (p) =>
      countOf(
        [1, 2] as const,
        (tier) => {
          const cells = shareCells(p, "trivial").filter((cell) => cell.tier === tier);
          const most = cells.reduce((a, b) => b.percent.value > a.percent.value ? b : a);
          return most.model === "CodeLlama 34B";
        },
        2,
        (tier) => `T${tier}`,
      )),
    check("table1-table5-mean", "count", (p) =>
      countOf(
        p.models,
        (model) =>
          p.cell("table1", { model }, "translation_piou_mean").value ===
            p.cell("table5", { model }, "piou_mean").value,
        p.claim("roster-size"),
      )),
  ];
}
