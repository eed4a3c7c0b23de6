import { describe, expect, test } from 'vitest';
import type { Context } from '../base/context.ts';
import { checkAgain, isLight } from './fitting.ts';
import { versionsOf } from './versions.ts';

const ctx: Pick<Context, 'networks' | 'slices'> = {
  networks: new Map(),
  slices: { walk: () => Promise.reject(new Error('a light version needs no slices')) } as never,
};
const channel = { id: 1, platform: 'sandbox', username: 'ada', limits: {} } as const;
const versions = (content: string) =>
  versionsOf(
    {
      status: 'scheduled',
      targets: [{ channel_id: 1, content, settings: {}, media_ids: null, image_fit: 'pad' }],
    },
    { channels: new Map([[1, channel]]), files: new Map() },
    new Map(),
  );

test('a check is made again only if a version has changed since', async () => {
  const before = await checkAgain(ctx, undefined, versions('Hello'));
  expect(await checkAgain(ctx, before, versions('Hello'))).toBe(before);
  const after = await checkAgain(ctx, before, versions('Bye'));
  expect(after).toEqual({ versions: versions('Bye'), misfits: [], advice: [] });
});

describe('versions are light', () => {
  const version = (text: string, media = 0) => ({ text, settings: {}, media: Array(media).fill(0) });

  test.each([
    ['with 20,000 characters of texts and settings', [version('x'.repeat(19_998))], true],
    ['not with one more', [version('x'.repeat(19_999))], false],
    ['not together', [version('x'.repeat(9_998)), version('x'.repeat(9_999))], false],
    ['with 19 files, whose descriptions may be long', [version('', 19)], true],
    ['not with 20', [version('', 20)], false],
  ])('%s', (_, all, expected) => {
    expect(isLight(all)).toBe(expected);
  });
});
