import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { AccountLimits, MediaFacts, Version } from '../core/limits.ts';
import { descriptions } from './fake-descriptions.ts';
import { limitsOf } from './instance.ts';
import { mastodonRules } from './rules.ts';

function check(version: Partial<Version>, account: AccountLimits = {}) {
  return checkVersion(mastodonRules, account, { text: '', settings: {}, media: [], ...version });
}

function count(
  text: string,
  account: AccountLimits = {},
  settings: Version['settings'] = {},
): number | undefined {
  return mastodonRules.count?.(text, { text, settings, media: [] }, account);
}

function file(kind: 'image' | 'video', facts: Partial<MediaFacts> = {}): MediaFacts {
  const mimeType = kind === 'image' ? 'image/png' : 'video/mp4';
  return {
    id: 1,
    kind,
    mimeType,
    size: 1,
    width: 1,
    height: 1,
    duration: null,
    animated: false,
    altText: null,
    ...facts,
  };
}

describe('Mastodon counts', () => {
  const x = 'x'.repeat(23);
  test.each([
    ['graphemes', 'Grüße 👨‍👩‍👧', 'Grüße x'],
    ['a link as 23', `see https://example.com/${'a'.repeat(200)} there`, `see ${x} there`],
    ['a short link as 23, too', 'http://a.be', x],
    ['not the punctuation after a link', 'https://example.com/a, https://example.com.', `${x}, ${x}.`],
    ['brackets of a link', '(https://example.com/a_(b))', `(${x})`],
    ['a query and an anchor', 'https://example.com:8080?q=1#a', x],
    ['a link in another script', 'https://пример.рф/путь', x],
    ['no link without a protocol', 'example.com/path', 'example.com/path'],
    ['no link directly after a word', 'xhttps://example.com', 'xhttps://example.com'],
    ['no bare host', 'http://localhost/', 'http://localhost/'],
    ['a mention without its server', 'hi @ada.l_2@some.example.org!', 'hi @ada.l_2!'],
    ['a local mention in full', '@ada', '@ada'],
    ['not a mail address', 'ada@example.org', 'ada@example.org'],
  ])('%s', (_, text, counted) => {
    expect(count(text)).toBe([...new Intl.Segmenter().segment(counted)].length);
  });

  test('the content warning on every part', () => {
    const settings = { spoiler_text: 'x'.repeat(10), thread: ['y'.repeat(491)] };
    expect(check({ text: 'z'.repeat(490), settings })).toMatchObject([
      { field: 'settings.thread.0', rule: 'text.max', measured: 501, limit: 500 },
    ]);
  });

  test('links by the server’s own length', () => {
    expect(count('https://example.com', { 'text.url_length': 30 })).toBe(30);
  });
});

test('servers that do not shorten links and mentions count every code point', () => {
  const account = { 'text.url_length': 0 };
  expect(count('https://example.com @a@b.example 👨‍👩‍👧', account, { spoiler_text: 'ab' })).toBe(2 + 33 + 5);
});

test('the message for a text that is too long says “characters”', () => {
  const [violation] = check({ text: 'x'.repeat(501) });
  expect(violation?.message).toBe('allows at most 500 characters; this text has 501');
});

