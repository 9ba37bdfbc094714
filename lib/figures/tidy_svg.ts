/**
 * A drawing made fit for paper: it stands alone (xmlns, named fonts, no style that only browsers know), its text is
 * stable (three decimals, identifiers of its own), and the three renderers (browser, resvg, PDF) draw it alike.
 */
import { isMonospace, monospace, sans } from "./fonts.ts";
import { ink } from "./house_style.ts";
import { refuseUnprintable } from "./refuse_unprintable.ts";
import { copySvg, type SvgElement, walkSvg } from "./svg_tree.ts";

/**
 * Cleans a tree in place and returns it.
 *
 * @throws {TypeError} If the drawing holds what the renderers would draw differently.
 *
 * @param prefix Opens every identifier, so that figures on one page cannot clip each other.
 */
export function tidySvg(root: SvgElement, prefix: string): SvgElement {
  dropBrowserStyle(root);
  spellOutStyle(root);
  renameIds(root, prefix);
  walkSvg(root, (element) => {
    if (element.name === "line") element.attributes.set("fill", "none"); // PDF viewers draw an empty fill as a hairline
    for (const [name, value] of element.attributes) {
      if (keptAsWritten.has(name) || name.startsWith("aria-")) continue;
      const clean = tidyAttribute(name, value);
      if (clean === undefined) element.attributes.delete(name);
      else element.attributes.set(name, clean);
    }
  });
  refuseUnprintable(root);
  strokeBeneath(root);
  return root;
}

const keptAsWritten = new Set(["id", "href", "xlink:href", "xmlns", "xmlns:xlink"]);

function tidyAttribute(name: string, value: string): string | undefined {
  if (name === "class" || name === "font-variant") return undefined; // nothing refers to them any more
  if (name === "font-family") return isMonospace(value) ? monospace : sans;
  if (name === "font-weight") return Number(value) >= 600 ? "bold" : value; // the renderers hold two weights
  const plain = value.replaceAll("currentColor", ink.text).replaceAll("var(--plot-background)", ink.paper)
    .replaceAll(/url\((["'])(.*?)\1\)/g, "url($2)"); // resvg paints a quoted reference black
  return /^#/.test(plain) ? plain : roundNumbers(plain, /scale|matrix|skew/.test(plain) ? 6 : 3);
}

/**
 * Decimal numbers in a text rounded to so many places, without trailing zeros or a minus before zero. A zero before
 * more digits is left alone, since in path data it is an arc's flag that leans on the next number.
 */
export function roundNumbers(text: string, places: number): string {
  return text.replaceAll(
    /(?<![\d.])-?(?:(?:0|[1-9]\d*)?\.\d+(?:e[-+]?\d+)?|(?:0|[1-9]\d*)e[-+]?\d+)/gi,
    (number) => {
      const rounded = Number(Number(number).toFixed(places));
      return String(rounded === 0 ? 0 : rounded);
    },
  );
}

/** Plot's style sheet sets CSS variables and sizes for a page; everything it does is done otherwise here. */
function dropBrowserStyle(root: SvgElement): void {
  walkSvg(root, (element) => {
    element.children = element.children.filter((child) =>
      typeof child === "string" || child.name !== "style" || !child.children.join("").includes(".plot-")
    );
  });
}

/** Declarations of a style attribute become attributes, which all that follows looks at. */
function spellOutStyle(root: SvgElement): void {
  walkSvg(root, ({ attributes }) => {
    const style = attributes.get("style");
    if (style === undefined) return;
    attributes.delete("style");
    for (const declaration of style.split(";")) {
      const [name, ...value] = declaration.split(":");
      if (value.length > 0) attributes.set(name.trim(), value.join(":").trim());
    }
  });
}

function renameIds(root: SvgElement, prefix: string): void {
  const names = new Map<string, string>();
  walkSvg(root, ({ attributes }) => {
    const id = attributes.get("id");
    if (id !== undefined && !names.has(id)) names.set(id, `${prefix}-${names.size + 1}`);
  });
  if (names.size === 0) return;
  const renamed = (id: string) => names.get(id) ?? id;
  walkSvg(root, ({ attributes }) => {
    for (const [name, value] of attributes) {
      if (name === "id") attributes.set(name, renamed(value));
      else if (name === "href" || name === "xlink:href") {
        attributes.set(name, value.replace(/^#(.*)$/, (_, id) => `#${renamed(id)}`));
      } else if (name === "aria-labelledby" || name === "aria-describedby") {
        attributes.set(name, value.split(/\s+/).map(renamed).join(" "));
      } else {
        attributes.set(
          name,
          value.replaceAll(/url\((["']?)#(.*?)\1\)/g, (_, _quote, id) => `url(#${renamed(id)})`),
        );
      }
    }
  });
}

/**
 * A halo around text is a stroke painted before the fill. The PDF writer knows no paint-order and would paint it over
 * the letters, so the element is drawn twice: its stroke, then its fill.
 */
function strokeBeneath(parent: SvgElement): void {
  parent.children = parent.children.flatMap((child): (SvgElement | string)[] => {
    if (typeof child === "string") return [child];
    if (child.attributes.get("paint-order")?.startsWith("stroke") !== true) {
      strokeBeneath(child);
      return [child];
    }
    const beneath = copySvg(child), above = copySvg(child);
    walkSvg(beneath, (element) => element.attributes.delete("paint-order"));
    walkSvg(above, (element) => {
      for (const name of [...element.attributes.keys()]) {
        if (name === "paint-order" || name.startsWith("stroke")) element.attributes.delete(name);
      }
    });
    beneath.attributes.set("aria-hidden", "true");
    return [beneath, above];
  });
}
