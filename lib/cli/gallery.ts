/** `deno task gallery`: one page to browse a run's attempts. */
import { openRun } from "lib/simulate/mod.ts";
import { galleryData, type Section } from "./gallery/gallery_data.ts";
import { galleryPage } from "./gallery/page.ts";
import { startProgress } from "./progress.ts";
import { misuse, readOptions } from "./read_options.ts";

const SECTIONS: readonly Section[] = ["layout", "translation", "ladder", "icons", "layout-svg"];

const HELP = `deno task gallery [--run DIR] [--out FILE.html] [--only ${SECTIONS.join(",")}]

Writes a page that holds a run's attempts, to be opened in any browser from the file system, without a server or a
network: filter by model, tier, status and score; open an attempt for its prompt, reply, drawing, score with its
working, the judges' replies and entropy. Filters and the open attempt are in the page's address, for passing on.

  --run DIR        default: AMBENCH_RUN, else data/roster
  --out FILE.html  default: gallery-RUN.html in the current folder
  --only A,B       the kinds of attempts wanted; default: all that the run has

Exit status: 0 the page was written, 1 it could not be, 2 the command was misused.`;

const values = readOptions(HELP, {
  run: { type: "string" },
  out: { type: "string" },
  only: { type: "string" },
});
const only = values.only?.split(",");
const unknown = only?.find((section) => !SECTIONS.includes(section as Section));
if (unknown !== undefined) {
  misuse(`--only must name kinds among ${SECTIONS.join(", ")}, got ${unknown}`, HELP);
}
const progress = startProgress("gallery");
try {
  const run = await openRun(values.run, { onProgress: progress.update });
  const data = await galleryData(run, {
    sections: only as Section[] | undefined,
    onProgress: progress.update,
  });
  const html = galleryPage(data);
  const out = values.out ?? `gallery-${run.name}.html`;
  Deno.writeTextFileSync(out, html);
  const attempts = data.chunks.reduce((sum, { index }) => sum + index.item.length, 0);
  progress.end(`${attempts} attempts are in ${out} (${(html.length / 1e6).toFixed(1)} MB)`);
  Deno.exit(0);
} catch (error) {
  console.error((error as Error).message);
  Deno.exit(1);
}
