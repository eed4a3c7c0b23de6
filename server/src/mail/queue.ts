/** Mail is written in the transaction that causes it, and sent afterwards: there is never one without the other. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { Problem } from '../problem.ts';
import { oneLine } from './one-line.ts';
import { sealedFor } from './sealed.ts';
import { countRecent, insertMail, lockRecipient } from './store.ts';

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Fields of its header that are not on every mail; values of ASCII alone. */
  headers?: Readonly<Record<string, string>>;
}

/** To one address in an hour, when people ask for it. */
const MOST_AN_HOUR = 5;
const THREE_DAYS = 72;

/** `hours`: after so many it is of no more use, and is given up when it could not be sent by then. */
export async function queueMail(
  { vault }: Pick<Context, 'vault'>,
  tx: Db,
  { to, subject, text, html, headers = {} }: Mail,
  hours = THREE_DAYS,
): Promise<void> {
  const messageId = randomUUID();
  const sealed = vault.seal({ text, html, headers }, sealedFor(messageId));
  await insertMail(tx, { messageId, recipient: to, subject: oneLine(subject), sealed, hours });
}

/** Throws `rate_limited`: nobody's mailbox can be filled by inviting them again and again. */
export async function requireQuiet(tx: Db, to: string): Promise<void> {
  // Many requests at once must not all find the last place.
  await lockRecipient(tx, to);
  if ((await countRecent(tx, to)) < MOST_AN_HOUR) return;
  const message = `This address was sent ${MOST_AN_HOUR} mails within an hour; try again later.`;
  throw new Problem('rate_limited', { message, headers: { 'retry-after': '3600' } });
}
