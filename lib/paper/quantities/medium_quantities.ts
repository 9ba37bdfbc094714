import type { MediumDelta } from "lib/attempts/mod.ts";
import { mediumVerdicts } from "lib/attempts/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { type Quantities, quantities, rising } from "./quantity.ts";

/** The medium ablation: section 4.2, Table 6. */
export function mediumQuantities(): Quantities {
  const given = ({ estimate, low, high, clusters }: MediumDelta) => ({
    value: estimate,
    low,
    high,
    n: clusters,
  });
  const rows = async (e: Evidence) => {
    const own = (await e.media()).rows;
    const lacking = own.find(({ matched }) => Number.isNaN(matched.estimate));
    if (lacking) throw new Lacking(`the run lacks an arm of ${lacking.model}`);
    return own;
  };
  const largest = async (e: Evidence) => rising(await rows(e), ({ matched }) => -matched.estimate)[0];
  return {
    ...quantities("run", "06-medium#arms", {
      "exp2.prompts": async (e) => {
        await e.media();
        return new Set(mediumVerdicts(e.run).map(({ item }) => item)).size;
      },
      "exp2.arms": async (e) => {
        await e.media();
        return new Set(mediumVerdicts(e.run).map(({ medium }) => medium)).size;
      },
    }),
    ...quantities("roster", "06-medium#table6", {
      "exp2.delta_matched.pooled": async (e) => given((await e.media()).pooled.matched),
      "exp2.delta_matched.max": async (e) => given((await largest(e)).matched),
      "exp2.delta_matched.argmax.is_codellama_34b": async (e) =>
        (await largest(e)).model === e.model("codellama_34b"),
      "exp2.delta_matched.all_positive": async (e) =>
        (await rows(e)).every(({ matched }) => matched.estimate > 0),
      "exp2.significant_models": async (e) =>
        (await rows(e)).filter(({ matched: { low, high } }) => low > 0 || high < 0).length,
      "exp2.native_gt_matched.all": async (e) =>
        (await rows(e)).every(({ native, matched }) => native.estimate > matched.estimate),
    }),
    ...quantities("roster", "06-medium#answer", {
      "exp2.rank_correlation_ge_0_8": async (e) => (await e.media()).order >= 0.8,
    }),
  };
}
