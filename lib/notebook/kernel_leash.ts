/**
 * Code that, run in a kernel, ends the kernel within about a second of the death of the process that started it: the
 * one way out that process cannot guard itself is SIGKILL. It watches from a worker, so that a busy cell does not keep
 * it from looking, and ends the process group, so that what the cells started goes too.
 *
 * @param parent The starter's process id.
 */
export function leash(parent: number): string {
  const watch = `
    setInterval(() => {
      if (Deno.ppid !== ${parent}) Deno.kill(Deno.build.os === "windows" ? Deno.pid : -Deno.pid, "SIGKILL");
    }, 1000);
  `;
  const url = `data:application/javascript,${encodeURIComponent(watch)}`;
  return `void new Worker("${url}", { type: "module" });`;
}
