import type { Pipeline } from "../ops/pipeline.ts";
import { settleParams } from "../ops/settle_params.ts";
import type { RegisteredProtocol } from "./protocol.ts";

/** A protocol with its parameters filled in: what is told, what is read. */
export interface CompiledProtocol {
  readonly guidance: string;
  readonly pipeline: Pipeline;
  readonly aspect?: readonly [number, number];
}

/**
 * Makes a registered protocol's guidance and parser of its parameters.
 *
 * @returns The protocol compiled, or a sentence for each parameter that is unknown, missing or wrong.
 */
export function compileProtocol(
  protocol: RegisteredProtocol,
  given: Readonly<Record<string, unknown>> = {},
): { compiled: CompiledProtocol } | { faults: string[] } {
  const { params, faults } = settleParams(protocol.name, protocol.params, given);
  const lacking = protocol.lacks?.(params);
  if (lacking && !Object.hasOwn(given, lacking)) {
    faults.push(`${protocol.name}: ${lacking} must be ${protocol.params[lacking].rule}, got nothing`);
  }
  if (faults.length > 0) return { faults };
  const { guidance } = protocol;
  return {
    compiled: {
      guidance: typeof guidance === "string" ? guidance : guidance(params),
      pipeline: protocol.compile(params),
      aspect: params.aspect as [number, number] | undefined,
    },
  };
}
