import type { Recovery } from "lib/attempts/mod.ts";
import { ALL_MODELS, type ShowTell } from "./show_tell.ts";

/**
 * What was planted in telling and showing beside what the analysis made of the replies: each model's share of right
 * answers by interface, the gain of showing by task, each model's visual rescue; empty unless planted.
 */
export function showTellRecovery(
  { systems, gains, paired }: ShowTell,
  planted: Record<string, unknown> | undefined,
): Recovery[] {
  const truth = planted?.showtell as Truth | undefined;
  if (truth === undefined) return [];
  const rows: Recovery[] = [];
  for (const { model, medium, correct, n } of systems) {
    const value = (medium === "text" ? truth.told : truth[medium as "canvas" | "svg"])?.[model];
    if (value !== undefined) {
      rows.push({
        quantity: medium === "text" ? "told rightly" : `shown rightly, ${medium}`,
        model,
        planted: value,
        ...correct,
        n,
      });
    }
  }
  for (const { medium, name, correctGain, items } of gains) {
    const value = truth.difference?.[medium as "canvas" | "svg"]?.[name];
    if (value !== undefined) {
      rows.push({
        quantity: `${medium} less text, ${name}`,
        model: ALL_MODELS,
        planted: value,
        ...correctGain,
        n: items,
      });
    }
  }
  for (const { model, medium, rescue, visualOnly, neither } of paired) {
    const value = truth.rescue?.[medium as "canvas" | "svg"]?.[model];
    if (value !== undefined) {
      rows.push({
        quantity: `visual rescue, ${medium}`,
        model,
        planted: value,
        ...rescue,
        n: visualOnly + neither,
      });
    }
  }
  return rows;
}

interface Truth {
  told?: Record<string, number>;
  canvas?: Record<string, number>;
  svg?: Record<string, number>;
  difference?: { canvas?: Record<string, number>; svg?: Record<string, number> };
  rescue?: { canvas?: Record<string, number>; svg?: Record<string, number> };
}
