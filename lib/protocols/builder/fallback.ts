import type { Pipeline, Step } from "../ops/pipeline.ts";
import type { Contract } from "./contract.ts";

/** A parser that reads a written answer of the contract's type, and the map to that type. */
export interface Fallback {
  readonly pipeline: Pipeline;
  readonly map?: Readonly<Record<string, boolean>>;
}

/** The parser of written answers; undefined where an answer of the type cannot be written. */
export function fallback({ answer }: Contract): Fallback | undefined {
  const page: Step = { id: "page", op: "text.page", in: ["$image"] };
  const choice = (values: readonly string[]): Pipeline => ({
    steps: [
      page,
      { id: "choices", op: "compose.labels", in: [], params: { values } },
      { id: "answer", op: "text.choice", in: ["page", "choices"] },
    ],
    output: "answer",
  });
  switch (answer.type) {
    case "label":
      return answer.choices?.length ? { pipeline: choice(answer.choices) } : undefined;
    case "boolean":
      return { pipeline: choice(["yes", "no"]), map: { yes: true, no: false } };
    case "integer":
    case "number":
      return {
        pipeline: {
          steps: [page, { id: "answer", op: `text.${answer.type}`, in: ["page"] }],
          output: "answer",
        },
      };
    default:
      return undefined;
  }
}
