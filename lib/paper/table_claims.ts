import { type Claim, type Published, slugOf } from "./published.ts";

/** What the columns of each table need of a run, and what of them is a number to hold a run against. */
const TABLES: readonly {
  table: string;
  needs: Claim["needs"];
  columns: readonly string[];
  interval?: Readonly<Record<string, string>>;
}[] = [
  {
    table: "table1",
    needs: "generations",
    columns: [
      "valid_t1_pct",
      "valid_t2_pct",
      "valid_t3_pct",
      "trivial_t1_pct",
      "trivial_t2_pct",
      "trivial_t3_pct",
      "translation_piou_mean",
    ],
  },
  { table: "table2", needs: "judgements-j1", columns: ["t1", "t2", "t3", "overall"] },
  { table: "table3", needs: "activations", columns: ["prompt_r2", "residual_r2", "ceiling"] },
  {
    table: "table5",
    needs: "references",
    columns: ["piou_mean", "piou_pen", "pass_pct", "perfect_pct"],
  },
  {
    table: "table6",
    needs: "judgements-j1",
    columns: ["delta_native", "delta_matched"],
    interval: { delta_matched: "ci95" },
  },
  {
    table: "table7",
    needs: "dino",
    columns: ["ratio_t1", "ratio_t2", "ratio_t3", "silhouette_t1", "silhouette_t2", "silhouette_t3"],
  },
  {
    table: "c1_dimensions",
    needs: "judgements-j1",
    columns: ["prompt_fidelity", "shape_accuracy", "color_accuracy", "spatial_accuracy", "completeness"],
  },
];

/** Fields of a row that say which row it is. */
const NAMING = ["judge", "component"] as const;

/**
 * The cells of the paper's tables as claims, one a number: `table2.j1.glm_4_32b.t1` and so on, a pooled row's model
 * being `pooled`. Where a cell's sign is not known from the text (Table 7), its size alone is claimed and the quantity ends
 * in `.size`.
 */
export function tableClaims({ tables }: Published): Claim[] {
  return TABLES.flatMap(({ table, needs, columns, interval }) =>
    tables[table].rows.flatMap((row) =>
      columns.flatMap((column): Claim[] => {
        const value = row[column];
        if (typeof value !== "number") return []; // a dash
        const { label, unit, tolerance } = tables[table].column_info[column];
        const names = NAMING.flatMap((field) => field in row ? [String(row[field])] : []);
        const size = column.startsWith("silhouette") && row.silhouette_sign_known === false;
        const quantity = [table, ...names, String(row.model), column].map((part) =>
          part === column || part === table ? part : slugOf(part)
        ).join(".") + (size ? ".size" : "");
        const ci = interval?.[column] === undefined ? null : row[interval[column]] as readonly number[];
        return [{
          id: quantity.replaceAll(/[._]/g, "-"),
          where: tables[table].where,
          statement: `${[...names, row.model].join(" ")}: ${label.replace(/, sign exactly.*/, "")}${
            size ? ", size" : ""
          }.`,
          quantity,
          value: size ? Math.abs(value) : value,
          unit,
          ci: ci === null ? null : [ci[0], ci[1]],
          n: null,
          tolerance: tolerance!,
          needs: row.judge === "J2"
            ? "judgements-j2"
            : column === "translation_piou_mean"
            ? "references"
            : needs,
          op: "=",
          kind: "result",
        }];
      })
    )
  );
}
