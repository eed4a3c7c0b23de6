/** Queues mail in the transaction that causes it. It is sent only after this transaction has been committed. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../base/context.ts';
import { Problem } from '../base/problem.ts';
import type { Tx } from '../db/database.ts';
import { oneLine } from './one-line.ts';
import { countRecent, insertMail, lockRecipient } from './store.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Additional header fields. Their values are ASCII. */
  headers?: Readonly<Record<string, string>>;
}

/** Mails to one address within an hour, of those that people request. */
const MAX_PER_HOUR = 5;
const DEFAULT_HOURS = 72;

/** `hours`: the mail is given up if it could not be sent within this time. */
export async function queueMail(
  { vault }: Pick<Context, 'vault'>,
  tx: Tx,
  { to, subject, text, html, headers = {} }: Mail,
  hours = DEFAULT_HOURS,
): Promise<void> {
  const messageId = randomUUID();
  const sealed = vault.seal({ text, html, headers }, sealedFor(messageId));
  await insertMail(tx, { messageId, recipient: to, subject: oneLine(subject), sealed, hours });
}

/** The context for which a mail's text is sealed. */
export function sealedFor(messageId: string): string {
  return `mail:${messageId}`;
}

/** Throws `rate_limited`, so that repeated invitations cannot fill a person's mailbox. */
export async function requireFewMails(tx: Tx, to: string): Promise<void> {
  // Without the lock, concurrent requests could exceed the limit.
  await lockRecipient(tx, to);
  if ((await countRecent(tx, to)) < MAX_PER_HOUR) return;
  const message = `This address has got ${MAX_PER_HOUR} mails within an hour. Try again later.`;
  throw new Problem('rate_limited', { message, headers: { 'retry-after': '3600' } });
}
