import type { BuildResult } from "./build_protocol.ts";

/** What a build came to, call by call, in Markdown. */
export function buildSentence(result: BuildResult): string {
  const rounds = result.rounds.map(({ faults, message }, i) =>
    `- call ${i + 1}: ${
      message ?? (faults.length === 0
        ? "sound"
        : faults.map((fault) =>
          `\`${fault.error}\`, ${fault.message}`
        ).join("; "))
    }`
  );
  const end = !result.ok
    ? `**${result.error}**: no protocol, and so no result.`
    : `**${result.built.route}**${
      result.fellBack ? ", the suite's own" : ""
    }: reads a ${result.type} in ${result.built.pipeline.steps.length} steps, frozen as \`${
      result.sha256.slice(0, 12)
    }\`.`;
  return [...rounds, "", end].join("\n");
}
