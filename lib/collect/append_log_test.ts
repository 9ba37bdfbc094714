import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { AppendLog } from "./mod.ts";

function temporary(): Disposable & { path: string } {
  const dir = Deno.makeTempDirSync();
  return { path: `${dir}/a.log.jsonl`, [Symbol.dispose]: () => Deno.removeSync(dir, { recursive: true }) };
}

const RECORDS = [{ reply: "canvas.fill('red')\n" }, { reply: "zwölf \ud83d\ude00 \ud800" }, {
  reply: null,
  n: [1.5],
}];

async function write(path: string, records: readonly unknown[]): Promise<void> {
  using log = (await AppendLog.open(path)).log;
  await Promise.all(records.map((record) => log.append(record)));
}

Deno.test("a log gives back what was appended, in order, a lone surrogate too", async () => {
  using place = temporary();
  await write(place.path, RECORDS);
  await write(place.path, RECORDS.slice(0, 1));
  deepStrictEqual(AppendLog.read(place.path), [...RECORDS, RECORDS[0]]);
});

Deno.test("append resolves once the record is in the file, not before", async () => {
  using place = temporary();
  using log = (await AppendLog.open(place.path)).log;
  for (let i = 0; i < 20; i++) {
    await log.append({ i });
    strictEqual(Deno.readTextFileSync(place.path).split("\n").length, i + 2);
  }
});

Deno.test("a log torn at any byte of its last record opens with the ones before, and goes on from there", async () => {
  using place = temporary();
  await write(place.path, RECORDS);
  const bytes = Deno.readFileSync(place.path);
  const last = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  for (let end = last; end < bytes.length; end++) {
    Deno.writeFileSync(place.path, bytes.subarray(0, end));
    deepStrictEqual(AppendLog.read(place.path), RECORDS.slice(0, 2));
    strictEqual(Deno.statSync(place.path).size, end, "reading changes nothing");
    await write(place.path, [{ next: end }]);
    deepStrictEqual(AppendLog.read(place.path), [...RECORDS.slice(0, 2), { next: end }]);
  }
});

Deno.test("a last line of unwritten blocks is torn; a broken line before the last is an error", async () => {
  using place = temporary();
  Deno.writeTextFileSync(place.path, `{"a":1}\n${"\0".repeat(30)}\n`);
  await write(place.path, [{ b: 2 }]);
  deepStrictEqual(AppendLog.read(place.path), [{ a: 1 }, { b: 2 }]);
  Deno.writeTextFileSync(place.path, `{"a":1}\n{"b":\n{"c":3}\n`);
  throws(() => AppendLog.read(place.path), { name: "SyntaxError", message: /line 2 is no JSON/ });
  await rejects(AppendLog.open(place.path), SyntaxError);
  deepStrictEqual(Deno.readTextFileSync(place.path), `{"a":1}\n{"b":\n{"c":3}\n`);
});

Deno.test("records longer than what is read at a time are whole", async () => {
  using place = temporary();
  const long = [1 << 20, (1 << 20) - 12, 3_000_001].map((length) => ({ reply: "x".repeat(length) }));
  await write(place.path, long);
  deepStrictEqual(AppendLog.read(place.path), long);
});

Deno.test("no log is an empty log", () => {
  using place = temporary();
  deepStrictEqual(AppendLog.read(place.path), []);
});

Deno.test("a log is one process's at a time, and free again when that is done with it", async () => {
  using place = temporary();
  {
    using _log = (await AppendLog.open(place.path)).log;
    await rejects(AppendLog.open(place.path), /another process is at work on it/);
  }
  using log = (await AppendLog.open(place.path)).log;
  log.remove();
  using other = (await AppendLog.open(place.path)).log; // the removed one is still locked, and no hindrance
  await other.append({ a: 1 });
  ok(Deno.statSync(place.path).size > 0);
});
