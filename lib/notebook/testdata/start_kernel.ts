// Starts a kernel with a busy cell and a child of its own, tells their process ids, then, once it is sent a byte,
// ends in the way it is asked.
import { startKernel } from "../kernel.ts";

const kernel = await startKernel({ cwd: "." });
const code = `
  const child = new Deno.Command(Deno.execPath(), { args: ["eval", "setInterval(() => {}, 1e6)"] }).spawn();
  console.log(child.pid);
`;
await kernel.execute(code, {
  limit: 20_000,
  onOutput: ({ content }) => console.log(kernel.pid, String(content.text).trim()),
});
kernel.execute("while (true) {}", { limit: 100_000 }).catch(() => {});
await Deno.stdin.read(new Uint8Array(1));
switch (Deno.args[0]) {
  case "throw":
    setTimeout(() => {
      throw new Error("uncaught");
    });
    break;
  case "reject":
    setTimeout(() => void Promise.reject(new Error("unheard")));
    break;
  case "exit":
    setTimeout(() => Deno.exit(3));
    break;
  default:
    setTimeout(() => {}, 100_000); // a signal comes from outside
}
