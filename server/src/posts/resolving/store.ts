/** All SQL of people's decisions on failed targets. The caller has locked the post. */
import { postMoves, targetMoves } from '@belfry/contract/lifecycle.ts';
import type { Caller } from '../../access/roles.ts';
import type { Tx } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';
import { eventSql, kindSql } from '../../events/index.ts';
import {
  DUE,
  lowerLanes,
  NOT_DISMISSED,
  RESTORED_ENTRY,
  SENT_AGAIN,
  SETTLED_COLUMNS,
  settledTargets,
} from '../../lanes/index.ts';
import type { TargetRow } from '../rows.ts';

type Who = Pick<Caller, 'workspaceId' | 'userId' | 'name'>;
type Target = Pick<TargetRow, 'id' | 'post_id'>;

// $1 is the workspace, $2 the post, $3 the target, $4 the person.
const TARGET = `t.workspace_id = $1 and t.post_id = $2 and t.id = $3`;
const resolved = (outcome: 'published' | 'not_published', url: string, sendAgain: boolean) =>
  eventSql('target.resolved', { outcome: `'${outcome}'`, url, send_again: `${sendAgain}` });

// It was published when it was last sent. A restored database does not know when that was.
const SENT_AT = `coalesce((select max(j.last_at) from journal j where j.target_id = t.id and j.state = 'open'
  and j.kind in ('commit', 'after') and j.name <> '${RESTORED_ENTRY}'), ${DUE}, clock_now())`;

// The journal keeps its open entries: the network has still not answered.
const CONFIRM = `
  with target as (
    update targets t set status = '${targetMoves.confirm.to}', error = null, confirmed_by = $4,
      external_url = coalesce($5, t.external_url), published_at = ${SENT_AT}
    where ${TARGET} and t.status in (${listed(...targetMoves.confirm.from)}) returning t.*),
  all_of_post as (
    select ${SETTLED_COLUMNS}, published_at from target
    union all select ${SETTLED_COLUMNS}, published_at from targets t
      where t.workspace_id = $1 and t.post_id = $2 and t.id not in (select id from target)),
  ending as (
    select max(published_at) as at, bool_and(status = '${targetMoves.confirm.to}') and exists (
      select from posts where workspace_id = $1 and id = $2 and status in (${listed(...postMoves.confirm.from)})) as is_published
    from all_of_post),
  post as (
    update posts p set version = version + 1, updated_at = clock_now(),
      status = case when is_published then '${postMoves.confirm.to}' else p.status end,
      published_at = case when is_published then ending.at else p.published_at end,
      scheduled_at = case when is_published then ending.at else p.scheduled_at end
    from ending where p.workspace_id = $1 and p.id = $2 and exists (select from target) returning p.id, is_published)
  insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
  select $1, $2, id, channel_id, $4, ${resolved('published', 'external_url', false)} from target
  union all
  select $1, $2, null, null, null, ${eventSql('post.published', {
    targets: settledTargets('select * from all_of_post'),
  })} from post where is_published`;

/** The target is published. Nothing is sent. */
export async function confirmTarget(tx: Tx, who: Who, target: Target, url: string | null): Promise<void> {
  await tx.rows(CONFIRM, [who.workspaceId, target.post_id, target.id, who.userId, url]);
}

// As before a retry: steps begin anew, the doubt is over, and parts that the network confirmed stay.
const CLEARED = `
  cleared as (
    delete from journal j where j.workspace_id = $1 and j.target_id = $3
      and (j.kind in ('step', 'until') or j.state = 'open'))`;

const DENY = `
  with ${CLEARED},
  target as (
    update targets t set error = $5
    where ${TARGET} and t.status in (${listed(...targetMoves.send_again.from)}) returning t.*),
  post as (
    update posts p set version = version + 1, updated_at = clock_now()
    where p.workspace_id = $1 and p.id = $2 and exists (select from target))
  insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
  select $1, $2, id, channel_id, $4, ${resolved('not_published', 'null', false)} from target`;

/** The target is not live. It stays failed, and may be sent again like every failed target. */
export async function denyTarget(tx: Tx, who: Who, target: Target): Promise<void> {
  const message = `${who.name} looked at the network: the post is not there. It was not published.`;
  const error = { code: 'not_published', message, retryable: true };
  const values = [who.workspaceId, target.post_id, target.id, who.userId, JSON.stringify(error)];
  await tx.rows(DENY, values);
}

const SEND_AGAIN = `
  with ${CLEARED},
  target as (
    update targets t set status = '${targetMoves.send_again.to}', error = null, warnings = '[]', ${SENT_AGAIN}
    where ${TARGET} and t.status in (${listed(...targetMoves.send_again.from)}) returning t.*),
  post as (
    update posts p set status = '${postMoves.send_again.to}', version = version + 1, updated_at = clock_now()
    where p.workspace_id = $1 and p.id = $2 and p.status in (${listed(...postMoves.send_again.from)})
      and exists (select from target)),
  ${lowerLanes('select channel_id, clock_now() as due from target')},
  event as (
    insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
    select $1, $2, id, channel_id, $4, ${resolved('not_published', 'null', true)} from target)
  select count(*) from notified`;

/** The target is not live, and is due now. The transaction must have locked its channel: `lockChannels`. */
export async function sendTargetAgain(tx: Tx, who: Who, target: Target): Promise<void> {
  await tx.rows(SEND_AGAIN, [who.workspaceId, target.post_id, target.id, who.userId]);
}

/** Does nothing to a target that was dismissed since it was last due. */
export async function dismissTarget(tx: Tx, who: Who, target: Target): Promise<void> {
  await tx.rows(
    `with target as (
       update targets t set dismissed_at = clock_now() where ${TARGET} and ${NOT_DISMISSED} returning t.*)
     insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind)
     select $1, $2, id, channel_id, $4, ${kindSql('target.dismissed')} from target`,
    [who.workspaceId, target.post_id, target.id, who.userId],
  );
}
