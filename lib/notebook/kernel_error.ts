/** Why a kernel is of no more use. */
export class KernelError extends Error {
  override name = "KernelError";
  /** `dead`: it ended by itself; `interrupted`: the caller's signal; `flood`: too much output; `start`: it never was. */
  readonly kind: "dead" | "interrupted" | "flood" | "start";

  /** An error of this kind. */
  constructor(kind: KernelError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
