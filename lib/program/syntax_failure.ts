/** The classes by which CPython refuses a program. */
export type SyntaxErrorClass = "SyntaxError" | "IndentationError" | "TabError";

/** Why a program was refused; thrown inside the front end and turned into a status where it ends, in `parseProgram`. */
export class SyntaxFailure {
  constructor(
    /** One sentence for people. */
    readonly message: string,
    /** From 1, in the extracted code. */
    readonly line: number,
    readonly type: SyntaxErrorClass = "SyntaxError",
  ) {}
}
