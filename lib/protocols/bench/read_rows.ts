import { createHash } from "node:crypto";
import { METRICS } from "../analysis/metrics.ts";
import type { Type } from "../ops/op.ts";
import type { PlainValue } from "../ops/plain_value.ts";
import { shown } from "../ops/settle_params.ts";
import { decodePicture } from "../picture/decode_picture.ts";
import { grayOf } from "../picture/gray_of.ts";
import { area, type Mask } from "../picture/picture.ts";
import { compileProtocol } from "../registered/compile_protocol.ts";
import { PROTOCOLS } from "../registered/protocols.ts";
import { answerFault } from "./answer_fault.ts";
import { CAPABILITIES, type SpatialRow, TASK_LEVELS } from "./spatial_row.ts";

/** Something wrong with a file of rows. Lines count from 1. */
export interface RowFault {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}

type Raw = Record<string, unknown>;

const TEXTS = [
  "id",
  "source",
  "source_id",
  "license",
  "capability",
  "task",
  "instruction",
  "answer_type",
  "metric",
];
const NESTED = ["media_paths", "choices", "item", "answer", "evaluator", "params", "media_sha256"];
const TARGETS = ["answer", "mask_path", "evaluator"];

/**
 * Reads SpatialGen-Bench rows (JSON lines) and checks them: ids unique; fields there and typed; paths relative and
 * without `..`; the answer of its type and among the choices; item points in [0, 1]; capability and task in agreement
 * with the known tasks and within the file; metric and protocol known and fit; no target among the media. Where the
 * data set's root is given, files too: media there with their sha256, masks that decode, are not empty and have the
 * picture's size.
 *
 * @param text The file's text; blank lines are passed over.
 * @returns The rows without a fault, in their order, and every fault with line, field and value. Nothing throws for
 * what a file holds.
 */
export function readRows(
  text: string,
  { root }: { root?: string } = {},
): { rows: SpatialRow[]; faults: RowFault[] } {
  const rows: SpatialRow[] = [], faults: RowFault[] = [];
  const lineOf = new Map<string, number>(), levelOf = new Map<string, { capability: string; line: number }>();
  for (const [i, content] of text.replace(/^\ufeff/, "").split("\n").entries()) {
    if (content.trim() === "") continue;
    const line = i + 1, own: RowFault[] = [];
    const fault = (field: string, message: string) => void own.push({ line, field, message });
    const raw = rawOf(content);
    if (raw === undefined) {
      faults.push({ line, field: "", message: `must be a JSON object, got ${shown(content.slice(0, 60))}` });
      continue;
    }
    const nested = checkFields(raw, fault);
    const id = raw.id;
    if (typeof id === "string") {
      const before = lineOf.get(id);
      if (before !== undefined) fault("id", `must be unique, got ${shown(id)}, which line ${before} has`);
      else lineOf.set(id, line);
    }
    if (own.length === 0) {
      const row = rowOf(raw, nested);
      checkValues(row, fault);
      const level = levelOf.get(row.task);
      if (level === undefined) levelOf.set(row.task, { capability: row.capability, line });
      else if (level.capability !== row.capability) {
        fault(
          "capability",
          `must be ${level.capability} for ${row.task}, as in line ${level.line}, got ${row.capability}`,
        );
      }
      if (own.length === 0 && root !== undefined) checkFilesOf(row, root, fault);
      if (own.length === 0) rows.push(row);
    }
    faults.push(...own);
  }
  return { rows, faults };
}

/** The faults as text, a line each: `line 3, answer: must be ...`. */
export function rowFaultText(faults: readonly RowFault[]): string {
  return faults.map(({ line, field, message }) => `line ${line}${field && `, ${field}`}: ${message}`).join(
    "\n",
  );
}

/** A row's mask: the pixels of its file whose grey is above 127. @throws {RangeError} If the row has none that decodes. */
export function readMask(row: SpatialRow, root: string): Mask {
  const mask = row.maskPath === null ? null : maskIn(`${root}/${row.maskPath}`);
  if (mask === null) {
    throw new RangeError(`Cannot read a mask: row ${row.id} must have one that decodes, got none`);
  }
  return mask;
}

