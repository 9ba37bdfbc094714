import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import { audit } from "./audit.ts";
import { consistent } from "./check.ts";
import { openDefinitions } from "./definitions.ts";
import { promptDifferences } from "./prompt_text.ts";
import { parsePublished, PUBLISHED, readPublished } from "./published.ts";
import { exactly, printed } from "./span.ts";

interface OracleCheck {
  id: string;
  expected: number;
  published: number;
  consistent: boolean;
  kind: string;
}

const text = Deno.readTextFileSync(PUBLISHED);
const oracle: OracleCheck[] = JSON.parse(text).audit;
const found = audit(readPublished());

/** The file before it is read. */
interface Loose {
  claims: Record<string, unknown>[];
  tables: Record<string, { rows: Record<string, unknown>[] }>;
  audit: Record<string, unknown>[];
  derived: unknown;
}

/** The file with something changed. */
function changed(change: (file: Loose) => void) {
  const file = JSON.parse(text);
  change(file);
  return parsePublished(JSON.stringify(file));
}

Deno.test("audit makes every check of the file, once, and no other", () => {
  strictEqual(found.rows.length, 319);
  deepStrictEqual(found.rows.map(({ id }) => id).sort(), oracle.map(({ id }) => id).sort());
});

Deno.test("audit comes to the verdict of an independent reckoning in every check", () => {
  const verdicts = new Map(found.rows.map((row) => [row.id, row.consistent]));
  deepStrictEqual(oracle.filter((one) => verdicts.get(one.id) !== one.consistent).map(({ id }) => id), []);
});

Deno.test("audit finds the kind of trouble that an independent reader found", () => {
  const kinds = new Map(found.rows.map((row) => [row.id, row.reading?.trouble ?? "ok"]));
  deepStrictEqual(oracle.filter(({ id, kind }) => kinds.get(id) !== kind).map(({ id }) => id), []);
});

Deno.test("audit reckons the same numbers where both sides are held equal", () => {
  const apart = oracle.filter(({ id, expected, published }) => {
    const row = found.rows.find((one) => one.id === id)!;
    if (row.relation !== undefined) return false; // bounds are put the other way round there
    return Math.abs(row.expected.value - expected) > 1e-5 || Math.abs(row.published.value - published) > 1e-3;
  });
  deepStrictEqual(apart.map(({ id }) => id), []);
});

Deno.test("audit takes no verdict from the file", () => {
  const blind = changed((file) => {
    for (const one of file.audit) {
      Object.assign(one, {
        expected: 0,
        expected_range: [0, 0],
        published: 1,
        consistent: false,
        kind: "",
        note: "",
      });
    }
    file.derived = {};
  });
  deepStrictEqual(
    audit(blind).rows.map(({ id, consistent }) => ({ id, consistent })),
    found.rows.map(({ id, consistent }) => ({ id, consistent })),
  );
});

Deno.test("audit says what there is to say of every inconsistent check, and nothing of a consistent one", () => {
  for (const { id, consistent, reading } of found.rows) {
    strictEqual(reading === null, consistent, id);
    if (reading) ok(reading.remark.length > 10, id);
  }
});

