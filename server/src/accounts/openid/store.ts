import type { DataOf } from '@belfry/contract/routes.ts';
import type { Db, Tx } from '../../db/database.ts';

export interface NewFlow {
  stateHash: Buffer;
  browserHash: Buffer;
  /** The session that adds an identity. Null: this is a sign-in. */
  sessionId: number | null;
  sealed: Buffer;
}

export async function saveFlow(db: Db, flow: NewFlow): Promise<void> {
  await db.rows(
    `insert into openid_flows (state_hash, browser_hash, session_id, sealed, expires_at)
     values ($1, $2, $3, $4, clock_now() + interval '10 minutes')`,
    [flow.stateHash, flow.browserHash, flow.sessionId, flow.sealed],
  );
}

export interface FlowRow {
  session_id: number | null;
  sealed: Buffer;
}

/** Deletes the flow, so that it works once, and only in the browser that began it. */
export async function consumeFlow(db: Db, stateHash: Buffer, browserHash: Buffer) {
  return db.row<FlowRow>(
    `delete from openid_flows where state_hash = $1 and browser_hash = $2 and expires_at > clock_now()
     returning session_id, sealed`,
    [stateHash, browserHash],
  );
}

export async function deleteOldFlows(db: Db): Promise<void> {
  await db.rows('delete from openid_flows where expires_at < clock_now()');
}

export interface IdentifiedUser {
  id: number;
  name: string;
  email: string | null;
}

/** Finds the user with this identity, and stores the time of use. */
export async function useIdentity(tx: Tx, issuer: string, subject: string) {
  return tx.row<IdentifiedUser>(
    `update identities i set last_used_at = clock_now() from users u
     where i.issuer = $1 and i.subject = $2 and u.id = i.user_id returning u.id, u.name, u.email`,
    [issuer, subject],
  );
}

export interface NewIdentity {
  userId: number;
  issuer: string;
  subject: string;
  email: string | null;
}

/** Answers the id. Undefined if a user already has this identity. */
export async function insertIdentity(tx: Tx, identity: NewIdentity): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `insert into identities (user_id, issuer, subject, email) values ($1, $2, $3, $4)
     on conflict (issuer, subject) do nothing returning id`,
    [identity.userId, identity.issuer, identity.subject, identity.email],
  );
  return row?.id;
}

export type ListedIdentity = DataOf<'listIdentities'>[number];

export async function listIdentities(db: Db, userId: number) {
  return db.rows<ListedIdentity>(
    `select id, issuer, email, created_at, last_used_at from identities where user_id = $1 order by id desc`,
    [userId],
  );
}

export async function deleteIdentity(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const row = await tx.row<{ issuer: string }>(
    'delete from identities where user_id = $1 and id = $2 returning issuer',
    [userId, id],
  );
  return row?.issuer;
}

/** The user who proved this address. It must be equal by ASCII too: the Kelvin sign “K” in lower case is “k”. */
export async function findVerifiedUser(tx: Tx, email: string) {
  return tx.row<IdentifiedUser>(
    `select id, name, email from users where lower(email) = lower($1)
       and lower(email collate "C") = lower($1 collate "C") and email_verified_at is not null`,
    [email],
  );
}