describe('media', () => {
  test('Mastodon does not mix images and a video in one post, other servers do', () => {
    const media = [file('image'), file('video')];
    expect(check({ media })).toMatchObject([{ rule: 'media.mixed' }]);
    expect(check({ media }, limitsOf(descriptions.gotosocial.body, 'gotosocial'))).toEqual([]);
  });

  test('Mastodon allows one video', () => {
    expect(check({ media: [file('video'), file('video')] })).toMatchObject([{ rule: 'videos.max' }]);
  });

  test('Pixelfed needs a file, and allows a video only if its description says so', () => {
    const account = limitsOf(descriptions.pixelfed.body, 'pixelfed');
    expect(check({}, account)).toMatchObject([{ rule: 'media.min' }]);
    expect(check({ media: [file('video')] }, account)).toMatchObject([{ rule: 'videos.max', limit: 0 }]);
  });

  const gif = (width: number, height: number) =>
    file('image', { mimeType: 'image/gif', animated: true, width, height });

  test('Mastodon accepts a GIF of 1280 × 720 pixels, other servers a larger one', () => {
    const media = [gif(1280, 720), gif(1281, 720)];
    expect(check({ media }, { 'image.pixels': 33_177_600 })).toMatchObject([
      { field: 'media_ids.1', rule: 'image.pixels', measured: 922_320, limit: 921_600 },
    ]);
    expect(check({ media }, limitsOf(descriptions.mastodon.body, 'mastodon'))).toHaveLength(1);
    expect(check({ media }, limitsOf(descriptions.gotosocial.body, 'gotosocial'))).toEqual([]);
    expect(check({ media: [file('image', { width: 1281, height: 720 })] })).toEqual([]);
    expect(check({ media: [file('image', { mimeType: 'image/gif', width: null, height: null })] })).toEqual(
      [],
    );
  });

  test('the frames of a video are as many as the server states', () => {
    const media = [file('video', { frameRate: 144 })];
    expect(check({ media })).toMatchObject([{ rule: 'video.fps', measured: 144, limit: [1, 120] }]);
    const stated = { configuration: { media_attachments: { video_frame_rate_limit: 240 } } };
    expect(check({ media }, limitsOf(stated, 'mastodon'))).toEqual([]);
    expect(check({ media }, limitsOf({}, 'mastodon'))).toHaveLength(1);
  });

  test('the limit of a description is the server’s own', () => {
    const media = [file('image', { altText: 'x'.repeat(1501) })];
    expect(check({ media })).toMatchObject([{ rule: 'alt.max' }]);
    expect(check({ media }, { 'alt.max': 10_000 })).toEqual([]);
  });
});

test('has files or a quote', () => {
  const settings = { quote: 'https://else.example/@bob/1' };
  expect(check({ text: 'Ding', settings })).toEqual([]);
  expect(check({ text: 'Ding', settings, media: [file('image')] })).toMatchObject([
    { field: 'settings.quote', rule: 'post.kind', params: { kinds: ['files', 'quote'] } },
  ]);
});

test('quotes in a direct post only whom it may have mentioned', () => {
  const settings = { quote: 'https://else.example/@bob/1', visibility: 'direct' };
  expect(check({ text: 'Ding', settings })).toMatchObject([
    { field: 'settings.quote', rule: 'quote.mention' },
  ]);
  expect(check({ text: 'Ding @bob@else.example', settings })).toEqual([]);
  expect(check({ text: 'Ding', settings: { ...settings, visibility: 'private' } })).toEqual([]);
  expect(check({ text: 'Ding', settings: { visibility: 'direct' } })).toEqual([]);
});

describe('Pixelfed', () => {
  const account = limitsOf(descriptions.pixelfed.body, 'pixelfed');
  const ofPost = (settings: Version['settings'], limits = account) =>
    check({ text: 'Ding', settings, media: [file('image')] }, limits);

  test('has no direct posts', () => {
    expect(ofPost({ visibility: 'direct' })).toMatchObject([
      { field: 'settings.visibility', rule: 'visibility.direct' },
    ]);
    expect(ofPost({ visibility: 'private' })).toEqual([]);
    expect(ofPost({ visibility: 'direct' }, {})).toEqual([]);
  });

  test('has content warnings of at most 140 code points', () => {
    expect(ofPost({ spoiler_text: '😀'.repeat(141) })).toMatchObject([
      { field: 'settings.spoiler_text', rule: 'warning.max', measured: 141, limit: 140 },
    ]);
    expect(ofPost({ spoiler_text: '😀'.repeat(140) })).toEqual([]);
    expect(ofPost({ spoiler_text: '😀'.repeat(141) }, {})).toEqual([]);
  });
});
