/** SQL of the search for repeated texts. */
import type { Db } from '../../db/database.ts';
import { SHOWN_AT, VISIBLE, type Viewer, valuesOf } from '../rows.ts';

export interface SentText {
  channel_id: number;
  text: string;
}

export interface RepeatRow {
  channel_id: number;
  post_id: number;
  at: string;
  /** On this channel. */
  published: boolean;
}

/** Of all channels together. */
const MAX_REPEATS = 40;

const bare = (text: string) => `btrim(${text}, E' \\t\\r\\n')`;

/** Posts that show one of these texts on its channel less than a day from `at`, or from now; the nearest first. */
export function findRepeats(db: Db, who: Viewer, texts: readonly SentText[], at: string | undefined) {
  return db.rows<RepeatRow>(
    `select t.channel_id, p.id as post_id, ${SHOWN_AT} as at, t.status = 'published' as published
     from (select coalesce($5::timestamptz, clock_now()) as planned) as asked
       join posts p on ${SHOWN_AT} > asked.planned - interval '1 day' and ${SHOWN_AT} < asked.planned + interval '1 day'
       join targets t on t.post_id = p.id and t.workspace_id = $1
       join json_to_recordset($4) as sent(channel_id bigint, text text) on sent.channel_id = t.channel_id
     where ${VISIBLE} and p.status <> 'draft' and t.status <> 'failed' and t.removed_at is null
       and ($3::bigint[] is null or t.channel_id = any($3))
       and ${bare('coalesce(t.content, p.content)')} = ${bare('sent.text')}
     order by abs(extract(epoch from ${SHOWN_AT} - asked.planned)), p.id limit ${MAX_REPEATS}`,
    [...valuesOf(who), JSON.stringify(texts), at ?? null],
  );
}
