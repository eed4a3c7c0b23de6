import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { AccountLimits, Version } from '../core/limits.ts';
import { makeMedia } from '../testing/media.ts';
import { tiktokRules } from './rules.ts';

const video = makeMedia({ kind: 'video', width: 720, height: 1280, duration: 10, altText: null });
const photo = makeMedia({ mimeType: 'image/jpeg', altText: null });
const scopes = ['video.publish', 'video.upload'];
const audited = { scopes: [...scopes, 'audited'] };
const draft = { post_mode: 'MEDIA_UPLOAD' };

function make(version: Partial<Version>): Version {
  return { text: '', settings: {}, media: [video], ...version };
}

function broken(version: Partial<Version>, account: AccountLimits = audited) {
  return checkVersion(tiktokRules, account, make(version)).map(({ field, rule }) => `${field} ${rule}`);
}

function advised(version: Partial<Version>, account: AccountLimits = audited) {
  return (tiktokRules.advise?.(make(version), account) ?? []).map(({ field, rule }) => `${field} ${rule}`);
}

describe('a text', () => {
  test.each([
    [video, 2200],
    [photo, 4000],
  ])('has so many UTF-16 units', (file, most) => {
    const bells = '🔔'.repeat(most / 2);
    expect(broken({ text: bells, media: [file] })).toEqual([]);
    expect(broken({ text: `${bells}!`, media: [file] })).toEqual(['content text.max']);
  });
});

test.each([
  [photo, '🔔'.repeat(45), []],
  [photo, `${'🔔'.repeat(45)}!`, ['settings.title title.max']],
  [video, '🔔'.repeat(46), []],
])('a title has 90 UTF-16 units, of photos', (file, title, violations) => {
  expect(broken({ media: [file], settings: { title } })).toEqual(violations);
});

test('a post has either a video or photos', () => {
  expect(broken({ media: [video, photo] })).toEqual(['media_ids media.mixed']);
  expect(broken({ media: [video, video] })).toEqual(['media_ids videos.max']);
  expect(broken({ media: [] })).toEqual(['media_ids media.min']);
  expect(broken({ media: Array(35).fill(photo) })).toEqual([]);
  expect(broken({ media: Array(36).fill(photo) })).toContain('media_ids media.max');
});

test('the account’s own duration counts', () => {
  expect(broken({}, { ...audited, 'video.seconds': 9 })).toEqual(['media_ids.0 video.seconds']);
});

describe('the visibility', () => {
  test.each([
    ['PUBLIC_TO_EVERYONE', audited, []],
    ['PUBLIC_TO_EVERYONE', { scopes }, ['settings.privacy_level privacy.unaudited']],
    ['FOLLOWER_OF_CREATOR', { scopes }, ['settings.privacy_level privacy.unaudited']],
    ['SELF_ONLY', { scopes }, []],
    ['PUBLIC_TO_EVERYONE', {}, []],
    [undefined, { scopes }, []],
  ])('%s with %j', (privacy_level, account, violations) => {
    const settings = privacy_level === undefined ? {} : { privacy_level };
    expect(broken({ settings }, account)).toEqual(violations);
  });

  test('of a draft does not matter', () => {
    expect(broken({ settings: { ...draft, privacy_level: 'PUBLIC_TO_EVERYONE' } }, { scopes })).toEqual([]);
  });

  test.each([
    [{ privacy_level: 'SELF_ONLY', paid_partnership: true }, ['settings.paid_partnership privacy.branded']],
    [{ privacy_level: 'SELF_ONLY', own_brand: true }, []],
    [{ privacy_level: 'PUBLIC_TO_EVERYONE', paid_partnership: true }, []],
    [{ ...draft, privacy_level: 'SELF_ONLY', paid_partnership: true }, []],
  ])('and a paid partnership: %j', (settings, violations) => {
    expect(broken({ settings })).toEqual(violations);
  });
});

test.each([
  [{}, ['video.publish'], []],
  [{}, ['video.upload'], ['settings.post_mode scope.missing']],
  [draft, ['video.upload'], []],
  [draft, ['video.publish'], ['settings.post_mode scope.missing']],
  [draft, undefined, []],
])('the sign-in must allow the way of publishing: %j with %j', (settings, own, violations) => {
  expect(broken({ settings }, { scopes: own })).toEqual(violations);
});

test.each([
  [{ photo_cover_index: 1 }, [photo, photo], []],
  [{ photo_cover_index: 2 }, [photo, photo], ['settings.photo_cover_index cover.photo']],
  [{ photo_cover_index: 2 }, [video], []],
  [{}, [photo], []],
  [{ cover_at_ms: 10_000 }, [video], []],
  [{ cover_at_ms: 10_001 }, [video], ['settings.cover_at_ms cover.video']],
  [{ cover_at_ms: 10_001 }, [{ ...video, duration: null }], []],
])('a cover is in the post: %j', (settings, media, violations) => {
  expect(broken({ settings, media })).toEqual(violations);
});

describe('people are told', () => {
  test('nothing about a plain post of an audited app', () => {
    expect(advised({ text: 'Ding #bell @ada' })).toEqual([]);
    expect(advised({ media: [photo] })).toEqual([]);
  });

  test.each([
    ['who sees posts of an app without an audit', {}, { scopes }, ['settings.privacy_level app.unaudited']],
    ['that a draft must be finished', { settings: draft }, { scopes }, ['settings.post_mode draft.inbox']],
    [
      'that the draft of a video has no text',
      { settings: draft, text: 'Ding' },
      audited,
      ['settings.post_mode draft.inbox', 'content draft.text'],
    ],
    [
      'that the draft of a photo has its text',
      { settings: draft, text: 'Ding', media: [photo] },
      audited,
      ['settings.post_mode draft.inbox'],
    ],
    ['that links are plain', { text: 'https://example.org' }, audited, ['content link.plain']],
    [
      'that there are no alt texts',
      { media: [photo, { ...photo, altText: 'A bell' }] },
      audited,
      ['media_ids.1 alt.none'],
    ],
    [
      'which settings photos do not have',
      { media: [photo], settings: { made_with_ai: true, cover_at_ms: 5, title: 'Bells' } },
      audited,
      ['settings.cover_at_ms setting.unused', 'settings.made_with_ai setting.unused'],
    ],
    [
      'which settings videos do not have',
      { settings: { title: 'Bells', photo_cover_index: 1, auto_add_music: true, made_with_ai: true } },
      audited,
      ['title', 'photo_cover_index', 'auto_add_music'].map((name) => `settings.${name} setting.unused`),
    ],
    ['nothing about settings that are off', { settings: { title: '', auto_add_music: false } }, audited, []],
    ['nothing before there are files', { media: [], settings: { title: 'Bells' } }, audited, []],
  ])('%s', (_, version, account, advice) => {
    expect(advised(version, account)).toEqual(advice);
  });
});

test('an unfinished draft of settings does not break the check', () => {
  const settings = { photo_cover_index: 'x', cover_at_ms: null, privacy_level: 7, post_mode: [] };
  expect(() => [broken({ settings }), advised({ settings })]).not.toThrow();
});
