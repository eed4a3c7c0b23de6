/** Domains in a text, by the rules of {@link findLinks}. Linear, and safe for the browser. */
import { longestByInitial, topLevelDomains } from './top-level-domains.ts';

interface Label {
  start: number;
  /** The dot, or the end of the name. */
  end: number;
}

/** A run of labels, of which some may form a domain. */
export class Name {
  readonly labels: readonly Label[];
  #text: string;
  /** By label: the end of the longest domain that has the whole label, but no label before it; -1: none. */
  #ends: number[];
  /** By label: the end of a top-level domain at its beginning; -1: none. */
  #tops: number[];
  /** By label: its last underscore; -1: none. The label before a top-level domain has none. */
  #underscores: number[];

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.labels = splitLabels(text, from, to);
    this.#tops = this.labels.map(({ start }) => endOfTopLevel(text, start));
    this.#underscores = this.labels.map(({ start, end }) => {
      const within = text.slice(start, end).lastIndexOf('_');
      return within < 0 ? -1 : start + within;
    });
    this.#ends = this.labels.map(() => -1);
    for (let at = this.labels.length - 2; at >= 0; at -= 1) {
      const { start } = this.labels[at] as Label;
      this.#ends[at] = this.endFrom(at, start);
    }
  }

  /** The end of the longest domain that begins here, in the label with this index; -1: none. */
  endFrom(at: number, start: number): number {
    const { end } = this.labels[at] as Label;
    if (start >= end || this.#isEdge(start) || this.#isEdge(end - 1)) return -1;
    const longer = this.#ends[at + 1] ?? -1;
    if (longer >= 0) return longer;
    return (this.#underscores[at] ?? -1) >= start ? -1 : (this.#tops[at + 1] ?? -1);
  }

  #isEdge(at: number): boolean {
    return /[-_]/.test(this.#text.charAt(at));
  }
}

/** Latin letters with accents, as twitter-text lists them. */
export const accents =
  '\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289' +
  '\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff';
const foreign = new RegExp(`[^-a-z0-9${accents}]`, 'i');

/** The parts of a domain that X links if there is no protocol before it: the ones of Latin letters. */
export function findAsciiDomains(domain: string): Label[] {
  const labels = splitLabels(domain, 0, domain.length);
  const ends = labels.map(() => -1);
  const starts = labels.map(({ start, end }) => start + lastForeign(domain.slice(start, end)) + 1);
  for (let at = labels.length - 2; at >= 0; at -= 1) {
    const next = labels[at + 1] as Label;
    const isWhole = starts[at + 1] === next.start && next.end > next.start;
    const longer = isWhole ? (ends[at + 1] ?? -1) : -1;
    ends[at] = longer >= 0 ? longer : endOfTopLevel(domain, next.start);
  }
  const found: Label[] = [];
  for (const [at, { end }] of labels.entries()) {
    const start = Math.max(starts[at] as number, found.at(-1)?.end ?? 0);
    if (start < end && (ends[at] as number) >= 0) found.push({ start, end: ends[at] as number });
  }
  return found;
}

function lastForeign(label: string): number {
  for (let at = label.length - 1; at >= 0; at -= 1) if (foreign.test(label.charAt(at))) return at;
  return -1;
}

function splitLabels(text: string, from: number, to: number): Label[] {
  let start = from;
  return text
    .slice(from, to)
    .split('.')
    .map(({ length }) => {
      const label = { start, end: start + length };
      start = label.end + 1;
      return label;
    });
}

const letters = /[0-9a-z]*/iy;
const encoded = /xn--[-0-9a-z]+/iy;

/** The end of the top-level domain that begins here; -1: none does. */
function endOfTopLevel(text: string, start: number): number {
  letters.lastIndex = start;
  letters.test(text);
  const end = letters.lastIndex;
  const longest = longestByInitial.get(text.charAt(start).toLowerCase()) ?? 0;
  if (end - start <= longest && isTopLevel(text, start, end)) return end;
  const isForeign = text.charCodeAt(end) > 127;
  for (let other = start + longest; isForeign && other > end; other -= 1)
    if (isTopLevel(text, start, other)) return other;
  encoded.lastIndex = start;
  return encoded.test(text) ? encoded.lastIndex : -1;
}

function isTopLevel(text: string, start: number, end: number): boolean {
  const isEnded = end <= text.length && !/[0-9a-z@+-]/i.test(text.charAt(end));
  return isEnded && topLevelDomains.has(text.slice(start, end).toLowerCase());
}

const longestLabel = 63;

/** Whether DNS allows the length of each label. */
export function hasShortLabels(domain: string): boolean {
  return domain.split('.').every((label) => {
    if ([...label.slice(0, 2 * longestLabel + 1)].length > longestLabel) return false;
    const parts = label.split(/[\u3002\uff0e\uff61]/).map(encodedLength);
    return parts.reduce((sum, length) => sum + length + 1, -1) <= longestLabel;
  });
}

/** Length of a label in Punycode, with its prefix: https://www.rfc-editor.org/rfc/rfc3492#section-6.3 */
function encodedLength(label: string): number {
  const points = [...label].map((letter) => letter.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < 128).length;
  if (basic === points.length) return basic;
  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0);
  let [delta, bias, least] = [0, 72, 128];
  for (let handled = basic; handled < points.length; least += 1, delta += 1) {
    const next = Math.min(...points.filter((point) => point >= least));
    delta += (next - least) * (handled + 1);
    least = next;
    for (const point of points) {
      if (point < least) delta += 1;
      if (point !== least) continue;
      length += countDigits(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled += 1;
    }
  }
  return length;
}

function countDigits(delta: number, bias: number): number {
  let rest = delta;
  for (let digits = 1; ; digits += 1) {
    const threshold = Math.min(26, Math.max(1, 36 * digits - bias));
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

function adapt(delta: number, handled: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / handled);
  let steps = 0;
  for (; rest > 455; steps += 36) rest = Math.floor(rest / 35);
  return steps + Math.floor((36 * rest) / (rest + 38));
}
