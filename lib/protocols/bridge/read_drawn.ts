import type { Raster } from "lib/canvas/mod.ts";
import type { Picture } from "../picture/picture.ts";
import { type Parse, type ParseOptions, parsePicture } from "../registered/parse_picture.ts";
import type { BridgeItem } from "./items.ts";
import { type BridgeAnswer, cellPoint, scoreBridge } from "./score_bridge.ts";
import { SIZE_ORDER } from "./size_order.ts";

/** The side at which drawings are read. */
const SIDE = 512;

/**
 * Reads an answer that was drawn: a canvas raster, enlarged to 512 x 512 with cell floor(24 i / 512), or an SVG's
 * raster of that size. A drawing whose program failed has no answer and must not be handed over: the error pattern is
 * magenta.
 *
 * @returns The value scored, or the parser's reason.
 */
export function readDrawn(item: BridgeItem, drawing: Raster): BridgeAnswer {
  const parse = read(item, enlarged(drawing));
  return parse.ok
    ? scoreBridge(item, parse.type, parse.value)
    : { ok: false, reason: parse.reason, score: 0 };
}

function read(item: BridgeItem, picture: Picture): Parse {
  const by = (protocol: string, options: ParseOptions = {}) => parsePicture(protocol, picture, options);
  switch (item.task) {
    case "direction":
      return by("direction_grid", { params: { labels: "heading" } });
    case "count":
      return by("instance_marking");
    case "relation":
      return by("binary_relation", { params: { relation: item.relation } });
    case "path":
      return by("red_path", { item: { start: cellPoint(item.start) } });
    case "region":
      return by("region_mask");
    case "order":
      return parsePicture(SIZE_ORDER, picture);
  }
}

function enlarged({ rows, cols, rgb }: Raster): Picture {
  const out = new Uint8Array(SIDE * SIDE * 3);
  for (let y = 0, at = 0; y < SIDE; y++) {
    const line = cols * Math.floor(rows * y / SIDE);
    for (let x = 0; x < SIDE; x++, at += 3) {
      const from = 3 * (line + Math.floor(cols * x / SIDE));
      out[at] = rgb[from];
      out[at + 1] = rgb[from + 1];
      out[at + 2] = rgb[from + 2];
    }
  }
  return { width: SIDE, height: SIDE, rgb: out };
}
