/** All SQL that fails the due targets of a restored database as unconfirmed. */
import type { EventData } from '@belfry/contract/event-kinds.ts';
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { Tx } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { eventSql } from '../../events/index.ts';
import { SETTLED_COLUMNS, settledTargets } from '../sql.ts';

/** An entry name that no network uses. The entry stands for a send that may have happened since the backup. */
export const RESTORED_ENTRY = 'restored';

const DUE = `
  from targets t join posts p on p.id = t.post_id
  where t.status in (${listed(...targetMoves.rewind.from)})
    and case p.status when ${listed(postMoves.submit.to)} then p.planned_at else t.due_at end <= clock_now()
    and p.status in (${listed(...postMoves.rewind.from)})`;

/** Locks every lane in use, then every post that was due: none is claimed or changed until the transaction ends. */
export async function lockDue(tx: Tx): Promise<void> {
  await tx.rows(
    `select c.id from channels c where c.next_due_at is not null
       or exists (select from targets t where t.channel_id = c.id and t.wake_at is not null)
     order by c.id for no key update`,
  );
  await tx.rows(`select id from posts where id in (select p.id ${DUE}) order by id for no key update`);
}

// The open entry makes a retry require `confirm_resend`. A commit that is open already does the same.
const REWIND = `
  with due as (
    select t.id ${DUE}),
  doubted as (
    update targets t set status = ${listed(targetMoves.rewind.to)}, error = $2,
      wake_at = null, held_by = null, lease_id = null, tries = 0, crashes = 0
    from due where t.id = due.id returning t.*),
  doubt as (
    insert into journal (target_id, name, workspace_id, kind, state, first_at, last_at)
    select d.id, '${RESTORED_ENTRY}', d.workspace_id, 'commit', 'open', $1, clock_now() from doubted d
    where not exists (select from journal j where j.target_id = d.id and j.state = 'open' and j.kind in ('commit', 'after'))
    on conflict (target_id, name) do update set state = 'open', first_at = excluded.first_at),
  posts as (
    update posts p set status = ${listed(postMoves.rewind.to)}, submitted_by = null, approved_digest = null,
      version = version + 1, updated_at = clock_now()
    where p.id in (select post_id from doubted) returning p.id, p.workspace_id),
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
    select workspace_id, post_id, id, channel_id, ${eventSql('target.failed', '$2')} from doubted
    union all select workspace_id, id, null, null, ${eventSql('post.failed', {
      targets: settledTargets(`select ${SETTLED_COLUMNS} from doubted where post_id = posts.id
        union all select ${SETTLED_COLUMNS} from targets where post_id = posts.id and id not in (select id from doubted)`),
    })} from posts
    union all select w.id, null, null, null, ${eventSql('database.restored', {
      since: '$1::timestamptz',
      unconfirmed: '(select count(*) from doubted d where d.workspace_id = w.id)',
    })} from workspaces w)
  select (select count(*) from doubted) as targets, (select count(*) from posts) as posts`;

/** Fails the targets that were due and not settled. `since`: the time of the backup. Later changes are unknown. */
export async function failDue(
  tx: Tx,
  since: string,
  error: EventData['target.failed'],
): Promise<{ targets: number; posts: number }> {
  const row = await tx.row<{ targets: number; posts: number }>(REWIND, [since, JSON.stringify(error)]);
  return row ?? { targets: 0, posts: 0 };
}

/** Frees all lanes in use, and returns their ids. The caller must then set when each is next due, by `drainLanes`. */
export async function clearLanes(tx: Tx): Promise<number[]> {
  const lanes = await tx.rows<{ id: number }>(
    `update channels c set busy_until = '-infinity', next_due_at = clock_now()
     where next_due_at is not null or exists (select from targets t where t.channel_id = c.id and t.wake_at is not null)
     returning id`,
  );
  return lanes.map(({ id }) => id);
}
