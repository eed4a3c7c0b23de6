/** The log of a world, to read and to compare. */
import { hash } from 'node:crypto';

export interface Line {
  /** Milliseconds since the world began. */
  at: number;
  /** A worker, a network, a person, or chaos. */
  who: string;
  what: string;
  /** The target: `post 3 on key-1`. */
  about: string | undefined;
}

export class Trace {
  readonly lines: Line[] = [];
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  log(who: string, what: string, about?: string): void {
    this.lines.push({ at: this.#now(), who, what, about });
  }

  /** The same for the same seed, because it does not contain the database's ids. */
  hash(): string {
    return hash('sha256', JSON.stringify(this.lines));
  }

  /** The lines about these targets, and those about no target. */
  print(about: ReadonlySet<string>): string[] {
    return this.lines.filter((line) => line.about === undefined || about.has(line.about)).map(print);
  }
}

function print({ at, who, what, about = '' }: Line): string {
  return `${(at / 1000).toFixed(3).padStart(9)}  ${who.padEnd(9)} ${about.padEnd(16)} ${what}`;
}
