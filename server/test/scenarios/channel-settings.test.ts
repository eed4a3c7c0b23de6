import type { Channel } from '@belfry/contract/channels.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const change = (client: Client, { id }: Pick<Channel, 'id'>, body: BodyOf<'updateChannel'>) =>
  client.call('updateChannel', { params: { id }, body });
const list = async (client: Client) => (await client.call('listChannels', {})).data.map(({ id }) => id);
const eventsOf = (channel: Channel) =>
  service.db.rows<{ data: unknown }>(
    "select data from events where channel_id = $1 and kind = 'channel.changed' order by id",
    [channel.id],
  );
const everyDay = (times: string[], more: Partial<Record<Weekday, string[]>> = {}) => ({
  ...(Object.fromEntries(weekdays.map((day) => [day, times])) as Record<Weekday, string[]>),
  ...more,
});

describe('the name that people give a channel', () => {
  test('stands beside that of the account, also in posts, until it is taken back', async () => {
    const channel = await connectSandbox(service);
    expect(channel.display_name).toBeNull();
    const post = await createPost(service, { ...scheduledFor([channel]), status: 'draft' });
    const renamed = (await change(service, channel, { display_name: 'Old town' })).data;
    expect(renamed).toEqual({ ...channel, display_name: 'Old town', waiting: 0 });
    const [target] = (await getPost(service, post)).targets;
    expect(target?.channel).toMatchObject({ name: channel.name, display_name: 'Old town' });
    expect((await change(service, channel, { display_name: null })).data.display_name).toBeNull();
    expect((await eventsOf(channel)).map(({ data }) => data)).toEqual([
      { before: { display_name: null }, after: { display_name: 'Old town' } },
      { before: { display_name: 'Old town' }, after: { display_name: null } },
    ]);
  });

  test.each([
    ['', 'display_name'],
    ['x'.repeat(101), 'display_name'],
    ['two\nlines', 'display_name'],
  ])('is one line of 1 to 100 characters, not %j', async (display_name, field) => {
    const { id } = await connectSandbox(service);
    const answer = await service.request('PATCH', `/channels/${id}`, { body: { display_name } });
    expect(refusalOf(answer)).toEqual(['invalid', field]);
  });
});

test('a change of nothing has no event', async () => {
  const channel = await connectSandbox(service);
  await change(service, channel, {});
  await change(service, channel, { paused: false, posting_times: channel.posting_times });
  expect(await eventsOf(channel)).toEqual([]);
});

describe('the place of a channel', () => {
  test('orders lists, and the other channels keep their order', async () => {
    const owner = await service.inWorkspace();
    const channels: Channel[] = [];
    for (let n = 0; n < 4; n += 1) channels.push(await connectSandbox(owner));
    const [a, b, c, d] = channels as [Channel, Channel, Channel, Channel];
    expect(a.position).toBeNull();
    expect((await change(owner, d, { position: 2 })).data.position).toBe(2);
    expect(await list(owner)).toEqual([a.id, d.id, b.id, c.id]);
    await change(owner, a, { position: 99 });
    expect(await list(owner)).toEqual([d.id, b.id, c.id, a.id]);
    const fresh = await connectSandbox(owner);
    expect(await list(owner)).toEqual([d.id, b.id, c.id, a.id, fresh.id]);
  });

  test('is exact when ten people move channels at once', async () => {
    const owner = await service.inWorkspace();
    const channels: Channel[] = [];
    for (let n = 0; n < 10; n += 1) channels.push(await connectSandbox(owner));
    await Promise.all(channels.map((channel, n) => change(owner, channel, { position: 10 - n })));
    const places = (await owner.call('listChannels', {})).data.map(({ position }) => position);
    expect(places).toEqual(channels.map((_, n) => n + 1));
  });
});

