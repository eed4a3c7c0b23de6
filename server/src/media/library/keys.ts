/** Generates the random keys of stored files. A key never contains user input. */
import { randomUUID } from 'node:crypto';

export function generateStorageKey(extension: string): string {
  return `${randomUUID()}.${extension}`;
}

const PATTERN = /^(?:exports\/|avatars\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[a-z0-9]+$/;

/**
 * Whether {@link generateStorageKey} could have generated the key, also for an export or an avatar. Belfry must not remove other files, which
 * a shared bucket may contain.
 */
export function isGenerated(key: string): boolean {
  return PATTERN.test(key);
}
