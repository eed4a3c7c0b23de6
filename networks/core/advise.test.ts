import { expect, test } from 'vitest';
import { adviseVersion } from './advise.ts';
import type { Limits, MediaFacts, Rules } from './limits.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-22' });
const known: MediaFacts = {
  id: 1,
  kind: 'video',
  mimeType: 'video/mp4',
  size: 1000,
  width: 100,
  height: 100,
  duration: 10,
  animated: false,
  altText: null,
  videoCodec: 'avc',
  audioCodec: 'none',
  frameRate: 30,
};
const { videoCodec: _, ...former } = known;
const image = { ...known, kind: 'image' as const, duration: null, videoCodec: null };
const gif = { ...image, mimeType: 'image/gif', animated: true };
const ofFrames = { 'animated.frames': own(9) };

test.each<[string, Limits, MediaFacts, string[]]>([
  ['everything known', { 'video.codecs': own(['avc']), 'audio.codecs': own(['aac']) }, known, []],
  ['a codec that no limit concerns', { 'video.fps': own([1, 60]) }, { ...known, videoCodec: null }, []],
  [
    'a codec that a limit concerns',
    { 'video.codecs': own(['avc']) },
    { ...known, videoCodec: null },
    ['media.unknown'],
  ],
  ['a file of an earlier release', { 'video.codecs': own(['avc']) }, former, ['media.unknown']],
  [
    'several facts, once',
    { 'video.fps': own([1, 60]), 'video.seconds': own(9) },
    { ...known, frameRate: null, duration: null },
    ['media.unknown'],
  ],
  ['frames that a limit concerns', ofFrames, gif, ['media.unknown']],
  ['pixels of all frames', { 'animated.pixels': own(9) }, { ...gif, frames: null }, ['media.unknown']],
  ['frames that are known', ofFrames, { ...gif, frames: 2 }, []],
  ['frames that no limit concerns', { 'video.codecs': own(['avc']) }, gif, []],
  ['an animated WebP', ofFrames, { ...gif, mimeType: 'image/webp' }, []],
  ['a GIF that is not animated', ofFrames, { ...gif, animated: false }, []],
  ['an image', { 'video.codecs': own(['avc']), 'video.seconds': own(9) }, image, []],
])('advice about %s', (_, limits, file, found) => {
  const rules: Rules = { platform: 'test', name: 'Test', limits, settings: {} };
  const version = { text: '', settings: {}, media: [known, file] };
  expect(adviseVersion(rules, {}, version).map(({ rule, field }) => [rule, field])).toEqual(
    found.map((rule) => [rule, 'media_ids.1']),
  );
});

test('the network adds its own advice', () => {
  const cost = { field: 'content', rule: 'link.cost', message: 'A link costs $0.20.' };
  const rules: Rules = { platform: 'test', name: 'Test', limits: {}, settings: {}, advise: () => [cost] };
  expect(adviseVersion(rules, {}, { text: '', settings: {}, media: [] })).toEqual([cost]);
});

test('a network says which captions it leaves out', () => {
  const captions = [
    { language: 'en', sizes: { vtt: 90, srt: 100 } },
    { language: 'de', sizes: { vtt: 91, srt: 101 } },
    { language: 'pt-BR', sizes: { vtt: 80, srt: 90 } },
    { language: 'fr', sizes: { vtt: 80, srt: 90 } },
  ];
  const taken = { format: 'srt' as const, most: own(1), bytes: own(100) };
  const rules: Rules = { platform: 'test', name: 'Test', limits: {}, settings: {}, captions: taken };
  const advise = (file: MediaFacts, { captions: _, ...others } = rules) => [
    adviseVersion(rules, {}, { text: '', settings: {}, media: [known, file] }),
    adviseVersion(others, {}, { text: '', settings: {}, media: [known, file] }),
  ];
  expect(advise({ ...known, captions: captions.slice(0, 1) })).toEqual([[], []]);
  expect(advise({ ...known, captions })).toEqual([
    [
      {
        field: 'media_ids.1',
        rule: 'captions.bytes',
        message:
          'Test accepts captions of at most 100 bytes. Those in German are larger, so they are left out.',
        params: { languages: ['de'], most: 100 },
      },
      {
        field: 'media_ids.1',
        rule: 'captions.most',
        message:
          'Test accepts captions in fewer languages. It gets those in English, and not those in Brazilian Portuguese and French.',
        params: { languages: ['pt-BR', 'fr'], sent: ['en'] },
      },
    ],
    [],
  ]);
});
