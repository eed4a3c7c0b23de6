/** A mail server that accepts mail over real SMTP, and keeps it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { sendDueMails } from '../../src/mail/sending.ts';

export interface Letter {
  /** From the envelope. */
  to: string[];
  from: string;
  /** The received header and body, unchanged. */
  raw: string;
  /** Header fields, unfolded. */
  headers: string[];
  /** The decoded parts. */
  body: string;
}

export interface Mailbox {
  url: string;
  letters: Letter[];
  /** Answers to the next mails instead of accepting them, such as `550 No such user`. */
  refusals: string[];
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = [];
  const refusals: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift();
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        letters.push({ to: envelope.rcptTo.map(({ address }) => address), from, raw, ...read(raw) });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refusals,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function read(raw: string): Pick<Letter, 'headers' | 'body'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  return {
    headers: head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n'),
    body: rest
      .join('\r\n\r\n')
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
        Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
      ),
  };
}

/** The link in a letter. */
export function linkIn(letter: Letter | undefined): string {
  return /https?:\/\/\S+?#[\w-]+/.exec(letter?.body ?? '')?.[0] ?? '';
}

export function tokenOf(link: string | null): string {
  return link?.split('#')[1] ?? '';
}

/** Sends all due letters, and returns the token in the last one to the address. */
export async function receiveToken(
  ctx: Parameters<typeof sendDueMails>[0],
  { letters }: Mailbox,
  email: string,
): Promise<string> {
  await sendDueMails(ctx);
  return tokenOf(linkIn(letters.findLast(({ to }) => to[0]?.toLowerCase() === email.toLowerCase())));
}

/** A header field; undefined when the letter lacks it. */
export function fieldOf(letter: Letter | undefined, name: string): string | undefined {
  return letter?.headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
}
