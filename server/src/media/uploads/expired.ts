import type { Context } from '../../base/context.ts';
import { deleteExpired } from './store.ts';

/** Deletes the uploads that have expired, and then the files of their slices. */
export async function deleteExpiredUploads({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  for (;;) {
    const keys = await db.transaction((tx) => deleteExpired(tx));
    if (keys === undefined) return;
    for (const key of keys) await files.remove(key);
  }
}
