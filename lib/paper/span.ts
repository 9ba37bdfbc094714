/**
 * Numbers that were printed rounded, and what can be reckoned from them.
 *
 * A print of 2.45 stands for anything in [2.445, 2.455], and whatever is computed from prints is known no better
 * than the corners of that box allow. A span carries both: the value that the prints themselves give, and the least
 * and largest value that numbers rounding to those prints could give. Two statements contradict each other only where
 * their spans lie apart. A span also carries the sum that it comes from, so that every verdict can show its working.
 */
export interface Span {
  value: number;
  low: number;
  high: number;
  /** How it is reckoned, such as `12,932 + 268`. */
  text: string;
}

/**
 * What was printed: `tolerance` is half a unit of its last digit, 0 for a count.
 *
 * @param text As it is to be shown, else the number with as many decimals as the tolerance calls for.
 */
export function printed(value: number, tolerance: number, text?: string): Span {
  return {
    value,
    low: value - tolerance,
    high: value + tolerance,
    text: text ?? numberText(value, tolerance),
  };
}

/** A number that nobody rounded. */
export function exactly(value: number, text?: string): Span {
  return printed(value, 0, text);
}

/** The sum. */
export function sum(...terms: readonly Span[]): Span {
  const total = (values: number[]) => values.reduce((all, value) => all + value, 0);
  return { ...rising(terms, total), text: terms.map(({ text }) => text).join(" + ") };
}

/** The mean; NaN of none. */
export function meanOf(terms: readonly Span[]): Span {
  const total = (values: number[]) => values.reduce((all, value) => all + value, 0) / values.length;
  return { ...rising(terms, total), text: `mean(${list(terms)})` };
}

/** The mean weighted by exact weights, none negative. */
export function weightedMeanOf(terms: readonly Span[], weights: readonly number[]): Span {
  const all = weights.reduce((total, weight) => total + weight, 0);
  const weighted = (values: number[]) =>
    values.reduce((total, value, i) => total + value * weights[i], 0) / all;
  const shown = terms.map(({ text }, i) => `${grouped(String(weights[i]))} x ${text}`).join(" + ");
  return { ...rising(terms, weighted), text: `(${shown}) / ${grouped(String(all))}` };
}

/** a - b. */
export function difference(a: Span, b: Span): Span {
  return {
    value: a.value - b.value,
    low: a.low - b.high,
    high: a.high - b.low,
    text: `${a.text} - ${inner(b)}`,
  };
}

/** The product. */
export function product(...terms: readonly Span[]): Span {
  const [first, ...rest] = terms;
  return rest.reduce((a, b) => ({
    value: a.value * b.value,
    ...corners([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]),
    text: `${inner(a)} x ${inner(b)}`,
  }), first);
}

/**
 * a / b.
 *
 * @throws {RangeError} If b can be 0.
 */
export function ratio(a: Span, b: Span): Span {
  if (b.low <= 0 && b.high >= 0) {
    throw new RangeError(`Cannot divide by a print: it must not be able to be 0, got ${b.low} to ${b.high}`);
  }
  return {
    value: a.value / b.value,
    ...corners([a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high]),
    text: `${inner(a)} / ${inner(b)}`,
  };
}

/** 100 a / b. */
export function percentOf(a: Span, b: Span): Span {
  const { text, ...share } = ratio(a, b);
  return { ...product(exactly(100), { ...share, text: "" }), text: `100 x ${text}` };
}

/** The largest: an unrounded maximum lies between the largest low and the largest high end. */
export function largest(terms: readonly Span[]): Span {
  return { ...rising(terms, (values) => Math.max(...values)), text: `max(${list(terms)})` };
}

/** The smallest. */
export function smallest(terms: readonly Span[]): Span {
  return { ...rising(terms, (values) => Math.min(...values)), text: `min(${list(terms)})` };
}

/** The distance from each other, never negative. */
export function distance(a: Span, b: Span): Span {
  const { value, low, high, text } = difference(a, b);
  const ends = [Math.abs(low), Math.abs(high)];
  return {
    value: Math.abs(value),
    low: low <= 0 && high >= 0 ? 0 : Math.min(...ends),
    high: Math.max(...ends),
    text: `|${text}|`,
  };
}

/**
 * Whether two spans can be one number. 1e-9 is allowed for the arithmetic, so that spans that meet at a corner do.
 */
export function overlap(a: Span, b: Span): boolean {
  return a.low <= b.high + 1e-9 && b.low <= a.high + 1e-9;
}

/** A number for reading: to the decimals of its rounding, to six digits where it has none, thousands grouped. */
export function numberText(value: number, tolerance = 0): string {
  const decimals = tolerance > 0 ? Math.max(0, Math.ceil(-Math.log10(2 * tolerance) - 1e-9)) : undefined;
  const text = decimals === undefined ? String(Number(value.toPrecision(6))) : value.toFixed(decimals);
  return grouped(text.replace(/^-(0(?:\.0*)?)$/, "$1"));
}

function grouped(text: string): string {
  const [whole, ...rest] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}

/** A function that never falls in any of its arguments, at the value and at both corners. */
function rising(terms: readonly Span[], of: (values: number[]) => number): Omit<Span, "text"> {
  return {
    value: of(terms.map(({ value }) => value)),
    low: of(terms.map(({ low }) => low)),
    high: of(terms.map(({ high }) => high)),
  };
}

function corners(ends: readonly number[]): { low: number; high: number } {
  return { low: Math.min(...ends), high: Math.max(...ends) };
}

function inner({ text }: Span): string {
  return / [-+/] /.test(text) && !/^\w*\([^()]*\)$/.test(text) ? `(${text})` : text;
}

function list(terms: readonly Span[]): string {
  return terms.map(({ text }) => text).join(", ");
}
