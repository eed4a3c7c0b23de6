/** Finds the callers of requests by their API keys, and remembers which keys were used. */
import type { Caller } from '../access/roles.ts';
import { batchCalls } from '../db/batch-calls.ts';
import type { Db } from '../db/database.ts';
import { findCallers } from './store.ts';

export class Callers {
  /** Ids of API keys used since the last write of `last_used_at`. */
  readonly used = new Set<number>();
  readonly #find: (hash: Buffer) => Promise<Caller | undefined>;

  constructor(db: Db) {
    // Requests that arrive together share a statement. None waits for the statement of others.
    this.#find = batchCalls(async (hashes: readonly Buffer[]) => {
      const names = hashes.map((hash) => hash.toString('hex'));
      const callers = await findCallers(db, [
        ...new Map(names.map((name, at) => [name, hashes[at] as Buffer])).values(),
      ]);
      return names.map((name) => callers.get(name));
    }, Number.POSITIVE_INFINITY);
  }

  /** Undefined if the key has ended or its member has left. `hash` is of `hashKey`. */
  async find(hash: Buffer): Promise<Caller | undefined> {
    const caller = await this.#find(hash);
    if (caller?.keyId != null) this.used.add(caller.keyId);
    return caller;
  }
}
