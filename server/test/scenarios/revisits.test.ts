/** Pages of published posts that networks name later. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { performRemovals, revisitDue } from '../../src/live/index.ts';
import { claimRevisits } from '../../src/live/revisits/store.ts';
import { planReadings } from '../../src/live/store.ts';
import type { TestApp } from '../support/app.ts';
import { kindsOf, LivelyNetwork, publishOne, remotePathOf } from '../support/lively-network.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

let network = new LivelyNetwork();
beforeEach(() => {
  network = new LivelyNetwork();
});
const never = new AbortController().signal;
const page = 'https://net.example/final';

async function wait(service: TestApp, interval: string): Promise<void> {
  await service.clock.advance(interval);
  await revisitDue(service.ctx, never);
}

describe('a published post without a page', () => {
  test('gets the page and the id that its network names later', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    expect(post.targets[0]).toMatchObject({ status: 'published', external_url: null });
    network.onRevisit = () => ({ id: 'final', url: page });
    await wait(service, '10 minutes');
    const after = await getPost(service, post);
    expect(after.targets[0]).toMatchObject({ status: 'published', external_url: page, parts: null });
    expect(after.updated_at).not.toBe(post.updated_at);
    expect(network.revisited).toEqual([{ id: 'first', url: null }]);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.find(({ kind }) => kind === 'target.page_found')?.data).toEqual({ url: page });
    await service.request('DELETE', remotePathOf(post));
    await performRemovals(service.ctx, never);
    expect(network.removed).toEqual(['final']);
  });

  test('is read after ten minutes, an hour, six hours and a day, and then no more', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    const read: number[] = [];
    const waits = [
      '9 minutes',
      '1 minute',
      '49 minutes',
      '1 minute',
      '5 hours',
      '17 hours',
      '1 hour',
      '9 days',
    ];
    for (const each of waits) {
      await wait(service, each);
      read.push(network.revisited.length);
    }
    expect(read).toEqual([0, 1, 1, 2, 3, 3, 4, 4]);
    expect((await getPost(service, post)).targets[0]?.external_url).toBeNull();
  });

  test('is read no more once it has a page', async () => {
    await using service = await network.open();
    await publishOne(service, 'pageless');
    network.onRevisit = () => ({ id: 'final', url: page });
    for (const each of ['10 minutes', '1 hour', '1 day']) await wait(service, each);
    expect(network.revisited).toHaveLength(1);
  });

  test('keeps an id that comes before the page', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    network.onRevisit = () => ({ id: 'final', url: null });
    await wait(service, '10 minutes');
    network.onRevisit = ({ id }) => ({ id, url: page });
    await wait(service, '1 hour');
    expect(network.revisited.map(({ id }) => id)).toEqual(['first', 'final']);
    expect((await getPost(service, post)).targets[0]?.external_url).toBe(page);
  });

  test.each([
    new NetworkFault({ kind: 'unavailable', message: 'Gone fishing.', sent: false }),
    new NetworkFault({ kind: 'rejected', message: 'Not yours.' }),
    new Error('It does not understand the answer.'),
  ])('is read again at the next time after a failure: %s', async (failure) => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    network.onRevisit = () => {
      throw failure;
    };
    await wait(service, '10 minutes');
    await wait(service, '1 minute');
    expect(network.revisited).toHaveLength(1);
    network.onRevisit = () => ({ id: 'final', url: page });
    await wait(service, '1 hour');
    expect((await getPost(service, post)).targets[0]?.external_url).toBe(page);
  });

  test.each([
    { id: 'final', url: 'javascript:alert(1)' },
    { id: '', url: page },
  ])('gets neither an address nor an id that cannot be one: %j', async (stated) => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    network.onRevisit = () => stated;
    await wait(service, '10 minutes');
    expect((await getPost(service, post)).targets[0]?.external_url).toBeNull();
  });

  test('gets a page for each part that has none', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless thread');
    network.onRevisit = () => ({ id: 'final', url: page });
    await wait(service, '10 minutes');
    expect((await getPost(service, post)).targets[0]).toMatchObject({
      external_url: page,
      parts: [
        { id: 'final', url: page },
        { id: 'second', url: 'https://net.example/second' },
      ],
    });
    expect(network.revisited).toHaveLength(1);
  });

  test('that its network has as a draft stays handed over', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless draft');
    network.onRevisit = () => ({ id: 'final', url: page });
    await wait(service, '10 minutes');
    const after = await getPost(service, post);
    expect(after.targets[0]).toMatchObject({ external_url: page, warnings: post.targets[0]?.warnings });
    expect(await kindsOf(service, post)).toEqual(expect.arrayContaining(['target.handed_over']));
    expect(await kindsOf(service, post)).not.toContain('target.published');
  });

  test('waits while its channel has something to publish', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    const channel = { id: Number(post.targets[0]?.channel_id) };
    const soon = scheduledFor([channel], { scheduled_at: await service.clock.in('11 minutes') });
    await createPost(service, soon);
    await wait(service, '10 minutes');
    expect(network.revisited).toEqual([]);
    await service.clock.advance('1 minute');
    await service.publishDue();
    await revisitDue(service.ctx, never);
    expect(network.revisited).toHaveLength(1);
  });

  test('waits until its channel is connected again', async () => {
    await using service = await network.open();
    await publishOne(service, 'pageless');
    await service.db.rows('update channels set needs_reconnect = true');
    await wait(service, '10 minutes');
    expect(network.revisited).toEqual([]);
    await service.db.rows('update channels set needs_reconnect = false');
    await revisitDue(service.ctx, never);
    expect(network.revisited).toHaveLength(1);
  });

  test('is left alone if nothing has read it within a day', async () => {
    await using service = await network.open();
    await publishOne(service, 'pageless');
    await wait(service, '1 day 1 second');
    expect(network.revisited).toEqual([]);
  });

  test('is read by another worker after the one that claimed it has died', async () => {
    await using service = await network.open();
    await publishOne(service, 'pageless');
    await service.clock.advance('10 minutes');
    const platforms = ['sandbox'];
    await planReadings(service.db, 'revisits', platforms, { within: 86_400, first: 600 });
    const claim = () => claimRevisits(service.db, { limit: 20, lease: 600, margin: 120 });
    expect([(await claim()).length, (await claim()).length]).toEqual([1, 0]);
    await wait(service, '10 minutes');
    expect(network.revisited).toHaveLength(1);
  });

  test('is not read after it was deleted at its network', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'pageless');
    await service.request('DELETE', remotePathOf(post));
    await performRemovals(service.ctx, never);
    await wait(service, '10 minutes');
    expect(network.revisited).toEqual([]);
  });
});

test('a post with a page is not read again', async () => {
  await using service = await network.open();
  await publishOne(service);
  for (const each of ['10 minutes', '1 day']) await wait(service, each);
  expect(network.revisited).toEqual([]);
});
