import { mean } from "lib/stats/mod.ts";

/** The mean of a group with its n. */
export interface GroupMean {
  model: string;
  group: string;
  n: number;
  mean: number;
}

/**
 * Means by model and group, models and groups in the order in which they first appear.
 *
 * @param value NaN or null is left out.
 */
export function groupMeans<A extends { model: string }>(
  attempts: readonly A[],
  group: (attempt: A) => string,
  value: (attempt: A) => number | null,
): GroupMean[] {
  const cells = new Map<string, GroupMean & { values: number[] }>();
  for (const attempt of attempts) {
    const key = `${attempt.model}\0${group(attempt)}`;
    let cell = cells.get(key);
    if (!cell) {
      cells.set(key, cell = { model: attempt.model, group: group(attempt), n: 0, mean: NaN, values: [] });
    }
    const found = value(attempt);
    if (found !== null && !Number.isNaN(found)) cell.values.push(found);
  }
  return [...cells.values()].map(({ model, group, values }) => ({
    model,
    group,
    n: values.length,
    mean: values.length === 0 ? NaN : mean(values),
  }));
}
