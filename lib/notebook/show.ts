import { bundleOf } from "./bundle_of.ts";

/**
 * Shows values in a notebook, in order, and waits until they are on their way: `await show(table, figure)`.
 *
 * What a value looks like is told at `bundleOf`. The two milliseconds at the end are for front ends: the kernel says a
 * cell is done before it has sent what the cell showed, and several of them then stop listening.
 *
 * Outside a notebook the plain text is printed instead.
 *
 * @throws {TypeError} If called with nothing to show, which is a forgotten argument.
 *
 * @example
 * ```ts
 * import { show } from "lib/notebook/mod.ts";
 *
 * await show("The mean is **0.42** over 150 drawings.", [{ model: "sim-a", mean: 0.42 }]);
 * ```
 */
export async function show(...values: readonly unknown[]): Promise<void> {
  if (values.length === 0) throw new TypeError("Cannot show nothing: show needs at least one value");
  const display = notebookDisplay();
  for (const value of values.flatMap(withCaption)) {
    const bundle = await bundleOf(value);
    if (display) await display(bundle, { raw: true });
    else {console.log(
        bundle["text/plain"] ?? bundle["text/markdown"] ?? `(${Object.keys(bundle).join(", ")})`,
      );}
  }
  if (display) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A figure's caption stands below it, as in a paper: its picture alone would not say what it shows. */
function withCaption(value: unknown): unknown[] {
  const figure = value as { fullCaption?: () => string } | null;
  return typeof figure?.fullCaption === "function" ? [value, `*${figure.fullCaption()}*`] : [value];
}

type Display = (bundle: object, options: { raw: boolean }) => Promise<void>;

function notebookDisplay(): Display | null {
  try {
    // outside the kernel even looking at it throws; its type is among Deno's unstable ones
    return (Deno as unknown as { jupyter: { display: Display } }).jupyter.display;
  } catch {
    return null;
  }
}
