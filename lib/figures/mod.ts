export { Figure, type FigureOptions } from "./figure.ts";
export { faces, fontBytes, monospace, sans } from "./fonts.ts";
export {
  columnWidth,
  fontSize,
  ink,
  modelColors,
  modelSymbols,
  tierColors,
  tint,
  type Width,
} from "./house_style.ts";
export { legend, type LegendItem } from "./legend.ts";
export { mosaic, type MosaicOptions } from "./mosaic.ts";
export { type Panel, panels, panelWidth } from "./panels.ts";
export { plotFigure, type PlotFigureOptions } from "./plot_figure.ts";
export { type TextStyle, textWidth } from "./text_width.ts";
export { wrapText } from "./wrap_text.ts";
export { figure01, type PipelineExample } from "./figure01.ts";
export { figure02 } from "./figure02.ts";
export { figure05 } from "./figure05.ts";
export { figure06 } from "./figure06.ts";
export { type MosaicItem, mosaicRecords, mosaicSheet } from "./mosaic_sheet.ts";
export { textBlock, type TextBlockOptions } from "./text_block.ts";
export { figure07, type Figure07Data } from "./figure07.ts";
export { figure08, type IconPair } from "./figure08.ts";
export {
  causalDoseFigure,
  causalExampleFigure,
  causalRateFigure,
  causalTargetFigure,
} from "./causal_figures.ts";
export { emptyPanel } from "./empty_panel.ts";
export { figure03, type Figure03Options } from "./figure03.ts";
export { figure09 } from "./figure09.ts";
export { figure10 } from "./figure10.ts";
export { scoreColor } from "./score_color.ts";
export { figure04, type Figure04Data } from "./figure04.ts";
export { subgroupFigure, type SubgroupFigureData } from "./subgroup_figure.ts";
export { controlsFigure } from "./probe_controls.ts";
export { profileFigure } from "./probe_profile.ts";
export { selectivityFigure } from "./probe_selectivity.ts";
export { figure11, type Figure11Row } from "./figure11.ts";
export { type EmbeddingMapPoint, figure12 } from "./figure12.ts";
export { figure13 } from "./figure13.ts";
export { figure14, type Figure14Row } from "./figure14.ts";
export { figure15, type Figure15Cell } from "./figure15.ts";
export { figure16, type Figure16Data } from "./figure16.ts";
export { figure17, type Figure17Pair } from "./figure17.ts";
export { showGainsFigure } from "./show_gains.ts";
export { showAttributionFigure, showPairedFigure } from "./show_outcomes.ts";
export { showProtocolsFigure } from "./show_protocols.ts";
export { DEFAULT_KERNEL, showSensitivityFigure } from "./show_sensitivity.ts";
