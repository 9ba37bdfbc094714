import { MEDIA, type Medium, type Run } from "lib/run/mod.ts";
import { renderAttempts } from "./render_attempts.ts";
import { type Validity, validity } from "./validity.ts";

/** How a model's layout attempts in one medium came off, all tiers together. */
export interface MediumValidity extends Omit<Validity, "tier"> {
  medium: Medium;
}

/**
 * Valid and trivial rates of layout attempts by model and medium, under the same rules for both: what a judge is never
 * shown, and so is in no mean of the comparison of media.
 *
 * @returns Models in the run's order, the canvas before SVG; no row where a model was not asked in a medium.
 */
export async function mediumValidity(
  run: Run,
  options: { onProgress?: (share: number) => void } = {},
): Promise<MediumValidity[]> {
  const rows: MediumValidity[] = [];
  for (const [i, medium] of MEDIA.entries()) {
    const onProgress = (share: number) => options.onProgress?.((i + share) / MEDIA.length);
    const attempts = await renderAttempts(run, "layout", { medium, onProgress });
    for (const { tier, ...row } of validity(attempts)) {
      if (tier === "all") rows.push({ ...row, medium });
    }
  }
  const place = ({ model, medium }: MediumValidity) =>
    MEDIA.length * run.models.indexOf(model) + MEDIA.indexOf(medium);
  return rows.sort((a, b) => place(a) - place(b));
}
