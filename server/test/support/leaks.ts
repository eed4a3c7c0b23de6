import assert from 'node:assert/strict';
import type { Database } from '../../src/db/database.ts';
import { eventually } from './eventually.ts';

/**
 * Throws when a stopped service has left a lease, a lock or an open transaction behind. Some may still end: a request is
 * answered at its first failed statement, when its others have not ended.
 */
export async function requireNoLeaks(db: Database): Promise<void> {
  await eventually(async () => {
    const row = await db.row<{ leases: number; open: number; locks: number }>(
      `select (select count(*)::int from targets where held_by is not null) as leases,
         (select count(*)::int from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%' and backend_type = 'client backend') as open,
         (select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory') as locks`,
    );
    assert.deepEqual(row, { leases: 0, open: 0, locks: 0 }, 'left behind: leases, open transactions, locks');
  });
}
