import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const setTimes = (client: Client, { id }: Channel, posting_times: string[]) =>
  client.call('updateChannel', { params: { id }, body: { posting_times } });
const next = async (client: Client, ...channels: Channel[]): Promise<string> => {
  const query = { 'channel_ids[]': channels.map(({ id }) => id) };
  return (await client.call('getNextSlot', { query })).data.scheduled_at;
};
const queue = (client: Client, ...channels: Channel[]): Promise<Post> =>
  createPost(client, scheduledFor(channels, { queue: true }));
const shown = (hours: string) => `2027-${hours}:00.000000Z`;

describe('posting times', () => {
  test('are 9, 12 and 17 o’clock on a new channel', async () => {
    expect((await connectSandbox(service)).posting_times).toEqual(['09:00', '12:00', '17:00']);
  });

  test('are those of its workspace on a new channel, and stay when these change', async () => {
    const owner = await service.inWorkspace();
    const before = await connectSandbox(owner);
    const set = await owner.call('updateWorkspace', { body: { posting_times: ['18:30', '07:15'] } });
    expect(set.data.posting_times).toEqual(['07:15', '18:30']);
    const channel = await connectSandbox(owner);
    expect(channel.posting_times).toEqual(['07:15', '18:30']);
    expect((await connectSandbox(owner, before.username)).posting_times).toEqual(['09:00', '12:00', '17:00']);
    expect((await queue(owner, channel)).scheduled_at).toBe(shown('01-15T18:30'));
    await owner.call('updateWorkspace', { body: { posting_times: [] } });
    expect((await connectSandbox(owner)).posting_times).toEqual([]);
  });

  test('of a workspace have events when they change, and only then', async () => {
    const owner = await service.inWorkspace();
    for (const posting_times of [['17:00', '09:00', '12:00'], ['10:00']]) {
      await owner.call('updateWorkspace', { body: { posting_times } });
    }
    const events = await service.db.rows(
      "select data from events where workspace_id = $1 and kind = 'workspace.changed'",
      [owner.workspaceId],
    );
    expect(events).toEqual([
      {
        data: {
          before: { posting_times: ['09:00', '12:00', '17:00'] },
          after: { posting_times: ['10:00'] },
        },
      },
    ]);
  });

  test.each([['9:00'], ['24:00'], ['09:00', '09:00'], [9], 'noon'])(
    'of a workspace are validated: %j',
    async (...posting_times) => {
      const answer = await service.request('PATCH', '/api/v1/workspace', { body: { posting_times } });
      expect([answer.status, answer.error.code]).toEqual([422, 'invalid']);
    },
  );

  test('are stored in order, and may be empty', async () => {
    const channel = await connectSandbox(service);
    const set = await setTimes(service, channel, ['23:59', '00:00', '08:30']);
    expect([set.status, set.data.posting_times]).toEqual([200, ['00:00', '08:30', '23:59']]);
    expect((await setTimes(service, channel, [])).data.posting_times).toEqual([]);
  });

  test.each([['24:00'], ['9:00'], ['09:00:00'], ['09:60'], ['noon'], [900]])(
    'are times of day, not %j',
    async (time) => {
      const { id } = await connectSandbox(service);
      const answer = await service.request('PATCH', `/channels/${id}`, { body: { posting_times: [time] } });
      expect(refusalOf(answer)).toEqual(['invalid', 'posting_times.0']);
    },
  );

  test('must be unique', async () => {
    const { id } = await connectSandbox(service);
    const answer = await service.request('PATCH', `/channels/${id}`, {
      body: { posting_times: ['09:00', '09:00'] },
    });
    expect(refusalOf(answer)).toEqual(['invalid', 'posting_times']);
  });
});

