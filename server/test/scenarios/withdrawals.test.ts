/** A network says that a person ended a sign-in, or wants their data deleted. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldWithdrawals } from '../../src/withdrawals/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { holdRows } from '../support/held.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import {
  connectAs,
  FAMILY,
  keysOf,
  type Message,
  tell,
  withdrawingNetworks,
} from '../support/withdrawing.ts';

const service = await app({ networks: withdrawingNetworks });
const { db, clock } = service;
afterAll(() => service.close());

const params = { family: FAMILY };
const set = (id: 'one' | 'two') => service.call('setNetworkApp', { params, body: keysOf(id) });
let number = 1000;
let person: string;
beforeEach(async () => {
  await set('one');
  number += 1;
  person = `${number}`;
});

const isLost = async ({ id }: { id: number }, client: Client = service) =>
  (await client.call('getChannel', { params: { id } })).data.needs_reconnect;
const hasGrant = async ({ id }: { id: number }) => {
  const sql =
    'select from channels c join grants g on g.channel_id = coalesce(c.grant_of, c.id) where c.id = $1';
  return (await db.row(sql, [id])) !== undefined;
};
const deletion = async (message: Message) => {
  const answer = await tell(service, { kind: 'delete', ...message });
  return { status: answer.status, ...((await answer.json()) as { url: string; confirmation_code: string }) };
};

test('the operator is told which addresses to register', async () => {
  const { data } = await service.call('listNetworkApps', {});
  const found = data.find(({ family }) => family === FAMILY);
  const base = `${service.origin}/network-apps/${FAMILY}`;
  expect(found).toMatchObject({ deauthorize_uri: `${base}/deauthorize`, deletion_uri: `${base}/delete` });
  for (const text of [`${base}/deauthorize`, `${base}/delete`]) expect(found?.guide).toContain(text);
  expect(found?.guide).not.toContain('{');
});

describe('a person who removes the app', () => {
  test('loses the grant, and the channel must be connected again', async () => {
    const [channel, other] = [await connectAs(service, person), await connectAs(service, `9${person}`)];
    const answer = await tell(service, { person });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect([await isLost(channel), await hasGrant(channel)]).toEqual([true, false]);
    expect([await isLost(other), await hasGrant(other)]).toEqual([false, true]);
    const events = 'select kind, data from events where channel_id = $1 order by id desc limit 1';
    expect(await db.row(events, [channel.id])).toMatchObject({
      kind: 'channel.needs_reconnect',
      data: { message: expect.stringMatching(/^Bell says that the person .* ended Belfry’s access/) },
    });
  });

  test('loses it at every network of the family, in every workspace, with one notice in each', async () => {
    const elsewhere = await service.inWorkspace();
    const [one, two] = [`a${person}`, `b${person}`];
    const channels = [
      await connectAs(service, one, { person }),
      await connectAs(service, two, { person }),
      await connectAs(service, one, { person, platform: 'chime' }),
    ];
    const foreign = await connectAs(elsewhere, one, { person });
    await createNotices(service);
    const before = (await noticesOf(service)).length;
    expect((await tell(service, { person })).status).toBe(200);
    for (const channel of channels)
      expect([await isLost(channel), await hasGrant(channel)]).toEqual([true, false]);
    expect([await isLost(foreign, elsewhere), await hasGrant(foreign)]).toEqual([true, false]);
    await createNotices(service);
    const [notice] = await noticesOf(service);
    expect([(await noticesOf(service)).length - before, notice?.count]).toEqual([1, 3]);
    expect(await noticesOf(elsewhere)).toHaveLength(1);
  });

  test('loses a grant that channels share once, and each of them can be connected again', async () => {
    const [one, two] = [`a${person}`, `b${person}`];
    const shared = { person, login: person };
    const channels = [await connectAs(service, one, shared), await connectAs(service, two, shared)];
    const post = await createPost(service, scheduledFor(channels));
    expect((await tell(service, { person })).status).toBe(200);
    for (const channel of channels)
      expect([await isLost(channel), await hasGrant(channel)]).toEqual([true, false]);
    await service.publishDue();
    const statuses = async () => (await getPost(service, post)).targets.map(({ status }) => status);
    expect(await statuses()).toEqual(['pending', 'pending']);
    expect(await db.rows('select from channels where grant_of is not null')).toEqual([]);
    await connectAs(service, one, { person: `9${person}` });
    await service.publishDue();
    expect(await statuses()).toEqual(['published', 'pending']);
    expect(await Promise.all(channels.map(hasGrant))).toEqual([true, false]);
    await connectAs(service, two, { person });
    await service.publishDue();
    expect(await statuses()).toEqual(['published', 'published']);
  });

  test('is found by the keys with which the account was connected, after these were replaced', async () => {
    const channel = await connectAs(service, person);
    await set('two');
    expect((await tell(service, { person, app: 'two' })).status).toBe(200);
    expect(await hasGrant(channel)).toBe(true);
    expect((await tell(service, { person, app: 'one' })).status).toBe(200);
    expect(await hasGrant(channel)).toBe(false);
  });

  test('keeps the grant of somebody who has connected the account since', async () => {
    const channel = await connectAs(service, `a${person}`, { person });
    await connectAs(service, `a${person}`, { person: `9${person}` });
    expect((await tell(service, { person })).status).toBe(200);
    expect([await isLost(channel), await hasGrant(channel)]).toEqual([false, true]);
  });

  test('keeps the grant of somebody who connects the account at that moment', async () => {
    const channel = await connectAs(service, `a${person}`, { person });
    const held = await holdRows(
      db,
      `with locked as (select from workspaces where id = $1 for no key update)
       update grants set people = '{100:9}' where channel_id = $2 and exists (select from locked)`,
      [service.workspaceId, channel.id],
    );
    const told = tell(service, { person });
    await held.untilWaiting(1);
    await held.release();
    expect((await told).status).toBe(200);
    expect([await isLost(channel), await hasGrant(channel)]).toEqual([false, true]);
  });

  test('is found by keys of the environment', async () => {
    await using other = await app({
      networks: withdrawingNetworks,
      networkApps: { [FAMILY]: keysOf('env') },
    });
    const { id } = await connectAs(other, person);
    expect((await tell(other, { person, app: 'one' })).status).toBe(403);
    expect((await tell(other, { person, app: 'env' })).status).toBe(200);
    expect((await other.call('getChannel', { params: { id } })).data.needs_reconnect).toBe(true);
  });
});

describe('a person who wants data deleted', () => {
  test('gets a code, and a page that says the state', async () => {
    const channel = await connectAs(service, person);
    const { url, confirmation_code: code, ...answer } = await deletion({ person });
    expect(answer).toEqual({ status: 200 });
    expect(url).toBe(`${service.origin}/data-deletions/${code}`);
    expect(code).toMatch(/^[0-9a-f]{32}$/);
    expect([await isLost(channel), await hasGrant(channel)]).toEqual([true, false]);
    const page = await fetch(url);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(clock.now().toISOString().slice(0, 16).replace('T', ' '));
    expect(text).toMatch(/can no longer act for\s+1 account that/);
    expect(text).not.toContain(person);
  });

  test('gets the same answer if Belfry holds nothing', async () => {
    const { status, url } = await deletion({ person });
    expect(status).toBe(200);
    expect(await (await fetch(url)).text()).toMatch(/0 accounts/);
  });

  test('is named in no row that remains', async () => {
    await connectAs(service, `a${person}`, { person });
    await deletion({ person });
    const rows = await db.rows('select * from withdrawals');
    const stored = JSON.stringify([rows, await db.rows('select people from grants')]);
    expect(stored).not.toContain(person);
    const events = await db.rows('select data from events');
    expect(JSON.stringify(events)).not.toContain(`:${person}`);
  });

  test('sees the state for a year, and other messages are forgotten after a day', async () => {
    await db.rows('delete from withdrawals');
    const { url } = await deletion({ person });
    await tell(service, { person });
    const left = async () => (await db.rows('select from withdrawals')).length;
    await clock.advance('2 hours');
    await deleteOldWithdrawals(db);
    expect(await left()).toBe(2);
    await clock.advance('2 days');
    await deleteOldWithdrawals(db);
    expect([await left(), (await fetch(url)).status]).toEqual([1, 200]);
    await clock.advance('365 days');
    await deleteOldWithdrawals(db);
    expect([await left(), (await fetch(url)).status]).toEqual([0, 404]);
  });
});
