import { isAt } from "./append_log.ts";

/**
 * Does something to run.json while no other process does: several machines may fill one run at a time, each with a
 * model or judge of its own, and all of them note their files in the one run.json.
 *
 * The lock is the system's on a file beside run.json, so it ends with the process however that ends; it holds on
 * shared folders that carry such locks (NFS since version 4, Lustre mounted with flock).
 */
export async function withRunLock<T>(dir: string, act: () => T | Promise<T>): Promise<T> {
  const path = `${dir}/run.json.lock`;
  for (;;) {
    using file = await Deno.open(path, { read: true, write: true, create: true });
    await file.lock(true);
    if (!isAt(file, path)) continue; // whoever held it before has removed it
    try {
      return await act();
    } finally {
      Deno.removeSync(path);
    }
  }
}
