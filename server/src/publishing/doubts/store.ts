/** All SQL for asking about every copy in doubt. */
import { postMoves } from '@belfry/contract/lifecycle.ts';
import type { Db } from '../../db/database.ts';
import { listed } from '../../db/listed.ts';

/** A target that may be live, although our database cannot say. */
export interface Copy {
  target_id: number;
  post_id: number;
  workspace_id: number;
  channel_id: number;
  platform: string;
  is_draft: boolean;
  /** The channel was removed. */
  is_removed: boolean;
  needs_reconnect: boolean;
}

/** Oldest post first, without copies that are being asked about already. */
export async function listCopies(db: Db): Promise<Copy[]> {
  return db.rows<Copy>(
    `select t.id as target_id, t.post_id, t.workspace_id, t.channel_id, c.platform, p.status = 'draft' as is_draft,
       c.deleted_at is not null as is_removed, c.needs_reconnect
     from targets t join posts p on p.id = t.post_id join channels c on c.id = t.channel_id
       join workspaces w on w.id = t.workspace_id
     where p.status in (${listed(...postMoves.ask.from)}, 'draft') and t.status <> 'published' and w.erased_at is null
       and exists (select from journal j where j.target_id = t.id and j.state = 'open' and j.kind in ('commit', 'after'))
     order by t.post_id, t.position`,
  );
}

/**
 * `found`: the copy is published. `unconfirmed`: it is still in doubt. `put_off`: the network did not answer or needs a
 * new sign-in, and the service keeps asking. `open`: the network was not asked yet.
 */
export type Answer = 'found' | 'unconfirmed' | 'put_off' | 'open';

/** Answers by target. A copy that a person has dropped or changed meanwhile is missing. */
export async function readAnswers(db: Db, targetIds: readonly number[]): Promise<Map<number, Answer>> {
  const rows = await db.rows<{ id: number; answer: Answer }>(
    `select t.id, case when t.status = 'published' then 'found' when t.status = 'failed' then 'unconfirmed'
         when c.needs_reconnect or t.tries > 0 then 'put_off' else 'open' end as answer
     from targets t join channels c on c.id = t.channel_id
     where t.id = any($1) and (t.asking or t.status in ('published', 'failed'))`,
    [targetIds],
  );
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}
