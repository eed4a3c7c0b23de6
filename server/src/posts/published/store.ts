/** All SQL of what becomes of published posts at their networks. */
import type { PublishedPart } from '@belfry/networks/core/network.ts';
import type { Tx } from '../../db/database.ts';
import { toStorableJson } from '../../db/storable.ts';
import { eventSql } from '../../events/index.ts';
import type { TargetRow } from '../rows.ts';

/** Stores the texts and files of published targets as these have them. The save of their post changes its version. */
export async function storePublished(
  tx: Tx,
  workspaceId: number,
  published: readonly Pick<TargetRow, 'id' | 'content' | 'media_ids'>[],
): Promise<void> {
  if (published.length === 0) return;
  await tx.rows(
    `update targets t set content = kept.content, media_ids = kept.media_ids
     from json_to_recordset($2) as kept(id bigint, content text, media_ids bigint[])
     where t.workspace_id = $1 and t.id = kept.id`,
    [
      workspaceId,
      JSON.stringify(published.map(({ id, content, media_ids }) => ({ id, content, media_ids }))),
    ],
  );
}

/** The target was deleted at its network. The version of its post changes, so that clients read it again. */
export async function markRemoved(tx: Tx, targetId: number): Promise<void> {
  await tx.rows(
    `with post as (
       select p.id from posts p join targets t on t.post_id = p.id where t.id = $1 for no key update of p),
     changed as (
       update posts p set version = version + 1, updated_at = clock_now() from post where p.id = post.id)
     update targets t set removed_at = clock_now() from post where t.id = $1 and t.post_id = post.id`,
    [targetId],
  );
}

/**
 * The network has named the parts of a published target that had no page. The version of its post changes, so
 * that clients read it again. Does nothing to a target that has a page.
 */
export async function nameRemote(tx: Tx, targetId: number, parts: readonly PublishedPart[]): Promise<void> {
  await tx.rows(
    `with post as (
       select p.id from posts p join targets t on t.post_id = p.id
       where t.id = $1 and t.external_url is null for no key update of p),
     changed as (
       update posts p set version = version + 1, updated_at = clock_now() from post where p.id = post.id),
     named as (
       update targets t set external_id = $2::jsonb->0->>'id', external_url = $2::jsonb->0->>'url',
         parts = case when t.parts is not null then $2::jsonb end
       from post where t.id = $1 and t.post_id = post.id and t.external_url is null returning t.*)
     insert into events (workspace_id, post_id, target_id, channel_id, kind, data)
     select workspace_id, post_id, id, channel_id, ${eventSql('target.page_found', { url: 'external_url' })}
     from named where external_url is not null`,
    [targetId, toStorableJson(parts)],
  );
}
