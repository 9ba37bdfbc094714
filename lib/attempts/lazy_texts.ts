/** How many lists of texts are held at a time: what goes through attempts in order asks for one or two of them. */
const HELD = 4;

const held: LazyTexts[] = [];

/**
 * The texts of a block of attempts, such as their replies: on disk, and in memory only while they are among the last ones
 * asked for. Whoever goes through millions of them in their order holds some megabytes.
 */
export class LazyTexts {
  readonly #load: () => readonly (string | null)[];
  #texts: readonly (string | null)[] | null = null;

  /** @param load Reads them all. @param texts The same, where they are at hand already. */
  constructor(load: () => readonly (string | null)[], texts?: readonly (string | null)[]) {
    this.#load = load;
    if (texts) this.#hold(texts);
  }

  /** The text at an index. */
  at(index: number): string | null {
    return (this.#texts ?? this.#hold(this.#load()))[index];
  }

  #hold(texts: readonly (string | null)[]): readonly (string | null)[] {
    this.#texts = texts;
    held.push(this);
    if (held.length > HELD) held.shift()!.#texts = null;
    return texts;
  }
}
