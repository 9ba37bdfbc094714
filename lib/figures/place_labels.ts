/** A label to be placed beside its point; all lengths in the same unit. */
export interface LabelToPlace {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A box: its upper left corner and size. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Finds each label a place near its point where it covers no other label, no point and no obstacle, within a frame.
 *
 * Points are served one by one, each taking the first free place of a ring of directions, near rings first. Should none
 * be free, the place that covers least is taken.
 *
 * @param frame The box that labels stay in. @param options.radius Room kept around points, 3 unless given.
 * @param options.obstacles What else is not to be covered.
 * @returns The labels' upper left corners.
 */
export function placeLabels(
  labels: readonly LabelToPlace[],
  frame: Box,
  { radius = 3, obstacles = [] }: { radius?: number; obstacles?: readonly Box[] } = {},
): { x: number; y: number }[] {
  const points = labels.map(({ x, y }) => ({
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
  }));
  const taken: Box[] = [...points, ...obstacles];
  return labels.map((label) => {
    let best: Box | null = null, least = Infinity;
    for (const place of places(label, radius)) {
      const outside = place.width * place.height - overlap(place, frame);
      const cost = 10 * outside + taken.reduce((sum, box) => sum + overlap(place, box), 0);
      if (cost < least - 1e-9) [best, least] = [place, cost];
      if (least === 0) break;
    }
    taken.push(best!);
    return { x: best!.x, y: best!.y };
  });
}

/** Boxes around a point: to the right, to the left, above, below, then the corners; at growing distances. */
function* places({ x, y, width, height }: LabelToPlace, radius: number): Generator<Box> {
  for (const gap of [1, 4, 8, 13, 19, 26]) {
    const far = radius + gap;
    const across = [x + far, x - far - width, x - width / 2];
    const down = [y - height / 2, y - far - height, y + far];
    for (const [i, j] of [[0, 0], [1, 0], [2, 1], [2, 2], [0, 1], [1, 1], [0, 2], [1, 2]]) {
      yield { x: across[i], y: down[j], width, height };
    }
  }
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
