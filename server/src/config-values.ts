/** How single variables of the environment are read. */

/** Reads variables by their names, and collects what is wrong with them. */
export interface Reader {
  /** `fallback` for an absent or an unfit one. */
  read<Value, Fallback>(name: string, parse: (text: string) => Value, fallback: Fallback): Value | Fallback;
  /** A sentence on variables that do not go together. */
  blame(sentence: string): void;
}

/** Why a variable cannot be used, continuing the sentence that its name begins; one reason for each bad part. */
export class Unfit extends Error {
  readonly reasons: readonly string[];

  constructor(...reasons: string[]) {
    super(reasons.join(' '));
    this.reasons = reasons;
  }
}

/** For parsers of other modules, which answer the reason why not as a text. */
export function orUnfit<Value extends object>(
  parse: (text: string) => Value | string,
): (text: string) => Readonly<Value> {
  return (text) => {
    const value = parse(text);
    if (typeof value === 'string') throw new Unfit(value);
    return Object.freeze(value);
  };
}

export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Unfit(`is ${quote(text)}: it must be a whole number from ${least} to ${most}.`);
  };
}

/** 0 is no bound. */
export function megabytes(text: string): number | undefined {
  return wholeNumber(0, 999_999_999)(text) * 2 ** 20 || undefined;
}

export function oneOf<Value extends string>(allowed: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = allowed.find((one) => one === text);
    if (value !== undefined) return value;
    throw new Unfit(`is ${quote(text)}: it must be one of ${allowed.join(', ')}.`);
  };
}

export function secretOf(shortest: number): (text: string) => string {
  return (text) => {
    if (text.length >= shortest) return text;
    throw new Unfit(`has ${text.length} characters: it must have at least ${shortest}.`);
  };
}

/** What was found, shortened, and without the user and password of an address. */
export function quote(text: string): string {
  return JSON.stringify(text.replace(/.*@/s, '…@').slice(0, 60));
}
