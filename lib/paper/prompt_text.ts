import { loadPrompt } from "lib/tasks/mod.ts";

/** The colour names that the canvas prompt lists, in its order. */
export function namedColors(): string[] {
  const block = /NAMED COLORS[^\n]*:\n([\s\S]*?)\n\n/.exec(loadPrompt("canvas_system"))![1];
  return block.split(/,\s*/).map((name) => name.trim());
}

/** The calls that the canvas prompt documents, without `canvas.`. */
export function calledMethods(): string[] {
  const lines = loadPrompt("canvas_system").split("\n");
  return lines.flatMap((line) => /^canvas\.(\w+)\(/.exec(line)?.[1] ?? []);
}

/**
 * In how many places two prompts are worded differently, sentence by sentence: a sentence that one of them lacks is one
 * difference, each run of other words in a sentence that both have is one. How a dash is typed is no wording.
 *
 * @returns Each difference as `"art" / "image"`.
 */
export function promptDifferences(first: string, second: string): string[] {
  const a = sentences(first), b = sentences(second);
  const pairs = aligned(a, b, (x, y) => shared(words(x), words(y)) * 2 >= Math.max(words(x).length, 1));
  return pairs.flatMap(([x, y]) => {
    if (x === null || y === null) return [`${quoted(x)} / ${quoted(y)}`];
    const runs: [string[], string[]][] = [];
    let open = false;
    for (const [left, right] of aligned(words(x), words(y), (one, other) => one === other)) {
      if (left !== null && right !== null) open = false;
      else {
        if (!open) runs.push([[], []]);
        open = true;
        if (left !== null) runs.at(-1)![0].push(left);
        if (right !== null) runs.at(-1)![1].push(right);
      }
    }
    return runs.map(([left, right]) => `${quoted(left.join(" "))} / ${quoted(right.join(" "))}`);
  });
}

function sentences(text: string): string[] {
  return text.replaceAll("--", "-").split(/(?<=[.:])\s+|\n/).map((one) => one.trim()).filter((one) =>
    one !== ""
  );
}

function words(sentence: string): string[] {
  return sentence.match(/[\w=-]+|[^\w\s]/g) ?? [];
}

function shared(a: readonly string[], b: readonly string[]): number {
  return aligned(a, b, (x, y) => x === y).filter(([x, y]) => x !== null && y !== null).length;
}

/** The longest common subsequence with what lies between its members, null where one side has nothing. */
function aligned<T>(
  a: readonly T[],
  b: readonly T[],
  fits: (x: T, y: T) => boolean,
): [T | null, T | null][] {
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i][j] = fits(a[i], b[j]) ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
    }
  }
  const pairs: [T | null, T | null][] = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && fits(a[i], b[j]) && best[i][j] === best[i + 1][j + 1] + 1) {
      pairs.push([a[i++], b[j++]]);
    } else if (i < a.length && (j === b.length || best[i + 1][j] >= best[i][j + 1])) {
      pairs.push([a[i++], null]);
    } else pairs.push([null, b[j++]]);
  }
  return pairs;
}

function quoted(text: string | null): string {
  return text === null || text === "" ? "nothing" : `"${text}"`;
}
