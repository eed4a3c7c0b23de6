/** Parsers for single environment variables. */
import { count } from '../text/format.ts';

/** Reads variables by name, and collects a sentence for each invalid one. */
export interface Reader {
  /** Returns `fallback` when the variable is absent or invalid. */
  read<Value, Fallback>(name: string, parse: (text: string) => Value, fallback: Fallback): Value | Fallback;
  /** Adds a sentence about variables that contradict each other. */
  addSentence(sentence: string): void;
}

/** Thrown for an invalid variable. Each reason continues a sentence that begins with the variable's name. */
export class InvalidVariable extends Error {
  readonly reasons: readonly string[];

  constructor(...reasons: string[]) {
    super(reasons.join(' '));
    this.reasons = reasons;
  }
}

/** `example`: for the sentence. */
export function parseJsonObject(text: string, example: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new InvalidVariable(`is not a JSON object: it must be like ${example}.`);
}

/** Wraps a parser that returns the reason as a string. */
export function orInvalid<Value extends object>(
  parse: (text: string) => Value | string,
): (text: string) => Readonly<Value> {
  return (text) => {
    const value = parse(text);
    if (typeof value === 'string') throw new InvalidVariable(value);
    return Object.freeze(value);
  };
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidVariable(`is ${quote(text)}: it must be a whole number from ${min} to ${max}.`);
  };
}

/** Returns bytes; undefined for 0, which means no limit. */
export function megabytes(text: string): number | undefined {
  return wholeNumber(0, 999_999_999)(text) * 2 ** 20 || undefined;
}

export function oneOf<Value extends string>(allowed: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = allowed.find((one) => one === text);
    if (value !== undefined) return value;
    throw new InvalidVariable(`is ${quote(text)}: it must be one of ${allowed.join(', ')}.`);
  };
}

export function secretOf(minLength: number): (text: string) => string {
  return (text) => {
    if (text.length >= minLength) return text;
    throw new InvalidVariable(`has ${count(text.length, 'character')}: it must have at least ${minLength}.`);
  };
}

/** The value, shortened, and without the user and the password of an address. */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/.*@/s, '…@').slice(0, 60));
}

/** A plain http(s) address: without user, query and fragment. */
export function parseWebUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username === '';
  return isPlain && url.password === '' ? url : undefined;
}

/** Without slashes at its end. */
export function parseBase(url: unknown): string | undefined {
  return typeof url === 'string' ? parseWebUrl(url)?.href.replace(/\/+$/, '') : undefined;
}
