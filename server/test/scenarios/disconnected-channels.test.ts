import type { Channel } from '@belfry/contract/channels.ts';
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { claimLanes } from '../../src/lanes/store.ts';
import { checkAhead } from '../../src/publishing/checks/checker.ts';
import { app } from '../support/app.ts';
import { bendNetwork } from '../support/bent-network.ts';
import { createPost, getPost, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

const getChannel = async ({ id }: Channel) => (await service.call('getChannel', { params: { id } })).data;
const listAttention = async ({ id }: Channel) =>
  (await service.call('getAttention', {})).data.filter(({ channel }) => channel?.id === id);
const disconnected = {
  status: 'failed',
  targets: [{ status: 'failed', error: { code: 'channel_disconnected', retryable: true } }],
};

/** A channel whose network requires a new sign-in, and the post whose attempt found out. */
async function makeHeld() {
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledToBehave('reconnect', [channel]));
  await service.publishDue();
  return { channel, post };
}

describe('a channel that needs a new sign-in', () => {
  test('shows it, and its posts stay scheduled and pending, without an error', async () => {
    const { channel, post } = await makeHeld();
    expect((await getChannel(channel)).needs_reconnect).toBe(true);
    expect(await getPost(service, post)).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'pending', error: null, channel: { needs_reconnect: true } }],
    });
    await service.clock.advance('1 hour');
    expect(await service.publishDue()).toBe(0);
    expect(await readTimeline(service, channel)).toHaveLength(0);
  });

  test('lets its posts be edited, and accepts new ones', async () => {
    const { channel, post } = await makeHeld();
    const body = scheduledFor([channel], { content: 'Edited' });
    const edited = await service.call('updatePost', { params: { id: post.id }, body });
    expect(edited.data.status).toBe('scheduled');
    await createPost(service, scheduledFor([channel], { content: 'New' }));
    expect(await service.publishDue()).toBe(0);
    await connectSandbox(service, channel.username);
    expect(await service.publishDue()).toBe(2);
    expect((await readTimeline(service, channel)).map(({ text }) => text).reverse()).toEqual([
      'Edited',
      'New',
    ]);
  });

  test('publishes its waiting posts once it is connected again within the grace', async () => {
    const { channel, post } = await makeHeld();
    await service.clock.advance('23 hours');
    const body = { platform: 'sandbox', credentials: { username: channel.username } };
    const again = await service.call('createChannel', { body });
    expect([again.status, again.data]).toEqual([200, { ...channel, waiting: 1 }]);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });

  test('also holds a post whose worker died before the channel was disconnected', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    expect((await claimLanes(service.db, 10)).claims).toHaveLength(1);
    await service.db.rows('update channels set needs_reconnect = true where id = $1', [channel.id]);
    await service.clock.advance('20 seconds');
    await service.publishDue();
    expect(await getPost(service, post)).toMatchObject({
      status: 'scheduled',
      targets: [{ status: 'pending', error: null }],
    });
    await connectSandbox(service, channel.username);
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });

  test('is not marked again by an attempt that began before a person signed in again', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    let tries = 0;
    using _bent = bendNetwork(service, 'sandbox', async (publish, ...args) => {
      tries += 1;
      if (tries > 1) return publish(...args);
      await connectSandbox(service, channel.username);
      throw new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' });
    });
    await service.publishDue();
    expect((await getChannel(channel)).needs_reconnect).toBe(false);
    expect([tries, (await getPost(service, post)).status]).toEqual([2, 'published']);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.map(({ kind }) => kind)).not.toContain('target.held');
  });

  test('fails its waiting posts when the grace of each has ended', async () => {
    const { channel, post } = await makeHeld();
    const later = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('2 hours') }),
    );
    await service.clock.advance('24 hours 1 second');
    await service.publishDue();
    expect(await getPost(service, post)).toMatchObject(disconnected);
    expect((await getPost(service, later)).status).toBe('scheduled');
    await service.clock.advance('2 hours');
    await service.publishDue();
    expect(await getPost(service, later)).toMatchObject(disconnected);
    expect(await readTimeline(service, channel)).toHaveLength(0);
  });

  test('keeps a post that is published on another channel publishing until the held target is settled', async () => {
    const [held, fine] = [await connectSandbox(service), await connectSandbox(service)];
    const targets = [{ channel_id: held.id, settings: { behaviour: 'reconnect' } }, { channel_id: fine.id }];
    const post = await createPost(service, { ...scheduledFor([]), targets });
    await service.publishDue();
    const during = await getPost(service, post);
    expect(during.targets.map(({ status }) => status)).toEqual(['pending', 'published']);
    await service.clock.advance('25 hours');
    await service.publishDue();
    const after = await getPost(service, post);
    expect([after.status, ...after.targets.map(({ status }) => status)]).toEqual([
      'failed',
      'failed',
      'published',
    ]);
  });
});

