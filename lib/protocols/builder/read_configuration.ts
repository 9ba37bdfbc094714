import type { Pipeline } from "../ops/pipeline.ts";
import { shown } from "../ops/settle_params.ts";
import { deeperThan } from "./deeper_than.ts";

/** A builder's reply as it stands, well-formed but not yet checked. */
export type Configuration =
  | {
    readonly route: "reuse";
    readonly protocol: string;
    readonly params?: Readonly<Record<string, unknown>>;
    readonly guidance?: string;
    readonly map?: Readonly<Record<string, unknown>>;
  }
  | {
    readonly route: "build";
    readonly guidance: string;
    readonly pipeline: Pipeline;
    readonly map?: Readonly<Record<string, unknown>>;
  }
  | { readonly route: "fallback"; readonly guidance: string };

type Kind = (value: unknown) => string | undefined;

/** The kinds of keys by route; a key with `?` may be left out. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  reuse: { protocol: name, "params?": object, "guidance?": text, "map?": fullObject },
  build: { guidance: text, pipeline, "map?": fullObject },
  fallback: { guidance: text },
};

/** What is nested deeper would exhaust the stack of those who look into it. */
const DEEPEST = 1000;

/**
 * Reads the one JSON object of a reply, from its first `{` to its last `}`.
 *
 * @returns The configuration, or what cannot be read of it.
 */
export function readConfiguration(reply: string): { configuration: Configuration } | { malformed: string } {
  const from = reply.indexOf("{"), to = reply.lastIndexOf("}");
  if (from < 0 || to < from) return { malformed: "the reply holds no JSON object" };
  const object = reply.slice(from, to + 1);
  if (deeperThan(object, DEEPEST)) return { malformed: `the reply's object is nested over ${DEEPEST} deep` };
  let value: unknown;
  try {
    value = JSON.parse(object);
  } catch {
    return { malformed: "the reply's object is no JSON" };
  }
  const { route, ...rest } = value as Record<string, unknown>;
  if (typeof route !== "string" || !Object.hasOwn(ROUTES, route)) {
    return { malformed: `route must be one of ${Object.keys(ROUTES).join(" ")}, got ${shown(route)}` };
  }
  const malformed = keysFault(rest, ROUTES[route], "");
  return malformed ? { malformed } : { configuration: value as Configuration };
}

function keysFault(given: Record<string, unknown>, kinds: Readonly<Record<string, Kind>>, where: string) {
  const names = Object.keys(kinds).map((key) => key.replace("?", ""));
  for (const key of Object.keys(given)) {
    if (!names.includes(key)) return `${where}${key} must be one of ${names.join(" ")}`;
  }
  for (const [key, kind] of Object.entries(kinds)) {
    const own = key.replace("?", "");
    if (!Object.hasOwn(given, own)) {
      if (key === own) return `${where}${own} must be given`;
      continue;
    }
    const rule = kind(given[own]);
    if (rule) {
      return rule.startsWith(":")
        ? rule.slice(1)
        : `${where}${own} must be ${rule}, got ${shown(given[own])}`;
    }
  }
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? undefined : "a text that is not blank";
}

/** A text that is looked up later: a blank one is unknown then. */
function name(value: unknown): string | undefined {
  return typeof value === "string" ? undefined : "a text";
}

function object(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "an object";
}

function fullObject(value: unknown): string | undefined {
  return object(value) ??
    (Object.keys(value as object).length > 0 ? undefined : "an object that is not empty");
}

function references(value: unknown): string | undefined {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string")
    ? undefined
    : "a list of references";
}

/** The kind of a pipeline; a fault within it is a sentence of its own, after a colon. */
function pipeline(value: unknown): string | undefined {
  const wrong = object(value);
  if (wrong) return wrong;
  const steps = (given: unknown) => Array.isArray(given) ? undefined : "a list of steps";
  const fault = keysFault(value as Record<string, unknown>, { steps, output: name }, "pipeline ");
  if (fault) return `:${fault}`;
  const ids = new Set<string>();
  for (const [i, step] of (value as { steps: unknown[] }).steps.entries()) {
    if (object(step)) return `:step ${i} must be an object, got ${shown(step)}`;
    const inner = keysFault(
      step as Record<string, unknown>,
      { id: name, op: name, in: references, "params?": object },
      `step ${i} `,
    );
    if (inner) return `:${inner}`;
    const { id } = step as { id: string };
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(id)) {
      return `:step ${i} id must be a letter, then letters, digits and _, got ${shown(id)}`;
    }
    if (ids.has(id)) return `:step ${i} id must be its own, got ${shown(id)} again`;
    ids.add(id);
  }
  return undefined;
}
