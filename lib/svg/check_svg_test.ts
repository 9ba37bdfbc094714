import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { checkSvg } from "./mod.ts";

const statusOf = (reply: string) => checkSvg(reply).status;
const inside = (markup: string) => `<svg viewBox="0 0 9 9">${markup}</svg>`;

Deno.test("checkSvg takes the text from the first <svg to the last </svg>, whatever stands around", () => {
  strictEqual(statusOf("a fence:\n```svg\n<svg></svg>\n``` done"), "ok");
  strictEqual(statusOf('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg></svg>'), "ok");
  for (const reply of ["", "<svg/>", "</svg> <svg", "<SVG></SVG>"]) {
    strictEqual(statusOf(reply), "empty", reply);
  }
  strictEqual(statusOf("<svg></svg> and <svg></svg>"), "syntax_error");
});

Deno.test("checkSvg gives a bare root its namespace and knows xlink without a declaration", () => {
  const checked = checkSvg('<svg width="4"><use xlink:href="#a"/><g xmlns=""><b/></g></svg>');
  if (checked.status !== "ok") throw new Error(checked.status);
  deepStrictEqual([...checked.root], [["xmlns", "http://www.w3.org/2000/svg"], ["width", "4"]]);
  match(checked.content, /<use xlink:href="#a" xmlns:xlink="http:\/\/www.w3.org\/1999\/xlink">/);
  for (const root of ['xmlns=""', 'xmlns="http://www.w3.org/2000/sgv"']) {
    strictEqual(statusOf(`<svg ${root}></svg>`), "syntax_error", root);
  }
});

Deno.test("checkSvg writes a document again that says the same", () => {
  const markup = '<a b="&quot;&lt;&#10;é&amp;">x &lt; y<c></c><![CDATA[<&>]]></a>';
  const checked = checkSvg(inside(markup + "<!-- gone --><?gone too?>"));
  if (checked.status !== "ok") throw new Error(checked.status);
  strictEqual(checked.content, '<a b="&#34;&lt;&#10;é&amp;">x &lt; y<c></c>&lt;&amp;&gt;</a>');
});

Deno.test("checkSvg unquotes local references in attributes and style elements, and leaves text alone", () => {
  const checked = checkSvg(inside(
    `<a fill="url('#g')" style='fill:url( "#g" )'/><style>a{fill:url('#g')}</style><text>url('#g')</text>`,
  ));
  if (checked.status !== "ok") throw new Error(checked.status);
  strictEqual(
    checked.content,
    `<a fill="url(#g)" style="fill:url(#g)"></a><style>a{fill:url(#g)}</style><text>url('#g')</text>`,
  );
});

Deno.test("checkSvg forbids what could act or reach outside, and says what and where", () => {
  const forbidden: [string, string][] = [
    ["<script/>", "script"],
    ['<x:image xmlns:x="urn:x"/>', "x:image"],
    ["<foreignObject/>", "foreignObject"],
    ['<rect onclick="f()"/>', "onclick"],
    ['<use href="a.svg#b"/>', "href"],
    ['<use xlink:href="http://x/"/>', "xlink:href"],
    ['<a href=""/>', "href"],
    ['<rect fill="url(http://x/#a)"/>', "url"],
    ['<rect style="fill:URL( &quot;x.svg#a&quot; )"/>', "url"],
    ["<style>a{fill:u\\72l(//x)}</style>", "url"],
    ["<style><![CDATA[@IMPORT 'x';]]></style>", "url"],
    ["<style>a{fill:url(<!-- -->http://x)}</style>", "url"],
    ["<!ENTITY a 'b'>", "ENTITY"],
  ];
  for (const [markup, type] of forbidden) {
    const checked = checkSvg(`<svg>\n${markup}</svg>`);
    if (checked.status !== "forbidden") throw new Error(`${markup}: ${checked.status}`);
    deepStrictEqual([checked.error.type, checked.error.line], [type, 2], markup);
  }
});

Deno.test("checkSvg allows local references, and forbidden words where they mean nothing", () => {
  const markup =
    '<use href="#a"/><use href=" #a"/><rect fill="url(#a) red" mask="url( \'#m\' )"/><set to="on"/>' +
    "<!-- <script/> <!DOCTYPE x> --><text>@import url(http://x) onload</text><title>script</title>";
  strictEqual(statusOf(inside(markup)), "ok");
});

Deno.test("checkSvg calls what is not well-formed a syntax error, with its line, before anything forbidden", () => {
  const checked = checkSvg("<svg>\n<script/>\n<g>\n</svg>");
  if (checked.status !== "syntax_error") throw new Error(checked.status);
  strictEqual(checked.error.line, 4);
  for (const markup of ["<a b=c/>", "<a b='1' b='2'/>", "&nbsp;", "<x:a/>", "\u0001", "\ud800", "<a"]) {
    strictEqual(statusOf(inside(markup)), "syntax_error", JSON.stringify(markup));
  }
});

Deno.test("checkSvg refuses a hundred thousand nested elements at once, and keeps a thousand", () => {
  strictEqual(statusOf(inside("<g>".repeat(1e5) + "</g>".repeat(1e5))), "memory");
  strictEqual(statusOf(inside("<g>".repeat(1000) + "</g>".repeat(1000))), "ok");
});

Deno.test("the check takes time in proportion to the text, whatever is left open in it", () => {
  const n = 60_000, blanks = " ".repeat(n);
  for (
    const [content, status] of [
      ["<!--".repeat(n), "syntax_error"],
      ["<![CDATA[".repeat(n), "syntax_error"],
      ["<!-- -->".repeat(n) + "<!DOCTYPE a>", "forbidden"],
      [`<rect fill="url(${blanks}x${blanks}y)"/>`, "forbidden"],
      [`<rect fill="url(${blanks}#a${blanks})"/>`, "ok"],
      [`<rect fill="url(${blanks}#a${blanks}"/>`, "ok"],
      [`<rect fill="url(${"'".repeat(n)}#a)"/>`, "ok"],
      [`<style>${"url( ".repeat(n)}</style>`, "forbidden"],
    ]
  ) {
    const start = performance.now();
    strictEqual(checkSvg(`<svg>${content}</svg>`).status, status, content.slice(0, 40));
    ok(performance.now() - start < 3000, `${content.slice(0, 40)} took ${performance.now() - start} ms`);
  }
});

Deno.test("a DOCTYPE is seen behind a comment that opens inside another", () => {
  for (
    const content of [
      "<!-- <!-- --><!DOCTYPE a>",
      "<!-- <![CDATA[ --><!doctype a>",
      "<![CDATA[<!--]]><!ENTITY a>",
    ]
  ) {
    strictEqual(checkSvg(`<svg>${content}</svg>`).status, "forbidden", content);
  }
  for (
    const content of [
      "<!-- <!DOCTYPE a> -->",
      "<text><![CDATA[<!ENTITY a>]]></text>",
      "<!-- <![CDATA[ --><!-- ]]> <!DOCTYPE -->",
    ]
  ) {
    strictEqual(checkSvg(`<svg>${content}</svg>`).status, "ok", content);
  }
});
