import { itemValueFits } from "../ops/item_value.ts";
import { OPS } from "../ops/ops.ts";
import { runPipeline } from "../ops/run_pipeline.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import type { Picture } from "../picture/picture.ts";
import type { BuiltProtocol } from "./check_configuration.ts";
import { declaredItem } from "./builder_messages.ts";
import type { Contract, ContractExample } from "./contract.ts";
import { fillGuidance } from "./fill_guidance.ts";

/** The side of a plain picture where an example has none. */
const SIDE = 64;

/**
 * Tries a compiled protocol on the answer-hidden examples: its guidance can be filled in, the item's fields that the
 * parser reads are there and of their types, and the parser neither breaks on an unpainted picture nor reads an answer
 * off pictures of one colour, whichever it is. What is right it cannot know, since no example has an answer.
 *
 * @returns A sentence a fault, none for a protocol that passes.
 */
export function validateExamples(contract: Contract, { guidance, pipeline }: BuiltProtocol): string[] {
  const faults: string[] = [];
  for (const [i, example] of contract.examples.entries()) {
    const item = declaredItem(contract, example), where = `example ${i}`;
    const { lacking } = fillGuidance(guidance, {
      instruction: example.instruction ?? contract.instruction,
      choices: contract.answer.choices,
      item,
    });
    for (const name of lacking) faults.push(`${where}: guidance names {${name}}, which the item lacks`);
    for (const { id, op, in: references } of pipeline.steps) {
      const takes = OPS.get(op)!;
      for (const [k, reference] of references.entries()) {
        if (!reference.startsWith("$item.")) continue;
        const type = takes.takes[takes.many ? 0 : k], field = reference.slice(6);
        if (!itemValueFits(item[field], type)) {
          faults.push(`${where}: ${id} reads ${reference}, which is no ${type}`);
        }
      }
    }
    if (faults.length > 0) continue;
    const source = sourceOf(example);
    const readings = [source, ...PLAIN.map((level) => plain(level, source))].map((image) =>
      image && runPipeline(pipeline, { image, source: source ?? image, item, inject: BLANK_FUNCTIONS })
    );
    const broken = readings.find((reading) => reading?.ok === false && BROKEN.includes(reading.reason));
    if (broken?.ok === false) {
      faults.push(`${where}: the parser ends as ${broken.reason} on an unpainted picture`);
    }
    if (readings.slice(1).every((reading) => reading?.ok && PLACES.includes(reading.type))) {
      faults.push(`${where}: the parser reads an answer off pictures of one colour, which hold no mark`);
    }
  }
  return faults;
}

/** Reasons that are the protocol's fault, not the picture's. */
const BROKEN = ["exception", "bad_item"];

/** Types of answers that a picture without a mark cannot hold; a count of nothing may be 0. */
const PLACES: readonly string[] = ["label", "labels", "point", "points", "path"];

/** The levels of grey of pictures without a mark: whatever stands out is painted, some ground shows nothing. */
const PLAIN = [255, 128, 0];

const BLANK_FUNCTIONS = {
  ocr: () => "",
  similarity: (_image: Picture, _mask: unknown, candidates: readonly string[]) => candidates.map(() => 0),
};

function sourceOf({ media = [] }: ContractExample): Picture | undefined {
  for (const one of media) {
    const bytes = one instanceof Uint8Array
      ? one
      : typeof one === "string" && one.startsWith("data:image/png;base64,")
      ? bytesOf(one.slice(one.indexOf(",") + 1))
      : null;
    const picture = bytes && decodePicture(bytes);
    if (picture) return picture;
  }
  return undefined;
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}

function plain(level: number, like: Picture | undefined): Picture {
  const { width, height } = like ?? { width: SIDE, height: SIDE };
  return { width, height, rgb: new Uint8Array(3 * width * height).fill(level) };
}
