/**
 * Reads a response's body as text, no more of it than `most` bytes.
 *
 * @returns Null where there is more: the rest is not waited for.
 * @throws {TypeError} If the connection breaks before the body is there.
 */
export async function readBody(response: Response, most: number): Promise<string | null> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "", bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > most) {
      await reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
