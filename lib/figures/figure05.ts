import { emptyPanel } from "./empty_panel.ts";
import { Figure } from "./figure.ts";
import { type MosaicItem, mosaicRecords, mosaicSheet } from "./mosaic_sheet.ts";

/**
 * Figure 5: example mosaics from the benchmark's synthetic prompts, one a subcategory, five in a row.
 *
 * @param items In the order shown.
 * @param options.simulated Whether the mosaics come from a simulated run.
 * @returns A panel that says so where there is no item.
 */
export function figure05(
  items: readonly MosaicItem[],
  options: { simulated: boolean; caption?: string },
): Figure {
  const none = "No layout attempt of this run came to a drawing that is not trivial.";
  return new Figure({
    name: "figure05",
    number: 5,
    svg: items.length === 0 ? emptyPanel(none, { width: "double" }) : mosaicSheet(items),
    width: "double",
    caption: items.length === 0
      ? `Nothing to show: ${none[0].toLowerCase()}${none.slice(1)}`
      : options.caption ?? "Example mosaics from synthetic prompts.",
    simulated: options.simulated,
    data: mosaicRecords(items),
  });
}
