import { diagonal } from "../picture/picture.ts";
import type { Picture } from "../picture/picture.ts";
import { Failure, op, type Scene } from "./op.ts";
import { plainWords } from "./plain_words.ts";
import { optional, share, word } from "./rules.ts";

type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** Ops on written answers. */
export const TEXT_OPS = [
  op("text.read", ["image", "mask"], "text", { pad: share(0.1) }, ([image, mask], { pad }, scene) => {
    const { width, height, bits } = mask;
    let [x0, y0, x1, y1] = [width, height, 0, 0];
    for (let i = 0; i < bits.length; i++) {
      if (bits[i] === 0) continue;
      const y = Math.floor(i / width), x = i - y * width;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    }
    const grow = pad * diagonal(mask);
    const box: Box = [
      Math.max(0, Math.floor(x0 - grow)),
      Math.max(0, Math.floor(y0 - grow)),
      Math.min(width, Math.ceil(x1 + grow)),
      Math.min(height, Math.ceil(y1 + grow)),
    ];
    return x1 === 0 && scene.inject.ocr ? new Failure("unreadable_text") : read(image, box, scene);
  }, { needs: "ocr" }),

  op("text.page", ["image"], "text", {}, ([image], _, scene) => {
    return read(image, [0, 0, image.width, image.height], scene);
  }, { needs: "ocr" }),

  op("text.number", ["text"], "number", { unit: optional(word()) }, ([text], { unit }) => {
    const found = /^([+-]?[0-9]+(?:\.[0-9]+)?)\s*([A-Za-z%°]*)$/.exec(text.trim());
    if (
      !found || !Number.isFinite(Number(found[1])) ||
      unit !== undefined && found[2].toLowerCase() !== unit.trim().toLowerCase()
    ) {
      return new Failure("unreadable_text");
    }
    return Number(found[1]);
  }),

  op("text.integer", ["text"], "integer", {}, ([text]) => {
    const whole = /^[+-]?[0-9]+$/.test(text.trim()) ? Number(text) + 0 : NaN;
    return Number.isFinite(whole) ? whole : new Failure("unreadable_text"); // 400 digits are no number that is kept
  }),

  op("text.choice", ["text", "labels"], "label", {}, ([text, labels]) => {
    const wanted = plainWords(text);
    return labels.find((label) => plainWords(label) === wanted) ?? new Failure("unreadable_text");
  }),
];

function read(image: Picture, box: Box, { inject }: Scene): string | Failure {
  if (inject.ocr === undefined) return new Failure("ocr_unavailable");
  const text = inject.ocr(image, box);
  return text.trim() === "" ? new Failure("unreadable_text") : text;
}
