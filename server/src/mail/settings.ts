/** Parses the operator's settings for mail. */
import { InvalidVariable, oneOf, quote, type Reader } from '../base/config-values.ts';
import { isMailAddress } from './address.ts';

const smtpTls = ['verified', 'unverified'] as const;

export interface MailSettings {
  /** Contains user and password. Undefined: no mail is sent. */
  readonly smtpUrl: string | undefined;
  /** `unverified`: the mail server's certificate is not checked. */
  readonly smtpTls: (typeof smtpTls)[number];
  readonly mailFrom: Readonly<MailAddress>;
}

export interface MailAddress {
  /** Empty: the mail shows only the address. */
  name: string;
  address: string;
}

/** The default sender is `belfry` at the host of `publicUrl`. */
export function readMail({ read }: Reader, publicUrl: string): MailSettings {
  return {
    smtpUrl: read('SMTP_URL', parseSmtpUrl, undefined),
    smtpTls: read('SMTP_TLS', oneOf(smtpTls), 'verified'),
    mailFrom: read(
      'MAIL_FROM',
      parseMailAddress,
      Object.freeze({ name: 'Belfry', address: `belfry@${new URL(publicUrl).hostname}` }),
    ),
  };
}

/** Errors do not quote the URL, since it holds a password. */
function parseSmtpUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  const asks = url?.search === '' || url?.search === '?requireTLS=true';
  if (isPlain && asks && /^\/?$/.test(url.pathname) && url.hash === '') return text;
  throw new InvalidVariable('is not usable: it must be like smtp://user:password@host:587 or smtps://host.');
}

function parseMailAddress(text: string): Readonly<MailAddress> {
  const [, name = '', bracketed] = /^([^<>"]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = bracketed ?? text;
  if (isMailAddress(address) && !/\p{Cc}/u.test(name)) return Object.freeze({ name: name.trim(), address });
  throw new InvalidVariable(`is ${quote(text)}: it must be an address, or like Belfry <belfry@example.org>.`);
}
