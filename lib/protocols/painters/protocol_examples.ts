import { randomStream } from "lib/random/mod.ts";
import { spatialItem } from "../bench/spatial_item.ts";
import type { Picture } from "../picture/picture.ts";
import { type Parse, parsePicture } from "../registered/parse_picture.ts";
import { paintAnswer } from "./paint_answer.ts";

/** A protocol at work: what was asked and shown, what was painted, and how it was read. */
export interface ProtocolExample {
  readonly protocol: string;
  readonly instruction: string;
  readonly source: Picture;
  readonly picture: Picture;
  readonly parse: Parse;
}

/** A task of the suite's own set for each registered protocol. */
const TASKS: Readonly<Record<string, string>> = {
  instance_marking: "count",
  direction_grid: "orientation",
  fixed_slot: "multiple_choice",
  binary_relation: "relation",
  relative_depth: "depth",
  region_mask: "affordance",
  red_path: "trajectory",
  normalized_point: "grounding",
  indexed_endpoint: "navigation",
  scalar_dimension: "size",
  role_relation: "viewpoint",
};

/** Each registered protocol on one picture of the suite's own set, answered by a painter that is right. */
export function protocolExamples({ n = 0, seed = 1 }: { n?: number; seed?: number } = {}): ProtocolExample[] {
  return Object.entries(TASKS).map(([protocol, task]) => {
    const { row, source, aim } = spatialItem(task, n, seed);
    const picture = paintAnswer(aim, source, {
      manner: "right",
      random: randomStream(seed, "example", row.id),
    });
    const parse = parsePicture(protocol, picture, { params: row.params, item: row.item, source });
    return { protocol, instruction: row.instruction, source, picture, parse };
  });
}
