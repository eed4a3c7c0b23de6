/** Signing in and out, and a person's own sessions and password. */
import type { BodyOf, DataOf } from '@belfry/contract/routes.ts';
import type { Person } from '../access/person.ts';
import type { Context } from '../base/context.ts';
import { orNotFound, Problem } from '../base/problem.ts';
import type { Db, Tx } from '../db/database.ts';
import { deleteOldChanges } from './addresses/store.ts';
import { passAttempt, undoAttempt } from './attempts/attempts.ts';
import { deleteOldAttempts } from './attempts/store.ts';
import { beginSession, endSessionsOf, type Origin, renewSession } from './begin.ts';
import { readDevice, rememberDevice } from './device.ts';
import { listMemberships, readLastWorkspace } from './memberships/store.ts';
import { deleteOldFlows } from './openid/store.ts';
import { deleteOldChallenges } from './passkeys/store.ts';
import { hashPassword } from './password.ts';
import { findOwnUser } from './profile/store.ts';
import { attemptOf, requireProof, verifyCredentials } from './proof.ts';
import type { UserRow } from './store.ts';
import {
  deleteEndedSessions,
  deleteSessions,
  listSessionsOf,
  lockPassword,
  recordUserEvent,
  savePassword,
} from './store.ts';
import { checkSecondFactor } from './two-factor/two-factor.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

/** Throws `sign_in_refused` for an unknown address and for a wrong password, after the same work. */
export async function signIn(ctx: Ctx, input: BodyOf<'signIn'>, origin: Origin) {
  const { email } = input;
  const known = readDevice(ctx, email, origin.headers);
  const attempt = { email, address: origin.address, known };
  const user = await verifyCredentials(ctx.db, attempt, input.password);
  if (user === undefined) throw new Problem('sign_in_refused');
  const signedIn = await ctx.db.transaction(async (tx) => {
    // The password may have changed while we verified it.
    if (!(await lockPassword(tx, user))) throw new Problem('sign_in_refused');
    const outcome = await checkSecondFactor(tx, ctx, user.id, input.code);
    if (outcome === 'wrong') throw new Problem('code_refused');
    if (outcome === 'missing') return undefined;
    await passAttempt(tx, attempt);
    return beginUserSession(tx, ctx, user, origin, email);
  });
  if (signedIn !== undefined) return signedIn;
  await undoAttempt(ctx.db, attempt);
  throw new Problem('code_required');
}

/** Begins a session of an authenticated user. Answers the same as {@link signIn}. `email`: the address they entered. */
export async function beginUserSession(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'vault'>,
  user: Pick<UserRow, 'id' | 'email'>,
  origin: Origin,
  email = user.email,
) {
  const { id, headers } = await beginSession(tx, ctx, user.id, origin);
  const device = email === null ? [] : rememberDevice(ctx, email, origin.headers);
  const cookies = [headers['set-cookie'] ?? [], device].flat();
  return {
    headers: { ...headers, 'set-cookie': cookies },
    self: await describeSelf(tx, {
      userId: user.id,
      sessionId: id,
      workspaceId: await readLastWorkspace(tx, user.id),
    }),
  };
}

export async function describeSelf(
  db: Db,
  who: Pick<Person, 'userId' | 'sessionId' | 'workspaceId'>,
): Promise<DataOf<'getSession'>> {
  const user = await findOwnUser(db, who.userId);
  if (user === undefined) throw new Problem('unauthenticated');
  return {
    user,
    session: { id: who.sessionId },
    workspaces: await listMemberships(db, who.userId),
    workspace_id: who.workspaceId,
  };
}

export async function listOwnSessions(ctx: Pick<Context, 'db'>, who: Person) {
  const sessions = await listSessionsOf(ctx.db, who.userId);
  return sessions.map((session) => ({ ...session, current: session.id === who.sessionId }));
}

/** Throws `not_found` also for another person's session. */
export async function endOwnSession(ctx: Pick<Context, 'db'>, who: Person, id: number): Promise<void> {
  orNotFound((await deleteSessions(ctx.db, who.userId, { only: id })) > 0);
}

/** Also sets a first password. Ends every other session. Answers the headers of a new cookie. */
export async function changePassword(
  ctx: Ctx,
  who: Person,
  input: { current?: string; password: string },
  { address }: Origin,
): Promise<Record<string, string>> {
  const attempt = attemptOf(who, address);
  const user = await requireProof(ctx.db, who, attempt, input.current, 'current');
  const passwordHash = await hashPassword(input.password);
  return ctx.db.transaction(async (tx) => {
    if (!(await lockPassword(tx, user))) throw new Problem('sign_in_refused');
    await savePassword(tx, who.userId, passwordHash);
    await passAttempt(tx, attempt);
    await endSessionsOf(tx, who.userId, who.sessionId);
    await recordUserEvent(tx, who.userId, 'password.changed', {});
    return renewSession(tx, ctx, who.sessionId);
  });
}

/** Also deletes old attempts, challenges, flows and changes of address. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await deleteEndedSessions(db);
  await deleteOldAttempts(db);
  await deleteOldChallenges(db);
  await deleteOldFlows(db);
  await deleteOldChanges(db);
}
