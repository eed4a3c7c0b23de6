/** Codes of authenticator apps (RFC 6238), and recovery codes for people who lost their app. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../base/token.ts';

const PERIOD_SECONDS = 30;
/** Periods by which the app's clock may be wrong, in each direction. */
const TOLERANCE = 1;
const RECOVERY_CODES = 10;

/** In base32, the form that people type into their app. */
export function generateSeed(): string {
  return new Secret({ size: 20 }).base32;
}

export function describeSeed(seed: string, email: string): string {
  return totpOf(seed, email).toString();
}

/** The number of the period since 1970 in which the code is valid. Undefined: the code is not valid around `now`. */
export function findStep(seed: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(seed).validate({ token, timestamp, window: TOLERANCE });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(seed: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Belfry', label, secret: Secret.fromBase32(seed), period: PERIOD_SECONDS });
}

/** 80 random bits each, so that nobody can guess them from their hashes. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().matchAll(/.{4}/g)]
      .map(([part]) => part)
      .join('-'),
  );
}

/** Ignores case, spaces and hyphens, so that people can type the code in any form. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.replaceAll(/[\s-]/g, '').toLowerCase());
}
