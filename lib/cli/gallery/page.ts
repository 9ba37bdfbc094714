import { deflateSync } from "fflate";
import type { GalleryData } from "./gallery_data.ts";

/**
 * The gallery as one HTML text that holds everything and asks nothing of the network. What is heavy (drawings, replies)
 * is deflated, a part a model and section, and unpacked by the browser when it is looked at.
 */
export function galleryPage(data: GalleryData): string {
  const { chunks, items, ...head } = data;
  const parts: string[] = [];
  const add = (bytes: Uint8Array) => parts.push(deflateSync(bytes, { level: 6 }).toBase64()) - 1;
  const json = (value: unknown) => add(new TextEncoder().encode(JSON.stringify(value)));
  const content = {
    ...head,
    items: Object.fromEntries(
      Object.entries(items).map(([key, { prompt, reference }]) => [key, {
        prompt,
        reference: reference ? packed(reference) : null,
      }]),
    ),
    chunks: chunks.map(({ model, section, index, rasters, details }) => ({
      model,
      section,
      count: index.item.length,
      index,
      rasters: add(rasters),
      details: json(details),
    })),
  };
  const head64 = deflateSync(new TextEncoder().encode(JSON.stringify(content)), { level: 6 }).toBase64();
  const blocks = parts.map((part, i) => `<script type="text/plain" id="part-${i}">${part}</script>`);
  return source("page.html")
    .replace("/*STYLE*/", () => source("page.css"))
    .replace("<!--PARTS-->", () => blocks.join("\n"))
    .replace("/*DATA*/", () => head64)
    .replace("/*SCRIPT*/", () => source("page.js").replaceAll("</script", "<\\/script"));
}

/** A picture as palette and indices where it has few colours: references are in the head, unpacked at once. */
function packed(rgb: Uint8Array): { palette: string[]; cells: string } {
  const palette: string[] = [], cells: string[] = [];
  for (let i = 0; i < rgb.length; i += 3) {
    const color = `#${
      [...rgb.subarray(i, i + 3)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    }`;
    let at = palette.indexOf(color);
    if (at < 0) at = palette.push(color) - 1;
    cells.push(at.toString(36));
  }
  return { palette, cells: cells.join(" ") };
}

function source(name: string): string {
  return Deno.readTextFileSync(new URL(`./${name}`, import.meta.url)).trim();
}
