/** The files of the library that match a filter. */
import type { QueryOf } from '@belfry/contract/routes.ts';
import { composeText } from '@belfry/networks/core/text.ts';
import type { Db } from '../../../db/database.ts';
import { hasLabel } from '../labels/store.ts';
import { MEDIA, type MediaPart, type MediaRow } from '../store.ts';

export interface MediaFilter {
  /** Each as it is written in NFC and in NFD: names of files from macOS are in NFD. */
  words: readonly (readonly [composed: string, decomposed: string])[];
  kind: 'image' | 'video' | undefined;
  /** Undefined: used or not. */
  unused: boolean | undefined;
  /** A file has at least one of them. Undefined: any or none. */
  labelIds: readonly number[] | undefined;
}

/** Further words are ignored, so that each file costs little. */
const MAX_WORDS = 10;

/** Undefined if all files match. */
export function filterOf({ q = '', kind, unused, ...query }: QueryOf<'listMedia'>): MediaFilter | undefined {
  const found = composeText(q)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const words = found.slice(0, MAX_WORDS).map((word) => [word, word.normalize('NFD')] as const);
  const labelIds = query['label_ids[]'];
  const isEmpty = words.length === 0 && kind === undefined && unused === undefined && labelIds === undefined;
  return isEmpty ? undefined : { words, kind, unused, labelIds };
}

// $2: the highest id. The texts are compared without an index: a library has thousands of short names.
const MATCHES = `m.workspace_id = $1 and m.id <= $2
  and ($3::text is null or m.kind = $3)
  and ($7::bigint[] is null or ${hasLabel('$1', '$7')})
  and ($4::boolean is null or $4 = (not exists (
      select from post_media a where a.media_id = m.id union all select from post_files f where f.media_id = m.id)
    and m.id not in (select unnest(media_ids) from working_copies where workspace_id = $1)
    and m.id not in (select unnest(media_ids) from bin where workspace_id = $1 and deleted_at > clock_now() - interval '30 days')))
  and not exists (
    select from unnest($5::text[], $6::text[]) as word (composed, decomposed)
    where strpos(lower(concat_ws(' ', m.name, m.alt_text)), lower(word.composed)) = 0
      and strpos(lower(concat_ws(' ', m.name, m.alt_text)), lower(word.decomposed)) = 0)`;

function valuesOf(
  workspaceId: number,
  newest: number | null,
  { words, kind, unused, labelIds }: MediaFilter,
): unknown[] {
  const [composed, decomposed] = [words.map(([word]) => word), words.map(([, word]) => word)];
  const last = newest ?? Number.MAX_SAFE_INTEGER;
  return [workspaceId, last, kind ?? null, unused ?? null, composed, decomposed, labelIds ?? null];
}

/** `total`: without files added after `asOf`. `newest`: the highest id of all files that match. */
export async function countMatching(
  db: Db,
  workspaceId: number,
  asOf: number | undefined,
  filter: MediaFilter,
): Promise<{ newest: number | null; total: number }> {
  const row = await db.row<{ newest: number | null; total: number }>(
    `select max(m.id) as newest, count(*) as total from media m where ${MATCHES}`,
    valuesOf(workspaceId, asOf ?? null, filter),
  );
  return row ?? { newest: null, total: 0 };
}

export async function pageMatching(
  db: Db,
  workspaceId: number,
  { newest, offset, limit }: MediaPart,
  filter: MediaFilter,
) {
  return db.rows<MediaRow>(
    `select ${MEDIA} from media m where ${MATCHES} order by m.id desc limit $8 offset $9`,
    [...valuesOf(workspaceId, newest, filter), limit, offset],
  );
}
