import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { subgroupText } from "./subgroup_text.ts";

/** The place of a figure of layout scores in a run that no judge has looked at: a panel that says so. */
export function figureWithoutJudgements(
  number: number,
  options: { simulated: boolean; subgroup?: string },
): Figure {
  return new Figure({
    name: `figure${String(number).padStart(2, "0")}`,
    number: options.subgroup === undefined ? number : undefined,
    svg: emptyPanel("This run holds no judgement, so there is no score to draw.", { width: "double" }),
    width: "double",
    caption: subgroupText(options) + "Nothing to show: the run holds no judgement.",
    simulated: options.simulated,
  });
}
