import type { ComponentProbe, ProbeStudy } from "lib/probes/mod.ts";
import { type Cell, missing, type RecordRow } from "./rows.ts";
import { Table } from "./table.ts";

/** Why a model has no shared and no specific layout. */
const ALONE = "no other model of the run drew these prompts";

/**
 * Table 3: what each model's activations tell of its own layout, of the layout that the other models share, and of
 * what remains, beside the prompt's words and the ceiling.
 */
export function table03(
  study: Pick<ProbeStudy, "models" | "lacking">,
  options: { simulated: boolean },
): Table {
  return new Table({
    number: 3,
    columns: [
      { key: "model", label: "Model" },
      { key: "component", label: "Component" },
      { key: "text", label: "Prompt", format: 3 },
      { key: "probe", label: "Residual", format: 3 },
      { key: "probe_ci", label: "95% CI", format: 3 },
      { key: "gap", label: "ΔR²", format: 3, signed: true },
      { key: "gap_ci", label: "95% CI", format: 3, signed: true },
      { key: "p", label: "p", format: "p" },
      { key: "p_bh", label: "p (BH)", format: "p" },
      { key: "decoded", label: "Decoded" },
      { key: "ceiling", label: "Ceiling", format: 3 },
    ],
    rows: [
      ...study.models.flatMap(({ model, own, shared, specific, ceilings }): RecordRow[] => [
        { model, component: "own", ...cells(own), ceiling: ceilings.own.centred.reliability },
        {
          model,
          component: "shared",
          ...cells(shared),
          ceiling: missing("the paper bounds only what is the model's own"),
        },
        {
          model,
          component: "specific",
          ...cells(specific),
          ceiling: ceilings.specific?.centred.reliability ?? missing(ALONE),
        },
      ]),
      ...study.lacking.map(({ model, why }) => ({
        model,
        component: "own",
        ...cells(null, why),
        ceiling: missing(why),
      })),
    ],
    caption:
      "What the residual stream tells of the layout before anything is drawn: nested cross-validated pooled R². " +
      "Own: a model's mean occupancy grid of a prompt; shared: the mean of the other models'; specific: own less " +
      "shared. Prompt: TF-IDF and ridge on the same folds. CI: prompts resampled whole. p: of ΔR², and by " +
      "Benjamini-Hochberg over the models (own) or over models and both parts. Decoded: *** below 0.001, ** 0.01, " +
      "* 0.05 in p (BH) with ΔR² above 0, and the interval of R² itself above 0: a gap over a baseline below zero is " +
      "no decoding. Ceiling: split-half reliability of the target.",
    simulated: options.simulated,
    wide: true,
  });
}

function cells(component: ComponentProbe | null, why = ALONE): Record<string, Cell> {
  if (component === null) {
    const none = missing(why);
    return {
      text: none,
      probe: none,
      probe_ci: none,
      gap: none,
      gap_ci: none,
      p: none,
      p_bh: none,
      decoded: none,
    };
  }
  const { text, probe, gap, adjusted } = component;
  return {
    text: text.estimate,
    probe: probe.estimate,
    probe_ci: [probe.low, probe.high],
    gap: gap.estimate,
    gap_ci: [gap.low, gap.high],
    p: gap.p,
    p_bh: adjusted ?? missing("not tested"),
    decoded: starsOf(component),
  };
}

/** Stars of a decoded component, by its adjusted p; "no" for others. */
export function starsOf({ decoded, adjusted }: Pick<ComponentProbe, "decoded" | "adjusted">): string {
  if (!decoded || adjusted === null) return "no";
  return adjusted < 0.001 ? "***" : adjusted < 0.01 ? "**" : "*";
}
