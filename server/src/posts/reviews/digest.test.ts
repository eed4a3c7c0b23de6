import { expect, test } from 'vitest';
import type { MediaRow } from '../../media/library/store.ts';
import { digestPost } from './digest.ts';

const post = { content: 'Hello', planned_at: '2027-01-15T12:00:00.000000Z' };
const target = { channel_id: 1, content: null, settings: { a: 1, b: { c: [1, 2], d: null } } };
const other = { channel_id: 2, content: 'Own', settings: {} };
const picture: MediaRow = {
  id: 1,
  name: 'tower.png',
  mime_type: 'image/png',
  kind: 'image',
  size: 1,
  width: 1,
  height: 1,
  duration: null,
  animated: false,
  alt_text: null,
  storage_key: 'a.png',
  created_at: '2027-01-15T12:00:00.000000Z',
};
const second = { ...picture, id: 2, storage_key: 'b.png' };
const same = digestPost(post, [target, other], [picture, second]);

test('does not depend on the order of channels and settings', () => {
  const turned = { ...target, settings: { b: { d: null, c: [1, 2] }, a: 1 } };
  expect(digestPost(post, [other, turned], [picture, second])).toBe(same);
});

const others: [string, Parameters<typeof digestPost>][] = [
  ['text', [{ ...post, content: 'Hello.' }, [target, other], [picture, second]]],
  ['time', [{ ...post, planned_at: null }, [target, other], [picture, second]]],
  ['text of a channel', [post, [{ ...target, content: '' }, other], [picture, second]]],
  [
    'setting',
    [post, [{ ...target, settings: { a: 1, b: { c: [2, 1], d: null } } }, other], [picture, second]],
  ],
  ['channel', [post, [{ ...target, channel_id: 3 }, other], [picture, second]]],
  ['number of channels', [post, [target], [picture, second]]],
  [
    'exchange of texts',
    [
      post,
      [
        { ...target, content: 'Own' },
        { ...other, content: null },
      ],
      [picture, second],
    ],
  ],
  ['description', [post, [target, other], [{ ...picture, alt_text: '' }, second]]],
  ['name', [post, [target, other], [{ ...picture, name: 'b' }, second]]],
  ['file', [post, [target, other], [{ ...picture, storage_key: 'c.png' }, second]]],
  ['order of files', [post, [target, other], [second, picture]]],
  ['number of files', [post, [target, other], [picture]]],
];

test.each(others)('changes with another %s', (_, input) => {
  expect(digestPost(...input)).not.toBe(same);
});