describe('the next slot', () => {
  test('is shown without being reserved', async () => {
    const channel = await connectSandbox(service);
    expect([await next(service, channel), await next(service, channel)]).toEqual(
      Array(2).fill(shown('01-15T17:00')),
    );
  });

  test('is the first future posting time without a waiting post', async () => {
    const channel = await connectSandbox(service);
    const post = await queue(service, channel);
    expect(post).toMatchObject({
      status: 'scheduled',
      scheduled_at: shown('01-15T17:00'),
      planned_at: shown('01-15T17:00'),
    });
    await createPost(service, scheduledFor([channel], { scheduled_at: '2027-01-16T09:00:00Z' }));
    await createPost(service, {
      ...scheduledFor([channel], { scheduled_at: '2027-01-16T12:00:00Z' }),
      status: 'draft',
    });
    expect((await queue(service, channel)).scheduled_at).toBe(shown('01-16T12:00'));
    expect(await next(service, channel)).toBe(shown('01-16T17:00'));
  });

  test('is free again when its post is deleted or moved', async () => {
    const channel = await connectSandbox(service);
    const [first, second] = [await queue(service, channel), await queue(service, channel)];
    await service.call('deletePost', { params: { id: first.id } });
    expect(await next(service, channel)).toBe(first.scheduled_at);
    const body = scheduledFor([channel], { scheduled_at: '2027-03-03T03:03:03Z' });
    await service.call('updatePost', { params: { id: second.id }, body });
    expect([
      (await queue(service, channel)).scheduled_at,
      (await queue(service, channel)).scheduled_at,
    ]).toEqual([first.scheduled_at, second.scheduled_at]);
  });

  test('of a post that is saved again stays the same', async () => {
    const channel = await connectSandbox(service);
    const post = await queue(service, channel);
    await queue(service, channel);
    const body = scheduledFor([channel], { queue: true, content: 'Changed' });
    const changed = await service.call('updatePost', { params: { id: post.id }, body });
    expect(changed.data.scheduled_at).toBe(post.scheduled_at);
  });

  test('of several channels is the first posting time of the first channel that is free on all', async () => {
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    await setTimes(service, two, ['13:13']);
    await queue(service, one);
    await createPost(service, scheduledFor([two], { scheduled_at: shown('01-16T09:00') }));
    expect((await queue(service, one, two)).scheduled_at).toBe(shown('01-16T12:00'));
    expect((await queue(service, two, one)).scheduled_at).toBe(shown('01-15T13:13'));
  });

  test('is different for each of fifty simultaneous callers', async () => {
    const channel = await connectSandbox(service);
    const posts = await Promise.all(Array.from({ length: 50 }, () => queue(service, channel)));
    const slots = posts.map(({ scheduled_at }) => scheduled_at ?? '').sort();
    expect(new Set(slots).size).toBe(50);
    expect([slots[0], slots[1], slots[49]]).toEqual([
      shown('01-15T17:00'),
      shown('01-16T09:00'),
      shown('02-01T09:00'),
    ]);
  });

  test('needs a posting time, a channel, and a known one', async () => {
    const channel = await connectSandbox(service);
    await setTimes(service, channel, []);
    const create = await service.request('POST', '/posts', {
      body: scheduledFor([channel], { queue: true }),
    });
    expect(refusalOf(create)).toEqual(['invalid', 'queue']);
    const ask = (query: string) => service.request('GET', `/queue/next${query}`);
    expect(refusalOf(await ask(`?channel_ids[]=${channel.id}`))).toEqual(['invalid', 'queue']);
    expect(refusalOf(await ask(''))).toEqual(['invalid', 'channel_ids[]']);
    expect(refusalOf(await ask('?channel_ids[]=999999'))).toEqual(['invalid', 'channel_ids[].0']);
  });

  test('can be that of a post that waits for approval, too', async () => {
    const strict = await service.inWorkspace({ requires_approval: true });
    const channel = await connectSandbox(strict);
    const post = await queue(await service.beside(strict, 'author'), channel);
    expect(post).toMatchObject({ status: 'pending_approval', scheduled_at: shown('01-15T17:00') });
    expect(await next(strict, channel)).toBe(shown('01-16T09:00'));
  });
});

