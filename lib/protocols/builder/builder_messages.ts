import type { ChatMessage } from "lib/models/mod.ts";
import { loadProtocolPrompt } from "../load_protocol_prompt.ts";
import { OPS } from "../ops/ops.ts";
import type { Rules } from "../ops/op.ts";
import { compileProtocol } from "../registered/compile_protocol.ts";
import type { RegisteredProtocol } from "../registered/protocol.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { type Contract, type ContractExample, hiddenFields } from "./contract.ts";

/** A configuration of more characters is not sent back for revision in full. */
const MOST_SENT_BACK = 20_000;

/**
 * What a builder is asked: the rules, the task's contract with its answer-hidden examples, and the inventories.
 *
 * Only what a contract declares is written, field by field: a key beside them, in the contract or in an example's
 * item, reaches no model, whatever it holds.
 */
export function builderMessages(contract: Contract): ChatMessage[] {
  const told = [
    "CONTRACT:",
    JSON.stringify(sentContract(contract), null, 1),
    "REGISTERED PROTOCOLS:",
    ...offered(PROTOCOLS, contract.protocols).map(protocolLine),
    "PARSER OPS (inputs -> output; parameters):",
    ...offered(OPS, contract.ops).map(({ name, takes, many, gives, params }) =>
      `${name}: ${takes.join(" ") || "nothing"}${many ? " or more" : ""} -> ${gives}${rulesText(params)}`
    ),
  ].join("\n");
  const pictures = contract.examples.flatMap((example) => picturesOf(example));
  return [
    { role: "system", content: loadProtocolPrompt("builder") },
    {
      role: "user",
      content: pictures.length === 0 ? told : [
        { type: "text", text: told },
        ...pictures.map((url) => ({ type: "image_url" as const, image_url: { url } })),
      ],
    },
  ];
}

/** What a builder is asked after its configuration failed: the same, its own reply, and what is wrong with it. */
export function revisionMessages(
  contract: Contract,
  reply: string,
  faults: readonly string[],
): ChatMessage[] {
  const [system, user] = builderMessages(contract);
  const text = [
    "YOUR CONFIGURATION:",
    reply.length > MOST_SENT_BACK ? `${reply.slice(0, MOST_SENT_BACK)} ...` : reply,
    "WHAT IS WRONG WITH IT:",
    ...faults.map((fault) => `- ${fault}`),
    "Reply with the whole configuration, revised.",
  ].join("\n");
  const before = typeof user.content === "string"
    ? [{ type: "text" as const, text: user.content }]
    : user.content;
  const [first, ...pictures] = before;
  const joined = `${(first as { text: string }).text}\n${text}`;
  const content = pictures.length === 0 ? joined : [{ type: "text" as const, text: joined }, ...pictures];
  return [system, { role: "user", content }];
}

/** The contract as it is sent: its declared fields alone. */
function sentContract(contract: Contract) {
  const { task, capability, instruction, media, item, answer, metric, functions } = contract;
  return {
    task,
    capability,
    instruction,
    media,
    item,
    answer: { type: answer.type, ...(answer.choices && { choices: answer.choices }) },
    metric,
    functions,
    hidden: hiddenFields(contract),
    examples: contract.examples.map((example) => ({
      ...(example.instruction !== undefined && { instruction: example.instruction }),
      ...(example.item && { item: declaredItem(contract, example) }),
      media: picturesOf(example).length,
    })),
  };
}

/** An example's item without fields that the contract does not declare. */
export function declaredItem(contract: Contract, { item = {} }: ContractExample): Record<string, unknown> {
  return Object.fromEntries(Object.entries(item).filter(([field]) => Object.hasOwn(contract.item, field)));
}

/** The pictures of an example as data URIs: PNG bytes, or such a URI already. Paths, which may tell, are not sent. */
function picturesOf({ media = [] }: ContractExample): string[] {
  return media.flatMap((one) => {
    if (one instanceof Uint8Array) return [`data:image/png;base64,${one.toBase64()}`];
    return typeof one === "string" && one.startsWith("data:image/png;base64,") ? [one] : [];
  });
}

function offered<T>(all: ReadonlyMap<string, T>, names?: readonly string[]): T[] {
  return [...all].filter(([name]) => names === undefined || names.includes(name)).map(([, one]) => one);
}

function protocolLine(protocol: RegisteredProtocol): string {
  const { name, guidance, params } = protocol;
  const told = typeof guidance === "string" ? guidance : guidance({});
  return `${name}: gives ${outputType(protocol)}. "${told}"${rulesText(params)}`;
}

/** Parameters that make a protocol compile where its defaults do not, to learn what type it gives. */
const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  fixed_slot: { choices: ["a"] },
  binary_relation: { relation: "above" },
  role_relation: { axis: "dominant" },
  scalar_dimension: { unitsPerWidth: 1 },
};

function outputType(protocol: RegisteredProtocol): string {
  const result = compileProtocol(protocol, EXAMPLES[protocol.name]);
  if ("faults" in result) return "a value";
  const { steps, output } = result.compiled.pipeline;
  return OPS.get(steps.find(({ id }) => id === output)!.op)!.gives;
}

function rulesText(rules: Rules): string {
  const each = Object.entries(rules).map(([name, { rule, default: preset, optional }]) =>
    `${name}: ${rule}${preset !== undefined ? ` (${JSON.stringify(preset)})` : optional ? " (optional)" : ""}`
  );
  return each.length === 0 ? "" : `; ${each.join("; ")}`;
}
