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