describe('a removed channel', () => {
  test('disappears from the list, and stays in the posts that were sent to it', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    expect((await service.call('deleteChannel', { params: { id: channel.id } })).status).toBe(204);
    expect((await service.call('listChannels', {})).data.map(({ id }) => id)).not.toContain(channel.id);
    for (const name of ['getChannel', 'deleteChannel', 'getChannelSettings'] as const) {
      expect((await service.call(name, { params: { id: channel.id } })).status).toBe(404);
    }
    const { status, targets } = await getPost(service, post);
    expect([status, targets[0]?.channel.username]).toEqual(['published', channel.username]);
  });

  test('fails its waiting targets when they are due', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    await service.call('deleteChannel', { params: { id: channel.id } });
    expect((await getPost(service, post)).status).toBe('scheduled');
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect(await getPost(service, post)).toMatchObject(disconnected);
  });

  test('fails each of several posts when it is due', async () => {
    const channel = await connectSandbox(service);
    const at = await service.clock.in('1 hour');
    const posts = [1, 2, 3].map(() => createPost(service, scheduledFor([channel], { scheduled_at: at })));
    const made = await Promise.all(posts);
    await service.call('deleteChannel', { params: { id: channel.id } });
    await service.clock.advance('1 hour');
    await service.publishDue();
    for (const post of made) expect(await getPost(service, post)).toMatchObject(disconnected);
  });

  test('returns with its history and its waiting posts when its account is connected again', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('1 hour') }),
    );
    await service.call('deleteChannel', { params: { id: channel.id } });
    expect(await connectSandbox(service, channel.username)).toEqual({ ...channel, waiting: 1 });
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('is listed as what wants a person with its posts, until its account is connected again', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(
      service,
      scheduledFor([channel], { scheduled_at: await service.clock.in('9 days') }),
    );
    const since = service.clock.now();
    await service.call('deleteChannel', { params: { id: channel.id } });
    const items = await listAttention(channel);
    expect(items).toMatchObject([
      {
        kind: 'at_risk',
        code: 'channel_disconnected',
        message: `The channel @${channel.username} was removed. Connect it again, or remove it from the post.`,
        posts: [{ id: post.id, target_ids: [post.targets[0]?.id] }],
        until: post.scheduled_at,
      },
    ]);
    expect(Date.parse(items[0]?.since ?? '')).toBe(since.getTime());
    expect(items[0]?.acts).toContain('reconnect');
    await connectSandbox(service, channel.username);
    expect(await listAttention(channel)).toEqual([]);
  });

  test('is listed once with a post, also when a check ahead has told of it', async () => {
    const channel = await connectSandbox(service);
    await createPost(service, scheduledFor([channel], { scheduled_at: await service.clock.in('2 hours') }));
    await service.call('deleteChannel', { params: { id: channel.id } });
    await checkAhead(service.ctx);
    const [item, second] = await listAttention(channel);
    expect(second).toBeUndefined();
    expect(item?.message).toEqual(expect.any(String));
    expect(item?.posts.map(({ target_ids }) => target_ids)).toEqual([[expect.any(Number)]]);
  });
});
