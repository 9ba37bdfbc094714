/** The prompt files of `prompts/`, without `.txt`. */
export const PROMPTS = [
  "canvas_system",
  "canvas_user",
  "svg_system",
  "svg_user",
  "judge_pixel_art",
  "judge_neutral",
  "rubric",
] as const;

/** The name of a prompt file. */
export type PromptName = typeof PROMPTS[number];

/**
 * A prompt, word for word: the file `prompts/<name>.txt` without the newline at its end.
 *
 * @throws {RangeError} If there is no such prompt.
 *
 * @example
 * ```ts
 * import { loadPrompt } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(loadPrompt("canvas_user"), "Generate a 24x24 pixel art mosaic: {prompt}");
 * ```
 */
export function loadPrompt(name: PromptName): string {
  if (!PROMPTS.includes(name)) {
    throw new RangeError(`Cannot load a prompt: it must be one of ${PROMPTS.join(", ")}, got ${name}`);
  }
  return Deno.readTextFileSync(new URL(`../../prompts/${name}.txt`, import.meta.url)).replace(/\n$/, "");
}

/**
 * Puts a prompt's text where the template says `{prompt}` or `{prompt_text}`; other braces (the rubric's JSON) stay.
 *
 * @throws {RangeError} If the template has no such place.
 *
 * @example
 * ```ts
 * import { fillPrompt, loadPrompt } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(fillPrompt(loadPrompt("svg_user"), "A filled red circle."), "Generate an SVG image: A filled red circle.");
 * ```
 */
export function fillPrompt(template: string, text: string): string {
  const place = /\{prompt(?:_text)?\}/;
  if (!place.test(template)) {
    throw new RangeError(
      `Cannot fill a prompt: it has no place for the text, got ${JSON.stringify(template)}`,
    );
  }
  return template.replace(place, () => text); // a function: `$&` in a text is no pattern
}
