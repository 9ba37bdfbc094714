import { type DrawingKey, humanOrder, type Pair, pairSetHash } from "lib/attempts/mod.ts";
import { encodePng, type Raster } from "lib/canvas/mod.ts";
import { fnv1a32, randomStream } from "lib/random/mod.ts";

/** What the annotation page is made of. */
export interface AnnotationPage {
  /** The run's name. */
  run: string;
  simulated: boolean;
  pairs: readonly Pair[];
  /** The picture of a drawing; of a blank canvas where there is none. */
  picture: (drawing: DrawingKey | null) => Raster;
  /** The text of a prompt. */
  prompt: (item: string) => string;
}

/**
 * The annotation page: one HTML text that holds every picture, asks nothing of the network and runs by itself. Pictures
 * are a pixel a cell, enlarged by the browser without smoothing; neither their names nor the pairs' kinds are in it.
 *
 * The order and the sides come from `humanOrder`, whose own source goes into the page with the random stream that it
 * draws from: what the suite would compute for an annotator is what the page shows.
 */
export async function annotationPage(page: AnnotationPage): Promise<string> {
  const images: string[] = [], known = new Map<string, number>();
  const imageOf = (drawing: DrawingKey | null) => {
    const base64 = encodePng(page.picture(drawing)).toBase64();
    let at = known.get(base64);
    if (at === undefined) {
      known.set(base64, at = images.length);
      images.push(base64);
    }
    return at;
  };
  const prompts: Record<string, string> = {};
  const side = (drawing: DrawingKey | null, item: string) => {
    prompts[item] = page.prompt(item);
    return { image: imageOf(drawing), prompt: item };
  };
  const data = {
    run: page.run,
    simulated: page.simulated,
    pairSet: await pairSetHash(page.pairs),
    pairs: page.pairs.map(({ pair, left, right }) => ({
      pair,
      sides: [side(left, left.item), side(right, right?.item ?? left.item)],
    })),
    prompts,
    images,
  };
  const code = [fnv1a32, randomStream, humanOrder].map(String).join("\n") + "\n" + source("page.js");
  // a function as the replacement: "$&" in a text would otherwise mean something
  return source("page.html")
    .replace("/*STYLE*/", () => source("page.css"))
    .replace("/*DATA*/", () => JSON.stringify(data).replaceAll("<", "\\u003c"))
    .replace("/*SCRIPT*/", () => code.replaceAll("</script", "<\\/script"));
}

function source(name: string): string {
  return Deno.readTextFileSync(new URL(`./${name}`, import.meta.url)).trim();
}
