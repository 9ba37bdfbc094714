import { BRIDGE_TASKS, type BridgeTask } from "lib/protocols/mod.ts";
import type { SimulatedModel } from "./roster.ts";

/** How a simulated model fares with an interface at a task: the chance that its answer is right. */
export type TaskRates = Readonly<Record<BridgeTask, number>>;

/** What is planted in a model's answers. */
export interface ShowTellRates {
  told: TaskRates;
  canvas: TaskRates;
  svg: TaskRates;
}

/** Log odds at a skill of 0.6: words are better where a rule is applied, drawings where a place is put down. */
const TOLD: TaskRates = { direction: 0.7, count: 0.9, relation: 1, path: -0.5, region: -1.1, order: 2 };
const SHOWN: TaskRates = { direction: -0.4, count: 0.2, relation: 0, path: 0.8, region: 0.7, order: 1 };

/** Of the answers that are not right: what they are instead. Regions cannot be drawn unreadably. */
export const TELLING_FAILS = { failed: 0.03, noncompliant: 0.12, unreadable: 0.1, wrong: 0.75 } as const;
export const SHOWING_FAILS = { failed: 0.16, noncompliant: 0.14, unreadable: 0.08, wrong: 0.62 } as const;

/**
 * How much less likely a drawing is right where the words were not, as a share of its rate: an item that is hard to
 * tell is hard to show too, but far from always.
 */
export const SHARED_DIFFICULTY = 0.25;

/** The share of right paths and regions that only the benchmark's lenient rule takes. */
export const LOOSE = 0.2;

/** The planted rates of a model, from its skill at layouts and what SVG adds to it. */
export function showTellRates(model: SimulatedModel): ShowTellRates {
  const skill = (model.skill[0] + model.skill[1] + model.skill[2]) / 3 - 0.6;
  const rates = (base: TaskRates, extra: number): TaskRates =>
    Object.fromEntries(
      BRIDGE_TASKS.map((task) => [task, 1 / (1 + Math.exp(-(base[task] + 4 * skill + extra)))]),
    ) as Record<BridgeTask, number>;
  return { told: rates(TOLD, 0), canvas: rates(SHOWN, 0), svg: rates(SHOWN, 3 * model.svg.effect) };
}

/**
 * The chance of a right drawing where the words were right, and where they were not, whose mixture is its rate.
 *
 * @param told, shown Rates in (0, 1).
 */
export function shownGiven(told: number, shown: number): { right: number; wrong: number } {
  // the rest goes to the items that were told rightly; where that would be more than all, the two are less alike
  const wrong = Math.max(shown * (1 - SHARED_DIFFICULTY), (shown - told) / (1 - told));
  return { right: Math.min(1, (shown - (1 - told) * wrong) / told), wrong };
}

/** Visual rescue as planted: of the items whose words are not right, the share that the drawing gets right. */
export function plantedRescue(rates: ShowTellRates, medium: "canvas" | "svg"): number {
  const { told, [medium]: shown } = rates;
  let rescued = 0, missed = 0;
  for (const task of BRIDGE_TASKS) {
    missed += 1 - told[task];
    rescued += (1 - told[task]) * shownGiven(told[task], shown[task]).wrong;
  }
  return rescued / missed;
}

/** Mean over the tasks. */
export function meanRate(rates: TaskRates): number {
  return BRIDGE_TASKS.reduce((sum, task) => sum + rates[task], 0) / BRIDGE_TASKS.length;
}
