import { Figure } from "./figure.ts";
import { type MosaicItem, mosaicRecords, mosaicSheet } from "./mosaic_sheet.ts";

/**
 * Figure 6: example mosaics from the worked-example prompts, which are kept out of the benchmark, five in a row.
 *
 * @param items In the order shown.
 * @param options.simulated Whether the mosaics come from a simulated run.
 * @param options.caption Says who wrote the prompts; the paper's own caption unless given.
 * @throws {RangeError} If there is no item.
 */
export function figure06(
  items: readonly MosaicItem[],
  options: { simulated: boolean; caption?: string },
): Figure {
  return new Figure({
    name: "figure06",
    number: 6,
    svg: mosaicSheet(items),
    width: "double",
    caption: options.caption ?? "Example mosaics from human prompts.",
    simulated: options.simulated,
    data: mosaicRecords(items),
  });
}
