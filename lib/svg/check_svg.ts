import { SaxesParser, type SaxesTagNS } from "saxes";
import { firstForeignUrl, unquoteLocalUrls } from "./css_urls.ts";

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

/** What was wrong with a reply's SVG: a class or the offending name, a sentence, and the line in the SVG, from 1. */
export interface SvgError {
  type: string;
  message: string;
  line: number;
}

/** A document written anew, with its root's attributes apart: the renderer decides its size. */
export interface CheckedSvg {
  status: "ok";
  /** The root's attributes, decoded, in order. */
  root: Map<string, string>;
  /** Everything between the root's tags. */
  content: string;
}

/** What `checkSvg` found. */
export type SvgCheck =
  | CheckedSvg
  | { status: "empty" }
  | { status: "syntax_error" | "forbidden" | "memory"; error: SvgError };

/** Elements within elements that the renderer follows; looking up a namespace takes time in proportion to them. */
const DEPTH = 1024;

const FORBIDDEN_ELEMENTS = new Set(["script", "image", "foreignobject"]);

/**
 * Finds the SVG in a model's reply, and refuses what is not well-formed or could reach outside itself.
 *
 * The SVG is the text from the first `<svg` to the last `</svg>`. A root without a default namespace is given SVG's,
 * and the prefix `xlink` is known without a declaration. Forbidden are `script`, `image` and `foreignObject` in any
 * namespace, attributes that begin with `on`, an `href` or `url()` that is no `#fragment` (CSS escapes and character
 * references seen through), `@import`, and DOCTYPE or ENTITY declarations. What is not well-formed or whose root is
 * no SVG is a syntax error, also if it holds something forbidden; only a declaration is judged before, since none can
 * be well-formed inside the root.
 *
 * Elements nested more than 1024 deep are refused as `memory`, as the renderer would.
 *
 * The document is written anew from what the parser saw: comments and processing instructions fall away, and quoted
 * local references become bare ones, which the renderer understands.
 *
 * @example
 * ```ts
 * import { checkSvg } from "lib/svg/mod.ts";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * deepStrictEqual(checkSvg("no picture"), { status: "empty" });
 * deepStrictEqual(checkSvg("<svg><script/></svg>"), {
 *   status: "forbidden",
 *   error: { type: "script", message: "the element <script> is forbidden", line: 1 },
 * });
 * ```
 */
