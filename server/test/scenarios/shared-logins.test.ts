/** Channels of one login share one grant: a refresh, a loss and a new sign-in concern all of them. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDueGrants } from '../../src/channels/grants/refresher.ts';
import { openSession } from '../../src/channels/grants/tokens.ts';
import { findChannel } from '../../src/channels/store.ts';
import { app } from '../support/app.ts';
import { addLoginNetwork } from '../support/logins.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

const service = await app();
afterAll(() => service.close());
const { ctx, clock, db } = service;
const logins = addLoginNetwork(service);
let login: string;
let named = 0;
let one: Channel;
let two: Channel;

beforeEach(async () => {
  await db.rows('update grants set refresh_at = null');
  named += 1;
  login = `ada${named}`;
  one = await logins.connect(login, `one${named}`);
  two = await logins.connect(login, `two${named}`);
  Object.assign(logins, { refreshed: [], published: [], gate: Promise.resolve() });
});

const read = async ({ id }: Channel) => (await service.call('getChannel', { params: { id } })).data;
const waiting = async (...channels: Channel[]) =>
  (await Promise.all(channels.map(read))).map(({ needs_reconnect }) => needs_reconnect);
const remove = ({ id }: Channel) => service.call('deleteChannel', { params: { id } });
const grants = () =>
  db.rows<{ channel_id: number }>('select channel_id from grants where login = $1', [login]);
const post = (channel: Channel, text: string) =>
  createPost(service, scheduledFor([channel], { content: text }));
const eventsOf = async (kind: string, ...channels: Channel[]) => {
  const ids = channels.map(({ id }) => id);
  const sql =
    'select channel_id, data from events where kind = $1 and channel_id = any($2) order by channel_id';
  return db.rows<{ channel_id: number; data: { login_id?: number } }>(sql, [kind, ids]);
};
const open = async ({ id }: Channel) => {
  const row = await findChannel(db, service.workspaceId, id);
  if (row === undefined) throw new Error('the channel is gone');
  return openSession(ctx, logins.network, row);
};

test('accounts of one login have one grant, and those of other logins and workspaces their own', async () => {
  const other = await logins.connect(`other${named}`, `three${named}`);
  const stranger = await service.inWorkspace();
  await logins.connect(login, `one${named}`, stranger);
  expect(await grants()).toHaveLength(2);
  const holders = await db.rows('select workspace_id from grants where login = $1 group by 1', [login]);
  expect(holders).toHaveLength(2);
  expect((await open(other)).session.grant).toMatchObject({ login: `other${named}` });
});

test('a second account of a login brings a new token to the first one', async () => {
  expect((await open(one)).session.grant).toEqual((await open(two)).session.grant);
  await post(one, 'First');
  await post(two, 'Second');
  await service.publishDue();
  expect(logins.published.sort()).toEqual([`one${named}: First`, `two${named}: Second`]);
});

describe('a refresh', () => {
  test('ahead of need is one for all channels of the login', async () => {
    await clock.advance('70 minutes');
    await refreshDueGrants(ctx);
    expect(logins.refreshed).toEqual([login]);
    await post(one, 'First');
    await post(two, 'Second');
    await service.publishDue();
    expect(logins.refreshed).toEqual([login]);
    expect(await waiting(one, two)).toEqual([false, false]);
    expect(logins.published).toHaveLength(2);
  });

  test('of two channels at once is one call, and the other channel uses its result', async () => {
    let answer = () => {};
    logins.gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await clock.advance('119 minutes');
    const first = open(one);
    await expect.poll(() => logins.refreshed).toHaveLength(1);
    // The token of the first channel is still valid while it is refreshed.
    expect((await open(two)).version).toBe(2);
    answer();
    expect((await first).version).toBe(3);
    expect((await open(two)).session.grant).toEqual((await open(one)).session.grant);
    expect(logins.refreshed).toEqual([login]);
  });

  test('by many workers at once is one call', async () => {
    await clock.advance('125 minutes');
    const ends = await Promise.allSettled([open(one), open(two), open(one), open(two)]);
    expect(logins.refreshed).toEqual([login]);
    for (const end of ends) {
      if (end.status === 'rejected') expect(String(end.reason)).toContain('being refreshed right now');
    }
    expect(await waiting(one, two)).toEqual([false, false]);
  });

  test('is stored although the channel that holds the grant is removed meanwhile', async () => {
    let answer = () => {};
    logins.gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await clock.advance('70 minutes');
    const refreshing = refreshDueGrants(ctx);
    await expect.poll(() => logins.refreshed).toHaveLength(1);
    await remove(one);
    answer();
    await refreshing;
    await post(two, 'Still here');
    await service.publishDue();
    expect(logins.published).toEqual([`two${named}: Still here`]);
  });

  test('of a former grant is discarded when a person connects another channel of the login meanwhile', async () => {
    let answer = () => {};
    logins.gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await clock.advance('70 minutes');
    const refreshing = refreshDueGrants(ctx);
    await expect.poll(() => logins.refreshed).toHaveLength(1);
    await logins.connect(login, `two${named}`);
    answer();
    await refreshing;
    expect(await waiting(one, two)).toEqual([false, false]);
    await post(one, 'Fresh');
    await service.publishDue();
    expect(logins.published).toEqual([`one${named}: Fresh`]);
  });
});

describe('a login that the network no longer accepts', () => {
  const noticesAbout = async (...channels: Channel[]) => {
    await createNotices(service);
    const ids = channels.map(({ id }) => id);
    const all = await noticesOf(service);
    return all.filter(
      (each) => each.kind === 'channel.needs_reconnect' && ids.includes(each.channel_id ?? 0),
    );
  };

  test.each(['a refresh', 'a post'])('marks all its channels and makes one notice after %s', async (how) => {
    logins.lose(login);
    if (how === 'a post') await post(one, 'Held');
    else await clock.advance('70 minutes');
    if (how === 'a post') await service.publishDue();
    else await refreshDueGrants(ctx);
    expect(await waiting(one, two)).toEqual([true, true]);
    const events = await eventsOf('channel.needs_reconnect', one, two);
    expect(events.map(({ channel_id }) => channel_id)).toEqual([one.id, two.id]);
    expect(new Set(events.map(({ data }) => data.login_id)).size).toBe(1);
    const notices = await noticesAbout(one, two);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.body).toContain('and other channels use');
  });

  test('is renewed for all its channels when one of them is connected again, and held posts go out', async () => {
    logins.lose(login);
    const held = await post(one, 'Held');
    await service.publishDue();
    expect(await waiting(one, two)).toEqual([true, true]);
    await logins.connect(login, `two${named}`);
    expect(await waiting(one, two)).toEqual([false, false]);
    await service.publishDue();
    expect((await getPost(service, held)).status).toBe('published');
    const renewed = await eventsOf('channel.reconnected', one, two);
    expect(renewed.map(({ channel_id }) => channel_id)).toEqual([one.id, two.id]);
  });

  test('does not mark a channel that a person has connected by another login', async () => {
    await logins.connect(`own${named}`, `one${named}`);
    logins.lose(login);
    await post(two, 'Held');
    await service.publishDue();
    expect(await waiting(one, two)).toEqual([false, true]);
  });
});

describe('a channel that leaves its login', () => {
  test('leaves the grant to the others when it is removed, and joins them when it returns', async () => {
    await remove(one);
    expect(await grants()).toEqual([{ channel_id: two.id }]);
    await post(two, 'Alone');
    await service.publishDue();
    expect(logins.published).toEqual([`two${named}: Alone`]);
    expect((await logins.connect(login, `one${named}`)).id).toBe(one.id);
    expect(await grants()).toEqual([{ channel_id: two.id }]);
    await remove(two);
    await remove(one);
    expect(await grants()).toEqual([]);
  });

  test('leaves the grant to the others when it is connected by another login or by none', async () => {
    const three = await logins.connect(login, `three${named}`);
    await logins.connect(`own${named}`, `one${named}`);
    await logins.connect(null, `two${named}`);
    expect(await grants()).toEqual([{ channel_id: three.id }]);
    const owners = await Promise.all([one, two, three].map(async (each) => (await open(each)).session.grant));
    expect(owners.map((grant) => grant['login'])).toEqual([`own${named}`, `two${named}`, login]);
  });
});

test('channels that are connected and removed at the same time end with one grant', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `many${named}.${at}`);
  const channels = await Promise.all(names.map((name) => logins.connect(login, name)));
  await Promise.all([
    ...channels.slice(0, 3).map(remove),
    remove(one),
    ...names.slice(3).map((name) => logins.connect(login, name)),
    ...names.slice(4).map((name) => logins.connect(`other${named}`, name)),
  ]);
  expect(await grants()).toHaveLength(1);
  const orphans = `select from channels c left join grants g on g.channel_id = coalesce(c.grant_of, c.id)
    where c.deleted_at is null and c.platform = 'logins' and g.id is null`;
  expect(await db.rows(orphans)).toEqual([]);
});
