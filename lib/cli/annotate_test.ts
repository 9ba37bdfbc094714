import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { annotationsOf, type Choice, humanAgreement, humanOrder, ownChoice } from "lib/attempts/mod.ts";
import { pairSetHash, pairsOf } from "lib/attempts/mod.ts";
import { addTable, columnTypes, createRun, frameOf, readRun } from "lib/run/mod.ts";
import { krippendorffAlpha } from "lib/stats/mod.ts";
import { layoutPrompts } from "lib/tasks/mod.ts";
import { CHROMIUM, FLAGS } from "./testdata/chromium.ts";

const MODELS = [{ id: "small", family: "f", size: 7 }, { id: "large", family: "f", size: 14 }];
if (CHROMIUM === undefined) {
  console.warn("SKIPPED: there is no Chromium here, so nobody has tried the annotation page in a browser");
}

/** A judged run of two models, two drawings a prompt: a red block of its own size each, and scores all over. */
async function judgedRun(dir: string, options: { judged?: boolean } = {}): Promise<void> {
  const { judged = true } = options;
  const judges = judged ? ["j1"] : [];
  createRun(dir, { name: "two", origin: "collected", models: MODELS, judges, seeds: {} });
  const looks: Record<string, (string | number | null)[]>[] = [];
  for (const [m, { id }] of MODELS.entries()) {
    const keys = layoutPrompts().flatMap(({ id }, p) => [0, 1].map((sample) => ({ item: id, p, sample })));
    const fixed = <T>(value: T) => keys.map(() => value);
    await addTable(
      dir,
      "generations",
      frameOf(columnTypes("generations"), {
        model: fixed(id),
        task: fixed("layout"),
        medium: fixed("canvas"),
        item: keys.map(({ item }) => item),
        sample: keys.map(({ sample }) => sample),
        temperature: fixed(0),
        seed: fixed(1),
        reply: keys.map(({ p, sample }) =>
          `canvas.rect(${m}, ${p % 10}, ${3 + p % 9}, ${4 + sample}, '#d23232')`
        ),
        error: fixed(null),
        tokens: fixed(1),
        entropy: fixed(0.1),
        entropy_mass: fixed(1),
        finish: fixed("stop"),
      }),
      { owner: id },
    );
    looks.push({
      model: fixed(id),
      item: keys.map(({ item }) => item),
      sample: keys.map(({ sample }) => sample),
      reply: keys.map(({ p, sample }) => reply((p * 7 + m * 11 + sample * (3 + p % 17)) % 26)),
    });
  }
  if (!judged) return;
  const column = (name: string) => looks.flatMap((look) => look[name]);
  const same = <T>(value: T) => column("model").map(() => value);
  await addTable(
    dir,
    "judgements",
    frameOf(columnTypes("judgements"), {
      judge: same("j1"),
      model: column("model"),
      medium: same("canvas"),
      item: column("item"),
      sample: column("sample"),
      view: same("native"),
      rubric: same("pixel-art"),
      try: same(0),
      reply: column("reply"),
      error: same(null),
    }),
    { owner: "j1" },
  );
}

/** A judge's reply whose five scores sum to `total`, 0 .. 25. */
function reply(total: number): string {
  const names = ["prompt_fidelity", "shape_accuracy", "color_accuracy", "spatial_accuracy", "completeness"];
  return JSON.stringify(Object.fromEntries(names.map((name, i) => [name, Math.floor((total + i) / 5)])));
}

