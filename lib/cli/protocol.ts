/** `deno task protocol`: the registered visual protocols, protocols in JSON files, and pictures read by either. */
import { parseArgs } from "node:util";
import {
  answerCase,
  compileProtocol,
  type JsonProtocol,
  OPS,
  type Parse,
  parsePicture,
  plainValue,
  type ProtocolCase,
  PROTOCOLS,
  readProtocol,
  readRows,
  rowFaultText,
} from "lib/protocols/mod.ts";
import { linesOf } from "lib/program/mod.ts";
import { Misuse, runCommand } from "./asking.ts";

const HELP = `deno task protocol list [--ops]
deno task protocol show NAME
deno task protocol check FILE.json
deno task protocol run NAME|FILE.json PICTURE.png [--params JSON] [--item JSON] [--source SHOWN.png] [--working]
deno task protocol rows ROWS.jsonl [--root DIR]
deno task protocol [cases] [FILE.jsonl]

A visual protocol is guidance (what a model is to paint) and a deterministic parser that reads the picture back. Eleven
are registered; one of your own is one JSON file: {"name"?, "guidance"?, "aspect"?, "pipeline": {"steps": [{"id", "op",
"in", "params"?}, ...], "output"}}.

  list     the registered protocols with what each gives; --ops: the typed ops that parsers are made of
  show     a registered protocol: its guidance, its parameters, its parser with its defaults as JSON
  check    reads and checks a protocol's file without running it; every fault is named by step, rule and value
  run      reads a picture: one JSON line {"ok": true, "type", "value"} or {"ok": false, "reason"}
           --params   parameters of a registered protocol      --item     what the item lets the parser see
           --source   the picture that the model was shown     --working  a line for each step of the parser first
  rows     checks a file of SpatialGen-Bench rows; with --root their pictures and masks too
  cases    JSON lines {"id", "protocol", "params", "pngBase64"?, "sourcePngBase64"?, "item"?, "inject"?} in, from the
           file or standard input, and for each, in order, {"id", ...result} out

Exit status: 0 all is well (a picture without a valid answer is a result), 1 something failed its checks or a line
could not be answered, 2 the command was misused.`;

/** Parameters without a default that a protocol needs to be shown. */
const SHOWN_WITH: Readonly<Record<string, Record<string, unknown>>> = {
  fixed_slot: { choices: ["A", "B"] },
  binary_relation: { relation: "left_of" },
  role_relation: { axis: "horizontal" },
  scalar_dimension: { unitsPerWidth: 1 },
};

async function main(args: string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        ops: { type: "boolean" },
        params: { type: "string" },
        item: { type: "string" },
        source: { type: "string" },
        working: { type: "boolean" },
        root: { type: "string" },
      },
    });
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
  const { values, positionals: [command = "cases", ...rest] } = parsed;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const most = (count: number) => {
    if (rest.length > count) {
      throw new Misuse(`${command} takes at most ${count} arguments, got ${rest.length}`);
    }
  };
  switch (command) {
    case "list":
      most(0);
      return list(values.ops ?? false);
    case "show":
      most(1);
      return showOne(needed(rest[0], "show needs the name of a protocol"));
    case "check":
      most(1);
      return check(needed(rest[0], "check needs a protocol's file"));
    case "run":
      most(2);
      return run(needed(rest[0], "run needs a protocol"), needed(rest[1], "run needs a picture"), values);
    case "rows":
      most(1);
      return rows(needed(rest[0], "rows needs a file"), values.root);
    case "cases":
      most(1);
      return await cases(rest[0]);
    default:
      throw new Misuse(`there is no command ${command}: use list, show, check, run, rows or cases`);
  }
}

function needed(argument: string | undefined, otherwise: string): string {
  if (argument === undefined) throw new Misuse(otherwise);
  return argument;
}

function list(ops: boolean): number {
  if (ops) {
    for (const { name, takes, many, gives, params } of OPS.values()) {
      const names = Object.keys(params).join(" ");
      console.log(
        `${name.padEnd(26)} ${takes.join(" ") || "-"}${many ? "+" : ""} -> ${gives}${names && `   ${names}`}`,
      );
    }
    return 0;
  }
  for (const [name, { guidance }] of PROTOCOLS) {
    const { pipeline: { steps, output } } = compiled(name);
    const { gives } = OPS.get(steps.find(({ id }) => id === output)!.op)!;
    console.log(
      `${name.padEnd(18)} ${gives.padEnd(8)} ${typeof guidance === "string" ? guidance : guidance({})}`,
    );
  }
  return 0;
}

