/** Where in a rendered prompt activations are taken: places of its tokens. */
export interface PromptPositions {
  /** The last token of all: the end of the chat template, behind which the model answers. */
  template: number;
  /** From the first to the last token that holds any of the content's characters. */
  content: [first: number, last: number];
}

/**
 * Finds the tokens of a prompt's content: those that change with it. The prompt is rendered and cut into tokens with
 * two other contents as well; what all three have in common at the start and at the end is the template's.
 *
 * @param tokens Renders the prompt with a content and cuts it into tokens.
 * @throws {RangeError} If the content has no token of its own.
 *
 * @example
 * ```ts
 * import { promptPositions } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const tokens = (content: string) => [..."<user>", ...content, ..."<model>"];
 * deepStrictEqual(promptPositions(tokens, "a box"), { template: 17, content: [6, 10] });
 * ```
 */
export function promptPositions<Token extends number | string>(
  tokens: (content: string) => readonly Token[],
  content: string,
): PromptPositions {
  const own = tokens(content);
  let before = own.length, behind = own.length;
  for (const other of ["0", "~ ~"].map(tokens)) {
    const shorter = Math.min(own.length, other.length);
    let same = 0;
    while (same < shorter && own[same] === other[same]) same++;
    before = Math.min(before, same);
    same = 0;
    while (same < shorter && own.at(-1 - same) === other.at(-1 - same)) same++;
    behind = Math.min(behind, same);
  }
  if (before + behind >= own.length) {
    throw new RangeError(`Cannot find the content in a prompt: it has no token of its own, got ${content}`);
  }
  return { template: own.length - 1, content: [before, own.length - 1 - behind] };
}
