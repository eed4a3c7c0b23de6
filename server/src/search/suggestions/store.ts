/** All SQL of suggestions. */
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionKind } from '@belfry/contract/suggestions.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Spoken } from './spoken.ts';

/** Rows of each kind that a workspace keeps: those that were used last. */
const KEPT = 2000;

// A word may occur on several channels, and in several posts of the batch.
const ADD = `
  insert into suggestions as s (workspace_id, kind, platform, folded, text, uses, used_at, channel_ids)
  select $1, kind, platform, folded, (array_agg(text order by used_at desc))[1],
    count(distinct n) filter (where is_new), max(used_at), array_agg(distinct channel_id)
  from json_to_recordset($2) as a(n int, kind text, platform text, channel_id bigint, folded text, text text,
    used_at timestamptz, is_new boolean)
  group by kind, platform, folded order by kind, platform, folded
  on conflict (workspace_id, kind, platform, folded) do update set
    text = case when excluded.used_at >= s.used_at then excluded.text else s.text end,
    uses = s.uses + excluded.uses, used_at = greatest(s.used_at, excluded.used_at),
    channel_ids = array(select distinct unnest(s.channel_ids || excluded.channel_ids))`;

const FORGET = `
  delete from suggestions s using (values ('mention'), ('tag')) as k(kind)
  where s.workspace_id = $1 and s.kind = k.kind and s.ctid = any(array(
    select ctid from suggestions where workspace_id = $1 and kind = k.kind order by used_at desc, folded offset ${KEPT}))`;

/** `posts`: of each post, what it did not have before. */
export async function addSuggestions(
  tx: Tx,
  workspaceId: number,
  posts: readonly (readonly Spoken[])[],
): Promise<void> {
  const added = posts.flatMap((spoken, n) => spoken.map((one) => ({ n, ...one })));
  if (added.length === 0) return;
  await tx.rows(ADD, [workspaceId, JSON.stringify(added)]);
  await tx.rows(FORGET, [workspaceId]);
}

interface Wanted {
  kind: SuggestionKind;
  platform: string;
  /** The beginning, folded. */
  beginning: string;
}

/** A use counts half as much after 30 days, a third after 60. */
export async function listSuggestions(
  db: Db,
  { workspaceId, channelIds }: { workspaceId: number; channelIds: readonly number[] | null },
  { kind, platform, beginning }: Wanted,
) {
  return db.rows<Suggestion>(
    `select s.text, s.uses, s.used_at from suggestions s
     where s.workspace_id = $1 and s.kind = $3 and s.platform = $4 and starts_with(s.folded, $5)
       and ($2::bigint[] is null or s.channel_ids && $2)
     order by s.uses / (1 + extract(epoch from clock_now() - s.used_at) / 2592000) desc, s.used_at desc, s.folded
     limit ${MAX_SUGGESTIONS}`,
    [workspaceId, channelIds, kind, platform, beginning],
  );
}
