import type { Context } from '../../base/context.ts';
import { deleteExpired } from './store.ts';

/** Cards that one statement deletes. */
const BATCH = 100;

/** Deletes the cards that have expired, and then their pictures. */
export async function deleteExpiredCards({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  for (let more = true; more; ) {
    const keys = await deleteExpired(db, BATCH);
    for (const key of keys) if (key !== null) await files.remove(key);
    more = keys.length === BATCH;
  }
}
