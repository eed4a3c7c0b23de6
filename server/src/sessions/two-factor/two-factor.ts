/** A second factor at sign-in: begun, confirmed by a first code, ended by a code. */
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { invalid, Problem } from '../../problem.ts';
import type { Origin } from '../begin.ts';
import { renewSession } from '../begin.ts';
import type { Person } from '../person.ts';
import {
  attemptOf,
  beginAttempt,
  dropAttempt,
  passAttempt,
  recordAccountEvent,
  requireProof,
} from '../proof.ts';
import { describeSeed, drawRecoveryCodes, drawSeed, findStep, hashRecoveryCode } from './codes.ts';
import type { Factor } from './store.ts';
import { confirmFactor, deleteFactor, holdFactor, saveSeed, useRecoveryCode, useStep } from './store.ts';

type Needs = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

/** Not in force before it is confirmed. */
export async function beginTwoFactor(
  ctx: Needs,
  who: Person,
  password: string | undefined,
  { address }: Origin,
) {
  const attempt = attemptOf(who, address);
  await requireProof(ctx.db, who, attempt, password);
  const seed = drawSeed();
  const sealed = ctx.vault.seal({ seed }, placeOf(who.userId));
  await ctx.db.transaction(async (tx) => {
    await passAttempt(tx, attempt);
    if (!(await saveSeed(tx, who.userId, sealed))) throw new Problem('two_factor_active');
  });
  return { secret: seed, otpauth_url: describeSeed(seed, who.email ?? who.name) };
}

/** Answers the recovery codes, which nobody can see again. */
export async function confirmTwoFactor(ctx: Needs, who: Person, code: string, { address }: Origin) {
  const attempt = attemptOf(who, address);
  await beginAttempt(ctx.db, attempt);
  return ctx.db.transaction(async (tx) => {
    const factor = await holdFactor(tx, who.userId);
    if (factor === undefined) throw new Problem('two_factor_missing');
    if (factor.confirmed) throw new Problem('two_factor_active');
    if (!(await isFreshCode(tx, ctx, who.userId, factor, code))) throw wrongCode();
    const codes = drawRecoveryCodes();
    await confirmFactor(tx, who.userId, codes.map(hashRecoveryCode));
    await passAttempt(tx, attempt);
    await recordAccountEvent(tx, who.userId, 'two_factor.begun');
    return { codes, headers: await renewSession(tx, ctx, who.sessionId) };
  });
}

/** Answers the headers of a new cookie. */
export async function endTwoFactor(ctx: Needs, who: Person, code: string, { address }: Origin) {
  const attempt = attemptOf(who, address);
  await beginAttempt(ctx.db, attempt);
  return ctx.db.transaction(async (tx) => {
    const outcome = await checkSecondFactor(tx, ctx, who.userId, code);
    if (outcome === 'none') throw new Problem('two_factor_missing');
    if (outcome !== 'passed') throw wrongCode();
    await deleteFactor(tx, who.userId);
    await passAttempt(tx, attempt);
    await recordAccountEvent(tx, who.userId, 'two_factor.ended');
    return renewSession(tx, ctx, who.sessionId);
  });
}

/**
 * Before somebody adds a way in that asks for no code: a stolen session, or a stolen password, must not be enough for
 * it. Throws a 422 of the field that is wrong or missing.
 */
export async function requireFullProof(
  ctx: Needs,
  who: Person,
  { password, code }: { password?: string; code?: string },
  { address }: Origin,
): Promise<void> {
  const attempt = attemptOf(who, address);
  await requireProof(ctx.db, who, attempt, password);
  const outcome = await ctx.db.transaction(async (tx) => {
    const checked = await checkSecondFactor(tx, ctx, who.userId, code);
    if (checked === 'none' || checked === 'passed') await passAttempt(tx, attempt);
    if (checked === 'missing') await dropAttempt(tx, attempt);
    return checked;
  });
  if (outcome === 'missing') throw invalid({ code: ['code is required: a second factor is in force.'] });
  if (outcome === 'wrong') throw wrongCode();
}

/** For an operator, whose word stands for the code. False when there was none. */
export async function endTwoFactorOf(tx: Db, userId: number): Promise<boolean> {
  const factor = await holdFactor(tx, userId);
  if (factor !== undefined) await deleteFactor(tx, userId);
  return factor !== undefined;
}

/** Uses the code up, in the caller's transaction. `none`: the user has no second factor, and no code is looked at. */
export async function checkSecondFactor(
  tx: Db,
  ctx: Pick<Context, 'vault' | 'clock'>,
  userId: number,
  code: string | undefined,
): Promise<'none' | 'missing' | 'wrong' | 'passed'> {
  const factor = await holdFactor(tx, userId);
  if (factor === undefined || !factor.confirmed) return 'none';
  if (code === undefined) return 'missing';
  if (await isFreshCode(tx, ctx, userId, factor, code)) return 'passed';
  if (!(await useRecoveryCode(tx, userId, hashRecoveryCode(code)))) return 'wrong';
  await recordAccountEvent(tx, userId, 'recovery_code.used');
  return 'passed';
}

async function isFreshCode(
  tx: Db,
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  userId: number,
  { sealed }: Factor,
  code: string,
): Promise<boolean> {
  const { seed } = vault.open(sealed, placeOf(userId));
  const step = findStep(String(seed), code, clock.now());
  return step !== undefined && (await useStep(tx, userId, step));
}

function placeOf(userId: number): string {
  return `second factor:${userId}`;
}

function wrongCode(): Problem {
  return invalid({ code: ['code is not right, or was used already; wait for the next one.'] });
}

export { isInForce } from './store.ts';
