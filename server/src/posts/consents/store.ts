import type { Tx } from '../../db/database.ts';
import { eventSql } from '../../events/index.ts';
import type { Viewer } from '../rows.ts';

/** Those of the posts to which the file is attached. */
export async function listAttached(
  tx: Tx,
  workspaceId: number,
  mediaId: number,
  postIds: readonly number[],
): Promise<number[]> {
  const rows = await tx.rows<{ post_id: number }>(
    'select post_id from post_media where workspace_id = $1 and media_id = $2 and post_id = any($3)',
    [workspaceId, mediaId, postIds],
  );
  return rows.map(({ post_id }) => post_id);
}

/** A declaration that ends. `id` is the target, `field` the setting. */
interface EndedConsent {
  id: number;
  field: string;
  code: string;
}

/** Removes the settings and records who ended the declarations by changing the file. The posts must be locked. */
export async function removeConsents(
  tx: Tx,
  who: Pick<Viewer, 'workspaceId' | 'userId'>,
  mediaId: number,
  ended: readonly EndedConsent[],
): Promise<void> {
  await tx.rows(
    `with ended as (select * from json_to_recordset($2) as e(id bigint, field text, code text)),
     changed as (
       update targets t set settings = t.settings - array(select field from ended e where e.id = t.id)
       where t.workspace_id = $1 and t.id in (select id from ended) returning t.id, t.post_id, t.channel_id),
     shown as (
       update posts set version = version + 1, updated_at = clock_now()
       where workspace_id = $1 and id in (select post_id from changed))
     insert into events (workspace_id, post_id, target_id, channel_id, user_id, kind, data)
     select $1, c.post_id, c.id, c.channel_id, $3, ${eventSql('target.consent_voided', {
       field: "'settings.' || e.field",
       code: 'e.code',
       media_id: '$4::bigint',
     })}
     from changed c join ended e using (id) order by c.id, e.field`,
    [who.workspaceId, JSON.stringify(ended), who.userId, mediaId],
  );
}
