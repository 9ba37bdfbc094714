import { initWasm, Resvg } from "@resvg/resvg-wasm";

/*
 * The one file that knows resvg. It is Rust in WebAssembly and holds one module for the whole process: loaded once,
 * and no longer to be trusted after a trap, since a Rust panic leaves its memory as it was at that moment. A trap is
 * told from a refusal by its class: a refusal is a plain Error, a trap a WebAssembly.RuntimeError.
 */

/** The typefaces of pictures: whole TrueType files, the same on every machine; an unknown family is set in the first. */
const FACES = ["400Regular/Inter_400Regular.ttf", "700Bold/Inter_700Bold.ttf"];

/** The files that `loadResvg` reads, for a process that is to be allowed these and no other. */
export function resvgFiles(): URL[] {
  return ["@resvg/resvg-wasm/index_bg.wasm", ...FACES.map((face) => `@expo-google-fonts/inter/${face}`)]
    .map((name) => new URL(import.meta.resolve(name)));
}

let loading: Promise<Uint8Array[]> | undefined;
let fonts: Uint8Array[] = [];

/** Loads the renderer and its typefaces, once for the process; another part of it may have loaded the module before. */
export async function loadResvg(): Promise<void> {
  loading ??= (async () => {
    const [wasm, ...faces] = await Promise.all(resvgFiles().map((url) => Deno.readFile(url)));
    await initWasm(wasm).catch((error) => {
      if (!/already initialized/i.test(String(error))) throw error;
    });
    return faces;
  })();
  fonts = await loading;
}

/** A picture: four bytes (red, green, blue, alpha) a pixel, row by row from the top. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/**
 * Draws an SVG document at the width given, the height following from its own proportions.
 *
 * @param svg A document with the SVG namespace. Nothing it refers to is fetched.
 * @param options `width` in pixels; `background`, a CSS colour, white by default.
 * @throws {Error} If the renderer refuses the document (its message says why), or if it was not loaded.
 * @throws {WebAssembly.RuntimeError} If the renderer broke; it must not be used again in this process.
 */
export function drawSvg(
  svg: string,
  { width, background = "#ffffff" }: { width: number; background?: string },
): Pixels {
  return withDocument(svg, { fitTo: { mode: "width", value: width }, background }, (document) => {
    const image = document.render();
    try {
      return { width: image.width, height: image.height, rgba: image.pixels };
    } finally {
      image.free();
    }
  });
}

/**
 * Draws an SVG document as a PNG file with typefaces of the caller's choice: what figures are printed from.
 *
 * @param options `width` in pixels; `faces`, whole TrueType files; `sans` and `monospace`, the families among them
 * that stand for generic and unknown ones.
 * @throws As `drawSvg` does.
 */
export function drawPng(
  svg: string,
  { width, faces, sans, monospace }: { width: number; faces: Uint8Array[]; sans: string; monospace: string },
): Uint8Array {
  const font = {
    fontBuffers: faces,
    loadSystemFonts: false,
    defaultFontFamily: sans,
    sansSerifFamily: sans,
    monospaceFamily: monospace,
  };
  return withDocument(
    svg,
    { fitTo: { mode: "width", value: width }, background: "#ffffff", font },
    (document) => {
      const image = document.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    },
  );
}

/** The size an SVG document gives itself, in its own pixels. Throws as `drawSvg` does. */
export function sizeOfSvg(svg: string): { width: number; height: number } {
  return withDocument(svg, {}, ({ width, height }) => ({ width, height }));
}

function withDocument<T>(
  svg: string,
  options: { fitTo?: { mode: "width"; value: number }; background?: string; font?: object },
  use: (document: InstanceType<typeof Resvg>) => T,
): T {
  const usesText = svg.includes("text"); // reading the typefaces takes longer than most pictures
  let document: InstanceType<typeof Resvg>;
  try {
    document = new Resvg(svg, {
      font: {
        fontBuffers: usesText ? fonts : [],
        defaultFontFamily: "Inter",
        serifFamily: "Inter",
        sansSerifFamily: "Inter",
        cursiveFamily: "Inter",
        fantasyFamily: "Inter",
        monospaceFamily: "Inter",
      },
      ...options,
    });
  } catch (error) {
    throw error instanceof Error ? error : new Error(String(error)); // resvg throws strings
  }
  const result = use(document);
  document.free(); // not in a finally: after a trap the module's memory must not be touched
  return result;
}
