/*
 * CSS as it stands in presentation attributes and style elements, read only for what it refers to. A name may be
 * spelled with escapes (`\75rl(`), so escapes are decoded before looking; that can only find more than there is.
 */

/**
 * The first reference in CSS that leaves the document: the target of a `url()` that does not begin with `#`, or
 * `@import`; null where there is none.
 */
export function firstForeignUrl(css: string): string | null {
  if (!/url|\\|@import/i.test(css)) return null;
  const decoded = decodeEscapes(css);
  if (/@import/i.test(decoded)) return "@import";
  for (const [, target] of decoded.matchAll(/url\(([^)]*)/gi)) {
    const bare = target.replace(/^[\s'"]+/, "");
    if (!bare.startsWith("#")) return withoutEnd(bare);
  }
  return null;
}

/** `url('#id')` and `url("#id")` as `url(#id)`, blanks inside the parentheses gone. */
export function unquoteLocalUrls(css: string): string {
  return css.replace(/url\(([^()]*)\)/gi, (whole, inside: string) => {
    const trimmed = inside.trim(), quote = trimmed[0] === '"' || trimmed[0] === "'" ? trimmed[0] : "";
    if (quote !== "" && (trimmed.length < 2 || !trimmed.endsWith(quote))) return whole;
    const target = quote === "" ? trimmed : trimmed.slice(1, -1).trim();
    return /^#[^"']*$/.test(target) ? `url(${target})` : whole;
  });
}

/** Without the blanks and quotes at its end; by hand, since an expression would try every one of them as a beginning. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s'"]/.test(text[end - 1])) end--;
  return text.slice(0, end);
}

function decodeEscapes(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\r\n\f]))/gi, (_, hex, character) => {
    if (hex === undefined) return character;
    const code = parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  });
}
