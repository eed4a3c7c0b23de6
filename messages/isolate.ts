/**
 * Words whose sentences stay in order, whatever is inserted: a name may be Arabic, or turn the direction of the text. It
 * stands between isolating characters then: https://www.unicode.org/reports/tr9/#Markup_And_Formatting (2026-11-23).
 */

/** Letters from right to left, and what turns the direction. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** An inserted one of these could end the isolation. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;

function isolate(text: string): string {
  return turning.test(text) ? `\u2068${text.replaceAll(controls, '')}\u2069` : text;
}

/** The same words. What their sentences insert is isolated. */
export function isolating<Words extends object>(words: Words): Words {
  const entries = Object.entries(words).map(([name, value]) => [name, wrap(value)]);
  return Object.fromEntries(entries) as Words;
}

function wrap(value: unknown): unknown {
  if (typeof value !== 'function')
    return typeof value === 'object' && value !== null ? isolating(value) : value;
  // A sentence without a place for an insertion.
  if (value.length === 0) return value;
  return (...facts: unknown[]) => value(...facts.map(isolateFacts));
}

function isolateFacts(facts: unknown): unknown {
  if (typeof facts === 'string') return isolate(facts);
  if (Array.isArray(facts)) return facts.map(isolateFacts);
  if (!isPlain(facts)) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, isolateFacts(fact)]));
}

function isPlain(facts: unknown): facts is object {
  return typeof facts === 'object' && facts !== null && Object.getPrototypeOf(facts) === Object.prototype;
}
