import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkVersion } from '../core/check.ts';
import type { AccountLimits, MediaFacts, Version } from '../core/limits.ts';
import type { Media } from '../core/network.ts';
import { makeMedia } from '../testing/media.ts';
import { longLength, pathologicalText, requireLinear } from '../testing/pathological.ts';
import { countCharacters } from './counting.ts';
import { threadsRules } from './rules.ts';

const image = makeMedia();
const video = (own: Partial<Media>) => makeMedia({ kind: 'video', id: 2, ...own });

function check(part: Partial<Version>, account: AccountLimits = {}) {
  const version = { text: 'Ding', settings: {}, media: [], ...part };
  return checkVersion(threadsRules, account, version).map(({ field, rule }) => [field, rule]);
}

describe('the length', () => {
  test.each([
    ['', 0],
    ['Ding', 4],
    ['äöü 鐘', 5],
    ['𝒜', 1],
    ['🔔', 4],
    ['🔔🔔', 8],
    ['👍🏽', 8],
    ['👨‍👩‍👧', 18],
    ['❤️', 6],
    ['🇩🇪', 8],
    ['1️⃣', 7],
    ['1', 1],
    ['a\u200db', 3],
    ['x🔔y', 6],
  ])('of %s is %i', (text, length) => {
    expect(countCharacters(text)).toBe(length);
  });

  test('is counted in linear time', () => {
    fc.assert(
      fc.property(pathologicalText(longLength / 10), (text) => {
        requireLinear(() => countCharacters(text));
        requireLinear(() => check({ text }));
      }),
      { numRuns: 20 },
    );
  });

  test.each(['content', 'settings.thread.0', 'settings.first_comment'])('has its limit in %s', (field) => {
    const of = (text: string) =>
      check({
        text: field === 'content' ? text : 'Ding',
        settings: {
          ...(field.includes('thread') && { thread: [text] }),
          ...(field.includes('comment') && { first_comment: text }),
        },
      });
    expect(of('🔔'.repeat(125))).toEqual([]);
    expect(of(`${'🔔'.repeat(125)}x`)).toEqual([[field, 'text.max']]);
  });
});

describe('a post', () => {
  test('needs a text or a file, and so does each part of its thread', () => {
    expect(check({ text: ' ' })).toEqual([['content', 'text.min']]);
    expect(check({ text: '', media: [image] })).toEqual([]);
    const thread = [{ text: '' }, { text: '', media_ids: [1] }, 'x'];
    expect(check({ settings: { thread } })).toEqual([['settings.thread.0', 'text.min']]);
  });

  test('may have five different links, of which the card is one', () => {
    const links = (count: number) =>
      Array.from({ length: count }, (_, at) => `https://${at}.example/`).join(' ');
    const same = `${links(5)} ${links(5)}`;
    expect(check({ text: same })).toEqual([]);
    expect(check({ text: links(6) })).toEqual([['content', 'text.links']]);
    expect(check({ text: `${links(5)} www.example.com` })).toEqual([['content', 'text.links']]);
    expect(check({ text: links(5), settings: { link: 'https://0.example/' } })).toEqual([]);
    expect(check({ text: links(5), settings: { link: 'https://9.example/' } })).toEqual([
      ['content', 'text.links'],
    ]);
    const settings = { link: 'https://9.example/', thread: [links(5), links(6)] };
    expect(check({ settings })).toEqual([['settings.thread.1', 'text.links']]);
  });

  test('with files has no poll and no card, and only files can be hidden', () => {
    const settings = { poll: { options: ['a', 'b'] }, link: 'https://example.com/' };
    expect(check({ settings })).toEqual([]);
    expect(check({ settings, media: [image] })).toEqual([
      ['settings.poll', 'post.kind'],
      ['settings.link', 'post.kind'],
    ]);
    expect(check({ settings: { is_spoiler: true } })).toEqual([['settings.is_spoiler', 'post.kind']]);
    expect(check({ settings: { is_spoiler: true }, media: [image] })).toEqual([]);
    expect(check({ settings: { is_spoiler: false } })).toEqual([]);
  });

  test('has videos of at most 1920 columns, also in its thread', () => {
    const [narrow, wide] = [1920, 1921].map((width) => video({ width, height: 1000 }));
    expect(check({ media: [narrow as MediaFacts] })).toEqual([]);
    expect(check({ media: [wide as MediaFacts] })).toEqual([['media_ids.0', 'video.width']]);
    const files = new Map([[2, wide as MediaFacts]]);
    expect(check({ settings: { thread: [{ text: '', media_ids: [2] }] }, files })).toEqual([
      ['settings.thread.0.media_ids.0', 'video.width'],
    ]);
  });

  test('has a thread whose files keep the limits of a post, each part for itself', () => {
    const files = new Map([[1, { ...image, mimeType: 'image/gif' }]]);
    const ids = (count: number) => Array.from({ length: count }, () => 1);
    const thread = ['x', { text: 'x', media_ids: [1] }];
    expect(check({ settings: { thread }, files })).toEqual([
      ['settings.thread.1.media_ids.0', 'image.types'],
    ]);
    const many = [
      { text: 'x', media_ids: ids(20) },
      { text: 'x', media_ids: ids(21) },
    ];
    expect(check({ settings: { thread: many }, files: new Map([[1, image]]) })).toEqual([
      ['settings.thread.1.media_ids', 'media.max'],
    ]);
  });

  test('of an unchecked draft is checked, too', () => {
    expect(check({ settings: { thread: 'x', poll: 7 } })).toEqual([]);
    expect(check({ settings: { thread: [{ media_ids: 'x' }] } })).toEqual([
      ['settings.thread.0', 'text.min'],
    ]);
  });
});

describe('a sign-in', () => {
  const scopes = ['threads_basic', 'threads_content_publish'];
  const settings = { thread: ['x'], first_comment: 'y', location: '1' };
  const missing = Object.keys(settings).map((name) => [`settings.${name}`, 'sign_in.scope']);

  test('without the scopes of a setting cannot have it', () => {
    expect(check({ settings }, { scopes })).toEqual(missing);
    expect(check({ settings: { thread: [] } }, { scopes })).toEqual([]);
  });

  test.each([
    [['threads_manage_replies'], missing],
    [['threads_manage_replies', 'threads_read_replies'], [missing[2]]],
    [['threads_location_tagging'], missing.slice(0, 2)],
  ])('with %o lacks %o', (more, lacks) => {
    expect(check({ settings }, { scopes: [...scopes, ...more] })).toEqual(lacks);
  });

  test('whose scopes are not known may have all', () => {
    expect(check({ settings })).toEqual([]);
  });
});
