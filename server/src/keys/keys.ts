/** Use cases of API keys: list, create, rotate, revoke. */
import { detail } from '@belfry/contract/details.ts';
import type { Key, KeyIn, NewKey, RotationIn } from '@belfry/contract/keys.ts';
import { allow, type Caller, may } from '../access/roles.ts';
import { lockUser } from '../accounts/index.ts';
import type { Context } from '../base/context.ts';
import { invalid, orNotFound, Problem } from '../base/problem.ts';
import { findMissing, nameAll, readChannels } from '../channels/index.ts';
import type { Tx } from '../db/database.ts';
import { recordEvent } from '../events/index.ts';
import { FARTHEST_YEARS, isTooFarAhead, toMoment } from '../text/moment.ts';
import { generateKey, storedOf } from './key.ts';
import { presentKey } from './present.ts';
import { findExcess, type Rights } from './rights.ts';
import type { KeyRow } from './store.ts';
import * as store from './store.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

const MAX_LISTED = 500;
/** Valid keys of one person, over all workspaces. */
const MAX_KEYS = 200;
/** Hours for which a rotated key still works beside the new one, unless the request sets another number. */
const OVERLAP_HOURS = 24;
const UNLIMITED: Rights = { scopes: null, channelIds: null, expiresAt: null };

export async function listKeys({ db }: Pick<Ctx, 'db'>, who: Caller): Promise<Key[]> {
  allow(who, 'key.own');
  const userId = may(who, 'key.manage') ? null : who.userId;
  return (await store.listKeys(db, who.workspaceId, userId, MAX_LISTED)).map(presentKey);
}

/** Throws a 422 for rights that the key in use does not have. */
export async function createKey(ctx: Ctx, who: Caller, input: KeyIn): Promise<NewKey> {
  allow(who, 'key.own');
  return ctx.db.transaction(async (tx) => {
    const own = await lockOwnRights(tx, who);
    const requested: Rights = {
      scopes: input.scopes === undefined ? own.scopes : input.scopes,
      channelIds: input.channel_ids === undefined ? own.channelIds : input.channel_ids,
      expiresAt: input.expires_at === undefined ? own.expiresAt : parseExpiry(ctx, input.expires_at),
    };
    const excess = findExcess(requested, own);
    const ids = input.channel_ids ?? [];
    const channels = await readChannels(tx, who.workspaceId, ids);
    const unknown = findMissing(who, channels, nameAll('channel_ids', ids));
    // A channel that is missing is not named twice.
    const missing = unknown.filter(({ field }) => excess.every((each) => each.field !== field));
    if (missing.length + excess.length > 0) throw invalid([...missing, ...excess]);
    const created = await saveKey(tx, who, { ...requested, name: input.name, rotatedFrom: null });
    await recordEvent(tx, 'key.created', { ...who, data: describeKey(who, created) });
    return created;
  });
}

/** A key can rotate itself. A key with fewer rights than the key it would rotate is refused. */
export async function rotateKey(ctx: Ctx, who: Caller, id: number, input: RotationIn): Promise<NewKey> {
  allow(who, 'key.own');
  return ctx.db.transaction(async (tx) => {
    const own = await lockOwnRights(tx, who);
    const old = await lockVisible(tx, who, id);
    if (old.user_id !== who.userId) {
      throw new Problem('forbidden', {
        message: 'Only the member who owns this key can rotate it. You can revoke it.',
      });
    }
    if (old.replaced_by !== null) throw new Problem('key_replaced');
    if (old.ended) throw new Problem('key_ended');
    requireNoExcess(rightsOf(old), own);
    const expiresAt = input.expires_at === undefined ? old.expires_at : parseExpiry(ctx, input.expires_at);
    const rights = { ...rightsOf(old), expiresAt };
    const excess = findExcess(rights, own);
    if (excess.length > 0) throw invalid(excess);
    const created = await saveKey(tx, who, { ...rights, name: old.name, rotatedFrom: old.id });
    await store.expireKeyWithin(tx, who.workspaceId, old.id, input.overlap_hours ?? OVERLAP_HOURS);
    const data = { ...describeKey(who, old), replaced_by: created.id };
    await recordEvent(tx, 'key.rotated', { ...who, data });
    return created;
  });
}

/** Every process refuses the key from the next request on. A key that is revoked already stays as it is. */
export async function revokeKey({ db }: Pick<Ctx, 'db'>, who: Caller, id: number): Promise<void> {
  allow(who, 'key.own');
  await db.transaction(async (tx) => {
    const key = await lockVisible(tx, who, id);
    if (key.revoked_at !== null) return;
    await store.revokeKey(tx, who.workspaceId, id);
    await recordEvent(tx, 'key.revoked', { ...who, data: describeKey(who, key) });
  });
}

/** Throws `not_found` also for another person's key, unless the caller may manage keys. */
async function lockVisible(tx: Tx, who: Caller, id: number): Promise<KeyRow> {
  const key = await store.lockKey(tx, who.workspaceId, id);
  return orNotFound(key, ({ user_id }) => user_id === who.userId || may(who, 'key.manage'));
}

/**
 * The rights that the caller can pass on. Locks and reads them again, so that a key cannot create another while it is
 * revoked, and a member cannot create a key while they leave.
 */
async function lockOwnRights(tx: Tx, who: Caller): Promise<Rights> {
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

function requireNoExcess(rights: Rights, own: Rights): void {
  if (findExcess(rights, own).length === 0) return;
  throw new Problem('forbidden', {
    message: 'The key in use has fewer rights than this key, so it cannot rotate it.',
  });
}

function parseExpiry({ clock }: Pick<Ctx, 'clock'>, text: string | null): string | null {
  if (text === null) return null;
  const moment = toMoment(text) as string;
  const now = clock.now();
  if (new Date(moment) <= now) throw invalid([detail('expires_at', 'in_past')]);
  if (isTooFarAhead(moment, now)) throw invalid([detail('expires_at', 'too_far', { years: FARTHEST_YEARS })]);
  return moment;
}

async function saveKey(
  tx: Tx,
  who: Caller,
  requested: Rights & { name: string; rotatedFrom: number | null },
): Promise<NewKey> {
  // Without this lock, two requests in two workspaces could both create the last key that the limit allows.
  await lockUser(tx, who.userId);
  if ((await store.countKeys(tx, who.userId)) >= MAX_KEYS) throw new Problem('too_many_keys');
  const key = generateKey();
  const { workspaceId, userId, keyId: madeWith } = who;
  const about = { workspaceId, userId, madeWith, ...storedOf(key) };
  const id = await store.insertKey(tx, { ...requested, ...about });
  return { ...presentKey((await store.readKey(tx, workspaceId, id)) as KeyRow), key };
}

/** For an event about the key. */
function describeKey({ keyId }: Caller, { id, name, scopes }: Pick<KeyRow, 'id' | 'name' | 'scopes'>) {
  return { id, name, scopes, made_with: keyId };
}
