import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts, Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { xRules } from './rules.ts';

const image = makeMedia();
const gif = makeMedia({ id: 2, mimeType: 'image/gif', animated: true });
const video = makeMedia({ id: 3, kind: 'video', width: 1280, height: 720, duration: 9, altText: null });
const files = new Map<number, MediaFacts>([image, gif, video].map((file) => [file.id, file]));

function check(version: Partial<Version>, account = {}) {
  const violations = checkVersion(xRules, account, {
    text: 'Bells',
    settings: {},
    media: [],
    files,
    ...version,
  });
  return violations.map(({ field, rule }) => `${field} ${rule}`);
}

function advise(version: Partial<Version>) {
  const advice = xRules.advise?.({ text: 'Bells', settings: {}, media: [], ...version }, {}) ?? [];
  return advice.map(({ field, rule }) => `${field} ${rule}`);
}

describe('a text', () => {
  test.each(['', ' \n', '\u3000'])('is needed: %j', (text) => {
    expect(check({ text })).toEqual(['content text.min']);
    expect(check({ text, media: [image] })).toEqual([]);
  });

  test('is needed beside a poll', () => {
    const poll = { options: ['a', 'b'], duration_minutes: 5 };
    expect(check({ text: '', settings: { poll } })).toEqual(['content text.min']);
  });

  test.each(['\ufeff', '\ufffe', '\uffff'])('cannot have %j', (character) => {
    expect(check({ text: `a${character}` })).toEqual(['content text.characters']);
  });

  test('counts links as 23, and wide characters as two', () => {
    expect(check({ text: `${'x'.repeat(256)} https://example.com/${'a'.repeat(300)}` })).toEqual([]);
    expect(check({ text: `${'x'.repeat(257)} https://example.com/` })).toEqual(['content text.max']);
    expect(check({ text: '鐘'.repeat(140) })).toEqual([]);
    expect(check({ text: '鐘'.repeat(141) })).toEqual(['content text.max']);
  });

  test('may be long if the account may', () => {
    expect(check({ text: 'x'.repeat(25_000) }, { 'text.max': 25_000 })).toEqual([]);
    expect(check({ text: 'x'.repeat(25_001) }, { 'text.max': 25_000 })).toEqual(['content text.max']);
  });

  test.each([
    ['$TWTR', []],
    ['$TWTR and $AAPL', ['content text.cashtags']],
    ['$brk.b, $goog!', ['content text.cashtags']],
    ['a$TWTR $AAPL', []],
    ['$5 and $10', []],
    ['$toolongname $TWTR', []],
  ])('has one cashtag at most: %j', (text, violations) => {
    expect(check({ text })).toEqual(violations);
  });
});

describe('the parts of a thread, and a first comment', () => {
  test('keep the limits of a text', () => {
    const long = 'x'.repeat(281);
    expect(check({ settings: { thread: ['a', { text: long }], first_comment: long } })).toEqual([
      'settings.thread.1 text.max',
      'settings.first_comment text.max',
    ]);
    expect(check({ settings: { thread: ['$a and $b'], first_comment: '\ufeffx' } })).toEqual([
      'settings.thread.0 text.cashtags',
      'settings.first_comment text.characters',
    ]);
  });

  test('need no text if they have files', () => {
    expect(check({ settings: { thread: [{ text: '', media_ids: [1] }] } })).toEqual([]);
    expect(check({ settings: { thread: [{ text: '', media_ids: [] }] } })).toEqual([
      'settings.thread.0 text.min',
    ]);
  });

  test('keep the limits of files, each for itself', () => {
    const thread = [
      { text: 'a', media_ids: [3] },
      { text: 'b', media_ids: [1, 3] },
      { text: 'c', media_ids: [1, 2] },
    ];
    expect(check({ media: [image, image, image, image], settings: { thread } })).toEqual([
      'settings.thread.1.media_ids media.mixed',
      'settings.thread.2.media_ids media.gif',
    ]);
    const many = [
      image,
      { ...image, id: 4 },
      { ...image, id: 5 },
      { ...image, id: 6 },
      { ...image, id: 7, size: 6e6 },
    ];
    const own = new Map(many.map((file) => [file.id, file]));
    expect(check({ files: own, settings: { thread: [{ text: 'a', media_ids: [1, 4, 5, 6, 7] }] } })).toEqual([
      'settings.thread.0.media_ids media.max',
      'settings.thread.0.media_ids images.max',
      'settings.thread.0.media_ids.4 image.bytes',
    ]);
    expect(check({ settings: { thread: [{ text: 'a', media_ids: [3] }] } }, { 'video.seconds': 8 })).toEqual([
      'settings.thread.0.media_ids.0 video.seconds',
    ]);
  });

  test('may be an unchecked draft', () => {
    for (const thread of ['a', [null], [{ media_ids: 'x' }], 7])
      expect(() => check({ settings: { thread } })).not.toThrow();
  });
});

