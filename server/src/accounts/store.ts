import type { EventData, EventKind } from '@belfry/contract/event-kinds.ts';
import type { Role } from '@belfry/contract/roles.ts';
import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../db/database.ts';
import { eventSql } from '../events/index.ts';

/** A session ends after 14 days without use, and after 90 days in any case. */
const IS_ACTIVE =
  "s.last_used_at > clock_now() - interval '14 days' and s.created_at > clock_now() - interval '90 days'";

/** An event that concerns a person, not a workspace. It is recorded in each workspace of the person. */
const INTO_EVENTS = `insert into events (workspace_id, user_id, kind, data)
  select m.workspace_id, m.user_id, `;

/** Reads `ended (id, user_id)`. */
const ENDED = `${INTO_EVENTS} ${eventSql('session.ended', { session_id: 'e.id' })}
  from ended e join members m on m.user_id = e.user_id`;

/** A replaced token works for this long, because requests in flight still have it. */
const OVERLAP = "interval '30 seconds'";

interface SessionOfPerson {
  id: number;
  /** The session needs a new token, and this request came with the current one. */
  outdated: boolean;
  user_id: number;
  name: string;
  email: string | null;
}

interface Membership {
  workspace_id: number;
  role: Role;
  channel_ids: number[] | null;
  time_zone: string;
  requires_approval: boolean;
}

/** Without a membership, all its columns are null. */
export type SessionRow = SessionOfPerson & (Membership | Record<keyof Membership, null>);
/** The session of a member. */
export type MemberSessionRow = SessionOfPerson & Membership;

/** The workspace that a request names. */
export interface NamedWorkspace {
  /** Null: the request names none. */
  workspaceId: number | null;
  /** Whether requests that name none act in this workspace from now on. */
  isRemembered: boolean;
}

/**
 * The person of a session, with their rights now: in the named workspace, or else in the one they selected last, or else
 * in their first. Stores the time of use at most once a minute.
 */
export async function findSession(db: Db, hash: Buffer, { workspaceId, isRemembered }: NamedWorkspace) {
  return db.row<SessionRow>(
    `with session as (
       select s.id, s.outdated and s.token_hash = $1 as outdated, s.user_id, s.last_used_at, u.name, u.email,
         u.last_workspace_id
       from sessions s join users u on u.id = s.user_id
       where (s.token_hash = $1 or (s.former_hash = $1 and s.former_until > clock_now())) and ${IS_ACTIVE}
     ), chosen as (
       select m.workspace_id, m.role, to_jsonb(m.channel_ids) as channel_ids, w.time_zone, w.requires_approval
       from session s
       join members m on m.user_id = s.user_id
       join workspaces w on w.id = m.workspace_id
       where $2::bigint is null or m.workspace_id = $2
       order by m.workspace_id is not distinct from s.last_workspace_id desc, m.created_at, m.workspace_id
       limit 1
     ), used as (
       update sessions set last_used_at = clock_now()
       where id = (select id from session where last_used_at < clock_now() - interval '1 minute')
     ), remembered as (
       update users u set last_workspace_id = c.workspace_id
       from session s, chosen c
       where u.id = s.user_id and $3 and $2 is not null and u.last_workspace_id is distinct from c.workspace_id
     )
     select s.id, s.outdated, s.user_id, s.name, s.email, c.workspace_id, c.role, c.channel_ids, c.time_zone,
       c.requires_approval
     from session s left join chosen c on true`,
    [hash, workspaceId, isRemembered],
  );
}

/** The rights now of the sessions in `asked (n, workspace_id, by, hash)`, without sessions that have no rights. */
export const RIGHTS_OF_SESSIONS = `
  select a.n, m.role, null::text[] as scopes, null::json as key_channel_ids, to_json(m.channel_ids) as member_channel_ids
  from asked a
  join sessions s on s.token_hash = a.hash or (s.former_hash = a.hash and s.former_until > clock_now())
  join members m on m.workspace_id = a.workspace_id and m.user_id = s.user_id
  where a.by = 'session' and ${IS_ACTIVE}`;

/** Stores the time of use, as findSession does. Skips sessions that another transaction has locked. */
export const USE_SESSIONS = `
  update sessions set last_used_at = clock_now() where id in (
    select s.id from sessions s join asked a on a.by = 'session' and a.hash = s.token_hash
    where s.last_used_at < clock_now() - interval '1 minute' and ${IS_ACTIVE} for no key update of s skip locked)`;

/** The user agent without its versions, which change every few weeks. A person's first device does not count as new. */
const DEVICE = `sha256(convert_to(regexp_replace($4, '[0-9._]+', '', 'g'), 'UTF8'))`;

export async function insertSession(
  tx: Tx,
  session: { userId: number; hash: Buffer; address: string; userAgent: string },
): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `with begun as (
       insert into sessions (user_id, token_hash, address, user_agent) values ($1, $2, $3, $4) returning id
     ), device as (
       insert into devices as d (user_id, hash) values ($1, ${DEVICE})
       on conflict (user_id, hash) do update set seen_at = clock_now()
       returning not exists (select from devices k where k.user_id = d.user_id and k.hash = d.hash)
         and exists (select from devices k where k.user_id = d.user_id) as is_new
     ), recorded as (
       ${INTO_EVENTS} ${eventSql('session.begun', { session_id: 'b.id' })}
         || case when d.is_new then '{"new_device": true}' else '{}' end::jsonb
       from begun b join members m on m.user_id = $1, device d
     )
     select id from begun`,
    [session.userId, session.hash, session.address, session.userAgent],
  );
  if (row === undefined) throw new Error('the session was not stored');
  return row.id;
}

