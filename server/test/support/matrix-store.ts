/** Targets and their journal in PostgreSQL, for suites that run the engine without a service. */
import type { MatrixStore } from '../../../networks/testing/matrix.ts';
import { openVault } from '../../src/base/vault.ts';
import type { Db } from '../../src/db/database.ts';
import { openJournals } from '../../src/publishing/journal.ts';
import { openClock } from './clock.ts';
import { makeMember, makeWorkspace } from './people.ts';

const vault = openVault({ secret: 'for the journals of tests' });

/** `db` must have the test schema. */
export async function storeIn(db: Db): Promise<MatrixStore> {
  const clock = await openClock(db);
  const { workspaceId, userId } = await makeMember(db, await makeWorkspace(db), 'owner');
  return {
    now: () => clock.now(),
    advance: (seconds) => clock.advance(`${seconds} seconds`),
    async plant() {
      const id = await createTarget(db, workspaceId, userId);
      return {
        claim: async () => openJournals({ db, vault })(id, await lease(db, id)),
        readStored: () => db.rows('select name, result, warning from journal where target_id = $1', [id]),
      };
    },
  };
}

/** Each target has its own channel, because a channel has one target in flight. */
async function createTarget(db: Db, workspaceId: number, userId: number): Promise<number> {
  const row = await db.row<{ id: number }>(
    `with channel as (
       insert into channels (workspace_id, platform, account_id, name, username)
       values ($1, 'model', gen_random_uuid()::text, 'Model', 'model') returning id),
     post as (
       insert into posts (workspace_id, author_id, status) values ($1, $2, 'publishing') returning id)
     insert into targets (workspace_id, post_id, channel_id, position, status, due_at)
     select $1, post.id, channel.id, 0, 'publishing', clock_now() from post, channel returning id`,
    [workspaceId, userId],
  );
  return row?.id ?? 0;
}

async function lease(db: Db, targetId: number): Promise<string> {
  const row = await db.row<{ lease_id: string }>(
    'update targets set lease_id = gen_random_uuid() where id = $1 returning lease_id',
    [targetId],
  );
  return row?.lease_id ?? '';
}
