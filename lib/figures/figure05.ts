import { Figure } from "./figure.ts";
import { type MosaicItem, mosaicRecords, mosaicSheet } from "./mosaic_sheet.ts";

/**
 * Figure 5: example mosaics from the benchmark's synthetic prompts, one a subcategory, five in a row.
 *
 * @param items In the order shown.
 * @param options.simulated Whether the mosaics come from a simulated run.
 * @throws {RangeError} If there is no item.
 */
export function figure05(
  items: readonly MosaicItem[],
  options: { simulated: boolean; caption?: string },
): Figure {
  return new Figure({
    name: "figure05",
    number: 5,
    svg: mosaicSheet(items),
    width: "double",
    caption: options.caption ?? "Example mosaics from synthetic prompts.",
    simulated: options.simulated,
    data: mosaicRecords(items),
  });
}
