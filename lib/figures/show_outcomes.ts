import * as Plot from "@observablehq/plot";
import { ALL_MODELS, OUTCOMES, type ShowTell } from "lib/protocols/mod.ts";
import { Figure } from "./figure.ts";
import { ink } from "./house_style.ts";
import { legend } from "./legend.ts";
import { panels, panelWidth } from "./panels.ts";
import { plotFigure } from "./plot_figure.ts";
import { nothing } from "./show_gains.ts";

const PAIRED = [
  ["both", "both", "#2a5d08"],
  ["textOnly", "text only", "#5c65fe"],
  ["visualOnly", "visual only", "#a7c618"],
  ["neither", "neither", "#d0d0d0"],
] as const;

const TITLES: Readonly<Record<string, string>> = {
  text: "Told",
  canvas: "Canvas program",
  svg: "SVG",
  picture: "Picture",
};

/** Paired outcomes: of each model's items, what both interfaces, one alone, or neither gets right. */
export function showPairedFigure(
  { paired, media, models }: ShowTell,
  options: { simulated: boolean },
): Figure {
  const name = "show-paired";
  if (paired.length === 0) return nothing(name, options);
  const domain = [...models.filter((model) => paired.some((row) => row.model === model)), ALL_MODELS];
  const columns = media.length, width = panelWidth("double", Math.max(2, columns));
  const parts = media.map((medium) => {
    const rows = paired.filter((row) => row.medium === medium);
    const shares = rows.flatMap((row) =>
      PAIRED.map(([key, , color]) => ({ model: row.model, color, share: 100 * row[key] / row.n }))
    );
    const svg = plotFigure({
      width,
      height: 34 + 13 * domain.length,
      marginLeft: 48,
      marginRight: 44,
      marginTop: 12,
      x: { label: "Items (%)", domain: [0, 100], ticks: 5 },
      y: { domain, label: null, type: "band", padding: 0.2 },
      marks: [
        Plot.barX(shares, Plot.stackX({ y: "model", x: "share", fill: "color", order: null })),
        Plot.text(rows, {
          y: "model",
          x: 100,
          dx: 4,
          textAnchor: "start",
          text: ({ rescue }) =>
            Number.isNaN(rescue.estimate) ? "n/a" : `${(100 * rescue.estimate).toFixed(0)} %`,
        }),
        Plot.text(["rescue"], {
          frameAnchor: "top-right",
          textAnchor: "start",
          dx: 4,
          dy: -9,
          fill: ink.muted,
        }),
      ],
    });
    return { svg, title: TITLES[medium] };
  });
  const keys = legend(PAIRED.map(([, label, color]) => ({ label, color })), {
    width: 486,
    title: "Right when",
  });
  return new Figure({
    name,
    svg: panels([{ svg: keys }, { svg: panels(parts, { columns: Math.max(2, columns) }) }], {
      columns: 1,
      gap: 4,
      letters: false,
    }),
    width: "double",
    caption:
      "Paired outcomes of telling and showing on the same items, by the diagnostic rule. Rescue: of the items not " +
      "told rightly, the share shown rightly.",
    simulated: options.simulated,
    data: paired.map(({ rescue, ...row }) => ({
      ...row,
      rescue: rescue.estimate,
      low: rescue.low,
      high: rescue.high,
    })),
  });
}

const OUTCOME_LOOK: Readonly<Record<typeof OUTCOMES[number], readonly [label: string, color: string]>> = {
  generation_failure: ["no picture or reply", "#4d1f21"],
  protocol_noncompliance: ["noncompliant", "#a93c74"],
  parser_failure: ["unreadable", "#9c8b58"],
  incorrect: ["incorrect", "#d0d0d0"],
  correct: ["correct", "#2a5d08"],
};

/** Failure attribution: what became of all responses, by system. */
export function showAttributionFigure(
  { systems, models }: ShowTell,
  options: { simulated: boolean; name?: string },
): Figure {
  const name = options.name ?? "show-attribution";
  if (systems.length === 0) return nothing(name, options);
  const media = [...new Set(systems.map(({ medium }) => medium))], columns = Math.max(2, media.length);
  const width = panelWidth("double", columns);
  const data = systems.flatMap(({ model, medium, outcomes, n }) =>
    OUTCOMES.map((outcome) => ({
      model,
      medium,
      outcome,
      count: outcomes[outcome],
      n,
      share: outcomes[outcome] / n,
    }))
  );
  const parts = media.map((medium) => ({
    title: TITLES[medium],
    svg: plotFigure({
      width,
      height: 30 + 13 * models.length,
      marginLeft: 48,
      marginTop: 4,
      marginRight: 10,
      x: { label: "Responses (%)", domain: [0, 100], ticks: 5 },
      y: { domain: models, label: null, type: "band", padding: 0.2 },
      marks: [
        Plot.barX(
          data.filter((row) => row.medium === medium).map((row) => ({
            ...row,
            percent: 100 * row.share,
            color: OUTCOME_LOOK[row.outcome][1],
          })),
          Plot.stackX({ y: "model", x: "percent", fill: "color", order: null }),
        ),
      ],
    }),
  }));
  const keys = legend(
    OUTCOMES.map((outcome) => ({ label: OUTCOME_LOOK[outcome][0], color: OUTCOME_LOOK[outcome][1] })),
    { width: 486 },
  );
  return new Figure({
    name,
    svg: panels([{ svg: keys }, { svg: panels(parts, { columns }) }], { columns: 1, gap: 4, letters: false }),
    width: "double",
    caption:
      "Failure attribution: every response by the first that holds of no picture or reply, noncompliant, unreadable, " +
      "incorrect, correct. Bars part all responses.",
    simulated: options.simulated,
    data,
  });
}
