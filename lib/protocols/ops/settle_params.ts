import type { Rules } from "./op.ts";

/**
 * Checks parameters against their rules and fills in defaults.
 *
 * @param where The step or protocol, as messages name it.
 * @returns The parameters, and a sentence for each that is unknown, missing, or of the wrong kind or range.
 */
export function settleParams(
  where: string,
  rules: Rules,
  given: Record<string, unknown> = {},
): { params: Record<string, unknown>; faults: string[] } {
  const params: Record<string, unknown> = {}, faults: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(rules, name)) {
      const known = Object.keys(rules).join(" ");
      faults.push(`${where}: ${name} must be ${known ? `one of ${known}` : "left out"}, got ${shown(value)}`);
    }
  }
  for (const [name, rule] of Object.entries(rules)) {
    const value = Object.hasOwn(given, name) ? given[name] : rule.default;
    if (value === undefined ? !rule.optional : !rule.test(value)) {
      faults.push(`${where}: ${name} must be ${rule.rule}, got ${shown(value)}`);
    } else if (value !== undefined) params[name] = value;
  }
  return { params, faults };
}

/** A value as messages show it. */
export function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
