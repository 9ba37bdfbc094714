import { strictEqual, throws } from "node:assert/strict";
import { parseSvg, writeSvg } from "./svg_tree.ts";

Deno.test("writeSvg writes one element a line, and text as it stood", () => {
  strictEqual(
    writeSvg(
      parseSvg(
        '<svg a="1"> <g>\n<text x="1"> a &amp; <tspan>b</tspan></text></g><!-- no --><path d="M0 0"/></svg>',
      ),
    ),
    '<svg a="1">\n<g>\n<text x="1"> a &amp; <tspan>b</tspan></text>\n</g>\n<path d="M0 0"/>\n</svg>',
  );
});

Deno.test("writeSvg escapes attributes so that reading and writing again changes nothing", () => {
  const once = writeSvg(parseSvg('<svg aria-label="a &lt; b &gt; &quot;c&quot; &amp;"/>'));
  strictEqual(once, '<svg aria-label="a &lt; b &gt; &quot;c&quot; &amp;"/>');
  strictEqual(writeSvg(parseSvg(once)), once);
});

Deno.test("parseSvg refuses what is not well-formed and what is not SVG", () => {
  for (const text of ["", "plain", "<svg>", "<svg><g></svg>", "<svg a=1/>", "<html/>"]) {
    throws(() => parseSvg(text), SyntaxError, text);
  }
});
