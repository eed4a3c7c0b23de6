/** Signing in with the OpenID Connect provider, and a person's identities there. */
import type { Person } from '../../access/person.ts';
import type { Context } from '../../base/context.ts';
import { orNotFound, Problem } from '../../base/problem.ts';
import type { OpenIdSettings } from '../../config/index.ts';
import type { Tx } from '../../db/database.ts';
import { acceptByIdentity, admit } from '../../workspaces/index.ts';
import { markVerified } from '../addresses/store.ts';
import { beginSession, type Origin, renewSession } from '../begin.ts';
import { lockUser, recordUserEvent } from '../store.ts';
import { requireFullProof } from '../two-factor/two-factor.ts';
import { requireAnotherWayIn } from '../ways.ts';
import type { Claims } from './claims.ts';
import { beginFlow, type Flow, redeem, resumeFlow } from './flow.ts';
import type { Provider } from './provider.ts';
import {
  deleteIdentity,
  findVerifiedUser,
  type IdentifiedUser,
  insertIdentity,
  useIdentity,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;
type Headers = Record<string, string>;

export function beginOpenId(
  ctx: Ctx,
  provider: Provider | undefined,
  input: { return_to?: string; invitation?: string },
): Promise<{ url: string; headers: Headers }> {
  return beginFlow(ctx, requireProvider(provider), input);
}

/** The provider signs people in without our password and code, so this requires both. */
export async function beginIdentity(
  ctx: Ctx,
  provider: Provider | undefined,
  who: Person,
  { password, code, ...input }: { return_to?: string; password?: string; code?: string },
  origin: Origin,
): Promise<{ url: string; headers: Headers }> {
  const ready = requireProvider(provider);
  const proof = { ...(password !== undefined && { password }), ...(code !== undefined && { code }) };
  await requireFullProof(ctx, who, proof, origin);
  return beginFlow(ctx, ready, { ...input, sessionId: who.sessionId });
}

/** Answers the path to redirect the browser to, and the headers. After a refusal, the path has the error's code. */
export async function finishOpenId(
  ctx: Ctx,
  provider: Provider | undefined,
  params: Record<string, string>,
  person: Person | undefined,
  origin: Origin,
): Promise<{ path: string; headers: Headers }> {
  let errorPath = '/sign-in';
  try {
    const ready = requireProvider(provider);
    const { flow, checks } = await resumeFlow(ctx, params, origin);
    if (flow.sessionId !== null) errorPath = flow.returnTo;
    const claims = await redeem(ctx, ready, params, checks);
    return { path: flow.returnTo, headers: await finishFlow(ctx, ready, flow, claims, person, origin) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { path: withError(ctx.config.publicUrl, errorPath, error.code), headers: {} };
  }
}

function finishFlow(
  ctx: Ctx,
  provider: Provider,
  { sessionId, invitation }: Flow,
  claims: Claims,
  person: Person | undefined,
  origin: Origin,
): Promise<Headers> {
  return ctx.db.transaction(async (tx) => {
    if (sessionId !== null) {
      if (person?.sessionId !== sessionId) throw new Problem('openid_over');
      return addIdentity(tx, ctx, person, claims);
    }
    const user = await findOrAdmit(tx, provider, claims, invitation);
    return (await beginSession(tx, ctx, user.id, origin)).headers;
  });
}

async function addIdentity(tx: Tx, ctx: Ctx, who: Person, claims: Claims): Promise<Headers> {
  const known = await useIdentity(tx, claims.issuer, claims.subject);
  if (known === undefined) await link(tx, who.userId, claims);
  else if (known.id !== who.userId) throw new Problem('identity_taken');
  await markProvedAddress(tx, who.userId, claims);
  return renewSession(tx, ctx, who.sessionId);
}

/** Throws the same `openid_unknown` whether or not a user has the address, so that it does not reveal this. */
async function findOrAdmit(
  tx: Tx,
  { settings }: Provider,
  claims: Claims,
  invitation: string | undefined,
): Promise<IdentifiedUser> {
  const known = await useIdentity(tx, claims.issuer, claims.subject);
  if (invitation !== undefined) {
    const newcomer = { token: invitation, name: nameOf(claims), verifiedEmail: verifiedEmailOf(claims) };
    const user = await acceptByIdentity(tx, known, newcomer);
    if (known === undefined) await link(tx, user.id, claims);
    return user;
  }
  if (known !== undefined) {
    await markProvedAddress(tx, known.id, claims);
    return known;
  }
  const { user, by } = (await admitByRule(tx, settings, claims)) ?? {};
  if (user === undefined) throw new Problem('openid_unknown');
  await link(tx, user.id, claims, by);
  return user;
}

/** The address, if the provider verified it. */
function verifiedEmailOf({ email, isVerified }: Claims): string | null {
  return isVerified ? email : null;
}

async function markProvedAddress(tx: Tx, userId: number, claims: Claims): Promise<void> {
  const email = verifiedEmailOf(claims);
  if (email !== null) await markVerified(tx, email, userId);
}

/**
 * Applies the operator's rules to an address that the provider verified. An existing user is signed in only if they
 * proved the same address here. A user who has it without proof loses it to the new user.
 */
async function admitByRule(
  tx: Tx,
  { linkByEmail, join }: OpenIdSettings,
  claims: Claims,
): Promise<{ user: IdentifiedUser; by?: 'email' } | undefined> {
  const email = verifiedEmailOf(claims);
  if (email === null) return undefined;
  const owner = await findVerifiedUser(tx, email);
  if (owner !== undefined) return linkByEmail ? { user: owner, by: 'email' } : undefined;
  const user = join && (await admit(tx, join, { name: nameOf(claims), email }));
  return user && { user };
}

/** Without a name, uses the local part of the address, or else the subject. */
function nameOf({ name, email, subject }: Claims): string {
  return name || (email?.split('@')[0] ?? subject).slice(0, 100);
}

/** `by`: the operator's rule linked the identity by its address, not a session of the person. */
async function link(tx: Tx, userId: number, claims: Claims, by?: 'email'): Promise<void> {
  await lockUser(tx, userId);
  const id = await insertIdentity(tx, { ...claims, userId });
  // Another request has just linked this identity to another user.
  if (id === undefined) throw new Problem('openid_over');
  await recordUserEvent(tx, userId, 'identity.added', {
    identity_id: id,
    issuer: claims.issuer,
    ...(by && { by }),
  });
}

/** Answers the headers of a new cookie. Throws `not_found` also for another person's identity. */
export async function removeIdentity(ctx: Ctx, who: Person, id: number): Promise<Headers> {
  return ctx.db.transaction(async (tx) => {
    const issuer = orNotFound(
      await requireAnotherWayIn(tx, ctx.config, who.userId, () => deleteIdentity(tx, who.userId, id)),
    );
    await recordUserEvent(tx, who.userId, 'identity.removed', { identity_id: id, issuer });
    return renewSession(tx, ctx, who.sessionId);
  });
}

function requireProvider(provider: Provider | undefined): Provider {
  if (provider === undefined) throw new Problem('openid_missing');
  return provider;
}

export function withError(publicUrl: string, path: string, code: string): string {
  const url = new URL(publicUrl + path);
  url.searchParams.set('error', code);
  return url.pathname + url.search + url.hash;
}
