/** A person changes their e-mail address, or proves the one they have. */
import type { BodyOf } from '@belfry/contract/routes.ts';
import type { Person } from '../../access/person.ts';
import type { Context } from '../../base/context.ts';
import { Problem } from '../../base/problem.ts';
import { generateToken, hashToken, linkTo } from '../../base/token.ts';
import type { Tx } from '../../db/database.ts';
import {
  isSameAddress,
  queueMail,
  requireFewMails,
  writeAddressChanged,
  writeAddressLink,
} from '../../mail/index.ts';
import { beginAttempt, passAttempt } from '../attempts/attempts.ts';
import { type Origin, renewSession } from '../begin.ts';
import { languageFor } from '../profile/store.ts';
import { recordUserEvent } from '../store.ts';
import { requireFullProof } from '../two-factor/two-factor.ts';
import { claimAddress } from './proof.ts';
import { consumeChange, lockEmail, saveChange, saveEmail } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

export type EmailChange = BodyOf<'changeEmail'>;

/** The store sets the same lifetime. */
const LINK_HOURS = 1;

/**
 * With mail, this sends a link and answers the same whether or not another user has the address. Without mail, the
 * address changes at once and stays unproved. Throws `email_taken` if another user has it.
 */
export async function changeEmail(
  ctx: Ctx,
  who: Person,
  { email, ...proof }: EmailChange,
  origin: Origin,
): Promise<{ link_sent: boolean }> {
  await requireFullProof(ctx, who, proof, origin);
  const isMailed = ctx.config.smtpUrl !== undefined;
  await (isMailed ? sendLink(ctx, who, email) : setUnprovedEmail(ctx, who, email, origin));
  return { link_sent: isMailed };
}

async function sendLink(ctx: Ctx, { userId, name }: Person, email: string): Promise<void> {
  const token = generateToken();
  await ctx.db.transaction(async (tx) => {
    await requireFewMails(tx, email);
    await saveChange(tx, { userId, email, tokenHash: hashToken(token) });
    const link = linkTo(ctx.config, 'confirm-email', token);
    // Never in the language of another user who may have this address.
    const language = await languageFor(tx, '', userId);
    await queueMail(ctx, tx, writeAddressLink(email, language, { name, link }), LINK_HOURS);
  });
}

/** A refusal reveals that a user has the address, so refusals are limited to 50 an hour for each network address. */
async function setUnprovedEmail(
  ctx: Ctx,
  { userId }: Person,
  email: string,
  { address }: Origin,
): Promise<void> {
  const attempt = { address, isClaim: true } as const;
  await beginAttempt(ctx.db, attempt);
  await ctx.db.transaction(async (tx) => {
    if (!(await claimAddress(tx, { email, isProved: false, userId }))) throw new Problem('email_taken');
    await setEmail(ctx, tx, userId, email, false);
    await passAttempt(tx, attempt);
  });
}

/** Only the person who requested the link can use it. Answers the headers of a new cookie. */
export async function confirmEmail(ctx: Ctx, who: Person, token: string): Promise<Record<string, string>> {
  const { userId } = who;
  return ctx.db.transaction(async (tx) => {
    const email = await consumeChange(tx, userId, hashToken(token));
    if (email === undefined) throw new Problem('link_over');
    if (!(await claimAddress(tx, { email, isProved: true, userId }))) throw new Problem('email_taken');
    await setEmail(ctx, tx, userId, email, true);
    return renewSession(tx, ctx, who.sessionId);
  });
}

/** Also notifies the former address, so that a stolen session cannot hide the change. */
async function setEmail(ctx: Ctx, tx: Tx, userId: number, email: string, isProved: boolean): Promise<void> {
  const former = await lockEmail(tx, userId);
  const isSame = former !== null && isSameAddress(former, email);
  // Without mail, a proved address stays proved.
  if (isSame && !isProved) return;
  await saveEmail(tx, userId, email, isProved);
  if (isSame) return;
  await recordUserEvent(tx, userId, 'email.changed', {});
  if (former === null || ctx.config.smtpUrl === undefined) return;
  const language = await languageFor(tx, email, userId);
  await queueMail(ctx, tx, writeAddressChanged(former, language, { email }));
}
