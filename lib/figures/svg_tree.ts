import { SaxesParser } from "saxes";
import { escapeHtml } from "lib/tables/mod.ts";

/** An SVG element: its name, its attributes in order, and what it holds. */
export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

/**
 * The tree of an SVG drawing. Comments and processing instructions are left out.
 *
 * @throws {SyntaxError} If the text is not well-formed XML with `svg` at its root.
 */
export function parseSvg(text: string): SvgElement {
  const top: SvgElement = { name: "", attributes: new Map(), children: [] };
  const open: SvgElement[] = [top];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new SyntaxError(`Cannot read a figure's SVG: it must be well-formed XML, got ${error.message}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: new Map(Object.entries(attributes)), children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (content) => void open.at(-1)!.children.push(content));
  parser.on("cdata", (content) => void open.at(-1)!.children.push(content));
  parser.write(text.trim()).close();
  const root = top.children.find((child): child is SvgElement => typeof child !== "string");
  if (root?.name !== "svg") {
    throw new SyntaxError(`Cannot read a figure's SVG: its root must be svg, got ${root?.name ?? "nothing"}`);
  }
  return root;
}

/** Elements inside which white space is part of what is shown. */
const textual = new Set(["text", "tspan", "title", "desc", "style"]);

/** An element as text, one element a line except inside text, so that two versions can be compared line by line. */
export function writeSvg(element: SvgElement): string {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join(
    "",
  );
  const children = textual.has(element.name)
    ? element.children
    : element.children.filter((child) => typeof child !== "string" || child.trim() !== "");
  if (children.length === 0) return `<${element.name}${attributes}/>`;
  const inner = children.map((child) => typeof child === "string" ? escapeHtml(child) : writeSvg(child));
  return textual.has(element.name)
    ? `<${element.name}${attributes}>${inner.join("")}</${element.name}>`
    : `<${element.name}${attributes}>\n${inner.join("\n")}\n</${element.name}>`;
}

/** Calls `visit` on an element and everything inside it, outer ones first. */
export function walkSvg(element: SvgElement, visit: (element: SvgElement) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== "string") walkSvg(child, visit);
}

/** A copy that shares nothing with its original. */
export function copySvg(element: SvgElement): SvgElement {
  return {
    name: element.name,
    attributes: new Map(element.attributes),
    children: element.children.map((child) => typeof child === "string" ? child : copySvg(child)),
  };
}
