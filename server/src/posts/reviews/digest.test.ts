import { expect, test } from 'vitest';
import type { MediaRow } from '../../media/library/store.ts';
import { digestPost } from './digest.ts';

const post = { content: 'Hello', planned_at: '2027-01-15T12:00:00.000000Z' };
const shared = { media_ids: null, image_fit: 'pad' } as const;
const target = { ...shared, channel_id: 1, content: null, settings: { a: 1, b: { c: [1, 2], d: null } } };
const other = { ...shared, channel_id: 2, content: 'Own', settings: {} };
const picture: MediaRow = {
  workspace_id: 1,
  id: 1,
  name: 'tower.png',
  mime_type: 'image/png',
  kind: 'image',
  size: 1,
  width: 1,
  height: 1,
  duration: null,
  duration_ms: null,
  video_codec: null,
  audio_codec: null,
  frame_rate: null,
  animated: false,
  frames: null,
  alt_text: null,
  captions: [],
  storage_key: 'a.png',
  created_at: '2027-01-15T12:00:00.000000Z',
};
const english = { language: 'en', sizes: { vtt: 1, srt: 1 }, sha256: 'a' };
const second = { ...picture, id: 2, storage_key: 'b.png' };
const of = (...own: MediaRow[]) => ({ own, named: new Map<number, MediaRow>() });
const files = of(picture, second);
const same = digestPost(post, [target, other], files);

test('of a post without files of its targets is the same as in earlier releases', () => {
  expect(same).toBe('576e0d75e9fd0d036b4ce7aa67b5d8efee33d894726617eecd18e67825fd4e72');
});

test('does not depend on the order of channels and settings', () => {
  const turned = { ...target, settings: { b: { d: null, c: [1, 2] }, a: 1 } };
  expect(digestPost(post, [other, turned], files)).toBe(same);
});

const others: [string, Parameters<typeof digestPost>][] = [
  ['text', [{ ...post, content: 'Hello.' }, [target, other], files]],
  ['time', [{ ...post, planned_at: null }, [target, other], files]],
  ['text of a channel', [post, [{ ...target, content: '' }, other], files]],
  ['setting', [post, [{ ...target, settings: { a: 1, b: { c: [2, 1], d: null } } }, other], files]],
  ['channel', [post, [{ ...target, channel_id: 3 }, other], files]],
  ['number of channels', [post, [target], files]],
  [
    'exchange of texts',
    [
      post,
      [
        { ...target, content: 'Own' },
        { ...other, content: null },
      ],
      files,
    ],
  ],
  ['description', [post, [target, other], of({ ...picture, alt_text: '' }, second)]],
  ['captions', [post, [target, other], of({ ...picture, captions: [english] }, second)]],
  ['name', [post, [target, other], of({ ...picture, name: 'b' }, second)]],
  ['file', [post, [target, other], of({ ...picture, storage_key: 'c.png' }, second)]],
  ['order of files', [post, [target, other], of(second, picture)]],
  ['conversion', [post, [{ ...target, image_fit: 'crop' }, other], files]],
  ['empty list of files of a channel', [post, [{ ...target, media_ids: [] }, other], files]],
  ['file of a channel', [post, [{ ...target, media_ids: [1] }, other], files]],
  ['named file', [post, [target, other], { ...files, named: new Map([[2, second]]) }]],
  ['number of files', [post, [target, other], of(picture)]],
];

test.each(others)('changes with another %s', (_, input) => {
  expect(digestPost(...input)).not.toBe(same);
});

test('changes with the language and the text of captions, and not with their size alone', () => {
  const withCaptions = (captions: typeof english) =>
    digestPost(post, [target], of({ ...picture, captions: [captions] }));
  const own = withCaptions(english);
  expect(withCaptions({ ...english, language: 'de' })).not.toBe(own);
  expect(withCaptions({ ...english, sha256: 'b' })).not.toBe(own);
  expect(withCaptions({ ...english, sizes: { vtt: 2, srt: 1 } })).toBe(own);
});

test('changes with the content, the name and the description of a file that a target names', () => {
  const digestOf = (row: MediaRow) =>
    digestPost(post, [target], { own: [], named: new Map([[row.id, row]]) });
  const all = [
    picture,
    { ...picture, storage_key: 'c.png' },
    { ...picture, name: 'b' },
    { ...picture, alt_text: '' },
  ];
  expect(new Set(all.map(digestOf)).size).toBe(all.length);
  const both = (...rows: MediaRow[]) =>
    digestPost(post, [target], { own: [], named: new Map(rows.map((row) => [row.id, row])) });
  expect(both(picture, second)).toBe(both(second, picture));
});
