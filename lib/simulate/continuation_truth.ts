import { type Arm, type CausalItem, inStratum, longestRun, PICTURES } from "lib/causal/mod.ts";
import { ARMS } from "lib/run/mod.ts";
import { mean } from "lib/stats/mod.ts";
import { LOOP_LENGTH } from "./continuation_reply.ts";
import { bentsOf, chance, type Continuer, drawsOn } from "./continuer.ts";

/** How often the models are asked anew to find what is expected of them. */
const REPEATS = 300;

/** What continuations of the very items give in expectation, of generations without comments. */
export interface ContinuationTruth {
  /** By pictures (all, finished, unfinished) and arm: the share that draw on. */
  drew: Record<string, Record<Arm, number>>;
  /** By pictures and moved arm: the prompt-weighted difference from the unmoved arm. */
  difference: Record<string, Record<"moved_unused" | "moved_used", number>>;
  /** By arm, all pictures: the share that run in a loop. */
  loop: Record<Arm, number>;
  /** By arm, all pictures: the share whose first statement is the own next one, and that of the greedy ones. */
  identical: Record<Arm, number>;
  greedy: Record<Arm, number>;
  /** Finished pictures: the rise of the share that draw on per cell moved, within items. */
  slope: number;
  valid: number;
}

/**
 * The expectation of every quantity by the very estimators that a notebook applies, over many repeats with bents drawn
 * anew: the rates are no plain function of the parameters, since a picture counts as finished by its own bent.
 */
export function continuationTruth(
  continuer: Continuer,
  items: readonly CausalItem[],
  { seed, repeats = REPEATS }: { seed: number; repeats?: number },
): ContinuationTruth {
  const free = items.filter(({ cut }) => !cut.commented);
  const repeatsOf = Array.from({ length: repeats }, (_, i) => {
    const bents = bentsOf(continuer, free, { seed, repeat: i + 1 });
    return free.map((item, k) => ({
      item,
      finished: bents[k] < 0, // the greedy continuation takes the likelier side
      chances: arms((arm) => chance(drawsOn(continuer, bents[k], item, arm))),
    }));
  });
  const expected = (value: (one: typeof repeatsOf[number]) => number) => {
    const known = repeatsOf.map(value).filter((x) => !Number.isNaN(x));
    return known.length === 0 ? NaN : Math.round(1e4 * mean(known)) / 1e4;
  };
  const within = (one: typeof repeatsOf[number], pictures: typeof PICTURES[number]) =>
    one.filter(({ finished }) => inStratum({ commented: false, finished }, { comments: "all", pictures }));
  const drew = (pictures: typeof PICTURES[number], arm: Arm) =>
    expected((one) => mean(within(one, pictures).map(({ chances }) => chances[arm])));
  const looping = (arm: Arm) => arm.startsWith("moved") ? continuer.loops : 0;
  const seen = new Map(free.map((item) => [item, loopSeen(longestRun(item.cut.code))]));
  return {
    drew: Object.fromEntries(PICTURES.map((pictures) => [pictures, arms((arm) => drew(pictures, arm))])),
    difference: Object.fromEntries(PICTURES.map((pictures) => {
      const of = (arm: Arm) =>
        expected((one) =>
          mean(
            [...Map.groupBy(within(one, pictures), ({ item }) => item.item).values()].map((group) =>
              mean(group.map(({ chances }) => chances[arm] - chances.null_asis))
            ),
          )
        );
      return [pictures, { moved_unused: of("moved_unused"), moved_used: of("moved_used") }];
    })),
    loop: arms((arm) =>
      expected((one) => mean(one.map(({ item, chances }) => chances[arm] * looping(arm) * seen.get(item)!)))
    ),
    identical: arms((arm) =>
      expected((one) =>
        mean(one.map(({ chances }) => chances[arm] * (1 - looping(arm)) * continuer.restates[arm]))
      )
    ),
    greedy: arms((arm) =>
      expected((one) =>
        mean(
          one.map(({ chances }) =>
            (chances[arm] > 0.5 ? 1 : 0) * (1 - looping(arm)) * continuer.restates[arm]
          ),
        )
      )
    ),
    slope: expected((one) => slopeOf(within(one, "finished"))),
    valid: continuer.valid,
  };
}

/** The share of loops that are longer than a generation's own longest run: shorter ones are not told from a drawing. */
function loopSeen(own: number): number {
  const [least, most] = LOOP_LENGTH;
  return Math.max(0, most - Math.max(own, least - 1)) / (most - least + 1);
}

/** As `doseResponse` has it, of chances instead of rates. */
function slopeOf(one: readonly { item: CausalItem; chances: Record<Arm, number> }[]): number {
  let products = 0, squares = 0;
  for (const { item: { shifts }, chances } of one) {
    const doses = [
      { distance: 0, rate: chances.null_asis },
      ...(["moved_unused", "moved_used"] as const).map((arm) => ({
        distance: Math.hypot(shifts[arm].rows, shifts[arm].cols),
        rate: chances[arm],
      })),
    ];
    const middle = mean(doses.map(({ distance }) => distance)), level = mean(doses.map(({ rate }) => rate));
    for (const { distance, rate } of doses) {
      products += (distance - middle) * (rate - level);
      squares += (distance - middle) ** 2;
    }
  }
  return products / squares;
}

function arms<T>(value: (arm: Arm) => T): Record<Arm, T> {
  return Object.fromEntries(ARMS.map((arm) => [arm, value(arm)])) as Record<Arm, T>;
}
