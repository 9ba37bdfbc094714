/** The longest time a timer can wait; a longer one would end at once. */
const longest = 2 ** 31 - 1;

/** The result of `act`, or "timeout" if it takes longer than `limit` milliseconds; it may then still go on. */
export async function within<T>(limit: number, act: () => Promise<T>): Promise<T | "timeout"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), Math.min(limit, longest));
  });
  try {
    return await Promise.race([act(), late]);
  } finally {
    clearTimeout(timer);
  }
}
