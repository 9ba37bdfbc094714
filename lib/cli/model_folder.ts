import { type PromptPositions, promptPositions } from "lib/probes/mod.ts";
import type { ChatMessage } from "lib/models/mod.ts";

/** What `activations` fetches where it is called, and nothing else does: the suite does not depend on them. */
export const FETCHED = {
  runtime: "onnxruntime-node@1.30.0",
  tokenizers: "@huggingface/tokenizers@0.2.0",
  jinja: "@huggingface/jinja@0.5.11",
} as const;

/** Loads one of the packages; Deno downloads it on first use. @throws {Error} If it cannot be had. */
// deno-lint-ignore no-explicit-any -- they are not installed where this is checked
export async function fetchPackage(name: keyof typeof FETCHED): Promise<any> {
  const lock = new URL("../../deno.lock", import.meta.url);
  const locked = Deno.readFileSync(lock);
  try {
    return await import("npm:" + FETCHED[name]);
  } finally {
    Deno.writeFileSync(lock, locked); // Deno notes what it fetched, and would then fetch it everywhere
  }
}

/** What to say where a package cannot be had. Errors of a model's files are returned as they are. */
export function cannotFetch(error: Error): Error {
  if (error instanceof RangeError || error instanceof SyntaxError) return error;
  return new Error(
    `activations needs ${Object.values(FETCHED).join(", ")} from npm, which could not be loaded ` +
      `(${error.message.split("\n")[0]}): nothing was recorded, and notebook 07 leaves this model out. ` +
      `Nothing else needs them. README.md says how to make the file elsewhere`,
  );
}

/** A model's folder as Hugging Face lays it out, as far as prompts are concerned. */
export interface ModelFolder {
  /** The model's number of layers, where config.json tells it. */
  layers: number | undefined;
  /** The rendered prompt, its tokens, and where in them the content is. */
  prompt(messages: readonly ChatMessage[], content: string): Prompt;
}

/** A prompt as the model reads it. */
export interface Prompt {
  text: string;
  tokens: number[];
  positions: PromptPositions;
}

/**
 * Reads config.json, tokenizer.json, tokenizer_config.json and the chat template of a model's folder.
 *
 * @param template A Jinja file in the place of the folder's own chat template.
 * @throws {RangeError} If there is no tokenizer or no chat template. @throws {Error} If a package cannot be had.
 */
export async function openModelFolder(folder: string, template?: string): Promise<ModelFolder> {
  const config = readJson(`${folder}/config.json`), tokenizer = readJson(`${folder}/tokenizer.json`);
  if (!tokenizer) throw new RangeError(`Cannot read the model: there must be ${folder}/tokenizer.json`);
  const settings = readJson(`${folder}/tokenizer_config.json`) ?? {};
  const source = template === undefined ? ownTemplate(folder, settings) : Deno.readTextFileSync(template);
  if (source === undefined) {
    throw new RangeError(
      `Cannot render prompts: ${folder} has no chat template (chat_template.jinja, or chat_template in ` +
        `tokenizer_config.json); give one with --template`,
    );
  }
  const { Tokenizer } = await fetchPackage("tokenizers"), { Template } = await fetchPackage("jinja");
  const cutter = new Tokenizer(tokenizer, settings), jinja = new Template(source);
  const special = Object.fromEntries(
    ["bos_token", "eos_token", "unk_token", "pad_token"].map((name) => [name, tokenText(settings[name])]),
  );
  const render = (messages: readonly ChatMessage[]): string =>
    jinja.render({ ...special, messages, add_generation_prompt: true });
  const cut = (text: string): number[] => cutter.encode(text, { add_special_tokens: false }).ids.map(Number); // the template has written them
  const nested = (config?.text_config ?? config) as Record<string, unknown> | undefined;
  const layers = nested?.num_hidden_layers ?? nested?.n_layer ?? nested?.num_layers;
  return {
    layers: typeof layers === "number" ? layers : undefined,
    prompt(messages, content) {
      const withContent = (other: string) =>
        messages.map(({ role, content: text }, i) => ({
          role,
          content: i === messages.length - 1 ? replaceLast(String(text), content, other) : text,
        })) as ChatMessage[];
      const text = render(messages);
      return {
        text,
        tokens: cut(text),
        positions: promptPositions((o) => cut(render(withContent(o))), content),
      };
    },
  };
}

function replaceLast(text: string, content: string, other: string): string {
  const at = text.lastIndexOf(content);
  if (at < 0) throw new RangeError(`Cannot find the content in a message, got ${content}`);
  return text.slice(0, at) + other + text.slice(at + content.length);
}

function ownTemplate(folder: string, settings: Record<string, unknown>): string | undefined {
  const file = readText(`${folder}/chat_template.jinja`);
  if (file !== undefined) return file;
  const own = settings.chat_template ?? readJson(`${folder}/chat_template.json`)?.chat_template;
  if (typeof own === "string") return own;
  if (Array.isArray(own)) return own.find(({ name }) => name === "default")?.template;
}

function tokenText(token: unknown): string | undefined {
  return typeof token === "string" ? token : (token as { content?: string } | null | undefined)?.content;
}

function readJson(path: string): Record<string, unknown> | undefined {
  const text = readText(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

function readText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
