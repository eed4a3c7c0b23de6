import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const remove = ({ id }: Post) => service.call('deletePost', { params: { id } });
const restore = ({ id }: Post) => service.call('restorePost', { params: { id } });
const plan = (channel: Channel, scheduled_at: string) =>
  createPost(service, scheduledFor([channel], { scheduled_at }));

describe('a restored post', () => {
  test('is a draft if another post has taken its slot, but not if both were timed by hand', async () => {
    const channel = await connectSandbox(service);
    const queue = () => createPost(service, scheduledFor([channel], { queue: true }));
    const first = await queue();
    await remove(first);
    expect((await queue()).scheduled_at).toBe(first.scheduled_at);
    expect((await restore(first)).data.status).toBe('draft');
    const at = '2027-06-01T10:07:00Z';
    const timed = await plan(channel, at);
    await remove(timed);
    await plan(channel, at);
    expect((await restore(timed)).data.status).toBe('scheduled');
  });

  test('keeps its slot beside a draft for the same time', async () => {
    const channel = await connectSandbox(service);
    const queued = await createPost(service, scheduledFor([channel], { queue: true }));
    await remove(queued);
    const beside = { scheduled_at: queued.scheduled_at, targets: [{ channel_id: channel.id }] };
    await createPost(service, { status: 'draft', content: 'later', ...beside });
    expect((await restore(queued)).data).toMatchObject({
      status: 'scheduled',
      scheduled_at: queued.scheduled_at,
    });
  });

  test('is a draft if another post has taken the slot of its weekday, but not on a day without that slot', async () => {
    const channel = await connectSandbox(service);
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const times = { ...none, tue: ['10:07'] };
    await service.call('updateChannel', {
      params: { id: channel.id },
      body: { posting_times_by_day: times },
    });
    const restoreBeside = async (at: string) => {
      const post = await plan(channel, at);
      await remove(post);
      await plan(channel, at);
      return (await restore(post)).data.status;
    };
    expect(await restoreBeside('2027-06-01T10:07:00Z')).toBe('draft');
    expect(await restoreBeside('2027-06-02T10:07:00Z')).toBe('scheduled');
  });
});
