/** The prompt files of `prompts/protocols/`, without `.txt`. */
export const PROTOCOL_PROMPTS = ["builder", "told"] as const;

/** The name of such a file. */
export type ProtocolPromptName = typeof PROTOCOL_PROMPTS[number];

/** What a builder or a model that answers in words is told first: the file's text without the newline at its end. */
export function loadProtocolPrompt(name: ProtocolPromptName): string {
  const url = new URL(`../../prompts/protocols/${name}.txt`, import.meta.url);
  return Deno.readTextFileSync(url).replace(/\n$/, "");
}
