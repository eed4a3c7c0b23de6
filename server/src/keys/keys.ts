/** Use cases of API keys: list, make, rotate, revoke. */
import type { Key, KeyIn, NewKey, RotationIn } from '@belfry/contract/key-routes.ts';
import { findMissing, nameAll, readChannels } from '../channels/lookup.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { recordEvent } from '../events/lookup.ts';
import { FARTHEST_YEARS, isTooFarAhead, toMoment } from '../moment.ts';
import { found, invalid, Problem } from '../problem.ts';
import { lockUser } from '../sessions/lookup.ts';
import type { Caller } from '../workspaces/roles.ts';
import { allow, may } from '../workspaces/roles.ts';
import { drawKey, hashKey, hintOf } from './key.ts';
import { presentKey } from './present.ts';
import type { Rights } from './rights.ts';
import { findExcess } from './rights.ts';
import type { KeyRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

const MOST_LISTED = 500;
/** Good keys of one person, over all workspaces. */
const MOST_KEYS = 200;
/** Hours for which a key goes on beside the one that replaces it. */
const OVERLAP = 24;
const UNLIMITED: Rights = { scopes: null, channelIds: null, expiresAt: null };

export async function listKeys({ db }: Pick<Ctx, 'db'>, who: Caller): Promise<Key[]> {
  allow(who, 'key.own');
  const userId = may(who, 'key.manage') ? null : who.userId;
  return (await store.listKeys(db, who.workspaceId, userId, MOST_LISTED)).map(presentKey);
}

/** Throws a 422 for rights that the key in use does not have itself. */
export async function createKey(ctx: Ctx, who: Caller, input: KeyIn): Promise<NewKey> {
  allow(who, 'key.own');
  return ctx.db.transaction(async (tx) => {
    const held = await lockRights(tx, who);
    const wanted: Rights = {
      scopes: input.scopes === undefined ? held.scopes : input.scopes,
      channelIds: input.channel_ids === undefined ? held.channelIds : input.channel_ids,
      expiresAt: input.expires_at === undefined ? held.expiresAt : readEnd(ctx, input.expires_at),
    };
    const excess = { ...(await findForeign(tx, who, input.channel_ids ?? [])), ...findExcess(wanted, held) };
    if (Object.keys(excess).length > 0) throw invalid(excess);
    const made = await saveKey(tx, who, { ...wanted, name: input.name, rotatedFrom: null });
    await tell(tx, who, 'key.created', made);
    return made;
  });
}

/** Also of the key in use; one with fewer rights than the key it rotates is refused. */
export async function rotateKey(ctx: Ctx, who: Caller, id: number, input: RotationIn): Promise<NewKey> {
  allow(who, 'key.own');
  return ctx.db.transaction(async (tx) => {
    const held = await lockRights(tx, who);
    const old = await lockVisible(tx, who, id);
    if (old.user_id !== who.userId) {
      throw new Problem('forbidden', { message: 'Only its member can rotate a key; you can revoke it.' });
    }
    if (old.replaced_by !== null) throw new Problem('key_replaced');
    if (old.ended) throw new Problem('key_ended');
    requireRights(rightsOf(old), held);
    const expiresAt = input.expires_at === undefined ? old.expires_at : readEnd(ctx, input.expires_at);
    const rights = { ...rightsOf(old), expiresAt };
    const excess = findExcess(rights, held);
    if (Object.keys(excess).length > 0) throw invalid(excess);
    const made = await saveKey(tx, who, { ...rights, name: old.name, rotatedFrom: old.id });
    await store.endKeyWithin(tx, who.workspaceId, old.id, input.overlap_hours ?? OVERLAP);
    await tell(tx, who, 'key.rotated', old, { replaced_by: made.id });
    return made;
  });
}

/** It is refused from the next request on, in every process. A key that has ended stays as it is. */
export async function revokeKey({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<void> {
  allow(who, 'key.own');
  await db.transaction(async (tx) => {
    const key = await lockVisible(tx, who, id);
    if (key.revoked_at !== null) return;
    await store.revokeKey(tx, who.workspaceId, id);
    await tell(tx, who, 'key.revoked', key);
  });
}

/** A key of somebody else is nothing to those who may not manage it. */
async function lockVisible(tx: Db, who: Caller, id: number): Promise<KeyRow> {
  const key = await store.lockKey(tx, who.workspaceId, id);
  return found(key, ({ user_id }) => user_id === who.userId || may(who, 'key.manage'));
}

/**
 * What the caller can pass on, read anew and locked: a key that is revoked in this very moment makes no other, and a
 * member who leaves has none.
 */
async function lockRights(tx: Db, who: Caller): Promise<Rights> {
  const isMember = await store.lockMember(tx, who.workspaceId, who.userId);
  if (!isMember) throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  if (who.keyId === null) return UNLIMITED;
  const key = await store.lockKey(tx, who.workspaceId, who.keyId);
  if (key === undefined || key.ended) {
    throw new Problem('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  }
  return rightsOf(key);
}

function rightsOf(key: KeyRow): Rights {
  return { scopes: key.scopes, channelIds: key.channel_ids, expiresAt: key.expires_at };
}

function requireRights(rights: Rights, held: Rights): void {
  if (Object.keys(findExcess(rights, held)).length === 0) return;
  throw new Problem('forbidden', {
    message: 'The key in use has fewer rights than this one, so it cannot rotate it.',
  });
}

function readEnd({ clock }: Pick<Ctx, 'clock'>, text: string | null): string | null {
  if (text === null) return null;
  const moment = toMoment(text) as string;
  const now = clock.now();
  if (new Date(moment) <= now) throw invalid({ expires_at: ['expires_at has passed already.'] });
  if (isTooFarAhead(moment, now)) {
    throw invalid({ expires_at: [`expires_at lies more than ${FARTHEST_YEARS} years ahead.`] });
  }
  return moment;
}

/** Sentences at channels that the workspace, or the caller, does not have. */
async function findForeign(tx: Db, who: Caller, ids: readonly number[]): Promise<Record<string, string[]>> {
  return findMissing(who, await readChannels(tx, who.workspaceId, ids), nameAll('channel_ids', ids));
}

async function saveKey(
  tx: Db,
  who: Caller,
  wanted: Rights & { name: string; rotatedFrom: number | null },
): Promise<NewKey> {
  // Two requests at once, in two workspaces, must not both find the last place.
  await lockUser(tx, who.userId);
  if ((await store.countKeys(tx, who.userId)) >= MOST_KEYS) throw new Problem('too_many_keys');
  const key = drawKey();
  const { workspaceId, userId, keyId: madeWith } = who;
  const about = { workspaceId, userId, madeWith, hash: hashKey(key) as Buffer, hint: hintOf(key) };
  const id = await store.insertKey(tx, { ...wanted, ...about });
  return { ...presentKey((await store.readKey(tx, workspaceId, id)) as KeyRow), key };
}

async function tell(
  tx: Db,
  { workspaceId, userId, keyId }: Caller,
  kind: string,
  { id, name, scopes }: Pick<KeyRow, 'id' | 'name' | 'scopes'>,
  more: object = {},
): Promise<void> {
  const data = { id, name, scopes, made_with: keyId, ...more };
  await recordEvent(tx, { workspaceId, userId, kind, data });
}
