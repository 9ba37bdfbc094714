import { rejects } from "node:assert/strict";
import { seededNestedFolds } from "./folds.ts";
import { innerErrorsPool } from "./inner_errors_pool.ts";
import { packRows } from "./packed_rows.ts";

const y = Array.from({ length: 12 }, (_, i) => [i]);
const search = { folds: seededNestedFolds(12, { seed: 1 }), targets: [y], ks: [1], penalties: [1] };

Deno.test("innerErrorsPool: what breaks a worker is told to those who wait and to those who come later", async () => {
  // Without targets the worker throws while it takes in the search, outside of any cell.
  using pool = innerErrorsPool({ ...search, targets: [], precision: 64 }, 1);
  const cell = packRows(y);
  await rejects(pool.score(cell), /Cannot probe: a worker ended/);
  await rejects(pool.score(cell), /Cannot probe: a worker ended/);
});
