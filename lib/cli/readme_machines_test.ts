import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { parseMapping } from "lib/run/mod.ts";

const root = new URL("../../", import.meta.url);
const readme = Deno.readTextFileSync(new URL("README.md", root));

/** The fenced blocks of a language in a section of the README. */
function blocks(heading: string, language: string): string[] {
  const from = readme.indexOf(`\n### ${heading}\n`);
  ok(from >= 0, `there is no section ${heading}`);
  const section = readme.slice(from + 1, readme.indexOf("\n## ", from));
  const end = section.indexOf("\n### ", 4);
  const fences = section.slice(0, end === -1 ? undefined : end).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...fences].filter(([, name]) => name === language).map(([, , text]) => text);
}

type Yaml = string | Yaml[] | { [key: string]: Yaml };

/** The part of YAML that the example is written in: block maps and lists, plain scalars, literal texts. */
function parseYaml(text: string): Yaml {
  const lines = text.split("\n").map((line) => ({ indent: line.search(/\S/), text: line.trim(), raw: line }))
    .filter(({ indent }) => indent >= 0);
  let at = 0;
  const value = (indent: number): Yaml => {
    const list: Yaml[] = [], map: { [key: string]: Yaml } = {};
    while (at < lines.length && lines[at].indent === indent) {
      const line = lines[at];
      if (line.text.startsWith("- ")) { // its content stands two further in
        line.text = line.text.slice(2);
        line.indent += 2;
        list.push(/^[\w.-]+:( |$)/.test(line.text) ? value(indent + 2) : scalar());
        continue;
      }
      const [, key, rest] = /^([\w.-]+):(?: (.*))?$/.exec(line.text) ?? [];
      ok(key !== undefined && !(key in map), `line "${line.raw}"`);
      line.text = rest ?? "";
      if (rest === undefined) {
        at++;
        ok(lines[at]?.indent > indent, `nothing below "${line.raw}"`);
        map[key] = value(lines[at].indent);
      } else map[key] = scalar();
    }
    ok(at === lines.length || lines[at].indent < indent, `indentation of "${lines[at]?.raw}"`);
    return list.length > 0 ? list : map;
  };
  const scalar = (): string => {
    const { text: own, indent } = lines[at++];
    if (own !== "|") return own;
    const first = lines[at].indent, texts: string[] = [];
    ok(first >= indent);
    for (; at < lines.length && lines[at].indent >= first; at++) texts.push(lines[at].raw.slice(first));
    return texts.join("\n") + "\n";
  };
  const whole = value(0);
  strictEqual(at, lines.length);
  return whole;
}

const at = (yaml: Yaml, ...path: (string | number)[]): Yaml =>
  path.reduce((inner, key) => (inner as Record<string | number, Yaml>)[key], yaml);

/** What bash says of a script without running it; null where it has nothing to say, or is not there. */
async function bashFaults(script: string): Promise<string | null> {
  let child;
  try {
    child = new Deno.Command("bash", { args: ["-n"], stdin: "piped", stdout: "null", stderr: "piped" })
      .spawn();
  } catch {
    console.warn("bash is not there: the scripts of the README were not parsed");
    return null;
  }
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  const { code, stderr } = await child.output();
  return code === 0 ? null : new TextDecoder().decode(stderr);
}

/** The options that a command line of ours uses and its help does not name. */
async function unknownOptions(task: string, script: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL(`lib/cli/${task}.ts`, root).href, "--help"],
  }).output();
  const help = new TextDecoder().decode(stdout);
  const command = script.slice(script.indexOf(`deno task ${task} `)).split(/(?<!\\)\n/)[0];
  return [...command.matchAll(/ (--[a-z-]+)/g)].map(([, name]) => name).filter((name) =>
    !help.includes(name)
  );
}

Deno.test("the Slurm example of the README is a script that bash takes, with a task for each model and options that exist", async () => {
  const [script] = blocks("Many machines", "bash");
  strictEqual(await bashFaults(script), null);
  ok(await bashFaults("if then") !== null || await bashFaults("") === null);
  const [, last] = /--array=0-(\d+)/.exec(script)!;
  strictEqual(/models=\((.*)\)/.exec(script)![1].split(" ").length, Number(last) + 1);
  deepStrictEqual(await unknownOptions("collect", script), []);
});

Deno.test("the Kubernetes example of the README is an indexed Job with an index for each judge and options that exist", async () => {
  const [text] = blocks("Many machines", "yaml");
  const job = parseYaml(text);
  strictEqual(at(job, "kind"), "Job");
  strictEqual(at(job, "spec", "completionMode"), "Indexed");
  const pod = at(job, "spec", "template", "spec");
  const script = at(pod, "containers", 0, "args", 0) as string;
  strictEqual(await bashFaults(script), null);
  strictEqual(String(/judges=\((.*)\)/.exec(script)![1].split(" ").length), at(job, "spec", "completions"));
  deepStrictEqual(await unknownOptions("judge", script), []);
  const names = (list: Yaml) => (list as Yaml[]).map((one) => at(one, "name"));
  deepStrictEqual(names(at(pod, "containers", 0, "volumeMounts")), names(at(pod, "volumes")));
  const { version } = Deno;
  match(at(pod, "containers", 0, "image") as string, /^denoland\/deno:\d+\.\d+\.\d+$/);
  ok(
    readme.includes(`deno@${(at(pod, "containers", 0, "image") as string).split(":")[1]} task`),
    version.deno,
  );
});

Deno.test("the mapping in the README is one", () => {
  const [text] = blocks("Replies that you have already", "json");
  strictEqual(parseMapping(text, "generations").columns.reply.column, "choices.0.message.content");
});
