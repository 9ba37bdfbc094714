/**
 * A log of JSON lines that survives being killed: a record counts once it is on disk, and what was torn is cut off.
 *
 * Records are appended and synced before `append` resolves; those that wait at the same time share one sync. A kill
 * can leave half a line at the end, which the next opening cuts off. One process at a time: the file is locked, by a
 * lock that ends with the process however it ends.
 */
export class AppendLog implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #path: string;
  #waiting: { bytes: Uint8Array; done: () => void; failed: (error: unknown) => void }[] = [];
  #writing = false;
  #broken: unknown = null;

  private constructor(file: Deno.FsFile, path: string) {
    this.#file = file;
    this.#path = path;
  }

  /**
   * Opens the log at a path, made where there is none, its torn end cut off.
   *
   * @returns The log and the records in it.
   * @throws {Error} If another process has it open.
   * @throws {SyntaxError} If a line before the last is no JSON: something else wrote there.
   */
  static async open(path: string): Promise<{ log: AppendLog; records: unknown[] }> {
    for (;;) {
      const file = await Deno.open(path, { read: true, write: true, create: true });
      if (!await file.tryLock(true)) {
        file.close();
        throw new Error(`Cannot write ${path}: another process is at work on it`);
      }
      if (!isAt(file, path)) { // its last owner removed it between our opening and our locking
        file.close();
        continue;
      }
      try {
        const { records, whole } = readRecords(file, path);
        await file.truncate(whole);
        await file.seek(whole, Deno.SeekMode.Start);
        syncFolder(path);
        return { log: new AppendLog(file, path), records };
      } catch (error) {
        file.close();
        throw error;
      }
    }
  }

  /** The records of the log at a path as they are now, nothing changed; none where there is no log. */
  static read(path: string): unknown[] {
    let file;
    try {
      file = Deno.openSync(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
    using open = file;
    return readRecords(open, path).records;
  }

  /**
   * Appends a record; once this resolves it is on disk.
   *
   * @throws {Error} If it cannot be written, or an earlier one could not: the log is then at an end.
   */
  append(record: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(record) + "\n");
    return new Promise((done, failed) => {
      this.#waiting.push({ bytes, done, failed });
      if (!this.#writing) this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== null) throw this.#broken;
        for (const { bytes } of some) {
          for (let at = 0; at < bytes.length;) at += await this.#file.write(bytes.subarray(at));
        }
        await this.#file.syncData();
        for (const { done } of some) done();
      } catch (error) {
        this.#broken = error; // half a line may stand there: nothing may follow it
        for (const { failed } of some) failed(error);
      }
    }
    this.#writing = false; // at once with the last look: a record that comes later starts the next writing
  }

  /** Removes the log, whose records are kept elsewhere by now. Call before disposing. */
  remove(): void {
    Deno.removeSync(this.#path);
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/** Whether the open file is still the one at the path. */
export function isAt(file: Deno.FsFile, path: string): boolean {
  try {
    return file.statSync().ino === Deno.statSync(path).ino;
  } catch {
    return false;
  }
}

/** Puts on disk which files a file's folder has, where the system can. */
export function syncFolder(path: string): void {
  try {
    using folder = Deno.openSync(path.replace(/[^/]*$/, "") || ".");
    folder.syncSync();
  } catch {
    // Windows cannot open a folder, and keeps names without being told to
  }
}

/** The records of a file of JSON lines, and how many bytes of it are whole lines. */
function readRecords(file: Deno.FsFile, path: string): { records: unknown[]; whole: number } {
  const records: unknown[] = [];
  const chunk = new Uint8Array(1 << 20);
  let rest: Uint8Array[] = [], whole = 0, line = 0, bad: { line: number; at: number } | null = null;
  const take = (bytes: Uint8Array) => {
    line++;
    if (bad) throw new SyntaxError(`Cannot read ${path}: line ${bad.line} is no JSON`);
    try {
      records.push(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      bad = { line, at: whole };
    }
    whole += bytes.length + 1;
  };
  for (let count = file.readSync(chunk); count !== null; count = file.readSync(chunk)) {
    let from = 0;
    for (let end = chunk.indexOf(10, from); end !== -1 && end < count; end = chunk.indexOf(10, from)) {
      take(joined([...rest, chunk.subarray(from, end)]));
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.slice(from, count));
  }
  // a last line that is whole but no JSON is torn too: a crash of the machine can leave blocks unwritten
  return { records, whole: bad === null ? whole : (bad as { at: number }).at };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
