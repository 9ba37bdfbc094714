import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";

/** What every figure of coherence is told. */
export interface CoherenceFigureOptions {
  simulated: boolean;
  /** What made the vectors, in the words of a caption. */
  embedder: string;
}

/** The place of a figure of coherence for which the run lacks something: a panel that says what. */
export function coherenceFigureWithout(
  number: number,
  sentence: string,
  { simulated }: { simulated: boolean },
): Figure {
  return new Figure({
    name: `figure${number}`,
    number,
    svg: emptyPanel(sentence, { width: "double" }),
    width: "double",
    caption: `Nothing to show. ${sentence}`,
    simulated,
  });
}
