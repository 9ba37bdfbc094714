import type { Run } from "lib/run/mod.ts";
import type { MediumVerdict } from "./medium.ts";
import { verdicts } from "./verdicts.ts";

/**
 * One judge's verdicts under the neutral rubric, in both arms of the medium comparison: the canvas as it is shown, the
 * SVG native and matched.
 *
 * @param judge The run's first unless given.
 * @returns Only what was judged; empty where the run has no such judgement. A judge is shown valid attempts only, so
 * an attempt without a picture is in neither arm.
 */
export function mediumVerdicts(run: Run, judge: string | undefined = run.judges[0]): MediumVerdict[] {
  if (judge === undefined) return [];
  const arms = [["canvas", "native"], ["svg", "native"], ["svg", "matched"]] as const;
  return arms.flatMap(([medium, view]) =>
    [...verdicts(run, judge, { medium, view, rubric: "neutral" })].flatMap(([key, { composite }]) => {
      if (composite === null) return [];
      const [model, item] = key.split("\0");
      return [{ model, item, medium, view, composite }];
    })
  );
}
