import { expect, test } from 'vitest';
import { decideBeforehand } from './verdict.ts';

test.each([
  [0, 600, 'Belfry found this post 10 minutes late. The grace is 0 hours.'],
  [1, 5000, 'Belfry found this post 83 minutes late. The grace is 1 hour.'],
  [24, 90_000, 'Belfry found this post 25 hours late. The grace is 24 hours.'],
])('a post is too late for a grace of %i h after %i s', (grace_hours, late, message) => {
  const channel = { deleted: false, needs_reconnect: false };
  const claim = { channel, crashes: 1, grace_hours, late } as Parameters<typeof decideBeforehand>[0];
  expect(decideBeforehand(claim)).toEqual({ kind: 'failed', code: 'missed', message });
});
