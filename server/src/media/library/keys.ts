/** Generates the random keys of stored files. A key never contains user input. */
import { randomBytes, randomUUID } from 'node:crypto';

/**
 * Ends the UUIDs that this process generates, in place of random digits. It is the version of thumbnails: hundreds of
 * equal ones in a calendar compress well. Each start has its own, so a file that takes an id again after a restore has
 * another version.
 */
const MAKER = randomBytes(4).toString('hex');

export function generateStorageKey(extension: string): string {
  return `${randomUUID().slice(0, -MAKER.length)}${MAKER}.${extension}`;
}

/** The digits of the process that generated the key. In keys of earlier releases, random ones. */
export function makerOf(key: string): string {
  const end = key.indexOf('.');
  return key.slice(0, end < 0 ? undefined : end).slice(-MAKER.length);
}

const PATTERN = /^(?:exports\/|avatars\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[a-z0-9]+$/;

/**
 * Whether {@link generateStorageKey} could have generated the key, also for an export or an avatar. Belfry must not remove other files, which
 * a shared bucket may contain.
 */
export function isGenerated(key: string): boolean {
  return PATTERN.test(key);
}
