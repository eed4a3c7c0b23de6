/** All SQL of the streams: reads events and current rights, each for many streams at once. */
import type { Credential } from '../access/credential.ts';
import { type Caller, intersectChannels } from '../access/roles.ts';
import { RIGHTS_OF_SESSIONS, USE_SESSIONS } from '../accounts/index.ts';
import type { Db } from '../db/database.ts';
import { type EventRow, SEALED } from '../events/index.ts';
import { RIGHTS_OF_KEYS, type RightsRow } from '../keys/index.ts';

export interface StreamedRow extends Omit<EventRow, 'data'> {
  /** Index of the position in the list of positions. */
  position: number;
  /** Number of events after the position, counted up to one more than the limit. */
  found: number;
  /** As JSON. */
  data: string;
  /** Channels that the event concerns. Null: it concerns none, or the position is not limited. */
  channel_ids: number[] | null;
}

// The same condition as in `withinChannels`, as a list of channels.
const CONCERNED = `case
  when not p.is_limited then null
  when e.channel_id is not null then to_json(array[e.channel_id])
  when e.post_id is not null then to_json(array(
    select t.channel_id from targets t where t.workspace_id = e.workspace_id and t.post_id = e.post_id
    union select o.channel_id from events o where o.workspace_id = e.workspace_id and o.post_id = e.post_id
      and o.channel_id is not null)) end`;

/** Reads the next events after each position, at most `events` and about `bytes` of data, but at least one event. */
export async function readEvents(
  db: Db,
  positions: readonly { workspaceId: number; after: number; isLimited: boolean }[],
  { events, bytes }: { events: number; bytes: number },
) {
  return db.rows<StreamedRow>(
    `select p.n::int - 1 as position, e.found, e.id, e.workspace_id, e.kind, e.at, e.user_id, e.post_id, e.target_id,
       e.channel_id, e.seq, e.hash, e.data::text as data, u.name as user_name, ${CONCERNED} as channel_ids
     from unnest($1::bigint[], $2::bigint[], $3::boolean[]) with ordinality as p(workspace_id, after, is_limited, n)
     cross join lateral (
       select e.*, count(*) over () as found, row_number() over (order by e.seq) as nth,
         sum(octet_length(e.data::text)) over (order by e.seq) - octet_length(e.data::text) as bytes_before
       from (select ${SEALED} from events e where e.workspace_id = p.workspace_id and e.seq > p.after
         and e.seq is not null order by e.seq limit $4 + 1) e) e
     left join users u on u.id = e.user_id
     where e.nth <= $4 and e.bytes_before < $5
     order by p.n, e.seq`,
    [
      positions.map(({ workspaceId }) => workspaceId),
      positions.map(({ after }) => after),
      positions.map(({ isLimited }) => isLimited),
      events,
      bytes,
    ],
  );
}

/** The current rights of each key or session, by its index in the list. Those that have ended are missing. */
export async function listRights(
  db: Db,
  asked: readonly ({ workspaceId: number } & Credential)[],
): Promise<Map<number, Pick<Caller, 'role' | 'scopes' | 'channelIds'>>> {
  const rows = await db.rows<RightsRow>(
    `with asked as (
       select n::int - 1 as n, workspace_id, by, decode(hash, 'hex') as hash
       from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as a(workspace_id, by, hash, n)),
     used as (${USE_SESSIONS})
     ${RIGHTS_OF_KEYS} union all ${RIGHTS_OF_SESSIONS}`,
    [
      asked.map(({ workspaceId }) => workspaceId),
      asked.map(({ by }) => by),
      asked.map(({ hash }) => hash.toString('hex')),
    ],
  );
  return new Map(
    rows.map(({ n, role, scopes, key_channel_ids, member_channel_ids }) => [
      n,
      { role, scopes, channelIds: intersectChannels(member_channel_ids, key_channel_ids) },
    ]),
  );
}
