import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { AccountLimits, Version } from '../core/limits.ts';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { formatOf, instagramRules } from './rules.ts';

const image = (facts: Partial<Media> = {}) => makeMedia({ mimeType: 'image/jpeg', altText: null, ...facts });
const video = (facts: Partial<Media> = {}) =>
  makeMedia({ kind: 'video', duration: 10, width: 1080, height: 1920, altText: null, ...facts });

const version = (own: Partial<Version>): Version => ({
  text: 'Ding',
  settings: {},
  media: [image()],
  ...own,
});
const brokenBy = (own: Partial<Version>, account: AccountLimits = {}) =>
  checkVersion(instagramRules, account, version(own)).map(({ field, rule }) => `${field}: ${rule}`);
const advised = (own: Partial<Version>) =>
  instagramRules.advise?.(version(own), {}).map(({ field, rule }) => `${field}: ${rule}`);

test.each([
  [{}, [image()], 'feed'],
  [{}, [video()], 'reel'],
  [{}, [image(), video()], 'carousel'],
  [{ format: 'reel' }, [video()], 'reel'],
  [{ format: 'story' }, [video()], 'story'],
  [{ format: 'story' }, [image(), image()], 'story'],
  [{}, [], 'feed'],
] as const)('with %o the files make a %s', (settings, media, format) => {
  expect(formatOf({ settings, media })).toBe(format);
});

describe('a post in the feed', () => {
  test('has images between 4:5 and 1.91:1', () => {
    expect(brokenBy({ media: [image({ width: 800, height: 1000 })] })).toEqual([]);
    expect(brokenBy({ media: [image({ width: 1910, height: 1000 })] })).toEqual([]);
    expect(brokenBy({ media: [image({ width: 900, height: 1600 })] })).toEqual(['media_ids.0: image.ratio']);
  });

  test('needs a file', () => {
    expect(brokenBy({ media: [] })).toEqual(['media_ids: media.min']);
  });

  test('has as many UTF-16 units of text as Instagram certainly allows', () => {
    expect(brokenBy({ text: '🔔'.repeat(1100) })).toEqual([]);
    expect(brokenBy({ text: `${'🔔'.repeat(1100)}x` })).toEqual(['content: text.max']);
  });

  test('has no settings of reels', () => {
    const settings = { cover_at_ms: 1, cover: 2, audio_name: 'Ding', trial: 'manual' };
    expect(brokenBy({ settings })).toEqual([
      'settings.cover: format.setting',
      'settings.cover_at_ms: format.setting',
      'settings.audio_name: format.setting',
      'settings.trial: format.setting',
    ]);
  });
});

describe('a reel', () => {
  test('is one video of 3 seconds to 15 minutes', () => {
    expect(brokenBy({ media: [video({ duration: 3 })] })).toEqual([]);
    expect(brokenBy({ media: [video({ duration: 2 })] })).toEqual(['media_ids.0: video.min_seconds']);
    expect(brokenBy({ media: [video({ duration: 901 })] })).toEqual(['media_ids.0: video.seconds']);
    const settings = { format: 'reel' };
    expect(brokenBy({ settings })).toEqual(['media_ids: images.max']);
    expect(brokenBy({ settings, media: [video(), video()] })).toEqual(['media_ids: media.max']);
  });

  test('has at most 1920 pixels in its width, and more in its height', () => {
    expect(brokenBy({ media: [video({ width: 1920, height: 3413 })] })).toEqual([]);
    expect(brokenBy({ media: [video({ width: 1921, height: 1080 })] })).toEqual(['media_ids.0: video.width']);
  });

  test('has a cover that is a JPEG of at most 8 MB', () => {
    const settings = { cover: 7 };
    const withCover = (cover: Partial<Media>) =>
      brokenBy({ settings, media: [video()], files: new Map([[7, image(cover)]]) });
    expect(withCover({ size: 8_000_000 })).toEqual([]);
    expect(withCover({ size: 8_000_001 })).toEqual(['settings.cover: cover.bytes']);
    expect(withCover({ mimeType: 'image/png' })).toEqual(['settings.cover: cover.type']);
    const files = new Map([[7, image({ mimeType: 'image/png' })]]);
    expect(checkVersion(instagramRules, {}, version({ settings, media: [video()], files }))).toMatchObject([
      { measured: 'image/png', limit: 'image/jpeg', message: 'accepts covers as JPEG; this file is PNG' },
    ]);
    expect(brokenBy({ settings, media: [video()] })).toEqual([]);
  });
});

