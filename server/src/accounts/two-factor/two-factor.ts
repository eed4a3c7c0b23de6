/** Two-factor authentication: a first code confirms it, and a code turns it off. */
import { detail } from '@belfry/contract/details.ts';
import type { Person } from '../../access/person.ts';
import type { Context } from '../../base/context.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { Tx } from '../../db/database.ts';
import { beginAttempt, passAttempt, undoAttempt } from '../attempts/attempts.ts';
import { type Origin, renewSession } from '../begin.ts';
import { attemptOf, requireProof } from '../proof.ts';
import { recordUserEvent } from '../store.ts';
import { describeSeed, findStep, generateRecoveryCodes, generateSeed, hashRecoveryCode } from './codes.ts';
import type { Factor } from './store.ts';
import {
  confirmFactor,
  consumeRecoveryCode,
  consumeStep,
  deleteFactor,
  lockFactor,
  saveSeed,
} from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

/** Two-factor authentication is not on before {@link confirmTwoFactor}. */
export async function beginTwoFactor(
  ctx: Ctx,
  who: Person,
  password: string | undefined,
  { address }: Origin,
) {
  const attempt = attemptOf(who, address);
  await requireProof(ctx.db, who, attempt, password);
  const seed = generateSeed();
  const sealed = ctx.vault.seal({ seed }, placeOf(who.userId));
  await ctx.db.transaction(async (tx) => {
    await passAttempt(tx, attempt);
    if (!(await saveSeed(tx, who.userId, sealed))) throw new Problem('two_factor_active');
  });
  return { secret: seed, otpauth_url: describeSeed(seed, who.email ?? who.name) };
}

/** Answers the recovery codes. They are shown only this once. */
export async function confirmTwoFactor(ctx: Ctx, who: Person, code: string, { address }: Origin) {
  const attempt = attemptOf(who, address);
  await beginAttempt(ctx.db, attempt);
  return ctx.db.transaction(async (tx) => {
    const factor = await lockFactor(tx, who.userId);
    if (factor === undefined) throw new Problem('two_factor_missing');
    if (factor.confirmed) throw new Problem('two_factor_active');
    if (!(await isFreshCode(tx, ctx, who.userId, factor, code))) throw wrongCode();
    const codes = generateRecoveryCodes();
    await confirmFactor(tx, who.userId, codes.map(hashRecoveryCode));
    await passAttempt(tx, attempt);
    await recordUserEvent(tx, who.userId, 'two_factor.begun', {});
    return { codes, headers: await renewSession(tx, ctx, who.sessionId) };
  });
}

/** Answers the headers of a new cookie. */
export async function endTwoFactor(ctx: Ctx, who: Person, code: string, { address }: Origin) {
  const attempt = attemptOf(who, address);
  await beginAttempt(ctx.db, attempt);
  return ctx.db.transaction(async (tx) => {
    const outcome = await checkSecondFactor(tx, ctx, who.userId, code);
    if (outcome === 'none') throw new Problem('two_factor_missing');
    if (outcome !== 'passed') throw wrongCode();
    await deleteFactor(tx, who.userId);
    await passAttempt(tx, attempt);
    await recordUserEvent(tx, who.userId, 'two_factor.ended', {});
    return renewSession(tx, ctx, who.sessionId);
  });
}

/**
 * Requires the password and the code before a person adds a way in that needs no code: a stolen session or a stolen
 * password alone must not be enough. Throws a 422 of the field that is wrong or missing.
 */
export async function requireFullProof(
  ctx: Ctx,
  who: Person,
  { password, code }: { password?: string; code?: string },
  { address }: Origin,
): Promise<void> {
  const attempt = attemptOf(who, address);
  await requireProof(ctx.db, who, attempt, password);
  const outcome = await ctx.db.transaction(async (tx) => {
    const checked = await checkSecondFactor(tx, ctx, who.userId, code);
    if (checked === 'none' || checked === 'passed') await passAttempt(tx, attempt);
    if (checked === 'missing') await undoAttempt(tx, attempt);
    return checked;
  });
  if (outcome === 'missing') throw invalid([detail('code', 'second_factor_required')]);
  if (outcome === 'wrong') throw wrongCode();
}

/** Deletes the second factor for an operator, without a code. False if there was none. */
export async function endTwoFactorOf(tx: Tx, userId: number): Promise<boolean> {
  const factor = await lockFactor(tx, userId);
  if (factor !== undefined) await deleteFactor(tx, userId);
  return factor !== undefined;
}

/** Uses up the code in the caller's transaction. `none`: two-factor authentication is off, and any code is ignored. */
export async function checkSecondFactor(
  tx: Tx,
  ctx: Pick<Context, 'vault' | 'clock'>,
  userId: number,
  code: string | undefined,
): Promise<'none' | 'missing' | 'wrong' | 'passed'> {
  const factor = await lockFactor(tx, userId);
  if (factor === undefined || !factor.confirmed) return 'none';
  if (code === undefined) return 'missing';
  if (await isFreshCode(tx, ctx, userId, factor, code)) return 'passed';
  if (!(await consumeRecoveryCode(tx, userId, hashRecoveryCode(code)))) return 'wrong';
  await recordUserEvent(tx, userId, 'recovery_code.used', {});
  return 'passed';
}

async function isFreshCode(
  tx: Tx,
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  userId: number,
  { sealed }: Factor,
  code: string,
): Promise<boolean> {
  const { seed } = vault.open(sealed, placeOf(userId));
  const step = findStep(String(seed), code, clock.now());
  return step !== undefined && (await consumeStep(tx, userId, step));
}

function placeOf(userId: number): string {
  return `second factor:${userId}`;
}

function wrongCode(): Problem {
  return invalid([detail('code', 'wrong_code')]);
}
