import { finish } from '@belfry/networks/core/check.ts';
import { unless, when } from '@belfry/networks/core/judging.ts';
import type { MediaFacts, Rules } from '@belfry/networks/core/limits.ts';
import { allRules, type Platform } from '@belfry/networks/rules.ts';
import { describe, expect, test } from 'vitest';
import type { Context } from '../base/context.ts';
import { checkAgain, checkVersions, describeMisfits, isLight, walkTarget } from './fitting.ts';
import { versionsOf } from './versions.ts';

const ctx: Pick<Context, 'networks' | 'slices'> = {
  networks: new Map(),
  slices: { walk: () => Promise.reject(new Error('a light version needs no slices')) } as never,
};
const channel = { id: 1, platform: 'sandbox', username: 'ada', limits: {} } as const;
const versions = (content: string) =>
  versionsOf(
    {
      status: 'scheduled',
      targets: [{ channel_id: 1, content, settings: {}, media_ids: null, image_fit: 'pad' }],
    },
    { channels: new Map([[1, channel]]), files: new Map() },
    new Map(),
  );

test('a check is made again only if a version has changed since', async () => {
  const before = await checkAgain(ctx, undefined, versions('Hello'));
  expect(await checkAgain(ctx, before, versions('Hello'))).toBe(before);
  const after = await checkAgain(ctx, before, versions('Bye'));
  expect(after).toEqual({ versions: versions('Bye'), misfits: [], advice: [] });
});

const bell = {
  ...{ platform: 'sandbox', name: 'Bell' },
  limits: { 'text.max': { value: 5, unit: 'graphemes', source: 'here', checked: '2026-11-28' } },
  settings: { type: 'object', properties: { tone: { type: 'string', maxLength: 4 } } },
  check: () => unless(false, 'settings.tone', 'tone.loud', 'allows no loud tone'),
  advise: () => when(true, 'content', 'bell.cracked', 'The bell is cracked.'),
} as const satisfies Rules;

test.each([
  ['wrong', 'loud!', ['settings.too_long', 'text.max'], []],
  ['as their schema wants', 'loud', ['text.max', 'tone.loud'], ['bell.cracked']],
])('of settings that are %s, the rules say only what is certain', async (_, tone, violations, advice) => {
  const networks = new Map([['sandbox', { rules: bell }]]) as unknown as Context['networks'];
  const target = { channel_id: 1, content: 'Ding dong', settings: { tone }, media_ids: null } as const;
  const found = await checkVersions(
    { ...ctx, networks },
    versionsOf(
      { status: 'scheduled', targets: [{ ...target, image_fit: 'pad' }] },
      { channels: new Map([[1, channel]]), files: new Map() },
      networks,
    ),
  );
  expect(describeMisfits(found).violations.map(({ rule }) => rule)).toEqual(violations);
  expect(found.advice.map(({ rule }) => rule)).toEqual(advice);
});

test('an empty post is refused once, and so is each empty part of its thread', () => {
  const threads = { ...channel, platform: 'threads' } as const;
  const [rules] = allRules.filter(({ platform }) => platform === 'threads');
  const version = { text: ' ', settings: { thread: ['Bells', { text: ' ' }] }, media: [] };
  const params = { needs: ['text', 'files'] };
  expect(rules && finish(walkTarget(rules, threads, version, 2))).toMatchObject([
    { target: 2, field: 'content', rule: 'content.required', measured: 0, limit: 1, params },
    { target: 2, field: 'settings.thread.1', rule: 'text.min', params },
  ]);
});

const values = [null, 1, -1, 'x', '', 'constructor', true, [], {}, [1], [null], [{}], [[]]];
const photo: MediaFacts = {
  ...{ id: 1, kind: 'image', mimeType: 'image/png', size: 10, width: 10, height: 10 },
  ...{ duration: null, animated: false, altText: null },
};
const clip: MediaFacts = { ...photo, kind: 'video', mimeType: 'video/mp4' };

// The rules of a network read settings also if they do not match its schema, to say what is wrong with the text.
test.each(allRules)('the rules of $platform read settings of any shape', (rules) => {
  const names = [...Object.keys(rules.settings['properties'] ?? {}), 'thread'];
  const fields = { question: 1, options: [null, {}], media_ids: [null], text: 1, url: 'http://[', x: null };
  const own = { ...channel, platform: rules.platform as Platform };
  for (const value of [...values, fields, [fields]]) {
    const all = Object.fromEntries(names.map((name) => [name, value]));
    for (const settings of [all, ...names.map((name) => ({ [name]: value }))]) {
      for (const media of [[], [photo], [photo, clip]]) {
        const version = { text: 'Hi', settings, media, files: new Map([[1, photo]]) };
        expect(() => finish(walkTarget(rules, own, version)), JSON.stringify(settings)).not.toThrow();
      }
    }
  }
});

describe('versions are light', () => {
  const version = (text: string, media = 0) => ({ text, settings: {}, media: Array(media).fill(0) });

  test.each([
    ['with 20,000 characters of texts and settings', [version('x'.repeat(19_998))], true],
    ['not with one more', [version('x'.repeat(19_999))], false],
    ['not together', [version('x'.repeat(9_998)), version('x'.repeat(9_999))], false],
    ['with 19 files, whose descriptions may be long', [version('', 19)], true],
    ['not with 20', [version('', 20)], false],
  ])('%s', (_, all, expected) => {
    expect(isLight(all)).toBe(expected);
  });
});
