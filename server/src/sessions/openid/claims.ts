/** What a provider says of somebody, taken for what it is: texts of a stranger. */
import { isMailAddress } from '../../mail/address.ts';
import { oneLine } from '../../mail/one-line.ts';

export interface Claims {
  /** Who says so, written in one way. */
  issuer: string;
  /** What the provider calls them; at most 255 characters of ASCII (OpenID Connect Core 2). */
  subject: string;
  /** Fit to be a name here; empty: none. */
  name: string;
  email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  isVerified: boolean;
}

const MOST_NAME = 100;
const MOST_EMAIL = 254;

/** Undefined when they are of nobody. */
export function readClaims(issuer: string, said: Readonly<Record<string, unknown>>): Claims | undefined {
  const { sub, email_verified } = said;
  if (typeof sub !== 'string' || !/^[ -~]{1,255}$/.test(sub)) return undefined;
  const email = readEmail(said['email']);
  // A text would be “false” as well as “true”.
  const isVerified = email !== null && email_verified === true;
  return { issuer, subject: sub, name: readName(said['name']), email, isVerified };
}

function readEmail(value: unknown): string | null {
  const fits = typeof value === 'string' && value.length <= MOST_EMAIL && isMailAddress(value);
  return fits && /@.+\..+$/.test(value) && !/\p{Surrogate}/u.test(value) ? value : null;
}

function readName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const plain = oneLine(value.slice(0, 1000).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Surrogate}]/gu, ' '));
  return [...plain].slice(0, MOST_NAME).join('').trim();
}
