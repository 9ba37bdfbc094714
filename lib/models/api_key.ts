/**
 * The key for an endpoint, from the environment variable AMBENCH_API_KEY alone.
 *
 * @returns Null where there is none, or it is empty.
 * @throws {TypeError} If it cannot stand in a header; the message does not show it.
 */
export function apiKey(): string | null {
  const key = Deno.env.get("AMBENCH_API_KEY")?.trim();
  if (!key) return null;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError("Cannot use AMBENCH_API_KEY: it must be printable ASCII without spaces");
  }
  return key;
}

/** Shorter keys are placeholders (`EMPTY`), and ordinary text might hold them. */
const SECRET_LENGTH = 6;

/**
 * Makes a function that takes a key out of texts, as it is, as JSON or as a URL would write it.
 *
 * @returns The text itself where there is no key, or one too short to be a secret.
 */
export function redactor(key: string | null): (text: string) => string {
  if (key === null || key.length < SECRET_LENGTH) return (text) => text;
  const inJson = JSON.stringify(key).slice(1, -1);
  const forms = new Set([key, encodeURIComponent(key), inJson, inJson.replaceAll("/", "\\/"), btoa(key)]);
  return (text) => {
    for (const form of forms) text = text.replaceAll(form, "[key]");
    return text;
  };
}
