/** run.json: what a run is, who took part and what its files hash to. */
export interface RunManifest {
  /** Raised when the meaning of a file changes. */
  schema: 1;
  name: string;
  origin: "simulated" | "collected" | "imported";
  models: ModelEntry[];
  judges: string[];
  /** Seeds by what they are for. */
  seeds: Record<string, number>;
  /** sha256 of every file of the run, by its path within the run, in hex. */
  files: Record<string, string>;
  /** How the run was made, in words, and with which settings. */
  notes?: Record<string, string>;
  /** Planted truth of a simulated run, by what it is the truth of. */
  planted?: Record<string, unknown>;
}

/** A model as figures and subgroups need it. */
export interface ModelEntry {
  id: string;
  /** Members of a family share the token before the size. */
  family?: string;
  /** Billions of parameters. */
  size?: number;
}

/** A model's or judge's file name: its id with everything but letters, digits, `.`, `_` and `-` as `_`. */
export function fileNameOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/**
 * Reads and checks a run.json.
 *
 * @throws {SyntaxError} If it is not JSON, or a field is missing or of the wrong kind: it names file, field and value.
 */
export function parseManifest(text: string, path: string): RunManifest {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`Cannot read ${path}: ${(error as Error).message}`);
  }
  const fail = (field: string, rule: string, got: unknown): never => {
    throw new SyntaxError(`Cannot read ${path}: ${field} must be ${rule}, got ${JSON.stringify(got)}`);
  };
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail("it", "an object", value);
  if (value.schema !== 1) fail("schema", "1", value.schema);
  if (typeof value.name !== "string" || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value.name)) {
    fail("name", "letters, digits, '.', '_' and '-'", value.name);
  }
  if (!["simulated", "collected", "imported"].includes(value.origin as string)) {
    fail("origin", "simulated, collected or imported", value.origin);
  }
  const models = value.models;
  if (!Array.isArray(models)) fail("models", "a list", models);
  for (const [i, model] of (models as ModelEntry[]).entries()) {
    if (typeof model?.id !== "string" || model.id === "") fail(`models[${i}].id`, "a text", model?.id);
    if (model.family !== undefined && typeof model.family !== "string") {
      fail(`models[${i}].family`, "a text", model.family);
    }
    if (model.size !== undefined && !(model.size > 0)) {
      fail(`models[${i}].size`, "a positive number", model.size);
    }
  }
  if (!Array.isArray(value.judges) || value.judges.some((judge) => typeof judge !== "string")) {
    fail("judges", "a list of texts", value.judges);
  }
  for (const field of ["seeds", "files"]) {
    const map = value[field];
    if (typeof map !== "object" || map === null || Array.isArray(map)) fail(field, "an object", map);
  }
  for (const [file, hash] of Object.entries(value.files as Record<string, unknown>)) {
    if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) {
      fail(`files[${JSON.stringify(file)}]`, "a sha256 in hex", hash);
    }
    if (file.startsWith("/") || file.split("/").includes("..")) {
      fail(`files[${JSON.stringify(file)}]`, "a path within the run", file);
    }
  }
  return value as unknown as RunManifest;
}
