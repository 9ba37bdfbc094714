/**
 * The faces figures are set in: Inter for words, Source Code Pro for code. Whole TrueType files, since a subset or a woff
 * file leaves glyphs out silently.
 */

/** A face: what SVG calls it and the file that holds it. */
export interface Face {
  family: "Inter" | "Source Code Pro";
  bold: boolean;
  italic: boolean;
  file: string;
}

const inter = "@expo-google-fonts/inter";
const mono = "@expo-google-fonts/source-code-pro";

/** Every face a figure may use. */
export const faces: readonly Face[] = [
  { family: "Inter", bold: false, italic: false, file: `${inter}/400Regular/Inter_400Regular.ttf` },
  { family: "Inter", bold: true, italic: false, file: `${inter}/700Bold/Inter_700Bold.ttf` },
  {
    family: "Inter",
    bold: false,
    italic: true,
    file: `${inter}/400Regular_Italic/Inter_400Regular_Italic.ttf`,
  },
  {
    family: "Source Code Pro",
    bold: false,
    italic: false,
    file: `${mono}/400Regular/SourceCodePro_400Regular.ttf`,
  },
  { family: "Source Code Pro", bold: true, italic: false, file: `${mono}/700Bold/SourceCodePro_700Bold.ttf` },
];

/** The SVG font-family of words; the names after the first are for viewers that lack Inter. */
export const sans = "Inter, Helvetica, Arial, sans-serif";

/** The SVG font-family of code. */
export const monospace = "Source Code Pro, Menlo, Consolas, monospace";

/** Whether a family names fixed-width text. */
export function isMonospace(family: string): boolean {
  return /mono|source code/i.test(family);
}

/** The face nearest to a style; a family that names a fixed-width face is Source Code Pro, any other Inter. */
export function faceFor(style: { family?: string; bold?: boolean; italic?: boolean }): Face {
  const family = isMonospace(style.family ?? "") ? "Source Code Pro" : "Inter";
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
