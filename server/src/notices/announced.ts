/** Tells the streams of all processes which notices were written. */
import type { Tx } from '../db/database.ts';
import type { WrittenNotice } from './reading/store.ts';
import { notifyWritten } from './store.ts';

/** Notices of one notification: PostgreSQL takes less than 8,000 bytes. */
const MAX_ANNOUNCED = 200;

export async function announceNotices(tx: Tx, written: readonly WrittenNotice[]): Promise<void> {
  for (let from = 0; from < written.length; from += MAX_ANNOUNCED) {
    const some = written.slice(from, from + MAX_ANNOUNCED);
    await notifyWritten(tx, some.map(({ user_id, id }) => `${user_id} ${id}`).join(','));
  }
}

/** The ids of the notices by person. */
export function readAnnounced(payload: string): Map<number, number[]> {
  const byPerson = new Map<number, number[]>();
  for (const pair of payload.split(',')) {
    const [userId = 0, id = 0] = pair.split(' ').map(Number);
    byPerson.set(userId, [...(byPerson.get(userId) ?? []), id]);
  }
  return byPerson;
}
