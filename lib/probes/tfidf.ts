/** What a document's terms are, and how they count. */
export interface TfidfOptions {
  /** Terms are runs of this many words, from .. to, both included. [1, 2], words and pairs of words, by default. */
  ngramRange?: readonly [number, number];
  /** Whether a count c > 0 weighs 1 + ln(c), the default, or c itself. */
  sublinearTf?: boolean;
  /** The fewest documents a term must be in: a count, or below 1 a share of the documents. 1 by default. */
  minDf?: number;
  /** The most documents a term may be in: a share up to 1, or above 1 a count. 1, which is all, by default. */
  maxDf?: number;
}

/** A fitted TF-IDF: the terms of the documents it was fitted on. */
export interface Tfidf {
  /** The terms, in the order of their code points. */
  vocabulary: string[];
  /** ln((1 + n) / (1 + df)) + 1 of each term. */
  idf: number[];
  /** Texts as rows of one weight a term, of length 1; a text of no known term is a row of zeros. */
  transform(texts: readonly string[]): number[][];
}

/**
 * Fits TF-IDF on documents, and on nothing else: the document frequencies of a test fold are never seen.
 *
 * A text is lower-cased; its words are runs of two or more letters, digits or underscores of any script; a term is
 * one word or several neighbouring ones joined by a space. The weight of a term is its count in the text (or
 * 1 + ln(count)) times its idf; each row is then scaled to length 1.
 *
 * @param train The documents. If none has a word, or no term is frequent and rare enough, the vocabulary is empty.
 * @throws {RangeError} If there is no document or an option is out of its range.
 *
 * Source: the smooth idf and the tokens of scikit-learn's TfidfVectorizer.
 *
 * @example
 * ```ts
 * import { tfidf } from "lib/probes/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * const { vocabulary, transform } = tfidf(["a red house", "a red roof"], { ngramRange: [1, 1] });
 * deepStrictEqual(vocabulary, ["house", "red", "roof"]);
 * deepStrictEqual(transform(["RED!", "blue"]), [[0, 1, 0], [0, 0, 0]]);
 * ```
 */
export function tfidf(train: readonly string[], options: TfidfOptions = {}): Tfidf {
  const { ngramRange = [1, 2], sublinearTf = true, minDf = 1, maxDf = 1 } = options;
  const n = train.length;
  if (n === 0) throw new RangeError("Cannot fit TF-IDF: there must be at least one document, got none");
  const [from, to] = ngramRange;
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 1 && to >= from)) {
    throw new RangeError(
      `Cannot fit TF-IDF: ngramRange must be two rising integers from 1, got [${ngramRange}]`,
    );
  }
  for (const [name, value] of [["minDf", minDf], ["maxDf", maxDf]] as const) {
    if (!(value >= 0 && (value <= 1 || Number.isSafeInteger(value)))) {
      throw new RangeError(`Cannot fit TF-IDF: ${name} must be a count or a share in [0, 1], got ${value}`);
    }
  }
  const least = minDf < 1 ? minDf * n : minDf, most = maxDf <= 1 ? maxDf * n : maxDf;

  const frequency = new Map<string, number>();
  for (const text of train) {
    for (const term of counts(text, from, to).keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const kept = [...frequency].filter(([, df]) => df >= least && df <= most);
  kept.sort(([a], [b]) => byCodePoint(a, b));
  const vocabulary = kept.map(([term]) => term);
  const idf = kept.map(([, df]) => Math.log((1 + n) / (1 + df)) + 1);
  const index = new Map(vocabulary.map((term, j) => [term, j]));

  const transform = (texts: readonly string[]) =>
    texts.map((text) => {
      const row = new Array<number>(vocabulary.length).fill(0);
      for (const [term, count] of counts(text, from, to)) {
        const j = index.get(term);
        if (j !== undefined) row[j] = (sublinearTf ? 1 + Math.log(count) : count) * idf[j];
      }
      const length = Math.sqrt(row.reduce((sum, weight) => sum + weight * weight, 0));
      return length > 0 ? row.map((weight) => weight / length) : row;
    });
  return { vocabulary, idf, transform };
}

function counts(text: string, from: number, to: number): Map<string, number> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  const found = new Map<string, number>();
  for (let size = from; size <= Math.min(to, words.length); size++) {
    for (let i = 0; i + size <= words.length; i++) {
      const term = words.slice(i, i + size).join(" ");
      found.set(term, (found.get(term) ?? 0) + 1);
    }
  }
  return found;
}

/** JavaScript compares UTF-16 units, which puts U+10000 and beyond before U+E000. */
function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