describe('in the workspace’s time zone', () => {
  test('a posting time is local, in winter and in summer', async () => {
    const berlin = await service.inWorkspace({ time_zone: 'Europe/Berlin' });
    const channel = await connectSandbox(berlin);
    await setTimes(berlin, channel, ['09:00']);
    expect(await next(berlin, channel)).toBe(shown('01-16T08:00'));
    await service.clock.set('2027-06-15T12:00:00Z');
    expect(await next(berlin, channel)).toBe(shown('06-16T07:00'));
  });

  test('a day begins at local midnight, not in UTC', async () => {
    const auckland = await service.inWorkspace({ time_zone: 'Pacific/Auckland' });
    const channel = await connectSandbox(auckland);
    await setTimes(auckland, channel, ['00:30']);
    await service.clock.set('2027-06-15T12:15:00Z');
    expect(await next(auckland, channel)).toBe(shown('06-15T12:30'));
  });

  test.each([
    ['Europe/Berlin', '02:30', '2027-03-27T12:00', ['2027-03-28T01:30', '2027-03-29T00:30']],
    ['America/New_York', '02:30', '2027-03-13T12:00', ['2027-03-14T07:30', '2027-03-15T06:30']],
    ['Australia/Lord_Howe', '02:15', '2027-10-02T12:00', ['2027-10-02T15:45', '2027-10-03T15:15']],
    ['Pacific/Apia', '09:00', '2011-12-29T20:00', ['2011-12-30T19:00', '2011-12-31T19:00']],
  ])('a time that the clocks skip moves forward by the skipped time: %s', async (zone, time, now, slots) => {
    expect(await queueTwo(zone, time, now)).toEqual(slots);
  });

  test.each([
    ['Europe/Berlin', '02:00', '2027-10-30T12:00', ['2027-10-31T00:00', '2027-11-01T01:00']],
    ['Europe/Berlin', '02:59', '2027-10-30T12:00', ['2027-10-31T00:59', '2027-11-01T01:59']],
    ['Europe/Berlin', '03:00', '2027-10-30T12:00', ['2027-10-31T02:00', '2027-11-01T02:00']],
    ['America/New_York', '01:30', '2027-11-06T12:00', ['2027-11-07T05:30', '2027-11-08T06:30']],
    ['Australia/Lord_Howe', '01:45', '2027-04-03T12:00', ['2027-04-03T14:45', '2027-04-04T15:15']],
    ['Australia/Lord_Howe', '02:00', '2027-04-03T12:00', ['2027-04-03T15:30', '2027-04-04T15:30']],
    ['Pacific/Kwajalein', '09:00', '1969-09-29T12:00', ['1969-09-29T22:00', '1969-10-01T21:00']],
  ])('a time that the clocks repeat is used the first time: %s %s', async (zone, time, now, slots) => {
    expect(await queueTwo(zone, time, now)).toEqual(slots);
  });

  /** The next slots, with minutes. */
  async function queueTwo(time_zone: string, time: string, now: string): Promise<string[]> {
    const owner = await service.inWorkspace({ time_zone });
    const channel = await connectSandbox(owner);
    await setTimes(owner, channel, [time]);
    await service.clock.set(`${now}:00Z`);
    const posts = [await queue(owner, channel), await queue(owner, channel)];
    return posts.map(({ scheduled_at }) => scheduled_at?.replace(':00.000000Z', '') ?? '');
  }

  test('a repeated time that has passed once is not used a second time', async () => {
    const berlin = await service.inWorkspace({ time_zone: 'Europe/Berlin' });
    const channel = await connectSandbox(berlin);
    await setTimes(berlin, channel, ['02:30']);
    await service.clock.set('2027-10-30T12:00:00Z');
    const first = await next(berlin, channel);
    await service.clock.set(first);
    expect(await next(berlin, channel)).toBe(shown('11-01T01:30'));
  });

  test('two posting times that become one by the skip are one slot', async () => {
    const berlin = await service.inWorkspace({ time_zone: 'Europe/Berlin' });
    const channel = await connectSandbox(berlin);
    await setTimes(berlin, channel, ['02:30', '03:30']);
    await service.clock.set('2027-03-28T00:00:00Z');
    const slots = [await queue(berlin, channel), await queue(berlin, channel)];
    expect(slots.map((post) => post.scheduled_at)).toEqual([shown('03-28T01:30'), shown('03-29T00:30')]);
  });
});
