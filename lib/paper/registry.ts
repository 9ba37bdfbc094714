import type { Published } from "./published.ts";
import { causalQuantities } from "./quantities/causal_quantities.ts";
import { coherenceQuantities } from "./quantities/coherence_quantities.ts";
import { humanQuantities } from "./quantities/human_quantities.ts";
import { layoutQuantities } from "./quantities/layout_quantities.ts";
import { mediumQuantities } from "./quantities/medium_quantities.ts";
import { paperQuantities } from "./quantities/paper_quantities.ts";
import { planQuantities } from "./quantities/plan_quantities.ts";
import type { Quantities } from "./quantities/quantity.ts";
import { runQuantities } from "./quantities/run_quantities.ts";
import { suiteQuantities } from "./quantities/suite_quantities.ts";
import { tableQuantities } from "./quantities/table_quantities.ts";
import { translationQuantities } from "./quantities/translation_quantities.ts";

/** Every quantity that this suite can compute, by the id that claims name it by. */
export function registry(published: Published): Quantities {
  return {
    ...suiteQuantities(),
    ...paperQuantities(),
    ...runQuantities(),
    ...translationQuantities(),
    ...layoutQuantities(published),
    ...humanQuantities(),
    ...mediumQuantities(),
    ...planQuantities(published),
    ...causalQuantities(),
    ...coherenceQuantities(published),
    ...tableQuantities(published),
  };
}
