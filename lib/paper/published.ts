/** How a recomputed value is held against a printed one, see `meets`. */
export const OPS = ["=", "<=", ">=", "<", ">", "range", "in", "~"] as const;

/** What of a run a claim needs before it can be tested. */
export const NEEDS = [
  "generations",
  "judgements-j1",
  "judgements-j2",
  "human",
  "activations",
  "continuations",
  "dino",
  "entropy",
  "references",
  "published-tables",
] as const;

/** A printed value: a number, `[lo, hi]`, or the truth that a sentence asserts. */
export type PublishedValue = number | readonly [number, number] | boolean;

/** A statement of the paper that a number can decide. */
export interface Claim {
  id: string;
  /** Where it stands, such as `Sec. 4.1; App. C.1`. */
  where: string;
  statement: string;
  /** What would have to be computed, such as `layout.j1.pooled.t2`. */
  quantity: string;
  value: PublishedValue;
  /** Percent numbers are printed ones: 94.5, not 0.945. */
  unit: string;
  /** The 95 % interval as printed. */
  ci: readonly [number, number] | null;
  n: number | null;
  /** Half a unit of the last printed digit; 0 of a whole count. */
  tolerance: number;
  needs: (typeof NEEDS)[number];
  op: (typeof OPS)[number];
  kind: "result" | "design" | "direction" | "runtime";
}

/** A table of the paper as it is printed. */
export interface PublishedTable {
  id: string;
  title: string;
  where: string;
  columns: string[];
  column_info: Readonly<Record<string, { label: string; unit: string; tolerance: number | null }>>;
  rows: Readonly<Record<string, string | number | boolean | null | readonly number[]>>[];
}

/** What a check of the paper's numbers against each other is about. Verdicts in the file are left where they are. */
export interface PublishedCheck {
  id: string;
  where: string;
  check: string;
}

/** The paper's numbers. */
export interface Published {
  paper: string;
  /** The roster, in the order of Tables 1 and 2. */
  models: string[];
  tables: Readonly<Record<string, PublishedTable>>;
  claims: Claim[];
  checks: PublishedCheck[];
}

/** The file that the suite keeps them in. */
export const PUBLISHED = new URL("../../data/published.json", import.meta.url);

/**
 * Reads the paper's numbers.
 *
 * @param path `data/published.json` unless given.
 * @throws {SyntaxError} If the file is not JSON, of another schema, or a claim is incomplete: it names claim and field.
 *
 * @example
 * ```ts
 * import { readPublished } from "lib/paper/mod.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const { claims, tables } = readPublished();
 * strictEqual(claims.find(({ id }) => id === "layout-valid")?.value, 12932);
 * strictEqual(tables.table6.rows.length, 9);
 * ```
 */
export function readPublished(path: string | URL = PUBLISHED): Published {
  return parsePublished(Deno.readTextFileSync(path), String(path));
}

/** The paper's numbers from the text of such a file; `path` names it in errors. */
export function parsePublished(text: string, path = "published.json"): Published {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
  }
  if (file?.schema !== "published-ledger/1") {
    throw new SyntaxError(
      `Cannot read ${path}: schema must be "published-ledger/1", got ${JSON.stringify(file?.schema)}`,
    );
  }
  for (
    const [field, kind] of [["claims", "list"], ["audit", "list"], ["models", "list"], ["tables", "object"]]
  ) {
    const value = file[field];
    if (kind === "list" ? !Array.isArray(value) : typeof value !== "object" || value === null) {
      throw new SyntaxError(
        `Cannot read ${path}: ${field} must be ${kind === "list" ? "a list" : "an object"}, got ${
          JSON.stringify(value)
        }`,
      );
    }
  }
  const seen = new Set<string>();
  const isPair = (value: unknown) =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1];
  for (const [i, claim] of file.claims.entries()) {
    if (typeof claim !== "object" || claim === null) {
      throw new SyntaxError(
        `Cannot read ${path}: claims[${i}] must be an object, got ${JSON.stringify(claim)}`,
      );
    }
    const fail = (field: string, rule: string) => {
      throw new SyntaxError(
        `Cannot read ${path}: ${field} of claim ${JSON.stringify(claim.id)} must be ${rule}, got ` +
          JSON.stringify(claim[field]),
      );
    };
    if (typeof claim.id !== "string" || seen.has(claim.id)) fail("id", "a text of its own");
    seen.add(claim.id);
    if (typeof claim.quantity !== "string") fail("quantity", "a text");
    if (!OPS.includes(claim.op)) fail("op", `one of ${OPS.join(" ")}`);
    if (!NEEDS.includes(claim.needs)) fail("needs", `one of ${NEEDS.join(", ")}`);
    if (!(claim.tolerance >= 0)) fail("tolerance", "a number from 0");
    if (["range", "in"].includes(claim.op)) {
      if (!isPair(claim.value)) fail("value", "a pair of ascending numbers for this op");
    } else if (!Number.isFinite(claim.value) && typeof claim.value !== "boolean") {
      fail("value", "one number, or true or false");
    }
    if (claim.ci !== null && !isPair(claim.ci)) fail("ci", "a pair of ascending numbers or null");
  }
  return {
    paper: file.paper,
    models: file.models,
    tables: file.tables,
    claims: file.claims,
    checks: file.audit.map(({ id, where, check }: PublishedCheck) => ({ id, where, check })),
  };
}

/** A model's name as quantities have it: `glm_4_32b` of `GLM-4 32B`. */
export function slugOf(model: string): string {
  return model.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}