describe('files', () => {
  test('an animated GIF stands alone', () => {
    expect(check({ media: [gif] })).toEqual([]);
    expect(check({ media: [image, gif] })).toEqual(['media_ids media.gif']);
    expect(check({ media: [image, { ...gif, animated: false }] })).toEqual([]);
  });

  test('an animated GIF has 15 MB, another image 5 MB', () => {
    const size = 15 * 1024 * 1024;
    expect(check({ media: [{ ...gif, size }] })).toEqual([]);
    expect(check({ media: [{ ...image, size }] })).toEqual(['media_ids.0 image.bytes']);
  });

  test('an animated GIF has 350 frames with 300 million pixels, in a thread too', () => {
    const most = { ...gif, id: 8, frames: 350, width: 1000, height: 857 };
    const many = { ...most, id: 9, frames: 351, height: 800 };
    const large = { ...most, id: 10, height: 858 };
    const own = new Map([most, many, large].map((file) => [file.id, file]));
    const settings = { thread: [8, 9, 10].map((id) => ({ text: `${id}`, media_ids: [id] })) };
    expect(check({ media: [most], files: own, settings })).toEqual([
      'settings.thread.1.media_ids.0 animated.frames',
      'settings.thread.2.media_ids.0 animated.pixels',
    ]);
    expect(check({ media: [{ ...many, mimeType: 'image/webp' }] })).toEqual([]);
  });

  test.each(['image/webp', 'image/png'])('an animated %s has 5 MB, in a thread too', (mimeType) => {
    const most = { ...image, id: 8, mimeType, animated: true, size: 5 * 1024 * 1024 };
    const larger = { ...most, id: 9, size: most.size + 1 };
    const own = new Map([most, larger].map((file) => [file.id, file]));
    const settings = { thread: [{ text: 'a', media_ids: [8, 9] }] };
    expect(check({ media: [most, larger], files: own, settings })).toEqual([
      'media_ids.1 image.bytes',
      'settings.thread.0.media_ids.1 image.bytes',
    ]);
  });

  test.each([
    [{ width: 1281, height: 720 }, 'video.side'],
    [{ width: 31, height: 32 }, 'video.min_side'],
    [{ width: 1280, height: 400 }, 'video.ratio'],
    [{ duration: 1201 }, 'video.seconds'],
    [{ duration: 0.4 }, 'video.min_seconds'],
    [{ frameRate: 120 }, 'video.fps'],
    [{ videoCodec: 'hevc' }, 'video.codecs'],
    [{ audioCodec: 'opus' }, 'audio.codecs'],
    [{ mimeType: 'video/webm' }, 'video.types'],
  ])('a video with %j is refused', (facts, rule) => {
    expect(check({ media: [video] })).toEqual([]);
    expect(check({ media: [{ ...video, ...facts }] })).toEqual([`media_ids.0 ${rule}`]);
  });
});

describe('a post', () => {
  const poll = { options: ['a', 'b'], duration_minutes: 5 };

  test('has files, a poll or a quote', () => {
    expect(check({ settings: { poll } })).toEqual([]);
    expect(check({ settings: { quote: '1' } })).toEqual([]);
    expect(check({ settings: { poll, quote: '1' } })).toEqual(['settings.poll post.kind']);
    expect(check({ settings: { poll }, media: [image] })).toEqual(['settings.poll post.kind']);
    expect(check({ settings: { quote: '1' }, media: [image] })).toEqual(['settings.quote post.kind']);
  });

  test('is shared with followers only from a community', () => {
    const shared = { share_with_followers: true };
    expect(check({ settings: shared })).toEqual(['settings.share_with_followers post.community']);
    expect(check({ settings: { ...shared, community_id: '1' } })).toEqual([]);
    expect(check({ settings: { share_with_followers: false } })).toEqual([]);
  });
});

describe('a person is told', () => {
  test('nothing about a plain post', () => {
    expect(advise({ media: [image, { ...video, altText: null }], settings: { thread: ['a'] } })).toEqual([]);
  });

  test('that a link costs $0.20, in each part', () => {
    const settings = { thread: ['see example.com'], first_comment: 'https://example.com' };
    expect(advise({ text: 'at https://example.com', settings })).toEqual([
      'content link.cost',
      'settings.thread.0 link.cost',
      'settings.first_comment link.cost',
    ]);
    const [advice] = xRules.advise?.({ text: 'a.com', settings: {}, media: [] }, {}) ?? [];
    expect(advice?.message).toContain('$0.20');
  });

  test('that mentions, quotes and repeated texts may be refused', () => {
    expect(advise({ text: 'Hi @ada', settings: { quote: '1' } })).toEqual([
      'content mentions.limited',
      'settings.quote quote.limited',
    ]);
    expect(advise({ text: 'a', settings: { thread: ['b', 'a'] } })).toEqual([
      'settings.thread.1 text.repeated',
    ]);
  });

  test.each([
    ['https://x.com/ada/status/20', true],
    ['twitter.com/i/web/status/20?s=1', true],
    ['https://x.com/ada', false],
    ['https://box.com/ada/status/20', false],
  ])('that X quotes the post behind a link, if it is one: %s', (link, isPost) => {
    const rules = advise({ settings: { thread: [`See ${link}`] } });
    expect(rules.includes('settings.thread.0 quote.limited')).toBe(isPost);
  });

  test('that a large GIF may be refused, and a video’s alt text is not shown', () => {
    expect(advise({ media: [{ ...gif, width: 1280, height: 1080 }] })).toEqual([]);
    expect(advise({ media: [{ ...gif, width: 1281 }] })).toEqual(['media_ids.0 gif.size']);
    expect(advise({ media: [{ ...gif, height: 1081 }] })).toEqual(['media_ids.0 gif.size']);
    expect(advise({ media: [{ ...image, width: 5000 }] })).toEqual([]);
    expect(advise({ media: [{ ...video, altText: 'A bell' }] })).toEqual(['media_ids.0 alt.video']);
  });
});

test('the engine counts posts against X’s own limits', () => {
  expect(xRules.rates?.map(({ scope, most, seconds }) => [scope, most, seconds])).toEqual([
    ['channel', 100, 900],
    ['channel', 300, 10_800],
    ['app', 10_000, 86_400],
  ]);
});
