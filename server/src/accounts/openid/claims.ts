/** Reads the claims of an OpenID Connect provider about a person. They are untrusted text. */
import { isMailAddress, oneLine } from '../../mail/index.ts';

export interface Claims {
  /** In its normalized form. */
  issuer: string;
  /** The provider's id of the person: at most 255 ASCII characters (OpenID Connect Core, section 2). */
  subject: string;
  /** Safe to use as a name here. Empty: the provider gave none. */
  name: string;
  email: string | null;
  /** Whether the provider verified the address. */
  isVerified: boolean;
}

const MAX_NAME = 100;
const MAX_EMAIL = 254;

/** Undefined if the subject is missing or malformed. */
export function readClaims(issuer: string, raw: Readonly<Record<string, unknown>>): Claims | undefined {
  const { sub, email_verified } = raw;
  if (typeof sub !== 'string' || !/^[ -~]{1,255}$/.test(sub)) return undefined;
  const email = readEmail(raw['email']);
  // Only the boolean counts: some providers send a text, and “false” would be true.
  const isVerified = email !== null && email_verified === true;
  return { issuer, subject: sub, name: readName(raw['name']), email, isVerified };
}

function readEmail(value: unknown): string | null {
  const fits = typeof value === 'string' && value.length <= MAX_EMAIL && isMailAddress(value);
  return fits && /@.+\..+$/.test(value) && !/\p{Surrogate}/u.test(value) ? value : null;
}

function readName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const plain = oneLine(value.slice(0, 1000).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Surrogate}]/gu, ' '));
  return [...plain].slice(0, MAX_NAME).join('').trim();
}
