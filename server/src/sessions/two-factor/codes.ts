/** Codes of authenticator apps (RFC 6238), and recovery codes for whoever lost theirs. */
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
/** Half minutes by which a clock may be off, each way. */
const TOLERANCE = 1;
const RECOVERY_CODES = 10;

/** In base32, as people type it into their app. */
export function drawSeed(): string {
  return new Secret({ size: 20 }).base32;
}

export function describeSeed(seed: string, email: string): string {
  return totpOf(seed, email).toString();
}

/** The half minute, counted from 1970, that the code is of; undefined when it is of none near `now`. */
export function findStep(seed: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(' ', '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = totpOf(seed).validate({ token, timestamp, window: TOLERANCE });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

function totpOf(seed: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Belfry', label, secret: Secret.fromBase32(seed), period: PERIOD });
}

/** 80 random bits each, so that a hash of them alone tells nothing. */
export function drawRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.toLowerCase().matchAll(/.{4}/g)]
      .map(([part]) => part)
      .join('-'),
  );
}

/** However it was typed: capitals, blanks and hyphens make no difference. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  return createHash('sha256').update(plain).digest();
}
