import type { ComponentProbe, HalfCorrelation, ProbeStudy } from "lib/probes/mod.ts";
import { missing } from "./rows.ts";
import { Table } from "./table.ts";
import { starsOf } from "./table03.ts";

/** A share of a ceiling below this would be a large number that means nothing. */
const LEAST_RELIABLE = 0.1;

type Models = Pick<ProbeStudy, "models">;

/** The result for every model: own layout beside the prompt's words, with the zero line and the prompts left out. */
export function probeTable(
  study: Pick<ProbeStudy, "models" | "lacking">,
  options: { simulated: boolean },
): Table {
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "prompts", label: "Prompts", format: "integer" },
      { key: "few", label: "too few drawings", format: "integer", group: "Left out" },
      { key: "absent", label: "no activations", format: "integer", group: "Left out" },
      { key: "zero", label: "Zero line", format: 3 },
      { key: "text", label: "Prompt", format: 3 },
      { key: "probe", label: "Residual", format: 3, bold: "max" },
      { key: "gap", label: "ΔR²", format: 3, signed: true },
      { key: "gap_ci", label: "95% CI", format: 3, signed: true },
      { key: "p_bh", label: "p (BH)", format: "p" },
      { key: "decoded", label: "Decoded" },
    ],
    rows: [
      ...study.models.map(({ model, dropped, own }) => ({
        model,
        prompts: own.prompts,
        ...dropped,
        zero: own.zero,
        text: own.text.estimate,
        probe: own.probe.estimate,
        gap: own.gap.estimate,
        gap_ci: [own.gap.low, own.gap.high] as const,
        p_bh: own.adjusted ?? missing("not tested"),
        decoded: starsOf(own),
      })),
      ...study.lacking.map(({ model, why }) => {
        const none = missing(why);
        const few = none, absent = none, zero = none, text = none, probe = none, gap = none;
        return {
          model,
          prompts: none,
          few,
          absent,
          zero,
          text,
          probe,
          gap,
          gap_ci: none,
          p_bh: none,
          decoded: none,
        };
      }),
    ],
    caption:
      "A model's own layout from its activations, by model. Zero line: the R² of predicting each training " +
      "fold's mean. Prompt: TF-IDF and ridge on the same folds. A prompt with fewer than 3 valid drawings has no " +
      "target.",
    simulated: options.simulated,
    wide: true,
  });
}

/** How reliable the targets are, and how much of that the probes reach. */
export function ceilingTable(study: Models, options: { simulated: boolean }): Table {
  const sides = ["own", "specific"] as const;
  const group = (side: string) => side === "own" ? "Own layout" : "Specific part";
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      ...sides.flatMap((side) => [
        { key: `${side}_ceiling`, label: "Ceiling", format: 3 as const, group: group(side) },
        { key: `${side}_uncentred`, label: "uncentred", format: 3 as const, group: group(side) },
        { key: `${side}_share`, label: "R² / ceiling", format: "percent" as const, group: group(side) },
      ]),
    ],
    rows: study.models.map(({ model, own, specific, ceilings }) => ({
      model,
      ...cells("own", own, ceilings.own),
      ...cells("specific", specific, ceilings.specific),
    })),
    caption:
      "Split-half reliability of the targets: drawings of a prompt halved at random 50 times, the mean " +
      "correlation of the halves after each block's mean is taken off, stepped up by Spearman-Brown; uncentred, as " +
      "the paper has it, beside it. For the specific part the other models' drawings are halved too.",
    simulated: options.simulated,
    wide: true,
  });
}

function cells(
  side: string,
  component: ComponentProbe | null,
  ceiling: { centred: HalfCorrelation; uncentred: HalfCorrelation } | null,
) {
  const none = missing("no other model of the run drew these prompts");
  const reliability = ceiling?.centred.reliability ?? NaN;
  return {
    [`${side}_ceiling`]: ceiling ? reliability : none,
    [`${side}_uncentred`]: ceiling ? ceiling.uncentred.reliability : none,
    [`${side}_share`]: component === null
      ? none
      : reliability >= LEAST_RELIABLE
      ? component.probe.estimate / reliability
      : missing(`a ceiling below ${LEAST_RELIABLE} is no measure`),
  };
}

/** What each outer fold selected by its inner folds, a row a model and component, folds in their order. */
export function selectionTable(study: Models, options: { simulated: boolean }): Table {
  return new Table({
    columns: [
      { key: "model", label: "Model" },
      { key: "component", label: "Component" },
      { key: "layers", label: "Layer" },
      { key: "positions", label: "Position" },
      { key: "ks", label: "Components kept" },
      { key: "penalties", label: "Penalty" },
    ],
    rows: study.models.flatMap((one) =>
      (["own", "shared", "specific"] as const).flatMap((component) => {
        const selected = one[component]?.selected;
        if (!selected) return [];
        return [{
          model: one.model,
          component,
          layers: selected.map(({ layer }) => layer).join(", "),
          positions: runsOf(selected.map(({ position }) => String(position ?? ""))),
          ks: selected.map(({ k }) => k).join(", "),
          penalties: selected.map(({ penalty }) => penalty).join(", "),
        }];
      })
    ),
    caption:
      "What the outer folds selected, each by its own inner folds alone, in the folds' order. Where a target " +
      "cannot be read, the choice is arbitrary.",
    simulated: options.simulated,
    wide: true,
  });
}

/** Each different value with how often it occurs, in order of first appearance. */
function runsOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, n]) => `${value} (${n})`).join(", ");
}
