/** Names under which media are stored: drawn, never made of what users sent. */
import { randomUUID } from 'node:crypto';

export function drawKey(extension: string): string {
  return `${randomUUID()}.${extension}`;
}

const drawn = /^(?:exports\/)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[a-z0-9]+$/;

/** Whether {@link drawKey} may have drawn it, also for an export. In a bucket that others use too, nothing else is ours to remove. */
export function isDrawn(key: string): boolean {
  return drawn.test(key);
}
