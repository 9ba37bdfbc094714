/**
 * No kernel outlives the process that started it. A kernel runs in a session of its own, so that ending its process
 * group ends what its cells started as well, and so that Ctrl-C at the terminal reaches the runner alone. Then the
 * runner must end it on every way out: a normal end and `Deno.exit` (the unload event), an uncaught error or rejection
 * (no unload event there), and signals.
 */

const guarded = new Map<number, { child: Deno.ChildProcess; signals: boolean }>();
const fatal: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM", "SIGHUP"];
let watchingSignals = false;

/**
 * Puts a child process under guard until `release`.
 *
 * @param child A child that leads its own process group (`detached: true`).
 * @param signals Whether SIGINT, SIGTERM and SIGHUP end the kernel and then this process, as without a listener. False
 * when the caller has listeners of its own.
 * @returns `kill` ends the child's whole group at once and may be called again; `release` is for when it has ended.
 */
export function guardKernel(
  child: Deno.ChildProcess,
  { signals }: { signals: boolean },
): { kill(): void; release(): void } {
  if (guarded.size === 0) {
    addEventListener("unload", killAll);
    addEventListener("error", killAll);
    addEventListener("unhandledrejection", killAll);
  }
  guarded.set(child.pid, { child, signals });
  watchSignals();
  return {
    kill: () => killGroup(child),
    release() {
      if (!guarded.delete(child.pid)) return;
      watchSignals();
      if (guarded.size > 0) return;
      removeEventListener("unload", killAll);
      removeEventListener("error", killAll);
      removeEventListener("unhandledrejection", killAll);
    },
  };
}

function killGroup(child: Deno.ChildProcess): void {
  try {
    if (Deno.build.os === "windows") child.kill("SIGKILL");
    else Deno.kill(-child.pid, "SIGKILL");
  } catch {
    // Already gone, which is all that was wanted.
  }
}

function killAll(): void {
  for (const { child } of guarded.values()) killGroup(child);
}

const handlers = fatal.map((signal) => ({
  signal,
  handle: () => {
    killAll();
    for (const other of handlers) Deno.removeSignalListener(other.signal, other.handle);
    Deno.kill(Deno.pid, signal); // with no listener left, the signal does what it always does
  },
}));

function watchSignals(): void {
  const wanted = [...guarded.values()].some(({ signals }) => signals);
  if (wanted === watchingSignals) return;
  watchingSignals = wanted;
  for (const { signal, handle } of handlers) {
    if (wanted) Deno.addSignalListener(signal, handle);
    else Deno.removeSignalListener(signal, handle);
  }
}
