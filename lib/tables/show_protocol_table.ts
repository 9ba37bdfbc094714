import { compileProtocol, OPS, PROTOCOLS } from "lib/protocols/mod.ts";
import { Table } from "./table.ts";

/** Parameters without a default, so that every protocol compiles to be listed. */
const GIVEN: Readonly<Record<string, Record<string, unknown>>> = {
  fixed_slot: { choices: ["A", "B"] },
  binary_relation: { relation: "left_of" },
  role_relation: { axis: "horizontal" },
  scalar_dimension: { unitsPerWidth: 1 },
};

/** The registered protocols: what each gives, in how many steps, and what a model is told to paint. */
export function showProtocolTable(): Table {
  return new Table({
    label: "show-protocols",
    columns: [
      { key: "protocol", label: "Protocol", format: "code" },
      { key: "gives", label: "gives" },
      { key: "steps", label: "steps", format: "integer" },
      { key: "guidance", label: "Guidance" },
    ],
    rows: [...PROTOCOLS.values()].map((protocol) => {
      const result = compileProtocol(protocol, GIVEN[protocol.name]);
      if ("faults" in result) throw new RangeError(`Cannot list ${protocol.name}: ${result.faults[0]}`);
      const { pipeline: { steps, output }, guidance } = result.compiled;
      const last = OPS.get(steps.find(({ id }) => id === output)!.op)!;
      return { protocol: protocol.name, gives: last.gives, steps: steps.length, guidance };
    }),
    caption:
      "The registered visual protocols, with their defaults: the type of the answer, the steps of the parser, and " +
      "what the model is told. The first seven are named as reusable by the paper; the others are its agentic parsers " +
      "made deterministic.",
    simulated: false,
    wide: true,
  });
}
