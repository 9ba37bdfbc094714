import * as Plot from "@observablehq/plot";
import type { PassAtK } from "lib/attempts/mod.ts";
import { Figure } from "./figure.ts";
import { figureWithoutJudgements } from "./figure_without_judgements.ts";
import { columnWidth, modelColors, modelSymbols } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";
import { subgroupText } from "./subgroup_text.ts";

const GAP = 8;

/**
 * Figure 10: pass@k over k, a row a judge, a panel a tier and one over all prompts, a line a model.
 *
 * Where pass@k is undefined (no prompt has k verdicts) the line ends.
 *
 * @param options.subgroup What the attempts are limited to, such as `greedy attempts`; the figure then carries no number.
 */
export function figure10(
  values: readonly PassAtK[],
  options: { simulated: boolean; subgroup?: string },
): Figure {
  if (values.length === 0) return figureWithoutJudgements(10, options);
  const judges = [...new Set(values.map(({ judge }) => judge))];
  const tiers = [...new Set(values.map(({ tier }) => tier))];
  const models = [...new Set(values.map(({ model }) => model))];
  const ks = [...new Set(values.map(({ k }) => k))].sort((a, b) => a - b);
  const width = panelWidth("double", tiers.length, GAP);
  const plots = judges.flatMap((judge, j) =>
    tiers.map((tier, t) => {
      const own = values.filter((one) =>
        one.judge === judge && one.tier === tier && !Number.isNaN(one.value)
      );
      return {
        title: `J${j + 1}, ${tier === "all" ? "all tiers" : tier}`,
        svg: plotFigure({
          width,
          height: j === judges.length - 1 ? 120 : 110,
          marginLeft: 32,
          marginRight: 4,
          marginTop: 8,
          marginBottom: j === judges.length - 1 ? 26 : 16,
          x: {
            label: j === judges.length - 1 ? "k" : null,
            labelAnchor: "center",
            labelArrow: "none",
            domain: [ks[0], ks.at(-1)!],
            ticks: ks,
            inset: 4,
          },
          y: {
            label: t === 0 ? "pass@k" : null,
            labelAnchor: "center",
            domain: [0, 1],
            ticks: 5,
            grid: true,
            labelArrow: "none",
          },
          color: { domain: models, range: modelColors.slice(0, models.length) },
          symbol: { domain: models, range: modelSymbols.slice(0, models.length) as Plot.SymbolType[] },
          marks: [
            Plot.line(own, { x: "k", y: "value", stroke: "model", strokeWidth: 1 }),
            Plot.dot(own, { x: "k", y: "value", fill: "model", symbol: "model", r: 2 }),
          ],
        }),
      };
    })
  );
  const key = legend(
    models.map((label, i) => ({
      label,
      color: modelColors[i % modelColors.length],
      mark: "dot" as const,
      symbol: modelSymbols[i % modelSymbols.length],
    })),
    { width: columnWidth.double },
  );
  return new Figure({
    name: "figure10",
    number: options.subgroup === undefined ? 10 : undefined,
    svg: panels([{ svg: panels(plots, { columns: tiers.length, gap: GAP }) }, { svg: key }], {
      columns: 1,
      letters: false,
    }),
    width: "double",
    caption: subgroupText(options) +
      `pass@k (k in ${ks.join(", ")}) by tier and over all prompts; rows: ${
        judges.map((judge, j) => `J${j + 1} is ${judge}`).join(", ")
      }. A success is valid, not trivial and scores 3 or more; the unbiased estimate over a prompt's attempts, ` +
      "averaged over prompts.",
    simulated: options.simulated,
    data: values.map((one) => ({ ...one })),
  });
}