function rawOf(content: string): Raw | undefined {
  try {
    const value = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that fields are there and typed; returns the nested ones, read. */
function checkFields(raw: Raw, fault: (field: string, message: string) => void): Raw {
  const nested: Raw = {};
  for (const field of TEXTS) {
    const value = raw[field];
    if (typeof value !== "string" || value.trim() === "") {
      fault(field, `must be a text that is not blank, got ${shown(value)}`);
    }
  }
  for (const field of ["mask_path", "protocol"]) {
    const value = raw[field];
    if (value !== null && (typeof value !== "string" || value === "")) {
      fault(field, `must be a text or null, got ${shown(value)}`);
    }
  }
  for (const field of NESTED) {
    const value = raw[field];
    if (typeof value !== "string") {
      fault(field, `must be JSON in a string, got ${shown(value)}`);
      continue;
    }
    try {
      nested[field] = JSON.parse(value);
    } catch {
      fault(field, `must be JSON in a string, got ${shown(value)}`);
    }
  }
  const isTexts = (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");
  const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const rules: [field: string, rule: string, test: (value: unknown) => boolean][] = [
    [
      "media_paths",
      "a list of at least one path",
      (value) => isTexts(value) && (value as string[]).length > 0,
    ],
    [
      "choices",
      "a list of at least two labels, or null",
      (value) =>
        value === null || isTexts(value) && new Set(value as string[]).size === (value as string[]).length &&
          (value as string[]).length > 1,
    ],
    ["item", "an object", isObject],
    ["params", "an object", isObject],
    [
      "media_sha256",
      "a list of sha256 in hex, one a path",
      (value) =>
        isTexts(value) && (value as string[]).every((hash) => /^[0-9a-f]{64}$/.test(hash)) &&
        (!Array.isArray(nested.media_paths) || (value as string[]).length === nested.media_paths.length),
    ],
  ];
  for (const [field, rule, test] of rules) {
    if (Object.hasOwn(nested, field) && !test(nested[field])) {
      fault(field, `must be ${rule}, got ${shown(nested[field])}`);
    }
  }
  return nested;
}

function rowOf(raw: Raw, nested: Raw): SpatialRow {
  return {
    id: raw.id,
    source: raw.source,
    sourceId: raw.source_id,
    license: raw.license,
    capability: raw.capability,
    task: raw.task,
    instruction: raw.instruction,
    mediaPaths: nested.media_paths,
    choices: nested.choices,
    item: nested.item,
    answerType: raw.answer_type as Type,
    answer: nested.answer as PlainValue | null,
    maskPath: raw.mask_path,
    metric: raw.metric,
    evaluator: nested.evaluator,
    protocol: raw.protocol,
    params: nested.params,
    mediaSha256: nested.media_sha256,
  } as SpatialRow;
}

/** Checks what a row's values say, apart from files. */
function checkValues(row: SpatialRow, fault: (field: string, message: string) => void): void {
  if (!CAPABILITIES.includes(row.capability)) {
    fault("capability", `must be one of ${CAPABILITIES.join(" ")}, got ${shown(row.capability)}`);
  }
  const level = Object.hasOwn(TASK_LEVELS, row.task) ? TASK_LEVELS[row.task] : undefined;
  if (level !== undefined && level !== row.capability) {
    fault("capability", `must be ${level} for ${row.task}, got ${row.capability}`);
  }
  if (!Object.hasOwn(METRICS, row.metric)) {
    fault("metric", `must be one of ${Object.keys(METRICS).join(" ")}, got ${shown(row.metric)}`);
  } else if (!(METRICS[row.metric] as readonly Type[]).includes(row.answerType)) {
    fault(
      "metric",
      `must score ${row.answerType}, got ${row.metric}, which scores ${METRICS[row.metric].join(" ")}`,
    );
  }
  const byMask = row.metric === "point_in_mask" || row.metric === "precision";
  if (byMask && row.maskPath === null) fault("mask_path", `must be given for ${row.metric}, got null`);
  if (!byMask || row.answer !== null) {
    const wrong = answerFault(row.answerType, row.answer, row.choices);
    if (wrong) fault("answer", wrong);
  }
  for (const path of [...row.mediaPaths, ...row.maskPath === null ? [] : [row.maskPath]]) {
    const field = path === row.maskPath ? "mask_path" : "media_paths";
    if (/^([/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes("..")) {
      fault(field, `must be relative and without .., got ${shown(path)}`);
    }
  }
  for (const path of row.mediaPaths) {
    if (row.maskPath !== null && plainPath(path) === plainPath(row.maskPath)) {
      fault("media_paths", `must hold no target, got ${shown(path)}`);
    }
  }
  const keys = keysIn(row.item);
  for (const target of TARGETS) if (keys.has(target)) fault("item", `must hold no target, got ${target}`);
  for (const [name, value] of Object.entries(row.item)) {
    for (const point of pointsIn(value)) {
      if (point.some((at) => !(at >= 0 && at <= 1))) {
        fault("item", `${name} must lie in [0, 1], got ${shown(point)}`);
      }
    }
  }
  if (row.protocol !== null) {
    const protocol = PROTOCOLS.get(row.protocol);
    const result = protocol && compileProtocol(protocol, row.params);
    if (result === undefined) fault("protocol", `must be registered, got ${shown(row.protocol)}`);
    else if ("faults" in result) { for (const wrong of result.faults) fault("params", wrong); }
  }
}

/** A relative path as others may write it too. */
function plainPath(path: string): string {
  return path.split(/[/\\]/).filter((part) => part !== "" && part !== ".").join("/");
}

/** The keys of an object and of all within it, however deep. */
function keysIn(object: object): Set<string> {
  const keys = new Set<string>(), waiting: object[] = [object];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const [key, value] of Object.entries(one)) {
      if (!Array.isArray(one)) keys.add(key);
      if (typeof value === "object" && value !== null) waiting.push(value);
    }
  }
  return keys;
}

/** The points of an item's field: pairs of numbers, or lists of such. */
function pointsIn(value: unknown): (readonly [number, number])[] {
  const isPoint = (one: unknown) =>
    Array.isArray(one) && one.length === 2 && one.every((at) => typeof at === "number");
  if (isPoint(value)) return [value as [number, number]];
  return Array.isArray(value) && value.length > 0 && value.every(isPoint) ? value as [number, number][] : [];
}

/** Checks a row's files. */
function checkFilesOf(row: SpatialRow, root: string, fault: (field: string, message: string) => void): void {
  let size: { width: number; height: number } | undefined;
  const maskBytes = row.maskPath === null ? null : bytesIn(`${root}/${row.maskPath}`);
  for (const [i, path] of row.mediaPaths.entries()) {
    const bytes = bytesIn(`${root}/${path}`);
    if (bytes === null) {
      fault("media_paths", `must be there, got ${shown(path)}`);
      continue;
    }
    const hash = sha256(bytes);
    if (hash !== row.mediaSha256[i]) {
      fault("media_sha256", `must be ${hash} for ${path}, got ${row.mediaSha256[i]}`);
    }
    if (maskBytes !== null && hash === sha256(maskBytes)) {
      fault("media_paths", `must hold no target, got ${shown(path)}, which is the mask`);
    }
    size ??= decodePicture(bytes) ?? undefined;
  }
  if (row.maskPath === null) return;
  if (maskBytes === null) return fault("mask_path", `must be there, got ${shown(row.maskPath)}`);
  const mask = maskIn(`${root}/${row.maskPath}`);
  if (mask === null) return fault("mask_path", `must decode, got ${shown(row.maskPath)}`);
  if (area(mask) === 0) fault("mask_path", `must not be empty, got ${shown(row.maskPath)}`);
  if (size && (size.width !== mask.width || size.height !== mask.height)) {
    fault(
      "mask_path",
      `must have the picture's size, ${size.width} x ${size.height}, got ${mask.width} x ${mask.height}`,
    );
  }
}

function bytesIn(path: string): Uint8Array | null {
  try {
    return Deno.readFileSync(path);
  } catch {
    return null;
  }
}

function maskIn(path: string): Mask | null {
  const bytes = bytesIn(path), picture = bytes && decodePicture(bytes);
  if (!picture) return null;
  const { width, height, levels } = grayOf(picture);
  return { width, height, bits: levels.map((level) => level > 127 ? 1 : 0) };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
