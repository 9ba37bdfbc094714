import { DIMENSIONS } from "lib/models/mod.ts";
import { scoreAt, table01Rows, TIERS } from "lib/attempts/mod.ts";
import { type Evidence, Lacking } from "../evidence.ts";
import { type Published, slugOf } from "../published.ts";
import { percent, type Quantities, quantities } from "./quantity.ts";

/** The cells of Tables 1, 2, 5, 6 and C.1, named as `tableClaims` names them. */
export function tableQuantities(published: Published): Quantities {
  const slugs = published.models.map(slugOf);
  return Object.assign(
    {},
    ...slugs.map((slug) => ({
      ...table1(slug),
      ...table5(slug),
      ...layoutCells(slug),
      ...table6(slug),
    })),
    layoutCells(null),
    table6(null),
  );
}

/** The run's model of a row, null for the pooled one. */
const modelOf = (e: Evidence, slug: string | null) => slug === null ? null : e.model(slug);

function table1(slug: string): Quantities {
  const row = async (e: Evidence) => {
    const gates = await e.gates().catch((error) => {
      if (error instanceof Lacking) return [];
      throw error;
    });
    const model = e.model(slug);
    const found = table01Rows(await e.rates(), gates).find((one) => one.model === model);
    if (!found) throw new Lacking(`the run has no layout attempts of ${model}`);
    return found;
  };
  return quantities("model", "04-layout#table1", {
    ...Object.fromEntries(TIERS.flatMap((tier, i) => [
      [
        `table1.${slug}.valid_${tier.toLowerCase()}_pct`,
        async (e: Evidence) => percent((await row(e)).valid[i]),
      ],
      [
        `table1.${slug}.trivial_${tier.toLowerCase()}_pct`,
        async (e: Evidence) => percent((await row(e)).trivial[i]),
      ],
    ])),
    [`table1.${slug}.translation_piou_mean`]: async (e) => {
      const { piou } = await row(e);
      if (!piou) throw new Lacking("the run has no translation attempts of the model");
      return { value: piou.mean, n: piou.n };
    },
  });
}

function table5(slug: string): Quantities {
  const row = async (e: Evidence) => {
    const model = e.model(slug);
    const found = (await e.summaries()).find((one) => one.model === model);
    if (!found) throw new Lacking(`the run has no translation attempts of ${model}`);
    return found;
  };
  return quantities("model", "02-translation#table5", {
    [`table5.${slug}.piou_mean`]: async (e) => {
      const { mean, meanInterval: [low, high], n } = await row(e);
      return { value: mean, low, high, n };
    },
    // over valid attempts: the one reading that the printed column allows, see the audit
    [`table5.${slug}.piou_pen`]: async (e) => {
      const { penOfValid, n, invalid } = await row(e);
      return { value: penOfValid, n: n - invalid };
    },
    [`table5.${slug}.pass_pct`]: async (e) => percent((await row(e)).pass),
    [`table5.${slug}.perfect_pct`]: async (e) => percent((await row(e)).exact),
  });
}

function layoutCells(slug: string | null): Quantities {
  const name = slug ?? "pooled", scope = slug === null ? "roster" : "model";
  const tiers = [...TIERS, "all"];
  return {
    ...quantities(
      scope,
      "04-layout#table2",
      Object.fromEntries(([1, 2] as const).flatMap((which) =>
        tiers.map((tier) => [
          `table2.j${which}.${name}.${tier === "all" ? "overall" : tier.toLowerCase()}`,
          async (e: Evidence) => {
            const { mean, low, high, n } = scoreAt(
              await e.scores(),
              await e.judge(which),
              modelOf(e, slug),
              tier,
            );
            return { value: mean, low, high, n };
          },
        ])
      )),
    ),
    ...quantities(
      scope,
      "04-layout#c1",
      Object.fromEntries(DIMENSIONS.map((dimension) => [
        `c1_dimensions.${name}.${dimension}`,
        async (e: Evidence) => {
          const judge = await e.judge(1), model = modelOf(e, slug);
          const found = (await e.dimensions()).find((one) => one.judge === judge && one.model === model);
          if (!found) throw new Lacking(`the run has no layout attempts of ${model}`);
          const { mean, low, high, n } = found.scores[dimension];
          return { value: mean, low, high, n };
        },
      ])),
    ),
  };
}

function table6(slug: string | null): Quantities {
  const row = async (e: Evidence) => {
    const media = await e.media();
    if (slug === null) return media.pooled;
    const model = e.model(slug);
    const found = media.rows.find((one) => one.model === model);
    if (!found) throw new Lacking(`the run has no verdict on either medium of ${model}`);
    return found;
  };
  const cell = (view: "native" | "matched") => async (e: Evidence) => {
    const { estimate, low, high, clusters } = (await row(e))[view];
    return { value: estimate, low, high, n: clusters };
  };
  const name = slug ?? "pooled";
  return quantities(slug === null ? "roster" : "model", "06-medium#table6", {
    [`table6.${name}.delta_native`]: cell("native"),
    [`table6.${name}.delta_matched`]: cell("matched"),
  });
}
