import type { Channel } from '@belfry/contract/channels.ts';
import type { Slot } from '@belfry/contract/slots.ts';
import { type Weekday, weekdays } from '@belfry/contract/weekdays.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const setTimes = (client: Client, { id }: Channel, posting_times: string[]) =>
  client.call('updateChannel', { params: { id }, body: { posting_times } });
const slotsOf = async (client: Client, channels: Channel[], from: string, to: string): Promise<Slot[]> => {
  const query = { 'channel_ids[]': channels.map(({ id }) => id), from, to };
  return (await client.call('listSlots', { query })).data;
};
const timesOf = (slots: readonly Slot[]) => slots.map(({ at }) => at.slice(5, 16));

describe('the slots of a window', () => {
  test('are the posting times that are still ahead, with the posts that have taken them', async () => {
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    await setTimes(service, one, ['09:00', '17:00']);
    await setTimes(service, two, ['17:00', '18:00']);
    const five = { scheduled_at: '2027-01-15T17:00:00Z' };
    const post = await createPost(service, scheduledFor([two], five));
    await createPost(service, { ...scheduledFor([one], five), status: 'draft' });
    // It is 12:00 on the 15th.
    expect(await slotsOf(service, [two, one], '2027-01-15', '2027-01-16T09:00:00Z')).toEqual([
      {
        at: '2027-01-15T17:00:00.000000Z',
        channel_ids: [two.id, one.id],
        channel_ids_free: [one.id],
        taken_by: [post.id],
      },
      {
        at: '2027-01-15T18:00:00.000000Z',
        channel_ids: [two.id],
        channel_ids_free: [two.id, one.id],
        taken_by: [],
      },
      {
        at: '2027-01-16T09:00:00.000000Z',
        channel_ids: [one.id],
        channel_ids_free: [two.id, one.id],
        taken_by: [],
      },
    ]);
  });

  test('that are free on all channels begin with the one that the queue would take', async () => {
    const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
    await createPost(service, scheduledFor([two], { scheduled_at: '2027-01-15T17:00:00Z' }));
    await createPost(service, scheduledFor([one], { queue: true }));
    const slots = await slotsOf(service, [one, two], '2027-01-15', '2027-01-20');
    const free = slots.find(({ channel_ids_free }) => channel_ids_free.length === 2);
    const query = { 'channel_ids[]': [one.id, two.id] };
    expect(free?.at).toBe((await service.call('getNextSlot', { query })).data.scheduled_at);
  });

  test('follow the days of the week', async () => {
    const channel = await connectSandbox(service);
    const none = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as Record<Weekday, string[]>;
    const posting_times_by_day = { ...none, sun: ['10:00'] };
    await service.call('updateChannel', { params: { id: channel.id }, body: { posting_times_by_day } });
    const slots = await slotsOf(service, [channel], '2027-01-15', '2027-01-31');
    expect(timesOf(slots)).toEqual(['01-17T10:00', '01-24T10:00', '01-31T10:00']);
  });

  test.each([
    ['Europe/Berlin', '2027-03-27', '2027-03-29', ['03-27T01:30', '03-28T01:30', '03-29T00:30']],
    ['Europe/Berlin', '2027-10-30', '2027-11-01', ['10-30T00:30', '10-31T00:30', '11-01T01:30']],
    ['America/New_York', '2027-03-13', '2027-03-15', ['03-13T07:30', '03-14T07:30', '03-15T06:30']],
    ['Pacific/Auckland', '2027-09-25', '2027-09-26', ['09-25T14:30', '09-26T13:30']],
  ])('are right when the clocks change: %s, %s', async (time_zone, from, to, expected) => {
    const owner = await service.inWorkspace({ time_zone });
    const channel = await connectSandbox(owner);
    await setTimes(owner, channel, ['02:30']);
    expect(timesOf(await slotsOf(owner, [channel], from, to))).toEqual(expected);
  });

  test('of two posting times that fall on one moment are one slot', async () => {
    const owner = await service.inWorkspace({ time_zone: 'Europe/Berlin' });
    const channel = await connectSandbox(owner);
    // 02:30 does not exist on this day and moves to 03:30.
    await setTimes(owner, channel, ['02:30', '03:30']);
    const slots = await slotsOf(owner, [channel], '2027-03-28', '2027-03-28');
    expect(slots).toMatchObject([{ at: '2027-03-28T01:30:00.000000Z', channel_ids: [channel.id] }]);
  });

  test('are at most 5,000, and a list that was cut says so', async () => {
    const minutes = (hour: number) =>
      Array.from({ length: 96 }, (_, n) => {
        const at = hour * 60 + n;
        return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
      });
    const channel = await connectSandbox(service);
    await setTimes(service, channel, minutes(0));
    const ask = (to: string) =>
      service.call('listSlots', { query: { 'channel_ids[]': [channel.id], from: '2027-02-01', to } });
    const whole = await ask('2027-03-20');
    expect([whole.data.length, whole.body]).toEqual([96 * 48, expect.objectContaining({ truncated: false })]);
    const cut = await ask('2027-04-03');
    expect([cut.data.length, cut.body]).toEqual([5000, expect.objectContaining({ truncated: true })]);
  });
});

describe('a window', () => {
  test.each([
    ['?from=2027-01-15&to=2027-01-16', 'channel_ids[]'],
    ['?channel_ids[]=999999&from=2027-01-15&to=2027-01-16', 'channel_ids[].0'],
    ['?channel_ids[]=ID&to=2027-01-16', 'from'],
    ['?channel_ids[]=ID&from=tomorrow&to=2027-01-16', 'from'],
    ['?channel_ids[]=ID&from=2027-01-17&to=2027-01-16', 'to'],
    ['?channel_ids[]=ID&from=2027-01-01&to=2027-03-04', 'to'],
  ])('is refused: %s', async (query, field) => {
    const { id } = await connectSandbox(service);
    const answer = await service.request('GET', `/api/v1/slots${query.replace('ID', String(id))}`);
    expect(refusalOf(answer)).toEqual(['invalid', field]);
  });

  test('has up to 62 days', async () => {
    const channel = await connectSandbox(service);
    expect(await slotsOf(service, [channel], '2027-01-16', '2027-03-18')).toHaveLength(62 * 3);
  });

  test('of a channel that the caller is not limited to is refused like an unknown one', async () => {
    const [own, other] = [await connectSandbox(service), await connectSandbox(service)];
    const limited = await service.as('viewer');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [own.id],
    ]);
    const ask = (id: number) =>
      limited.request('GET', `/api/v1/slots?channel_ids[]=${id}&from=2027-01-15&to=2027-01-16`);
    expect((await ask(own.id)).status).toBe(200);
    expect(refusalOf(await ask(other.id))).toEqual(['invalid', 'channel_ids[].0']);
  });
});
