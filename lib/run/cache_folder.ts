/**
 * The folder in which derived results of a kind wait for whoever asks next; made where it is not there. It is in
 * `.cache` beside the code, or in the folder that the environment variable AMBENCH_CACHE names: where the code's folder
 * cannot be written to, or a disk is nearer. It can be deleted whenever nothing is at work.
 *
 * @param kind What is derived; a folder name.
 * @returns Its path, with a slash at the end.
 */
export function cacheFolder(kind: string): string {
  const root = Deno.env.get("AMBENCH_CACHE") || new URL("../../.cache", import.meta.url).pathname;
  const folder = `${root}/${kind}/`;
  Deno.mkdirSync(folder, { recursive: true });
  return folder;
}
