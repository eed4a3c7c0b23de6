/** Writes down what came of tries: all that ended while the last statement ran, in the next one. */
import type { Database } from '../../db/database.ts';
import type { Result, Settled } from './store.ts';
import { settleResults } from './store.ts';

/** Results in one statement; each has a message and an answer. */
const MOST = 100;

interface Entry {
  result: Result;
  resolve(settled: Settled | undefined): void;
  reject(error: unknown): void;
}

export class Ledger {
  readonly #db: Database;
  #waiting: Entry[] = [];
  #isWriting = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Durable when it resolves; undefined: the webhook is gone. */
  settle(result: Result): Promise<Settled | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ result, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, MOST);
      try {
        const settled = await settleResults(
          this.#db,
          entries.map(({ result }) => result),
        );
        const byLease = new Map(settled.map((one) => [one.lease_id, one]));
        for (const { result, resolve } of entries) resolve(byLease.get(result.lease_id));
      } catch (error) {
        for (const { reject } of entries) reject(error);
      }
    }
    this.#isWriting = false;
  }
}
