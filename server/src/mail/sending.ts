/** Sends due mails. If the process is killed after it sent a mail but before it marked it, the mail is sent again. */

import type { Context } from '../base/context.ts';
import type { Config } from '../config/index.ts';
import { isMailAddress } from './address.ts';
import { sealedFor } from './queue.ts';
import { claimMail, type MailRow, markFailed, markSent } from './store.ts';

type Ctx = Pick<Context, 'db' | 'vault' | 'config' | 'log'>;
type Server = Pick<Config, 'smtpUrl' | 'smtpTls'>;
type Transport = ReturnType<typeof import('nodemailer')['createTransport']>;

/** Milliseconds. All are far shorter than the time for which a mail is claimed. */
const timeouts = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  dnsTimeout: 15_000,
};

/**
 * Runs until no mail is due, the server cannot be reached, or `signal` aborts. Several processes may run it at once.
 */
export async function sendDueMails(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  if (ctx.config.smtpUrl === undefined) return;
  let transport: Transport | undefined;
  try {
    while (signal?.aborted !== true) {
      const mail = await claimMail(ctx.db);
      if (mail === undefined) return;
      transport ??= await openTransport(ctx.config);
      if (!(await sendOne(ctx, transport, mail))) return;
    }
  } finally {
    transport?.close();
  }
}

async function openTransport({ smtpUrl, smtpTls }: Server): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    tls: { rejectUnauthorized: smtpTls === 'verified' },
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  }) as Transport;
}

/** Connects and signs in without sending a mail. Throws when the server does not answer or refuses the password. */
export async function verifyServer(server: Server): Promise<void> {
  const transport = await openTransport(server);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** False when the next mail would fail for the same reason. */
async function sendOne(ctx: Ctx, transport: Transport, mail: MailRow): Promise<boolean> {
  const { mailFrom } = ctx.config;
  if (!isMailAddress(mail.recipient)) {
    await markFailed(ctx.db, mail, 'the recipient is not a single address', true);
    return true;
  }
  try {
    const { text, html, headers } = ctx.vault.open(mail.sealed, sealedFor(mail.message_id));
    await transport.sendMail({
      envelope: { from: mailFrom.address, to: [mail.recipient] },
      // A copy, since the library changes it.
      from: { ...mailFrom },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      messageId: `<${mail.message_id}@${mailFrom.address.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...(headers as Record<string, string> | undefined) },
      text: String(text),
      html: String(html),
    });
  } catch (error) {
    const isFinal = isRefusal(error);
    await markFailed(ctx.db, mail, String((error as Error).message).slice(0, 500), isFinal);
    ctx.log.warn({ mail: mail.id, tries: mail.tries, err: error }, 'a mail was not sent');
    return isFinal;
  }
  await markSent(ctx.db, mail.id);
  return true;
}

/** True when the server refused the recipient or the text for good, by a 5xx. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500;
}
