import { strictEqual, throws } from "node:assert/strict";
import fc from "fast-check";
import { csv } from "./mod.ts";

Deno.test("csv quotes what RFC 4180 says and doubles quotes", () => {
  strictEqual(
    csv(["a", "b,c"], [{ a: 'say "x"', "b,c": "two\nlines" }, { a: null }]),
    'a,"b,c"\r\n"say ""x""","two\nlines"\r\n,\r\n',
  );
});

Deno.test("csv writes numbers that read back the same, NaN as nothing and -0 as 0", () => {
  strictEqual(
    csv(["a"], [NaN, -0, 0.1 + 0.2, Infinity, -Infinity].map((a) => ({ a }))).split("\r\n").join(" "),
    "a  0 0.30000000000000004 inf -inf ",
  );
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (a) => {
    const read = Number(csv(["a"], [{ a }]).split("\r\n")[1]);
    strictEqual(read, a === 0 ? 0 : a);
  }));
});

Deno.test("csv fields read back by an independent reader, whatever they hold", () => {
  const value = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é") });
  fc.assert(fc.property(fc.array(fc.record({ a: value, b: value })), (records) => {
    const rows = readCsv(csv(["a", "b"], records)).slice(1);
    strictEqual(JSON.stringify(rows), JSON.stringify(records.map(({ a, b }) => [a, b])));
  }));
});

Deno.test("csv without records is its header, and without columns is refused", () => {
  strictEqual(csv(["a", "b"], []), "a,b\r\n");
  throws(() => csv([], []), RangeError);
});

/** A reader by the grammar of RFC 4180, written apart from the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += 2) {
    const row: string[] = [];
    for (;;) {
      const rest = text.slice(at);
      const [whole, quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest)!;
      row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      at += whole.length;
      if (text[at] !== ",") break;
      at++;
    }
    rows.push(row);
  }
  return rows;
}
