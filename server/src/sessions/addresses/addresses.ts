/** Giving one's account another e-mail address, or proving the one it has. */
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { isSameAddress } from '../../mail/address.ts';
import { queueMail, requireFewMails } from '../../mail/queue.ts';
import { writeAddressChanged, writeAddressLink } from '../../mail/templates.ts';
import { Problem } from '../../problem.ts';
import { languageFor } from '../../profile/lookup.ts';
import { drawToken, hashToken, linkTo } from '../../token.ts';
import { beginAttempt, passAttempt } from '../attempts/attempts.ts';
import type { Origin } from '../begin.ts';
import { renewSession } from '../begin.ts';
import type { Person } from '../person.ts';
import { requireFullProof } from '../two-factor/two-factor.ts';
import { recordAccountEvent } from '../ways.ts';
import { claimAddress } from './proof.ts';
import { holdEmail, saveChange, saveEmail, takeChange } from './store.ts';

type Ctx = Pick<Context, 'db' | 'config' | 'vault' | 'clock'>;

export interface EmailChange {
  email: string;
  password?: string;
  code?: string;
}

/** Hours for which the link is good, as the store has it. */
const HOUR = 1;

/**
 * With mail: sends a link, and answers the same whether another account has the address or not. Without mail the
 * account has the address at once, not proved, if no other has it (`email_taken`).
 */
export async function changeEmail(
  ctx: Ctx,
  who: Person,
  { email, ...proof }: EmailChange,
  origin: Origin,
): Promise<{ link_sent: boolean }> {
  await requireFullProof(ctx, who, proof, origin);
  const isMailed = ctx.config.smtpUrl !== undefined;
  await (isMailed ? sendLink(ctx, who, email) : giveUnproven(ctx, who, email, origin));
  return { link_sent: isMailed };
}

async function sendLink(ctx: Ctx, { userId, name }: Person, email: string): Promise<void> {
  const token = drawToken();
  await ctx.db.transaction(async (tx) => {
    await requireFewMails(tx, email);
    await saveChange(tx, { userId, email, tokenHash: hashToken(token) });
    const link = linkTo(ctx.config, 'confirm-email', token);
    // Not in the language of the account that has the address.
    const language = await languageFor(tx, '', userId);
    await queueMail(ctx, tx, writeAddressLink(email, language, { name, link }), HOUR);
  });
}

/** A refusal tells that the address has an account: 50 an hour are free for each network address. */
async function giveUnproven(ctx: Ctx, { userId }: Person, email: string, { address }: Origin): Promise<void> {
  const attempt = { address, isClaim: true } as const;
  await beginAttempt(ctx.db, attempt);
  await ctx.db.transaction(async (tx) => {
    if (!(await claimAddress(tx, { email, isProven: false, userId }))) throw new Problem('email_taken');
    await give(ctx, tx, userId, email, false);
    await passAttempt(tx, attempt);
  });
}

/** For the person who asked for the link, and nobody else. Answers the headers of a new cookie. */
export async function confirmEmail(ctx: Ctx, who: Person, token: string): Promise<Record<string, string>> {
  const { userId } = who;
  return ctx.db.transaction(async (tx) => {
    const email = await takeChange(tx, userId, hashToken(token));
    if (email === undefined) throw new Problem('link_over');
    if (!(await claimAddress(tx, { email, isProven: true, userId }))) throw new Problem('email_taken');
    await give(ctx, tx, userId, email, true);
    return renewSession(tx, ctx, who.sessionId);
  });
}

/** Tells the person at their former address too, where a stolen session would not hide it. */
async function give(ctx: Ctx, tx: Db, userId: number, email: string, isProven: boolean): Promise<void> {
  const former = await holdEmail(tx, userId);
  const isSame = former !== null && isSameAddress(former, email);
  // Without mail an address that was proved stays so.
  if (isSame && !isProven) return;
  await saveEmail(tx, userId, email, isProven);
  if (isSame) return;
  await recordAccountEvent(tx, userId, 'email.changed');
  if (former === null || ctx.config.smtpUrl === undefined) return;
  const language = await languageFor(tx, email, userId);
  await queueMail(ctx, tx, writeAddressChanged(former, language, { email }));
}