describe('a story', () => {
  const settings = { format: 'story' };

  test('may have any shape', () => {
    expect(brokenBy({ settings, media: [image({ width: 900, height: 1600 })] })).toEqual([]);
  });

  test('is a video of 3 to 60 seconds and at most 100 MB', () => {
    expect(brokenBy({ settings, media: [video({ duration: 60, size: 1e8 })] })).toEqual([]);
    expect(brokenBy({ settings, media: [video({ duration: 61 })] })).toEqual(['media_ids.0: video.seconds']);
    expect(brokenBy({ settings, media: [video({ duration: 2 })] })).toEqual([
      'media_ids.0: video.min_seconds',
    ]);
    expect(brokenBy({ settings, media: [video({ size: 1e8 + 1 })] })).toEqual(['media_ids.0: video.bytes']);
  });

  test('has no comments, no location and no collaborators', () => {
    const more = { first_comment: 'Dong', location: '1', collaborators: ['ada'] };
    expect(brokenBy({ settings: { ...settings, ...more } })).toEqual([
      'settings.collaborators: format.setting',
      'settings.location: format.setting',
      'settings.first_comment: format.setting',
    ]);
  });

  test('has no text and no descriptions, which people are told', () => {
    expect(advised({ settings, media: [image({ altText: 'A bell' })] })).toEqual([
      'content: story.text',
      'media_ids.0: alt.lost',
    ]);
    expect(advised({ settings, text: ' ' })).toEqual([]);
  });
});

test('a carousel has videos of 3 to 60 seconds', () => {
  expect(brokenBy({ media: [image(), video({ duration: 61 })] })).toEqual(['media_ids.1: video.seconds']);
  expect(brokenBy({ media: [image(), video({ duration: 2 })] })).toEqual(['media_ids.1: video.min_seconds']);
});

test('a tag names a file of the post, and its place in an image', () => {
  const withTags = (...user_tags: object[]) =>
    brokenBy({ settings: { user_tags } as never, media: [image(), video()] });
  expect(withTags({ username: 'ada', x: 0, y: 1 }, { username: 'ada', media: 1 })).toEqual([]);
  expect(withTags({ username: 'ada', x: 0.5 })).toEqual(['settings.user_tags.0: tag.place']);
  expect(withTags({ username: 'ada', media: 1 }, { username: 'ada', media: 2 })).toEqual([
    'settings.user_tags.1: tag.place',
  ]);
});

test('comments need a sign-in that allows them', () => {
  const settings = { first_comment: 'Dong' };
  expect(brokenBy({ settings })).toEqual([]);
  expect(brokenBy({ settings }, { scopes: ['instagram_manage_comments'] })).toEqual([]);
  expect(brokenBy({ settings }, { scopes: ['instagram_business_manage_comments'] })).toEqual([]);
  expect(brokenBy({ settings }, { scopes: ['instagram_basic'] })).toEqual([
    'settings.first_comment: comment.scope',
  ]);
  expect(brokenBy({ settings: { comments_enabled: false } }, { scopes: [] })).toEqual([
    'settings.comments_enabled: comment.scope',
  ]);
  expect(brokenBy({ settings: { comments_enabled: true } }, { scopes: [] })).toEqual([]);
});

test('people are told of switches that a format does not have', () => {
  const story = { format: 'story' };
  const settings = { share_to_feed: false, comments_enabled: false };
  expect(advised({ settings, media: [image()] })).toEqual(['settings.share_to_feed: format.setting']);
  expect(advised({ settings: { ...settings, format: 'reel' }, media: [video()] })).toEqual([]);
  expect(advised({ settings: { ...story, comments_enabled: false }, text: '' })).toEqual([
    'settings.comments_enabled: format.setting',
  ]);
  expect(advised({ settings: { ...story, share_to_feed: true, comments_enabled: true }, text: '' })).toEqual(
    [],
  );
});

test('links do not work, and videos have no descriptions', () => {
  expect(advised({ text: 'Hear https://bells.example/' })).toEqual(['content: text.links']);
  expect(advised({ media: [video({ altText: 'A bell' })] })).toEqual(['media_ids.0: alt.lost']);
  expect(advised({ media: [image({ altText: 'A bell' })] })).toEqual([]);
});
