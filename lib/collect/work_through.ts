/**
 * Does every item of a list, `concurrency` at a time, in order of their starts.
 *
 * @param act What to do with an item. If it throws, the others are told to stop by the signal they were given, and
 * what was thrown first is thrown.
 * @param options `signal` ends the work early: nothing more is started, and the call returns once what was started
 * has ended.
 * @returns Whether every item was done.
 */
export async function workThrough<T>(
  items: readonly T[],
  act: (item: T, signal: AbortSignal) => Promise<void>,
  { concurrency, signal }: { concurrency: number; signal?: AbortSignal },
): Promise<boolean> {
  const stop = new AbortController();
  const onAbort = () => stop.abort();
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort);
  let next = 0, done = 0;
  const failures: unknown[] = [];
  const worker = async () => {
    while (next < items.length && !stop.signal.aborted) {
      const item = items[next++];
      try {
        await act(item, stop.signal);
        done++;
      } catch (error) {
        if (!stop.signal.aborted) failures.push(error);
        stop.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  signal?.removeEventListener("abort", onAbort);
  if (failures.length > 0) throw failures[0];
  return done === items.length;
}
