/**
 * The faces figures are set in: Inter for words, DM Mono for code. Whole TrueType files, since a subset or a woff
 * file leaves glyphs out silently.
 */

/** A face: what SVG calls it and the file that holds it. */
export interface Face {
  family: "Inter" | "DM Mono";
  bold: boolean;
  italic: boolean;
  file: string;
}

const inter = "@expo-google-fonts/inter";
const mono = "@expo-google-fonts/dm-mono";

/** Every face a figure may use. DM Mono has no bold; its medium weight stands in. */
export const faces: readonly Face[] = [
  { family: "Inter", bold: false, italic: false, file: `${inter}/400Regular/Inter_400Regular.ttf` },
  { family: "Inter", bold: true, italic: false, file: `${inter}/700Bold/Inter_700Bold.ttf` },
  {
    family: "Inter",
    bold: false,
    italic: true,
    file: `${inter}/400Regular_Italic/Inter_400Regular_Italic.ttf`,
  },
  { family: "DM Mono", bold: false, italic: false, file: `${mono}/400Regular/DMMono_400Regular.ttf` },
  { family: "DM Mono", bold: true, italic: false, file: `${mono}/500Medium/DMMono_500Medium.ttf` },
];

/** The SVG font-family of words; the names after the first are for viewers that lack Inter. */
export const sans = "Inter, Helvetica, Arial, sans-serif";

/** The SVG font-family of code. */
export const monospace = "DM Mono, Menlo, Consolas, monospace";

/** The face nearest to a style; a family that names a fixed-width face is DM Mono, any other Inter. */
export function faceFor(style: { family?: string; bold?: boolean; italic?: boolean }): Face {
  const family = /mono/i.test(style.family ?? "") ? "DM Mono" : "Inter";
  const bold = style.bold ?? false;
  const italic = (style.italic ?? false) && !bold && family === "Inter";
  return faces.find((face) => face.family === family && face.bold === bold && face.italic === italic)!;
}

const read = new Map<string, Uint8Array>();

/** The bytes of a face's TrueType file. */
export function fontBytes(face: Face): Uint8Array {
  let bytes = read.get(face.file);
  if (bytes === undefined) {
    bytes = Deno.readFileSync(new URL(import.meta.resolve(face.file)));
    read.set(face.file, bytes);
  }
  return bytes;
}