Deno.test("a number that is changed breaks the checks that rest on it", () => {
  const claim = (id: string, value: unknown) => (file: Loose) => {
    file.claims.find((one) => one.id === id)!.value = value;
  };
  const cell = (table: string, row: number, column: string, value: unknown) => (file: Loose) => {
    file.tables[table].rows[row][column] = value;
  };
  const cases: [string, ReturnType<typeof claim>][] = [
    ["valid-plus-invalid", claim("layout-invalid", 269)],
    ["valid-pct", claim("layout-valid-pct", 97.8)],
    ["attempts-product", claim("layout-samples-per-prompt", 10)],
    ["table1-valid-total", cell("table1", 0, "valid_t1_pct", 94.7)],
    ["table1-cells-feasible", cell("table1", 0, "valid_t1_pct", 94.6)],
    ["table2-j1-overall-glm-4-32b", cell("table2", 0, "overall", 3.59)],
    ["table2-j1-pooled-t1", cell("table2", 8, "t1", 3.25)],
    ["table2-rank-overall", cell("table2", 9, "overall", 4.0)],
    ["inversion-count-j2", claim("inversion-count-j2", 5)],
    ["spread-j1-t3", claim("spread-j1-t3", 2.2)],
    ["dims-pooled-color-accuracy", cell("c1_dimensions", 8, "color_accuracy", 3.13)],
    ["table5-pass-mean", claim("translation-pass-pct", 97.9)],
    ["ladder-flat-7b", claim("ladder-7b-l4", 0.9)],
    ["human-cross-model-ci-low", claim("human-cross-model-win", 71.4)],
    ["human-alpha-four-options", claim("human-alpha", 0.65)],
    ["table6-sorted", cell("table6", 0, "delta_matched", 0.5)],
    ["exp3-ceiling-share-own-glm-4-32b", claim("exp3-own-ceiling-share-glm32b", 34.1)],
    ["exp3-f2-mostly-null", claim("exp3-all-models-above-text", false)],
    ["causal-pairs", claim("exp3-items", 730)],
    ["dino-slice", claim("attention-slice", [0, 577])],
    ["entropy-rho-attainable", claim("entropy-structure-rho", 0.94)],
  ];
  const before = new Map(found.rows.map((row) => [row.id, row.consistent]));
  for (const [id, change] of cases) {
    const row = audit(changed(change)).rows.find((one) => one.id === id)!;
    if (id === "exp3-f2-mostly-null") {
      ok(Number.isNaN(row.expected.value), id); // nothing is known of how many are null then
    } else {
      strictEqual(before.get(id), true, id);
      strictEqual(row.consistent, false, `${id}: ${row.expected.value} against ${row.published.value}`);
    }
  }
});

Deno.test("a number that is mended mends the check", () => {
  const mended = changed((file) =>
    void (file.tables.table6.rows.find((row) => row.model === "Pooled")!.delta_matched = 0.36)
  );
  const row = audit(mended).rows.find(({ id }) => id === "table6-pooled-matched")!;
  deepStrictEqual([row.consistent, row.reading], [true, null]);
});

Deno.test("audit names the claim that it misses", () => {
  const without = changed((file) =>
    void (file.claims = file.claims.filter((one) => one.id !== "exp3-items"))
  );
  throws(() => audit(without), { name: "RangeError", message: /no claim "exp3-items"/ });
});

Deno.test("consistent asks of a bound that it can hold, of others that they can be equal", () => {
  const a = printed(0.5, 0.05), b = printed(0.6, 0.04);
  strictEqual(consistent({ expected: a, published: b }), false);
  strictEqual(consistent({ expected: a, published: b, relation: "at most" }), true);
  strictEqual(consistent({ expected: b, published: a, relation: "at most" }), false);
  strictEqual(consistent({ expected: b, published: a, relation: "at least" }), true);
  strictEqual(consistent({ expected: exactly(NaN), published: a }), false);
});

Deno.test("openDefinitions: the penalised column fits over valid attempts alone", () => {
  const readings = openDefinitions(readPublished());
  const fits = readings.filter(({ question }) => question.startsWith("Table 5")).map((
    { fits, of },
  ) => [fits, of]);
  deepStrictEqual(fits, [[1, 8], [8, 8]]);
  for (const [question, own] of Map.groupBy(readings, (one) => one.question)) {
    strictEqual(own.filter(({ ours }) => ours).length, 1, question);
  }
});

Deno.test("promptDifferences counts a sentence that one lacks once, and each run of other words", () => {
  deepStrictEqual(promptDifferences("A red cat sat. It slept.", "A red cat sat. It slept."), []);
  deepStrictEqual(promptDifferences("Score 0--5 only.", "Score 0-5 only."), []);
  deepStrictEqual(promptDifferences("A red cat sat. It slept.", "A blue cat sat."), [
    '"red" / "blue"',
    '"It slept." / nothing',
  ]);
});