/** Earlier tokens stop working at once. */
export async function replaceToken(tx: Tx, id: number, hash: Buffer): Promise<void> {
  await tx.rows('update sessions set token_hash = $2, outdated = false, former_hash = null where id = $1', [
    id,
    hash,
  ]);
}

/** Call this in the transaction that changes the person's rights. The next answers set new cookies. */
export async function markOutdated(tx: Tx, userId: number): Promise<void> {
  await tx.rows('update sessions set outdated = true where user_id = $1', [userId]);
}

/** False if another request has just replaced it. */
export async function replaceOutdated(db: Db, former: Buffer, hash: Buffer): Promise<boolean> {
  const row = await db.row(
    `update sessions set token_hash = $2, outdated = false, former_hash = token_hash,
       former_until = clock_now() + ${OVERLAP}
     where token_hash = $1 and outdated returning 1`,
    [former, hash],
  );
  return row !== undefined;
}

/** Also accepts the former token, so that a stolen session ends too. */
export async function deleteSessionByToken(tx: Tx, hash: Buffer): Promise<void> {
  await tx.rows(
    `with ended as (delete from sessions where token_hash = $1 or former_hash = $1 returning id, user_id)
     ${ENDED}`,
    [hash],
  );
}

/** Ends all sessions of a user except the `keep` most recently used. */
export async function endLeastRecentlyUsed(tx: Tx, userId: number, keep: number): Promise<void> {
  await tx.rows(
    `with ended as (
       delete from sessions where id in (
         select id from sessions where user_id = $1 order by last_used_at desc, id desc offset $2)
       returning id, user_id)
     ${ENDED}`,
    [userId, keep],
  );
}

/** Deletes the user's session `only`, or all their sessions, and never `except`. Answers their number. */
export async function deleteSessions(
  db: Db,
  userId: number,
  { only = null, except = null }: { only?: number | null; except?: number | null },
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `with ended as (
       delete from sessions
       where user_id = $1 and ($2::bigint is null or id = $2) and id is distinct from $3::bigint
       returning id, user_id
     ), recorded as (${ENDED})
     select count(*) from ended`,
    [userId, only, except],
  );
  return row?.count ?? 0;
}

export type ListedSession = Omit<DataOf<'listSessions'>[number], 'current'>;

export async function listSessionsOf(db: Db, userId: number) {
  return db.rows<ListedSession>(
    `select s.id, s.created_at, s.last_used_at, s.user_agent, s.address
     from sessions s where s.user_id = $1 and ${IS_ACTIVE}
     order by s.last_used_at desc, s.id desc`,
    [userId],
  );
}

export async function deleteEndedSessions(db: Db): Promise<void> {
  await db.rows(`delete from sessions s where not (${IS_ACTIVE})`);
  await db.rows("delete from devices where seen_at < clock_now() - interval '1 year'");
}

export interface UserRow {
  id: number;
  name: string;
  email: string | null;
  password_hash: string;
}

/** The user who has the address, if any, then the newest of the users who lost it. At most two. */
export async function findUsersByAddress(db: Db, email: string) {
  return db.rows<UserRow>(
    `select id, name, email, password_hash from users
     where lower(email) = lower($1) or lower(lost_email) = lower($1) order by email is null, id desc limit 2`,
    [email],
  );
}

export async function readUser(db: Db, userId: number) {
  return db.row<UserRow>('select id, name, email, password_hash from users where id = $1', [userId]);
}

/** Whether the session began within the last ten minutes. */
export async function isFresh(db: Db, sessionId: number): Promise<boolean> {
  const row = await db.row(
    "select 1 from sessions where id = $1 and created_at > clock_now() - interval '10 minutes'",
    [sessionId],
  );
  return row !== undefined;
}

/** Locks the user. False if their password has changed since. */
export async function lockPassword(tx: Tx, { id, password_hash }: UserRow): Promise<boolean> {
  const row = await tx.row('select 1 from users where id = $1 and password_hash = $2 for update', [
    id,
    password_hash,
  ]);
  return row !== undefined;
}

/** Also deletes an unconfirmed change of address, because an attacker may have requested it. */
export async function savePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx.rows(
    `with cancelled as (delete from email_changes where user_id = $1)
     update users set password_hash = $2 where id = $1`,
    [userId, passwordHash],
  );
}

/** Records a change that a person made to their own user. `data` must not contain a secret. */
export async function recordUserEvent<Kind extends EventKind>(
  tx: Tx,
  userId: number,
  kind: Kind,
  data: EventData[Kind],
): Promise<void> {
  await tx.rows(`${INTO_EVENTS} $2, $3 from members m where m.user_id = $1`, [userId, kind, data]);
}

/**
 * Until the transaction ends, no other transaction can add or remove a way in of this person, or anything that has a
 * limit for each person. The person can still sign in.
 */
export async function lockUser(tx: Tx, userId: number): Promise<void> {
  await tx.rows('select 1 from users where id = $1 for no key update', [userId]);
}

/** Counts the person's ways in: their password, their passkeys, and their identities at the provider `issuer`. */
export async function countWaysIn(tx: Tx, userId: number, issuer: string | null): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `select (select count(*) from users where id = $1 and password_hash <> '')
       + (select count(*) from passkeys where user_id = $1)
       + (select count(*) from identities where user_id = $1 and issuer = $2) as count`,
    [userId, issuer],
  );
  return row?.count ?? 0;
}
