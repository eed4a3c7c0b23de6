/** The rules for account data that networks state, and the migration that applies them to older rows. */
import { readFile } from 'node:fs/promises';
import type { AccountLimits, LimitName, Limits } from '@belfry/networks/core/limits.ts';
import { statedAddress } from '@belfry/networks/core/stated.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyTemplate } from '../../test/support/app.ts';
import { makeMember, makeWorkspace } from '../../test/support/people.ts';
import { parseOutboundRule } from '../base/outbound-rules.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { fitConnected, fitGrant, fitLimits } from './stated.ts';

const now = new Date('2026-11-21T12:00:00Z');
const nothing = { config: { outboundAllow: [] } };
const account = { id: '7@social.example', name: 'Ada', username: 'ada@social.example', avatarUrl: null };
const fit = (stated: object, ctx: Parameters<typeof fitConnected>[0] = nothing) =>
  fitConnected(ctx, { account: { ...account, ...stated }, grant: {} }, now).account;

let db: Database;
let drop: () => Promise<void>;
let workspaceId: number;
beforeAll(async () => {
  const copy = await copyTemplate();
  drop = copy.drop;
  db = openDatabase(copy.connection, { poolSize: 2 });
  workspaceId = await makeWorkspace(db);
});
afterAll(async () => {
  await db.close();
  await drop();
});

test('only ids by which a person can be found are kept, and not many', () => {
  const people = [
    '100:17',
    '',
    'a\0',
    'x'.repeat(5000),
    ...Array.from({ length: 20 }, (_, at) => `100:${at}`),
  ];
  const kept = fitConnected(nothing, { account, people, grant: {} }, now).people;
  expect(kept).toEqual(['100:17', ...Array.from({ length: 9 }, (_, at) => `100:${at}`)]);
  expect(fitConnected(nothing, { account, grant: {} }, now).people).toBeUndefined();
});

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'Ada',
        ' ',
        '\u00a0',
        '\n',
        '\u202e',
        '\u200b',
        '\u200d',
        '👩',
        '🚀',
        '\ufe0f',
        '\u3164',
        '\u{e0067}',
      ),
      fc.constantFrom(
        'https://',
        'http://',
        'HTTPS://a.example/',
        'javascript:',
        '"',
        '\\',
        'é',
        '\u2028',
        '\u0085',
        '\u001f',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }).map((drawn) => drawn.replaceAll('\0', '')),
      fc.constant('x'.repeat(150)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join('').toWellFormed());