async function task(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--quiet",
      fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
      ...args,
    ],
    stdout: "piped",
    stderr: "piped",
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout), err: text.decode(stderr) };
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = Deno.makeTempDirSync();
  try {
    await test(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

/** What an annotator of the test thinks of a pair, in the pair's own sides. */
function opinion(pair: string, annotator: string): Choice {
  const n = Number(pair.slice(1)) + (annotator === "Bo" && Number(pair.slice(1)) % 5 === 0 ? 1 : 0);
  return (["left", "right", "both", "neither"] as const)[n % 4];
}

const KEYS = { left: "ArrowLeft", right: "ArrowRight", both: "ArrowUp", neither: "ArrowDown" };

/** Answers by keyboard what the annotator thinks, as far as `count` pairs. */
async function answer(
  page: Page,
  hash: string,
  pairs: string[],
  annotator: string,
  from: number,
  to: number,
) {
  const places = humanOrder(pairs, hash, annotator);
  for (let at = from; at < to; at++) {
    strictEqual(await page.textContent("#position"), `Pair ${at + 1} of ${pairs.length}`);
    const { pair, swapped } = places[at];
    await page.keyboard.press(KEYS[ownChoice({ swapped, choice: opinion(pair, annotator) })!]);
  }
}

async function save(page: Page, path: string) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save answers" }).click();
  await (await download).saveAs(path);
}

Deno.test({
  name: "annotate: two people judge all pairs in a browser by keyboard, undo, reload, export; import; alpha",
  ignore: CHROMIUM === undefined,
  fn: () =>
    inFolder(async (dir) => {
      await judgedRun(`${dir}/run`);
      const written = await task("annotate", "--run", `${dir}/run`, "--out", `${dir}/page.html`);
      strictEqual(written.code, 0, written.err);
      match(written.err, /350 pairs were chosen/);
      const pairs = pairsOf(await readRun(`${dir}/run`));
      const ids = pairs.map(({ pair }) => pair), hash = await pairSetHash(pairs);
      strictEqual(ids.length, 350);

      const { chromium } = await import("playwright-core");
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
      try {
        const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
        const trouble: string[] = [];
        page.on("pageerror", (error) => trouble.push(String(error)));
        page.on("console", (message) => trouble.push(message.text()));
        page.on("request", (request) => {
          if (!/^(file|data|blob):/.test(request.url())) trouble.push(request.url());
        });
        await page.goto(`file://${dir}/page.html`);
        await page.getByLabel("Your name or initials").fill("Ada");
        await page.keyboard.press("Enter");
        await answer(page, hash, ids, "Ada", 0, 100);
        await page.keyboard.press("Alt+ArrowUp"); // no answer: a combination belongs to the browser
        strictEqual(await page.textContent("#position"), "Pair 101 of 350");
        await page.keyboard.press("Backspace");
        await page.getByRole("button", { name: "Undo" }).click();
        strictEqual(await page.textContent("#position"), "Pair 99 of 350");
        await page.reload();
        strictEqual(await page.textContent("#position"), "Pair 99 of 350");
        await save(page, `${dir}/half.json`);
        await answer(page, hash, ids, "Ada", 98, 350);
        match((await page.textContent("#done"))!, /All pairs are answered/);
        await page.keyboard.press("Backspace");
        await answer(page, hash, ids, "Ada", 349, 350);
        await save(page, `${dir}/ada.json`);
        await page.getByRole("button", { name: "Another annotator" }).click();
        await page.getByLabel("Your name or initials").fill("Bo");
        await page.keyboard.press("Enter");
        await answer(page, hash, ids, "Bo", 0, 350);
        await save(page, `${dir}/bo.json`);
        deepStrictEqual(trouble, []);
      } finally {
        await browser.close();
      }

      const half = JSON.parse(Deno.readTextFileSync(`${dir}/half.json`));
      strictEqual(half.answers.filter((one: { choice: unknown }) => one.choice === null).length, 252);
      const imported = await task("import", "annotations", `${dir}/run`, `${dir}/ada.json`, `${dir}/bo.json`);
      strictEqual(imported.code, 0, imported.err);
      match(imported.out, /Ada: 350 answers[^]*Bo: 350 answers/);
      const annotations = annotationsOf(await readRun(`${dir}/run`));
      for (const annotation of annotations) {
        strictEqual(ownChoice(annotation), opinion(annotation.pair, annotation.annotator));
      }
      const { alpha } = krippendorffAlpha(ids.map((id) => [opinion(id, "Ada"), opinion(id, "Bo")]));
      const results = humanAgreement(pairs, annotations, new Map());
      deepStrictEqual([results.alpha.alpha, results.agreement.k], [alpha, 280]);

      const again = await task("import", "annotations", `${dir}/run`, `${dir}/ada.json`);
      strictEqual(again.code, 1);
      match(again.err, /ada\.json, field annotator: "Ada" is in the run already/);
    }),
});

/** The least contrast of a text on the page with the ground behind it, as WCAG 2 reckons it. */
function leastContrast(): { ratio: number; text: string } {
  const channels = (color: string) => color.match(/[\d.]+/g)!.map(Number);
  const luminance = ([r, g, b]: number[]) => {
    const linear = (c: number) => c <= 10.31475 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  let least = { ratio: Infinity, text: "" };
  for (const element of document.querySelectorAll("main *:not(.spoken)")) {
    const own = [...element.childNodes].some((node) =>
      node.nodeType === 3 && node.textContent!.trim() !== ""
    );
    if (!own || (element as HTMLElement).offsetParent === null || element.matches(":disabled, :disabled *")) {
      continue;
    }
    let ground: Element | null = element;
    while (ground && channels(getComputedStyle(ground).backgroundColor)[3] === 0) {
      ground = ground.parentElement;
    }
    const paper = ground ? channels(getComputedStyle(ground).backgroundColor) : [255, 255, 255];
    const [a, b] = [luminance(channels(getComputedStyle(element).color)), luminance(paper)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least.ratio) least = { ratio, text: element.textContent! };
  }
  return least;
}

Deno.test({
  name:
    "annotate: the page speaks, can be walked with Tab, has contrast, and loses nothing at 200 % and 400 %",
  ignore: CHROMIUM === undefined,
  fn: () =>
    inFolder(async (dir) => {
      await judgedRun(`${dir}/run`);
      strictEqual((await task("annotate", "--run", `${dir}/run`, "--out", `${dir}/page.html`)).code, 0);
      const { chromium } = await import("playwright-core");
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
      try {
        const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
        await page.goto(`file://${dir}/page.html`);
        await page.keyboard.type("Ada"); // the field has the focus
        const start = await page.evaluate(leastContrast);
        ok(start.ratio >= 4.5, `${start.ratio}: ${start.text}`);
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowLeft");
        const spoken = (await page.getByRole("status").textContent())!;
        match(spoken, /^Noted: left is better\. Pair 2 of 350\. \S/);
        strictEqual(await page.getByRole("progressbar", { name: "Pairs answered" }).count(), 1);
        strictEqual(await page.getByRole("img", { name: /picture, a 24 by 24 mosaic/ }).count(), 2);
        const names: string[] = [];
        for (let i = 0; i < 7; i++) {
          await page.keyboard.press("Tab");
          names.push(
            await page.evaluate(() => document.activeElement!.textContent!.replaceAll(/\s+/g, " ").trim()),
          );
        }
        deepStrictEqual(names, [
          "← Left is better",
          "Right is better →",
          "↑ Both valid",
          "↓ Neither valid",
          "⌫ Undo",
          "Save answers (JSON)",
          "Another annotator",
        ]);
        const work = await page.evaluate(leastContrast);
        ok(work.ratio >= 4.5, `${work.ratio}: ${work.text}`);
        for (const [width, height] of [[640, 360], [320, 256]]) { // 1280 wide at 200 % and 400 %
          await page.setViewportSize({ width, height });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          ok(wide <= width, `at ${width} the page is ${wide} wide`);
          for (const name of ["Left is better", "Right is better", "Both valid", "Neither valid", "Undo"]) {
            await page.getByRole("button", { name }).scrollIntoViewIfNeeded();
            const box = (await page.getByRole("button", { name }).boundingBox())!;
            ok(box.x >= 0 && box.x + box.width <= width && box.height >= 24, `${name} at ${width}`);
          }
        }
        for (const id of ["#left-image", "#right-image"]) {
          const rendering = await page.locator(id).evaluate((image: HTMLImageElement) => [
            getComputedStyle(image).imageRendering,
            image.naturalWidth,
          ]);
          deepStrictEqual(rendering, ["pixelated", 24]);
        }
      } finally {
        await browser.close();
      }
    }),
});

Deno.test("annotate says what a run without judgements lacks", () =>
  inFolder(async (dir) => {
    await judgedRun(`${dir}/run`, { judged: false });
    const { code, err } = await task("annotate", "--run", `${dir}/run`, "--out", `${dir}/page.html`);
    strictEqual(code, 1);
    match(err, /Cannot choose pairs: no layout drawing of the run two has a score/);
  }));

Deno.test("annotate and import exit with 2 where they are misused", async () => {
  for (
    const args of [["annotate", "--models", "a"], ["annotate", "--seed", "x"], ["import"], ["import", "y"]]
  ) {
    const { code, err } = await task(args[0], ...args.slice(1));
    strictEqual(code, 2, args.join(" "));
    match(err, /deno task/);
  }
});
