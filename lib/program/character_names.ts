import { brotliDecompressSync } from "node:zlib";
import { characterNamesData } from "./character_names_data.ts";

const HANGUL_INITIALS = "G GG N D DD R M B BB S SS  J JJ C K T P H".split(" ");
const HANGUL_MEDIALS = "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I".split(" ");
const HANGUL_FINALS = " G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H".split(" ");

/** The ideographs whose names are their code points, first and last of each block. */
const IDEOGRAPHS = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b738],
  [0x2b740, 0x2b81d],
  [0x2b820, 0x2cea1],
  [0x2ceb0, 0x2ebe0],
  [0x30000, 0x3134a],
];

let table: string | null = null;

/**
 * The character that `\N{name}` stands for in CPython 3.11, which knows the names and aliases of Unicode 14.0.0.
 *
 * @param name In either case, but that Hangul syllables and ideographs must be in capitals.
 * @returns null where no character has that name.
 */
export function characterNamed(name: string): string | null {
  if (!/^[A-Za-z0-9 -]+$/.test(name)) return null;
  if (name.startsWith("HANGUL SYLLABLE ")) return hangul(name.slice(16));
  const ideograph = /^CJK UNIFIED IDEOGRAPH-([0-9A-F]{4,5})$/.exec(name);
  if (ideograph !== null) {
    const code = parseInt(ideograph[1], 16);
    return IDEOGRAPHS.some(([first, last]) => code >= first && code <= last)
      ? String.fromCodePoint(code)
      : null;
  }
  // Few programs name a character: the table is unpacked for the first that does.
  table ??= "\n" +
    brotliDecompressSync(new Uint8Array([...atob(characterNamesData)].map((c) => c.charCodeAt(0))));
  const at = table.indexOf(`\n${name.toUpperCase()}\n`);
  if (at < 0) return null;
  const run = table.lastIndexOf("\n@", at);
  const first = table.indexOf("\n", run + 1);
  let code = parseInt(table.slice(run + 2, first), 16);
  for (let line = first; line < at; line = table.indexOf("\n", line + 1)) code++;
  return String.fromCodePoint(code);
}

/** Hangul syllables are named by their parts, each the longest that fits. */
function hangul(rest: string): string | null {
  const take = (parts: string[]) => {
    let best = -1;
    for (const [i, part] of parts.entries()) {
      if (rest.startsWith(part) && (best < 0 || part.length > parts[best].length)) best = i;
    }
    if (best >= 0) rest = rest.slice(parts[best].length);
    return best;
  };
  const initial = take(HANGUL_INITIALS), medial = take(HANGUL_MEDIALS), final = take(HANGUL_FINALS);
  if (initial < 0 || medial < 0 || final < 0 || rest !== "") return null;
  return String.fromCharCode(0xac00 + (initial * 21 + medial) * 28 + final);
}
