import { strictEqual, throws } from "node:assert/strict";
import { md } from "./md.ts";

Deno.test("md takes off common indentation and outer blank lines, and keeps the rest", () => {
  strictEqual(md`one`, "one");
  strictEqual(md``, "");
  strictEqual(
    md`
      # Head

      - a
        - b

    `,
    "# Head\n\n- a\n  - b",
  );
});

Deno.test("md puts values in as they are, their own lines not dedented", () => {
  const lines = "x\n    y";
  strictEqual(
    md`
      ${lines} and ${1.5}
      ${true}, ${10n}, *${"<b>"}*
    `,
    "x\n    y and 1.5\ntrue, 10, *<b>*",
  );
});

Deno.test("md writes n/a for null and NaN, and refuses undefined and objects", () => {
  strictEqual(md`${null} ${NaN} ${0} ${-0} ${Infinity}`, "n/a n/a 0 0 Infinity");
  throws(() => md`a ${1} b ${undefined}`, {
    name: "TypeError",
    message: "Cannot write Markdown: value 2 must be text or a number, got undefined",
  });
  throws(() => md`${{}}`, TypeError);
});
