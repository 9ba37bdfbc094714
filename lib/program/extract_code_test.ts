import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { extractCode } from "./extract_code.ts";

const cases: [claim: string, reply: string, code: string][] = [
  ["a reply without a fence is all code", "x = 1\ny = 2", "x = 1\ny = 2"],
  ["an empty reply is empty code", "", ""],
  ["the first block counts, whatever its info string", "a\n```svg x\n1\n```\n```python\n2\n```\n", "1\n"],
  ["tildes fence as well, and backticks do not close them", "~~~\n```\n1\n~~~\n", "```\n1\n"],
  ["a tilde fence's info string may hold backticks", "~~~ `a`\n1\n~~~", "1\n"],
  ["a backtick fence's may not", "``` `a`\n1\n", "``` `a`\n1\n"],
  ["backticks within a line open nothing", "say ```x``` and\nx", "say ```x``` and\nx"],
  ["two backticks are no fence", "``\n1\n``\n", "``\n1\n``\n"],
  ["a longer fence is closed by one at least as long", "````\n```\n1\n`````\n2", "```\n1\n"],
  ["a closing fence holds nothing but blanks", "```\n1\n``` x\n2\n``` \t\n3", "1\n``` x\n2\n"],
  ["an unclosed block runs to the end", "text\n```python\n1\n2", "1\n2"],
  ["a fence that is the whole reply holds nothing", "```", ""],
  ["a block may be empty", "```\n```", ""],
  ["a fence may be indented, by tabs too", " \t```\n  1\n \t ```\n2", "1\n"],
  ["CRLF and CR end lines", "```\r\n1\r2\r\n```\r\n", "1\n2\n"],
  ["one leading U+FEFF is dropped", "\ufeffx", "x"],
  ["a second one stays", "\ufeff\ufeffx", "\ufeffx"],
  ["common indentation goes", "    x\n      y\n    z", "x\n  y\nz"],
  ["lines of blanks do not count, and are emptied", "    x\n \t \n    y\n  ", "x\n\ny\n"],
  ["tabs and blanks are not the same", "\tx\n        y", "\tx\n        y"],
  ["their common beginning is", " \tx\n  y", "\tx\n y"],
  ["one line at the margin keeps all where they are", "x\n  y", "x\n  y"],
  ["U+2028 and form feeds end no line", "  a\u2028  b\n  \f\n", "a\u2028  b\n\f\n"],
  ["a fence after U+2028 is none", "a\u2028```\n1", "a\u2028```\n1"],
];

for (const [claim, reply, code] of cases) {
  Deno.test(`extractCode: ${claim}`, () => strictEqual(extractCode(reply), code));
}

Deno.test("extractCode stays linear on replies of blanks, backticks and indented lines", () => {
  const replies = [
    " ".repeat(1e6) + "x",
    "`".repeat(1e6),
    "```\n".repeat(1e5),
    "  x\n".repeat(2e5),
    "~~~ ".repeat(2e5),
  ];
  const lengths = replies.map((reply) => extractCode(reply).length);
  deepStrictEqual(lengths, [1, 0, 0, 4e5, 0]);
});
