import { BINARY_RELATION } from "./binary_relation.ts";
import { DIRECTION_GRID } from "./direction_grid.ts";
import { FIXED_SLOT } from "./fixed_slot.ts";
import { INDEXED_ENDPOINT } from "./indexed_endpoint.ts";
import { INSTANCE_MARKING } from "./instance_marking.ts";
import { NORMALIZED_POINT } from "./normalized_point.ts";
import type { RegisteredProtocol } from "./protocol.ts";
import { RED_PATH } from "./red_path.ts";
import { REGION_MASK } from "./region_mask.ts";
import { RELATIVE_DEPTH } from "./relative_depth.ts";
import { ROLE_RELATION } from "./role_relation.ts";
import { SCALAR_DIMENSION } from "./scalar_dimension.ts";

/** The eleven registered protocols by name. */
export const PROTOCOLS: ReadonlyMap<string, RegisteredProtocol> = new Map(
  [
    INSTANCE_MARKING,
    DIRECTION_GRID,
    FIXED_SLOT,
    BINARY_RELATION,
    RELATIVE_DEPTH,
    REGION_MASK,
    RED_PATH,
    NORMALIZED_POINT,
    INDEXED_ENDPOINT,
    SCALAR_DIMENSION,
    ROLE_RELATION,
  ].map((protocol) => [protocol.name, protocol]),
);
