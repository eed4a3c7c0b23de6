import { afterEach, expect, test } from 'vitest';
import { readListed } from './pin.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

test.each([
  ['2026-11-21T12:00:00', 'without a zone'],
  ['2026-11-21T12:00:00Z', 'in UTC'],
  ['2026-11-21T14:00:00+02:00', 'of another zone'],
  ['2026-11-21T14:00:00+0200', 'of another zone without a colon'],
])('the time %s %s is read alike on every machine', (created_at) => {
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    process.env.TZ = zone;
    expect(readListed({ id: '7', created_at })?.createdAt).toBe(Date.UTC(2026, 10, 21, 12));
  }
});
