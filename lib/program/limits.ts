/** CPython 3.11's own limits, and one of ours, on how deep a program may be written. */
export const limits = {
  /** Open brackets at one time. */
  brackets: 200,
  /** Levels of indentation, the margin counted. */
  indentation: 100,
  /** Blocks that CPython's compiler nests within one function. */
  blocks: 20,
  /** Decimal digits of an integer literal. */
  digits: 4300,
  /** Levels of expressions within expressions that the parser itself descends; ours, above what brackets can make. */
  nesting: 250,
  /** Depth of an expression's tree, a chain of operators or elements of a path counted one by one; ours. */
  depth: 400,
} as const;
