// Runs the notebook it is given, in place.
import { dirname } from "node:path";
import { readNotebook, runNotebook, writeNotebook } from "../mod.ts";

const [file] = Deno.args;
const { notebook, failure } = await runNotebook(readNotebook(Deno.readTextFileSync(file)), { cwd: dirname(file) });
if (failure) throw new Error(failure.message);
Deno.writeTextFileSync(file, writeNotebook(notebook));