function showOne(name: string): number {
  const protocol = PROTOCOLS.get(name);
  if (protocol === undefined) {
    throw new Misuse(`no protocol ${name}; registered are ${[...PROTOCOLS.keys()].join(" ")}`);
  }
  const { guidance, pipeline } = compiled(name);
  console.log(`${name}\n\n${guidance}\n\nParameters:`);
  for (const [param, { rule, default: preset, optional }] of Object.entries(protocol.params)) {
    const otherwise = preset !== undefined
      ? `, ${JSON.stringify(preset)} unless given`
      : optional
      ? ", optional"
      : ", must be given";
    console.log(`  ${param.padEnd(14)} ${rule}${otherwise}`);
  }
  console.log(`\nParser${name in SHOWN_WITH ? ` with ${JSON.stringify(SHOWN_WITH[name])}` : ""}:`);
  console.log(JSON.stringify({ name, guidance, pipeline }, null, 2));
  return 0;
}

function compiled(name: string) {
  const result = compileProtocol(PROTOCOLS.get(name)!, SHOWN_WITH[name]);
  if ("faults" in result) throw new Error(`Cannot compile ${name}: ${result.faults[0]}`);
  return result.compiled;
}

function check(path: string): number {
  const reading = readProtocol(textOf(path));
  if (reading.ok) {
    const { name = path, pipeline } = reading.protocol;
    console.log(`${name}: sound, ${pipeline.steps.length} steps, gives a ${reading.type}`);
    return 0;
  }
  for (const fault of reading.faults) console.log(fault);
  return 1;
}

function run(
  name: string,
  picture: string,
  given: { params?: string; item?: string; source?: string; working?: boolean },
): number {
  let protocol: string | JsonProtocol = name;
  if (!PROTOCOLS.has(name)) {
    const reading = readProtocol(textOf(name));
    if (!reading.ok) {
      for (const fault of reading.faults) console.error(fault);
      return 1;
    }
    protocol = reading.protocol;
  }
  const object = (option: "params" | "item") => {
    const text = given[option];
    if (text === undefined) return undefined;
    try {
      const value = JSON.parse(text);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    } catch {
      // said below
    }
    throw new Misuse(`--${option} must be a JSON object, got ${text}`);
  };
  const parse = parsePicture(protocol, bytesOf(picture), {
    params: object("params"),
    item: object("item"),
    source: given.source === undefined ? undefined : bytesOf(given.source),
  });
  if (given.working) { for (const line of workingLines(parse)) console.log(line); }
  const { working: _, ...result } = parse;
  console.log(JSON.stringify(result));
  return 0;
}

function workingLines({ working }: Parse): string[] {
  return working.map(({ id, op, type, value, reason }) => {
    if (reason !== undefined) return `${id} = ${op}: ${reason}`;
    const text = JSON.stringify(plainValue(type!, value!));
    return `${id} = ${op}: ${type} ${text.length > 100 ? `${text.slice(0, 100)} ...` : text}`;
  });
}

function rows(path: string, root?: string): number {
  const { rows, faults } = readRows(textOf(path), { root });
  if (faults.length > 0) console.log(rowFaultText(faults));
  const tasks = new Set(rows.map(({ task }) => task)).size;
  console.log(`${path}: ${rows.length} sound rows of ${tasks} tasks, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

async function cases(path?: string): Promise<number> {
  let input = Deno.stdin.readable;
  if (path !== undefined && path !== "-") {
    try {
      input = (await Deno.open(path)).readable;
    } catch (error) {
      throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
    }
  }
  let line = 0, refused = 0;
  for await (const text of linesOf(input, { last: true })) {
    line++;
    if (text.trim() === "") continue;
    let id: unknown;
    try {
      const given = JSON.parse(text) as ProtocolCase;
      ({ id } = given);
      await write(JSON.stringify({ id, ...answerCase(given) }) + "\n");
    } catch (error) {
      console.error(
        `line ${line}${id === undefined ? "" : ` (${JSON.stringify(id)})`}: ${(error as Error).message}`,
      );
      refused++;
    }
  }
  return refused === 0 ? 0 : 1;
}

async function write(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += await Deno.stdout.write(bytes.subarray(written));
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function bytesOf(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

if (import.meta.main) await runCommand("protocol", () => main(Deno.args));
