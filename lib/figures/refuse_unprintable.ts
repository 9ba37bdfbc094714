import { type SvgElement, walkSvg } from "./svg_tree.ts";

/** Elements that one of the renderers draws otherwise or not at all, and what to do instead. */
const refusedElements: Readonly<Record<string, string>> = {
  style: "set attributes, since style sheets leak into the page",
  script: "a figure does nothing",
  foreignObject: "draw text with text elements",
  image: "draw cells with mosaic, since pictures inside a PDF are not vectors",
  filter: "the PDF writer knows no filters",
};

const paints = new Set(["fill", "stroke", "stop-color", "color"]);

/** The ways to write a colour that browser, resvg and PDF writer read alike; names are left to them. */
const paint = /^(?:[a-z]+|#[0-9a-f]{3}|#[0-9a-f]{6}|rgba?\([^,()/]+(?:,[^,()/]+){2,3}\)|url\(#[^)]*\))$/i;

/**
 * Refuses what would look different in SVG, PNG and PDF, before anybody has to find out by looking.
 *
 * @throws {TypeError} If the drawing holds such an element, colour or blending.
 */
export function refuseUnprintable(root: SvgElement): void {
  walkSvg(root, ({ name, attributes }) => {
    const instead = refusedElements[name];
    if (instead !== undefined) {
      throw new TypeError(`Cannot make a figure: no ${name} element may be in it; ${instead}`);
    }
    for (const [key, value] of attributes) {
      if (paints.has(key) && !paint.test(value.trim())) {
        throw new TypeError(
          `Cannot make a figure: ${key} must be a name, #rgb, #rrggbb, rgb(r, g, b) or url(#id), got ${value}`,
        );
      }
      if (key === "mix-blend-mode" && value !== "normal") {
        throw new TypeError(`Cannot make a figure: the PDF writer cannot blend, got mix-blend-mode ${value}`);
      }
    }
  });
}