describe('posting times by day', () => {
  test('are sorted, and posting_times has those that all days share', async () => {
    const channel = await connectSandbox(service);
    const byDay = everyDay(['12:00', '09:00'], { sat: ['18:00', '09:00'], sun: ['09:00'] });
    expect((await change(service, channel, { posting_times_by_day: byDay })).data).toMatchObject({
      posting_times: ['09:00'],
      posting_times_by_day: everyDay(['09:00', '12:00'], { sat: ['09:00', '18:00'], sun: ['09:00'] }),
    });
    expect((await change(service, channel, { posting_times: ['10:00'] })).data).toMatchObject({
      posting_times: ['10:00'],
      posting_times_by_day: null,
    });
  });

  test('end with null, and the days keep the times that they shared', async () => {
    const channel = await connectSandbox(service);
    await change(service, channel, {
      posting_times_by_day: everyDay(['09:00'], { mon: ['09:00', '11:00'] }),
    });
    expect((await change(service, channel, { posting_times_by_day: null })).data).toMatchObject({
      posting_times: ['09:00'],
      posting_times_by_day: null,
    });
  });

  test.each([
    [{ posting_times: ['09:00'], posting_times_by_day: everyDay([]) }, 'posting_times_by_day'],
    [{ posting_times_by_day: everyDay(['9:00']) }, 'posting_times_by_day.mon.0'],
    [{ posting_times_by_day: { mon: [] } }, 'posting_times_by_day.tue'],
    [{ posting_times_by_day: everyDay([], { sun: ['09:00', '09:00'] }) }, 'posting_times_by_day.sun'],
    [{ position: 0 }, 'position'],
    [{ position: 10_001 }, 'position'],
    [{ paused: 'yes' }, 'paused'],
  ])('and other settings are checked: %j', async (body, field) => {
    const { id } = await connectSandbox(service);
    const answer = await service.request('PATCH', `/channels/${id}`, { body });
    expect(answer.status).toBe(422);
    expect(refusalOf(answer)).toContain(field);
  });

  test('are what the queue follows', async () => {
    // The clock of these tests begins on Friday 2027-01-15.
    const channel = await connectSandbox(service);
    const byDay = everyDay([], { mon: ['08:00', '20:00'], sun: ['10:00'] });
    await change(service, channel, { posting_times_by_day: byDay });
    const slots: (string | null)[] = [];
    for (let n = 0; n < 4; n += 1)
      slots.push((await createPost(service, scheduledFor([channel], { queue: true }))).scheduled_at);
    expect(slots).toEqual(
      ['17T10:00', '18T08:00', '18T20:00', '24T10:00'].map((at) => `2027-01-${at}:00.000000Z`),
    );
    await change(service, channel, { posting_times_by_day: everyDay([]) });
    const empty = await service.request('POST', '/posts', { body: scheduledFor([channel], { queue: true }) });
    expect(refusalOf(empty)).toEqual(['invalid', 'queue']);
  });

  test('are of the days in the workspace’s time zone', async () => {
    const owner = await service.inWorkspace({ time_zone: 'Pacific/Auckland' });
    const channel = await connectSandbox(owner);
    await change(owner, channel, { posting_times_by_day: everyDay([], { mon: ['00:30'] }) });
    const query = { 'channel_ids[]': [channel.id] };
    // 00:30 on Monday in Auckland, 13 hours ahead of UTC.
    expect((await owner.call('getNextSlot', { query })).data.scheduled_at).toBe(
      '2027-01-17T11:30:00.000000Z',
    );
  });
});

test('a channel shows how many posts wait for it, and when its last one was published', async () => {
  const channel = await connectSandbox(service);
  const read = async () => (await service.call('getChannel', { params: { id: channel.id } })).data;
  await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }));
  await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('3 hours') }));
  await createPost(service, { ...scheduledFor([channel]), status: 'draft' });
  expect(await read()).toMatchObject({ waiting: 2, last_published_at: null });
  await service.clock.advance('2 hours');
  await service.publishDue();
  const now = await service.clock.in('0 seconds');
  expect(await read()).toMatchObject({ waiting: 1, last_published_at: now });
});
