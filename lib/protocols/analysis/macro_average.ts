/** A scored row: what it asks, whether there is a valid parse, and its score. */
export interface ScoredRow {
  readonly task: string;
  readonly capability: string;
  readonly ok: boolean;
  readonly score: number;
}

/** Averages of averages; null where there is nothing to average. */
export interface MacroAverage {
  readonly tasks: Record<string, number | null>;
  /** Means of the tasks' means. */
  readonly capabilities: Record<string, number | null>;
  /** The mean over tasks. */
  readonly overall: number | null;
  /** The mean over capabilities. */
  readonly overallByCapability: number | null;
}

/**
 * Averages scores over rows, tasks and capabilities, in both denominators: of all output, where a row without a valid
 * parse is 0, and of what is scorable, where it leaves its task first; a task without a scorable row is null and left
 * out above.
 *
 * @returns Both, `scorable`, the share of rows with a valid parse (0 without rows), and how many tasks were left out.
 */
export function macroAverage(rows: readonly ScoredRow[]): {
  allOutput: MacroAverage;
  scorableOnly: MacroAverage;
  scorable: number;
  tasksLeftOut: number;
} {
  const scorableOnly = averaged(rows, rows.filter((row) => row.ok));
  return {
    allOutput: averaged(rows, rows.map((row) => row.ok ? row : { ...row, score: 0 })),
    scorableOnly,
    scorable: rows.length === 0 ? 0 : rows.filter((row) => row.ok).length / rows.length,
    tasksLeftOut: Object.values(scorableOnly.tasks).filter((mean) => mean === null).length,
  };
}

/** `all` names the tasks and capabilities, in the order in which they are met; `counted` are the rows that count. */
function averaged(all: readonly ScoredRow[], counted: readonly ScoredRow[]): MacroAverage {
  const scores = Map.groupBy(counted, (row) => row.task);
  const means = new Map<string, number | null>();
  const members = new Map<string, Set<string>>();
  for (const { task, capability } of all) {
    if (!means.has(task)) means.set(task, meanOf(scores.get(task)?.map((row) => row.score) ?? []));
    if (!members.has(capability)) members.set(capability, new Set());
    members.get(capability)!.add(task);
  }
  const capabilities = Object.fromEntries(
    [...members].map((
      [capability, names],
    ) => [capability, meanOf([...names].map((name) => means.get(name)!))]),
  );
  return {
    tasks: Object.fromEntries(means),
    capabilities,
    overall: meanOf([...means.values()]),
    overallByCapability: meanOf(Object.values(capabilities)),
  };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}
