/** Tests every field of every input of every network exactly at its edge and one beyond. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonSchema } from './core/json.ts';
import { allNetworks } from './index.ts';

/** Values that a field accepts, and values that it refuses. */
interface Edge {
  fits: readonly unknown[];
  exceeds: readonly unknown[];
}

interface Input {
  fields: Record<string, Edge>;
  /** A valid value of each required field. */
  required?: JsonObject;
}

const flag: Edge = { fits: [true, false], exceeds: ['true', 0, null] };

function text(least: number, most: number): Edge {
  const [fits, exceeds] = [[least, most], [least - 1, most + 1].filter((length) => length >= 0)];
  const write = (length: number) => 'x'.repeat(length);
  return { fits: fits.map(write), exceeds: [...exceeds.map(write), 7, null] };
}

function oneOf(...values: string[]): Edge {
  return { fits: values, exceeds: ['another', '', 7, null] };
}

function matching(fits: string[], exceeds: string[]): Edge {
  return { fits, exceeds: [...exceeds, 7, null] };
}

/** At most so many items, all of them different if `isSet`. */
function list(most: number, { fits, exceeds }: Edge, isSet = false): Edge {
  const [first] = fits;
  const make = (count: number) =>
    Array.from({ length: count }, (_, at) => (isSet ? (fits[at] ?? at) : first));
  return {
    fits: [[], make(Math.min(most, isSet ? fits.length : most)), ...fits.map((item) => [item])],
    exceeds: [make(most + 1), ...exceeds.map((item) => [item]), first, ...(isSet ? [[first, first]] : [])],
  };
}

/** Whole numbers. */
function number(least: number, most: number): Edge {
  return { fits: [least, most], exceeds: [least - 1, most + 1, least + 0.5, String(least), null] };
}

const id = matching(['1'.repeat(15), '1'.repeat(20)], ['1'.repeat(14), '1'.repeat(21), 'x'.repeat(18)]);
const poll = { question: 'When?', answers: ['Now'] };

const server = text(1, 300);
const instance = { instance: 'https://social.example' };
const url = 'https://a.example/';
const card = { url, title: 'A page' };

