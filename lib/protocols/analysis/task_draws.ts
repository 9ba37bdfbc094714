import { randomStream } from "lib/random/mod.ts";
import { quantile } from "lib/stats/mod.ts";

/** What a column holds of a row: the sum of its values there, and how many there are; 0 and 0 where it has none. */
export interface RowSums {
  readonly sums: readonly number[];
  readonly counts: readonly number[];
}

/**
 * Rows resampled with replacement within their tasks, the same draws for whatever is asked of them, so that differences
 * of two columns are paired.
 */
export class TaskDraws {
  readonly draws: number;
  /** How many rows there are. */
  readonly rows: number;
  readonly tasks: readonly string[];
  readonly #members: readonly (readonly number[])[];
  readonly #picked: readonly Uint32Array[];

  /** @param of The task of each row. */
  constructor(of: readonly string[], { draws = 10_000, seed = 0 }: { draws?: number; seed?: number } = {}) {
    this.draws = draws;
    this.rows = of.length;
    const members = Map.groupBy(of.keys(), (i) => of[i]);
    this.tasks = [...members.keys()];
    this.#members = [...members.values()];
    this.#picked = this.#members.map((rows, t) => {
      const stream = randomStream(seed, "task draws", this.tasks[t]);
      const picked = new Uint32Array(draws * rows.length);
      for (let i = 0; i < picked.length; i++) picked[i] = rows[stream.below(rows.length)];
      return picked;
    });
  }

  /** The sums of a column by task: as it is, then in each draw. */
  sums(values: readonly number[]): { whole: number[]; drawn: Float64Array[] } {
    return {
      whole: this.#members.map((rows) => rows.reduce((sum, i) => sum + values[i], 0)),
      drawn: this.#picked.map((picked) => {
        const size = picked.length / this.draws, out = new Float64Array(this.draws);
        for (let b = 0, i = 0; b < this.draws; b++) {
          let sum = 0;
          for (const end = i + size; i < end; i++) sum += values[picked[i]];
          out[b] = sum;
        }
        return out;
      }),
    };
  }

  /**
   * A column's mean over tasks of the tasks' means, as it is and in each draw; a task without a value is left out.
   *
   * @param tasks Which tasks, all unless given.
   */
  macro({ sums, counts }: RowSums, tasks: readonly string[] = this.tasks): Estimate {
    const above = this.sums(sums), below = this.sums(counts);
    const wanted = tasks.map((task) => this.tasks.indexOf(task));
    const mean = (value: (of: { whole: number[]; drawn: Float64Array[] }, t: number) => number) => {
      let sum = 0, n = 0;
      for (const t of wanted) {
        const count = value(below, t);
        if (count === 0) continue;
        sum += value(above, t) / count;
        n++;
      }
      return n === 0 ? NaN : sum / n;
    };
    const drawn = new Float64Array(this.draws);
    for (let b = 0; b < drawn.length; b++) drawn[b] = mean((of, t) => of.drawn[t][b]);
    return { estimate: mean((of, t) => of.whole[t]), drawn };
  }

  /** The ratio of two columns' sums over all rows, as it is and in each draw; NaN where the second's is 0. */
  ratio(above: readonly number[], below: readonly number[]): Estimate {
    const a = this.sums(above), b = this.sums(below);
    const total = (of: { whole: number[]; drawn: Float64Array[] }, draw: number) =>
      draw < 0 ? of.whole.reduce((x, y) => x + y, 0) : of.drawn.reduce((sum, task) => sum + task[draw], 0);
    const drawn = Float64Array.from({ length: this.draws }, (_, draw) => total(a, draw) / total(b, draw));
    return { estimate: total(a, -1) / total(b, -1), drawn };
  }
}

/** A statistic, and what it is in each draw. */
export interface Estimate {
  readonly estimate: number;
  readonly drawn: Float64Array;
}

/** A statistic with its percentile interval (95 %); NaN where there is none. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** The percentile interval of a statistic, over the draws in which there is one. */
export function intervalOf({ estimate, drawn }: Estimate): Interval {
  const known = drawn.filter((value) => !Number.isNaN(value));
  if (Number.isNaN(estimate) || known.length === 0) return { estimate, low: NaN, high: NaN };
  const [low, high] = quantile([...known], [0.025, 0.975]);
  return { estimate, low, high };
}

/** The difference of two statistics, draw by draw. */
export function apart(a: Estimate, b: Estimate): Estimate {
  return { estimate: a.estimate - b.estimate, drawn: a.drawn.map((value, i) => value - b.drawn[i]) };
}