const amount = fc.oneof(
  fc.integer({ min: -5, max: 2000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const types = fc.array(
  fc.oneof(fc.constantFrom('image/png', 'video/mp4', 'text/html', 'image/', 'IMAGE/X.y+z-1', 7, null), text),
  {
    maxLength: 60,
  },
);
const limits = fc.dictionary(
  fc.constantFrom(
    'text.max',
    'text.url_length',
    'media.max',
    'image.bytes',
    'alt.max',
    'media.mixed',
    'image.types',
    'other',
  ),
  fc.oneof(amount, fc.boolean(), types, text, fc.constant(null)),
);

test('the migration changes older rows to what the code stores now', async () => {
  const sql = await readFile(new URL('../../migrations/0016_stated.sql', import.meta.url), 'utf8');
  const rows = fc.sample(fc.record({ name: text, username: text, avatar: text, limits }), {
    numRuns: 400,
    seed: 16,
  });
  const userId = await makeMember(db, workspaceId, 'owner').then((owner) => owner.userId);
  const stored = await db.rows<{ id: number; channel_id: number }>(
    `with drawn as (
       select *, 'id' || row_number() over () as account_id from json_to_recordset($2) as r(name text, username text, avatar text, limits jsonb)),
     channel as (
       insert into channels (workspace_id, platform, account_id, name, username, avatar_url, limits)
       select $1, 'mastodon', account_id, name, username, avatar, limits from drawn returning *),
     post as (
       insert into posts (workspace_id, author_id, content, status) values ($1, $3, 'x', 'draft') returning id)
     insert into targets (workspace_id, post_id, channel_id, position, status, external_url)
     select $1, post.id, channel.id, channel.id, 'published', channel.avatar_url from channel, post returning id, channel_id`,
    [workspaceId, JSON.stringify(rows), userId],
  );
  expect(stored).toHaveLength(400);
  await db.rows(`do $migration$ begin ${sql} end $migration$`);
  const found = await db.rows<Record<string, unknown>>(
    `select substr(c.account_id, 3)::int - 1 as index, c.name, c.username, c.avatar_url, c.limits, t.external_url
     from channels c join targets t on t.channel_id = c.id order by 1`,
  );
  for (const [index, row] of rows.entries()) {
    const { name, username, avatarUrl } = fit({ ...row, id: `id${index + 1}`, avatarUrl: row.avatar });
    expect(found[index], JSON.stringify(row)).toEqual({
      index,
      name,
      username,
      avatar_url: avatarUrl,
      limits: JSON.parse(JSON.stringify(fitLimits(row.limits as AccountLimits))),
      external_url: statedAddress(row.avatar),
    });
  }
});

test('an account without a name is shown by its user name, and one without a user name by its id', () => {
  expect(fit({ name: '\u200b' })).toMatchObject({ name: 'ada@social.example' });
  expect(fit({ name: '', username: '\u202e' })).toMatchObject({ name: account.id, username: account.id });
});

test('an account whose id cannot be stored is not connected', () => {
  expect(() => fit({ id: '7\0' })).toThrow('cannot be stored');
});

test('an avatar has an https address, or one where the operator permits plain http', () => {
  const rule = parseOutboundRule('social.test') ?? expect.fail('no rule');
  const permitting = { config: { outboundAllow: [rule] } };
  expect(fit({ avatarUrl: 'http://social.test:8080/a.png' }).avatarUrl).toBeNull();
  expect(fit({ avatarUrl: 'http://social.test:8080/a.png' }, permitting).avatarUrl).not.toBeNull();
  expect(fit({ avatarUrl: 'http://other.test/a.png' }, permitting).avatarUrl).toBeNull();
  expect(fit({ avatarUrl: 'https://other.test/a.png' }).avatarUrl).toBe('https://other.test/a.png');
});

test('limits are kept within their ranges', () => {
  const stated = {
    ...{
      'text.url_length': 30_000_000,
      'text.max': 0.5,
      'media.max': 3.9,
      'image.bytes': Number.NaN,
      'alt.max': '1',
    },
    ...{
      'media.mixed': 1,
      'image.types': ['image/png', {}, 'text/html', 'image/<b>'],
      other: 1,
      'video.types': 'video/mp4',
    },
  };
  expect(fitLimits(stated as unknown as AccountLimits)).toEqual({
    'text.url_length': 1000,
    'media.max': 3,
    'image.types': ['image/png'],
  });
});

const enormous = Number.MAX_VALUE;
const hostileLists = [
  Array.from({ length: 1000 }, (_, at) => `image/${at}`),
  ['a b', '\u202e', 'x'.repeat(500)],
];
/** Every limit, by its kind: the type of this table lacks none. */
const kinds: { [Name in LimitName]: KindOf<NonNullable<Limits[Name]>['value']> } = {
  'text.max': 'number',
  'text.max_bytes': 'number',
  'text.url_length': 'number',
  'text.links': 'number',
  'text.hashtags': 'number',
  'text.mentions': 'number',
  'media.max': 'number',
  'media.min': 'number',
  'media.bytes': 'number',
  'images.max': 'number',
  'videos.max': 'number',
  'media.mixed': 'switch',
  'image.types': 'list',
  'video.types': 'list',
  'image.bytes': 'number',
  'animated.bytes': 'number',
  'animated.frames': 'number',
  'animated.pixels': 'number',
  'video.bytes': 'number',
  'image.pixels': 'number',
  'video.pixels': 'number',
  'image.side': 'number',
  'video.side': 'number',
  'image.min_side': 'number',
  'video.min_side': 'number',
  'image.ratio': 'span',
  'video.ratio': 'span',
  'video.seconds': 'number',
  'video.min_seconds': 'number',
  'video.fps': 'span',
  'video.codecs': 'list',
  'audio.codecs': 'list',
  'alt.max': 'number',
};
type KindOf<Value> = Value extends number
  ? 'number'
  : Value extends boolean
    ? 'switch'
    : Value extends readonly string[]
      ? 'list'
      : 'span';

test.each(Object.entries(kinds))('%s, a %s, is bounded whatever a server states', (name, kind) => {
  const kept = (value: unknown) =>
    (fitLimits({ [name]: value } as AccountLimits) as Record<string, unknown>)[name];
  for (const foreign of [null, '1', {}, Number.NaN, -1, [1], ['1', '2']]) {
    if (kind !== 'list' || !Array.isArray(foreign)) expect(kept(foreign)).toBeUndefined();
  }
  if (kind === 'number') expect(kept(enormous)).toBeLessThanOrEqual(1e13);
  else if (kind === 'span') expect(kept([1, enormous])).toEqual([1, 1000]);
  else if (kind === 'switch') expect(kept(false)).toBe(false);
  else {
    const lists = hostileLists.map((list) => kept(list) as string[]);
    expect(lists.map(({ length }) => length <= 50)).toEqual([true, true]);
    expect(lists[1]).toEqual([]);
  }
});

test('a grant ends within ten years, and not before it was given', () => {
  const day = 86_400_000;
  const ends = (left: number) => {
    const at = new Date(now.getTime() + left);
    const { expiresAt, reconnectBy } = fitGrant({ grant: {}, expiresAt: at, reconnectBy: at }, now);
    return [expiresAt, reconnectBy].map((end) => end && end.getTime() - now.getTime());
  };
  expect(ends(day)).toEqual([day, day]);
  expect(ends(-day)).toEqual([300_000, 0]);
  expect(ends(1e14)).toEqual([null, null]);
  expect(ends(Number.NaN)).toEqual([null, null]);
});

test('a grant that is too large is refused', () => {
  const grant = { access_token: 'x'.repeat(100_000) };
  expect(() => fitGrant({ grant }, now)).toThrow('too large to store');
});
