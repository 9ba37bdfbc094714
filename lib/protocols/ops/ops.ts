import { COLOR_OPS } from "./color_ops.ts";
import { COMPONENTS_OPS } from "./components_ops.ts";
import { COMPOSE_OPS } from "./compose_ops.ts";
import { DEPTH_OPS } from "./depth_ops.ts";
import { EMBEDDING_OPS } from "./embedding_ops.ts";
import { GEOMETRY_OPS } from "./geometry_ops.ts";
import { GRID_OPS } from "./grid_ops.ts";
import type { Op } from "./op.ts";
import { PATH_OPS } from "./path_ops.ts";
import { RELATION_OPS } from "./relation_ops.ts";
import { TEXT_OPS } from "./text_ops.ts";

/** Every op by its name: the vocabulary of parsers. */
export const OPS: ReadonlyMap<string, Op> = new Map(
  [
    COLOR_OPS,
    GEOMETRY_OPS,
    COMPONENTS_OPS,
    PATH_OPS,
    DEPTH_OPS,
    RELATION_OPS,
    GRID_OPS,
    TEXT_OPS,
    EMBEDDING_OPS,
    COMPOSE_OPS,
  ].flat().map((op) => [op.name, op]),
);