/** Written down apart from the schemas, from each network's documents. */
const inputs: Record<string, Input> = {
  'bluesky settings': {
    fields: {
      langs: list(
        3,
        matching(
          ['en', 'ger', 'pt-BR', 'zh-Hant-TW', `en${'-abcdefgh'.repeat(4)}-a`],
          ['e', 'engl', 'en-', 'en_US', `en${'-abcdefgh'.repeat(4)}-ab`],
        ),
        true,
      ),
      labels: list(4, oneOf('sexual', 'nudity', 'porn', 'graphic-media'), true),
      tags: list(
        8,
        matching(
          ['bell', 'x'.repeat(64), 'a', 'b', 'c', 'd', 'e', 'f', 'g'],
          ['', '#bell', 'two words', 'x'.repeat(65)],
        ),
        true,
      ),
      reply_gate: {
        fits: [
          'everyone',
          'nobody',
          ...['mention', 'follower', 'following'].map((rule) => ({ [rule]: true })),
        ],
        exceeds: [
          'friends',
          {},
          { mention: 'yes' },
          { follower: 1 },
          { following: null },
          { other: true },
          null,
        ],
      },
      disable_quotes: flag,
      link_card: {
        fits: [
          card,
          { ...card, url: url + 'x'.repeat(4000 - url.length) },
          { ...card, url: 'http://a' },
          { ...card, title: 'x'.repeat(300) },
          { ...card, description: 'x'.repeat(1000) },
          { ...card, description: '' },
        ],
        exceeds: [
          { url },
          { title: 'A page' },
          { ...card, url: url + 'x'.repeat(4001 - url.length) },
          { ...card, url: 'ftp://a.example' },
          { ...card, url: 7 },
          { ...card, title: '' },
          { ...card, title: 7 },
          { ...card, title: 'x'.repeat(301) },
          { ...card, description: 7 },
          { ...card, description: 'x'.repeat(1001) },
          { ...card, other: 1 },
          url,
        ],
      },
      thread: list(24, text(1, 10_000)),
    },
  },
  'bluesky credentials': {
    fields: { identifier: server, app_password: text(1, 500), service: text(0, 300) },
    required: { identifier: 'alice.test', app_password: 'abcd' },
  },
  'discord_webhook settings': {
    fields: {
      title: matching(['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]),
      applied_tags: {
        fits: [[], ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(18))],
        exceeds: [
          ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(18)),
          ['1'.repeat(18), '1'.repeat(18)],
          ...id.exceeds.map((each) => [each]),
          '1'.repeat(18),
        ],
      },
      thread_id: id,
      username: matching(['x', 'x'.repeat(80)], ['', ' ', 'x'.repeat(81)]),
      avatar_url: matching(
        ['https://a', url + 'x'.repeat(2000 - url.length)],
        ['http://a', 'https://', 'https://a b', url + 'x'.repeat(2001 - url.length)],
      ),
      mentions: oneOf('none', 'users', 'roles', 'everyone'),
      silent: flag,
      suppress_embeds: flag,
      spoiler: flag,
      poll: {
        fits: [
          { ...poll, question: 'x'.repeat(300) },
          { ...poll, answers: Array(10).fill('x'.repeat(55)) },
          { ...poll, hours: 1, is_multiple: true },
          { ...poll, hours: 768, is_multiple: false },
        ],
        exceeds: [
          { question: 'When?' },
          { answers: ['Now'] },
          { ...poll, question: '' },
          { ...poll, question: 'x'.repeat(301) },
          { ...poll, answers: [] },
          { ...poll, answers: Array(11).fill('x') },
          { ...poll, answers: ['x'.repeat(56)] },
          { ...poll, answers: [' '] },
          { ...poll, hours: 0 },
          { ...poll, hours: 769 },
          { ...poll, hours: 1.5 },
          { ...poll, is_multiple: 1 },
          { ...poll, other: 1 },
          'When?',
        ],
      },
    },
  },
  'discord_webhook credentials': {
    fields: { webhook_url: text(1, 500), file_limit: number(1, 24) },
    required: { webhook_url: url },
  },
  'mastodon settings': {
    fields: {
      visibility: oneOf('public', 'unlisted', 'private', 'direct'),
      sensitive: flag,
      spoiler_text: text(0, 10_000),
      language: matching(
        ['en', 'ger', 'pt-BR', 'zh-Hant-TW', `en${'-abcdefgh'.repeat(3)}-abcd-abcde`],
        ['', 'e', 'engl', 'EN', 'en-a', 'en_US', `en${'-abcdefgh'.repeat(3)}-abcd-abcdef`],
      ),
      quote_approval_policy: oneOf('public', 'followers', 'nobody'),
      thread: list(50, matching(['x', 'x'.repeat(10_000)], ['', ' \n', 'x'.repeat(10_001)])),
    },
  },
  'mastodon credentials': {
    fields: { instance: server, access_token: text(1, 4000) },
    required: { ...instance, access_token: 'abcd' },
  },
  'mastodon sign-in': { fields: { instance: server }, required: instance },
  'sandbox settings': {
    fields: {
      behaviour: oneOf('ok', 'reject', 'throttle', 'lose_reply', 'server_error', 'slow', 'reconnect'),
    },
  },
  'sandbox credentials': {
    fields: {
      username: matching(
        ['a', '@a', 'Ringer_7', `@${'x'.repeat(30)}`],
        ['', '@', 'a b', 'ä', `@@a`, 'x'.repeat(31), `@${'x'.repeat(31)}`],
      ),
    },
    required: { username: 'ringer' },
  },
  'youtube settings': {
    fields: {
      made_for_kids: flag,
      title: matching(['x', 'x'.repeat(100)], ['', ' ', 'x'.repeat(101)]),
      visibility: oneOf('public', 'unlisted', 'private'),
      category_id: matching(['1', '9999'], ['', 'x', '10000']),
      tags: {
        fits: [[], ['x'.repeat(100)], Array.from({ length: 100 }, (_, at) => `tag ${at}`)],
        exceeds: [
          Array.from({ length: 101 }, (_, at) => `tag ${at}`),
          ['x'.repeat(101)],
          ['a', 'a'],
          [' '],
          [7],
          'tag',
        ],
      },
      default_language: matching(
        ['en', 'ger', 'zh-Hant-TW', `en${'-abcdefgh'.repeat(4)}-a`],
        ['e', 'engl', 'en-', `en${'-abcdefgh'.repeat(4)}-ab`],
      ),
      license: oneOf('youtube', 'creativeCommon'),
      playlist_id: matching(['P', 'x'.repeat(64)], ['', 'a b', 'x&y=z', 'x'.repeat(65)]),
      first_comment: matching(['x', 'x'.repeat(10_000)], ['', ' ', 'x'.repeat(10_001)]),
      contains_synthetic_media: flag,
      paid_product_placement: flag,
      notify_subscribers: flag,
      embeddable: flag,
      public_stats_viewable: flag,
    },
    required: { made_for_kids: false },
  },
  'youtube sign-in': { fields: {} },
};

const schemas: [name: string, schema: JsonSchema][] = allNetworks.flatMap(({ rules, form, oauth }) => [
  [`${rules.platform} settings`, rules.settings] as [string, JsonSchema],
  ...(form ? [[`${rules.platform} credentials`, form.credentials] as [string, JsonSchema]] : []),
  ...(oauth ? [[`${rules.platform} sign-in`, oauth.input] as [string, JsonSchema]] : []),
]);

test('this test has the limits of every input', () => {
  expect(schemas.map(([name]) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
});

describe.each(schemas)('%s', (input, schema) => {
  const { fields, required = {} } = inputs[input] ?? { fields: {} };
  const ajv = new Ajv2020({ strict: false, formats: { password: true } });
  const accepts = ajv.compile(schema);

  test('is an object with these fields', () => {
    expect(Object.keys(schema.properties as object).toSorted()).toEqual(Object.keys(fields).toSorted());
    expect(accepts(required)).toBe(true);
    for (const wrong of [{ ...required, no_network_has_this: 1 }, [], 'text', null])
      expect(accepts(wrong)).toBe(false);
  });

  test.each(Object.keys(required))('needs %s', (name) => {
    const { [name]: _, ...others } = required;
    expect(accepts(others)).toBe(false);
  });

  test.each(Object.entries(fields))('has %s within its limits', (name, { fits, exceeds }) => {
    const refused = fits.filter((value) => !accepts({ ...required, [name]: value }));
    const accepted = exceeds.filter((value) => accepts({ ...required, [name]: value }));
    expect({ refused, accepted }).toEqual({ refused: [], accepted: [] });
  });
});
