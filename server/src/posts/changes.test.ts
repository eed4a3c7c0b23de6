import { nothingWritten } from '@belfry/contract/written.ts';
import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';
import type { PostRow, TargetRow } from './rows.ts';

const post = { ...nothingWritten, status: 'failed', content: 'Bells', planned_at: null } as PostRow;
const target = (channel_id: number, status: TargetRow['status'], content: string | null = null) =>
  ({ channel_id, status, content, settings: {}, media_ids: null, image_fit: 'pad' }) as TargetRow;
const saved = (
  ...targets: { channel_id: number; content?: string; media_ids?: number[]; image_fit?: 'crop' }[]
) => ({
  ...nothingWritten,
  content: 'Bells',
  scheduledAt: null,
  mediaIds: [],
  labelIds: null,
  targets: targets.map(
    ({ channel_id, content = null, media_ids = null, image_fit = 'pad' as const }, position) => ({
      channel_id,
      position,
      content,
      settings: {},
      media_ids,
      image_fit,
    }),
  ),
});

test('a published target is not a change, although a save does not write it again', () => {
  const old = { post, targets: [target(1, 'published'), target(2, 'failed')], mediaIds: [], labels: [] };
  expect(changesOf(old, saved({ channel_id: 2 }))).toEqual({ before: { status: 'failed' }, after: {} });
});

test('targets that were added, removed or changed are changes', () => {
  const old = {
    post,
    targets: [target(1, 'published'), target(2, 'failed'), target(3, 'failed')],
    mediaIds: [],
    labels: [],
  };
  expect(changesOf(old, saved({ channel_id: 2, content: 'Louder' }, { channel_id: 4 }))).toEqual({
    before: {
      status: 'failed',
      targets: [
        { channel_id: 2, content: null, settings: {} },
        { channel_id: 3, content: null, settings: {} },
      ],
    },
    after: {
      targets: [
        { channel_id: 2, content: 'Louder', settings: {} },
        { channel_id: 4, content: null, settings: {} },
      ],
    },
  });
});

test('other files of a channel, and another conversion of them, are changes', () => {
  const old = { post, targets: [target(1, 'failed')], mediaIds: [], labels: [] };
  const shown = { content: null, settings: {} };
  expect(changesOf(old, saved({ channel_id: 1, media_ids: [4], image_fit: 'crop' }))).toEqual({
    before: { status: 'failed', targets: [{ channel_id: 1, ...shown }] },
    after: { targets: [{ channel_id: 1, ...shown, media_ids: [4], image_fit: 'crop' }] },
  });
});

test('the largest change fits into an event', () => {
  const old = { post, targets: [], mediaIds: [], labels: [] };
  const many = Array.from({ length: 100 }, (_, n) => ({
    channel_id: n + 1,
    content: `${n}`.padEnd(10_000, '.'),
  }));
  const { after, shortened } = changesOf(old, saved(...many));
  expect(shortened).toBe(true);
  expect(after?.targets).toHaveLength(100);
  expect(JSON.stringify(after).length).toBeLessThan(10_000);
});
