/** One of the 150 layout prompts. */
export interface LayoutPrompt {
  /** `1A-01` .. `3E-10`: subcategory, then number. */
  id: string;
  /** 1 elemental, 2 iconic, 3 compositional. */
  tier: 1 | 2 | 3;
  /** `1A` .. `3E`. */
  subcategory: string;
  /** Such as "Filled shapes". */
  subcategoryName: string;
  text: string;
}

interface PromptFile {
  subcategories: { id: string; tier: 1 | 2 | 3; name: string; prompts: Record<string, string> }[];
}

/**
 * The layout prompts, 15 subcategories of ten, in the order of their ids.
 *
 * They are this suite's own (prompts/README.md): the paper's are unpublished.
 *
 * @example
 * ```ts
 * import { layoutPrompts } from "lib/tasks/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * strictEqual(layoutPrompts().length, 150);
 * strictEqual(layoutPrompts()[0].text, "A filled red circle.");
 * ```
 */
export function layoutPrompts(): LayoutPrompt[] {
  const file: PromptFile = readPromptFile("layout.json");
  return file.subcategories.flatMap(({ id: subcategory, tier, name, prompts }) =>
    Object.entries(prompts).map(([id, text]) => ({ id, tier, subcategory, subcategoryName: name, text }))
  );
}

/**
 * The worked examples of each subcategory's phrasing, kept out of the 150; written for the suite, not by the people
 * whose prompts the paper shows. Each has a program that draws it, written by hand too.
 */
export function examplePrompts(): { id: string; subcategory: string; text: string; program: string }[] {
  return readPromptFile("examples.json").examples;
}

function readPromptFile(name: string) {
  return JSON.parse(Deno.readTextFileSync(new URL(`../../prompts/${name}`, import.meta.url)));
}
