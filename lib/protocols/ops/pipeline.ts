/** One step of a parser: an op, the references it reads, and its parameters. */
export interface Step {
  readonly id: string;
  readonly op: string;
  /** `$image`, `$source`, `$item.<field>` or an earlier step's id. */
  readonly in: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A parser as data: steps in order, and the reference whose value is the answer. */
export interface Pipeline {
  readonly steps: readonly Step[];
  readonly output: string;
}