export function checkSvg(reply: string): SvgCheck {
  const start = reply.indexOf("<svg"), end = reply.lastIndexOf("</svg>");
  if (start < 0 || end < start) return { status: "empty" };
  const text = reply.slice(start, end + "</svg>".length);
  const declaration = findDeclaration(text);
  if (declaration) return { status: "forbidden", error: declaration };

  let syntax: SvgError | undefined, forbidden: SvgError | undefined;
  const parser = new SaxesParser({ xmlns: true, additionalNamespaces: { "": SVG, xlink: XLINK } });
  const refuse = (type: string, message: string) => {
    forbidden ??= { type, message, line: parser.line };
  };
  let root: Map<string, string> | undefined;
  const content: string[] = [];
  const styles: string[] = []; // the texts of the open elements if one of them is <style>

  let depth = 0;

  parser.on("error", ({ message }) => {
    syntax ??= { type: "SyntaxError", message: message.replace(/^\d+:\d+: /, ""), line: parser.line };
  });
  parser.on("opentag", (tag) => {
    if (++depth > DEPTH) throw new TooDeep(parser.line);
    if (!root && (tag.uri !== SVG || tag.local !== "svg")) {
      const message = `the root must be <svg> in the namespace ${SVG}, got <${tag.name}> in "${tag.uri}"`;
      syntax ??= { type: "SyntaxError", message, line: parser.line };
    }
    if (FORBIDDEN_ELEMENTS.has(tag.local.toLowerCase())) {
      refuse(tag.name, `the element <${tag.name}> is forbidden`);
    }
    const attributes = checkedAttributes(tag, refuse);
    if (root) content.push(`<${tag.name}${attributesText(attributes)}>`);
    else root = attributes;
    if (styles.length > 0 || tag.local === "style") styles.push("");
  });
  parser.on("closetag", (tag) => {
    depth--;
    if (styles.length > 0) {
      const css = styles.pop()!;
      checkCss(css, refuse);
      if (styles.length > 0) styles[styles.length - 1] += css;
    }
    content.push(`</${tag.name}>`);
  });
  const onText = (piece: string) => {
    if (styles.length > 0) styles[styles.length - 1] += piece;
    content.push(escapeText(styles.length > 0 ? unquoteLocalUrls(piece) : piece));
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  try {
    parser.write(text).close();
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const message = `elements are nested more than ${DEPTH} deep`;
    return { status: "memory", error: { type: "MemoryError", message, line: error.line } };
  }

  if (syntax) return { status: "syntax_error", error: syntax };
  if (forbidden) return { status: "forbidden", error: forbidden };
  content.pop(); // the root's end tag
  return { status: "ok", root: root!, content: content.join("") };
}

class TooDeep {
  constructor(readonly line: number) {}
}

/** Writes a checked document with these attributes on its root. */
export function svgText(root: ReadonlyMap<string, string>, content: string): string {
  return `<svg${attributesText(root)}>${content}</svg>`;
}

type Refuse = (type: string, message: string) => void;

function checkedAttributes(tag: SaxesTagNS, refuse: Refuse): Map<string, string> {
  const attributes = new Map<string, string>();
  if (tag.local === "svg" && tag.prefix === "" && tag.uri === SVG) attributes.set("xmlns", SVG);
  let declaresXlink = false;
  let usesXlink = false;
  for (const { name, prefix, local, value } of Object.values(tag.attributes)) {
    if (prefix === "xmlns") declaresXlink ||= local === "xlink";
    usesXlink ||= prefix === "xlink";
    if (/^on/i.test(local) && prefix !== "xmlns") refuse(name, `the event handler ${name} is forbidden`);
    if (local.toLowerCase() === "href" && prefix !== "xmlns" && !/^[ \t\r\n]*#/.test(value)) {
      refuse(name, `${name} must be a local #fragment, got ${JSON.stringify(value.slice(0, 80))}`);
    }
    const url = firstForeignUrl(value);
    if (url !== null) {
      refuse("url", `url() must be a local #fragment, got ${JSON.stringify(url.slice(0, 80))}`);
    }
    attributes.set(name, unquoteLocalUrls(value));
  }
  if (usesXlink && !declaresXlink) attributes.set("xmlns:xlink", XLINK);
  return attributes;
}

function checkCss(css: string, refuse: Refuse): void {
  const url = firstForeignUrl(css);
  if (url !== null) refuse("url", `url() must be a local #fragment, got ${JSON.stringify(url.slice(0, 80))}`);
}

/** The first DOCTYPE or ENTITY outside comments and CDATA; in one pass, also where none of these is closed. */
function findDeclaration(text: string): SvgError | null {
  const ends = new Map([["<!--", "-->"], ["<![CDATA[", "]]>"]]);
  for (let at = text.indexOf("<!"); at >= 0; at = text.indexOf("<!", at + 2)) {
    const found = /^<!(DOCTYPE|ENTITY)/i.exec(text.slice(at, at + 9))?.[1].toUpperCase();
    if (found) {
      const line = text.slice(0, at).split("\n").length;
      return { type: found, message: `a ${found} declaration is forbidden`, line };
    }
    for (const [begin, end] of ends) {
      if (!text.startsWith(begin, at)) continue;
      const close = text.indexOf(end, at + begin.length);
      if (close < 0) ends.delete(begin); // no other is closed either
      else at = close;
    }
  }
  return null;
}

function attributesText(attributes: ReadonlyMap<string, string>): string {
  let text = "";
  for (const [name, value] of attributes) {
    const escaped = escapeText(value).replace(/["\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
    text += ` ${name}="${escaped}"`;
  }
  return text;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    "\r",
    "&#13;",
  );
}
