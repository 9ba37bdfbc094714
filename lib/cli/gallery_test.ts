import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { judgedAttempts, scoreAttempts, scoreOf } from "lib/attempts/mod.ts";
import { closeRenderers } from "lib/program/mod.ts";
import { readRun, type Run } from "lib/run/mod.ts";
import { ROSTER, simulate } from "lib/simulate/mod.ts";
import { CHROMIUM, FLAGS } from "./testdata/chromium.ts";

if (CHROMIUM === undefined) {
  console.warn("SKIPPED: there is no Chromium here, so nobody has tried the gallery in a browser");
}

async function gallery(...args: string[]): Promise<{ code: number; err: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", fileURLToPath(new URL("./gallery.ts", import.meta.url)), ...args],
    stdout: "null",
    stderr: "piped",
  });
  const { code, stderr } = await command.output();
  return { code, err: new TextDecoder().decode(stderr) };
}

async function withRun(use: (dir: string, run: Run) => Promise<void>): Promise<void> {
  const dir = Deno.makeTempDirSync();
  try {
    await simulate({
      dir: `${dir}/run`,
      name: "two",
      models: ROSTER.slice(0, 2),
      layoutSamples: 2,
      translationSamples: 1,
    });
    await use(dir, await readRun(`${dir}/run`));
  } finally {
    await closeRenderers();
    Deno.removeSync(dir, { recursive: true });
  }
}

Deno.test({
  name: "gallery: in a browser the counts, filters, scores, workings and permalinks are the run's own",
  ignore: CHROMIUM === undefined,
  fn: () =>
    withRun(async (dir, run) => {
      const written = await gallery("--run", `${dir}/run`, "--out", `${dir}/page.html`);
      strictEqual(written.code, 0, written.err);
      const layout = await judgedAttempts(run), translation = await scoreAttempts(run, "translation");
      const { chromium } = await import("playwright-core");
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
      try {
        const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
        const trouble: string[] = [];
        page.on("pageerror", (error) => trouble.push(String(error)));
        page.on("console", (message) => trouble.push(message.text()));
        page.on("request", (request) => {
          if (!/^(file|data|blob):/.test(request.url())) trouble.push(request.url());
        });
        const open = async (hash: string) => {
          await page.goto("about:blank");
          await page.goto(`file://${dir}/page.html${hash}`);
          await page.waitForSelector("body[data-ready]");
        };
        const summary = () => page.textContent("#summary");
        await open("");
        match((await page.textContent("h1"))!, /SIMULATED/);
        strictEqual(await summary(), `${layout.length} of ${layout.length} attempts`);

        const failed = layout.filter(({ status }) => status === "syntax_error");
        await page.selectOption("#status", "syntax_error");
        strictEqual(await summary(), `${failed.length} of ${layout.length} attempts`);
        await page.selectOption("#status", "");
        await page.selectOption("#group", "T2");
        await page.fill("#from", "4");
        const good = layout.filter((one) => one.item[0] === "2" && (scoreOf(one, run.judges[0]) ?? -1) >= 4);
        strictEqual(await summary(), `${good.length} of ${layout.length} attempts`);
        await page.getByRole("button", { name: "Clear filters" }).click();
        await page.waitForFunction(() => !document.getElementById("summary")!.textContent!.startsWith("0"));

        const judged = layout.find((one) => scoreOf(one, run.judges[0]) !== null && one.model === "sim-b")!;
        const at = `sim-b/layout/${judged.item}/${judged.sample}`;
        await open(`#at=${encodeURIComponent(at)}`);
        await page.waitForFunction(() => document.getElementById("reply")!.textContent !== "");
        strictEqual(await page.textContent("#reply"), judged.reply);
        const composite = scoreOf(judged, run.judges[0])!;
        match((await page.textContent("#facts"))!, new RegExp(`ok.*score ${composite.toFixed(3)}`));
        ok((await page.textContent("#working"))!.includes(`pixel-art rubric: ${composite} = (`));
        ok((await page.textContent("#judgements"))!.includes("{"));
        const colors = await page.evaluate(() => {
          const canvas = document.querySelector<HTMLCanvasElement>("#pictures canvas")!;
          const { data } = canvas.getContext("2d")!.getImageData(0, 0, 24, 24);
          return new Set(Array.from({ length: 576 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size;
        });
        ok(colors >= 1);
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((before) => !location.hash.includes(encodeURIComponent(before)), at);
        await page.keyboard.press("Escape");
        strictEqual(await page.isHidden("#detail"), true);

        const drawn = translation.filter(({ status }) => status === "ok");
        const worst = drawn.reduce((a, b) => b.piou < a.piou ? b : a);
        await open("#section=translation&order=worst");
        await page.locator(".tile").first().click();
        await page.waitForFunction(() => document.getElementById("reply")!.textContent !== "");
        match((await page.textContent("#working"))!, new RegExp(`^PIoU ${worst.piou.toFixed(3)} = `));
        strictEqual(await page.locator("#pictures figure").count(), 2);
        await open("#section=layout-svg");
        await page.locator(".tile:not(.failed)").first().click();
        await page.waitForSelector("#pictures img");
        // many replies leave out the namespace, without which a browser shows no picture
        await page.evaluate(
          `pictures(shown[0].status === "ok" ? shown[0] : { ...shown[0], status: "ok" }, {}, {
          reply: 'so: <svg viewBox="0 0 24 24"><rect width="24" height="24"/></svg>',
        })`,
        );
        await page.waitForFunction(() =>
          document.querySelector<HTMLImageElement>("#pictures img")!.naturalWidth > 0
        );

        await open("#at=nobody/layout/1A-01/0");
        match((await summary())!, /the attempt of the link .* is not among them/);
        deepStrictEqual(trouble, []);
      } finally {
        await browser.close();
      }
    }),
});

Deno.test("gallery: one file that asks nothing of the network and lets no reply break out of its data", () =>
  withRun(async (dir) => {
    const written = await gallery("--run", `${dir}/run`, "--out", `${dir}/page.html`, "--only", "layout");
    strictEqual(written.code, 0, written.err);
    match(written.err, /600 attempts are in /);
    const html = Deno.readTextFileSync(`${dir}/page.html`);
    ok(html.includes("default-src 'none'"));
    ok(!/<link[^>]*href="(?!data:)|<script[^>]*src=|@import|fetch\(|XMLHttpRequest/.test(html));
    // what a model wrote stands in base64 alone
    const code = html.replaceAll(/<script type="text\/plain"[^>]*>[A-Za-z0-9+/=]*<\/script>/g, "");
    ok(code.length < 40_000 && !code.includes("canvas.rect"));
    const again = await gallery("--run", `${dir}/run`, "--out", `${dir}/again.html`, "--only", "layout");
    strictEqual(again.code, 0);
    strictEqual(Deno.readTextFileSync(`${dir}/again.html`), html);
  }));

Deno.test("gallery: misuse is told apart from failure", async () => {
  const misused = await gallery("--only", "layouts");
  strictEqual(misused.code, 2);
  match(misused.err, /--only must name kinds among layout, .*got layouts/);
  const absent = await gallery("--run", "/nowhere");
  strictEqual(absent.code, 1);
  match(absent.err, /no run\.json in \/nowhere/);
});
