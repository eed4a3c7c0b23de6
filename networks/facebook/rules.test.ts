import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { MediaFacts, Version } from '../core/limits.ts';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { formatOf, facebookRules as rules } from './rules.ts';

const image = (own: Partial<Media> = {}): MediaFacts => makeMedia({ altText: null, ...own });
const video = (own: Partial<Media> = {}): MediaFacts =>
  makeMedia({ kind: 'video', altText: null, width: 1080, height: 1920, duration: 10, ...own });
const version = (own: Partial<Version> = {}): Version => ({ text: 'Ding', settings: {}, media: [], ...own });
const problems = (own: Partial<Version>, scopes?: string[]) =>
  checkVersion(rules, { ...(scopes && { scopes }) }, version(own)).map(({ field, rule }) => [field, rule]);
const advice = (own: Partial<Version>) =>
  rules.advise?.(version(own), {}).map(({ field, rule }) => [field, rule]);

test.each([
  [{}, 'feed'],
  [{ media: [image()] }, 'feed'],
  [{ media: [video()] }, 'video'],
  [{ media: [video()], settings: { format: 'feed' } }, 'video'],
  [{ media: [video()], settings: { format: 'reel' } }, 'reel'],
  [{ media: [video()], settings: { format: 'story' } }, 'story'],
])('the format of %o is %s', (own, format) => {
  expect(formatOf(version(own))).toBe(format);
});

describe('a post', () => {
  test('needs a text, a link or a file', () => {
    expect(problems({ text: ' ' })).toEqual([['content', 'content.empty']]);
    expect(problems({ text: '', settings: { link: 'https://a.example' } })).toEqual([]);
    expect(problems({ text: '', media: [image()] })).toEqual([]);
  });

  test('has photos or one video', () => {
    const ten = Array.from({ length: 10 }, () => image());
    expect(problems({ media: ten })).toEqual([]);
    expect(problems({ media: [...ten, image()] })).toEqual([['media_ids', 'media.max']]);
    expect(problems({ media: [image(), video()] }).map(([, rule]) => rule)).toContain('media.mixed');
    expect(problems({ media: [video(), video()] }).map(([, rule]) => rule)).toContain('videos.max');
  });

  test('counts its text in UTF-16 units', () => {
    expect(problems({ text: '🔔'.repeat(31_603) })).toEqual([]);
    expect(problems({ text: `${'🔔'.repeat(31_603)}x` })).toEqual([['content', 'text.max']]);
  });
});

describe('a story', () => {
  test('has images and videos together', () => {
    expect(problems({ media: [image(), video(), video()], settings: { format: 'story' } })).toEqual([]);
    expect(problems({ settings: { format: 'story' } })).toEqual([['media_ids', 'media.min']]);
  });
});

describe('a setting', () => {
  const kinds = {
    feed: { media: [] },
    video: { media: [video()] },
    reel: { media: [video()], settings: { format: 'reel' } },
    story: { media: [video()], settings: { format: 'story' } },
  };
  const allowed = {
    link: ['feed'],
    title: ['video', 'reel'],
    cover: ['video', 'reel'],
    location: ['feed', 'reel'],
    first_comment: ['feed', 'video', 'reel'],
  };
  const cases = Object.entries(allowed).flatMap(([name, formats]) =>
    Object.entries(kinds).map(([kind, own]) => [name, kind, own, formats.includes(kind)] as const),
  );

  test.each(cases)('%s of a %s', (name, _, own, isAllowed) => {
    const settings = { ...('settings' in own && own.settings), [name]: 'x' };
    const expected = isAllowed ? [] : [[`settings.${name}`, 'format.setting']];
    expect(problems({ ...own, settings })).toEqual(expected);
  });

  test('of a link does not go with photos', () => {
    const settings = { link: 'https://a.example' };
    const [found] = checkVersion(rules, {}, version({ media: [image()], settings }));
    expect(found).toMatchObject({ field: 'settings.link', message: expect.stringContaining('has both') });
  });

  test('of a first comment needs the permission', () => {
    const settings = { first_comment: 'Dong' };
    expect(problems({ settings }, [])).toEqual([['settings.first_comment', 'comment.scope']]);
    expect(problems({ settings }, ['pages_manage_engagement'])).toEqual([]);
    expect(problems({}, [])).toEqual([]);
  });

  test.each([
    [{ mimeType: 'image/jpeg', size: 10_000_000 }, undefined],
    [{ mimeType: 'image/png' }, undefined],
    [{ mimeType: 'image/webp' }, 'cover.type'],
    [{ mimeType: 'image/png', size: 10_000_001 }, 'cover.bytes'],
  ])('of a cover %o', (own, rule) => {
    const files = new Map([[5, image({ id: 5, ...own })]]);
    const found = problems({ media: [video()], settings: { cover: 5 }, files });
    expect(found).toEqual(rule === undefined ? [] : [['settings.cover', rule]]);
  });
});

describe('advice', () => {
  const story = { format: 'story' };

  test('names the text and the links that a story loses', () => {
    expect(advice({ settings: story, media: [image()] })).toEqual([['content', 'story.text']]);
    expect(advice({ settings: story, media: [image()], text: ' ' })).toEqual([]);
    const [found] = rules.advise?.(version({ settings: story, text: 'https://a.example' }), {}) ?? [];
    expect(found?.message).toContain('no links');
    expect(advice({ text: 'https://a.example' })).toEqual([]);
  });

  test.each([
    [1080, 1920, []],
    [1920, 1080, [['media_ids.0', 'video.shape']]],
    [1080, 1350, [['media_ids.0', 'video.shape']]],
    [null, 1080, []],
    [1080, null, []],
  ])('names the shape of a reel of %s by %s', (width, height, expected) => {
    const media = [video({ width, height })];
    expect(advice({ media, settings: { format: 'reel' } })).toEqual(expected);
    expect(advice({ media })).toEqual([]);
  });

  test('names descriptions that are lost, and images that do not move', () => {
    expect(advice({ media: [image({ altText: 'A bell' }), image({ animated: true })] })).toEqual([
      ['media_ids.1', 'image.still'],
    ]);
    expect(advice({ media: [video({ altText: 'A bell' })] })).toEqual([['media_ids.0', 'alt.lost']]);
    expect(advice({ text: '', media: [image({ altText: 'A bell' })], settings: story })).toEqual([
      ['media_ids.0', 'alt.lost'],
    ]);
  });
});
