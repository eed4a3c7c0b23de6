/** Deleting published posts at their networks. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { performRemovals } from '../../src/live/index.ts';
import { app, type TestApp } from '../support/app.ts';
import { kindsOf, LivelyNetwork, publishOne, remotePathOf } from '../support/lively-network.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

let network = new LivelyNetwork();
beforeEach(() => {
  network = new LivelyNetwork();
});
const never = new AbortController().signal;
const remove = (service: TestApp, post: Parameters<typeof remotePathOf>[0]) =>
  service.request('DELETE', remotePathOf(post));

describe('deleting a post at its network', () => {
  test('deletes the parts last to first, and shows when', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'thread');
    expect(post.targets[0]).toMatchObject({
      removed_at: null,
      parts: [{ id: 'first' }, { id: 'second' }, { id: 'third' }],
    });
    expect(await remove(service, post)).toMatchObject({ status: 202, body: { data: { removed_at: null } } });
    await performRemovals(service.ctx, never);
    expect(network.removed).toEqual(['third', 'second', 'first']);
    const after = await getPost(service, post);
    expect(after).toMatchObject({
      status: 'published',
      targets: [{ status: 'published', external_url: 'https://net.example/first' }],
    });
    expect(after.targets[0]?.removed_at).not.toBeNull();
    expect(await kindsOf(service, post)).toEqual(
      expect.arrayContaining(['target.removal_requested', 'target.removed']),
    );
  });

  test('is done once, however often it is asked for', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    const first = await remove(service, post);
    expect(await remove(service, post)).toMatchObject({ body: first.body });
    await performRemovals(service.ctx, never);
    const { body } = await remove(service, post);
    expect(body).toMatchObject({ data: { removed_at: expect.stringContaining('T') } });
    await performRemovals(service.ctx, never);
    expect(network.removed).toEqual(['first']);
    expect((await kindsOf(service, post)).filter((kind) => kind === 'target.removal_requested')).toHaveLength(
      1,
    );
  });

  test('goes on where it stopped when the network gives no answer', async () => {
    await using service = await network.open();
    const post = await publishOne(service, 'thread');
    await remove(service, post);
    let failures = 2;
    network.onRemove = ({ id }) => {
      if (id === 'second' && failures-- > 0)
        throw new NetworkFault({ kind: 'unavailable', message: 'Gone fishing.', sent: true });
    };
    for (let round = 0; round < 3; round += 1) {
      await performRemovals(service.ctx, never);
      await service.clock.advance('1 minute');
    }
    expect(network.removed).toEqual(['third', 'second', 'second', 'second', 'first']);
    expect((await getPost(service, post)).targets[0]?.removed_at).not.toBeNull();
  });

  test('waits as long as the network asks', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await remove(service, post);
    let isThrottled = true;
    network.onRemove = () => {
      if (!isThrottled) return;
      isThrottled = false;
      throw new NetworkFault({ kind: 'throttled', message: 'Slowly.', retryAfter: 3600, scope: 'channel' });
    };
    await performRemovals(service.ctx, never);
    await service.clock.advance('59 minutes');
    await performRemovals(service.ctx, never);
    expect(network.removed).toHaveLength(1);
    await service.clock.advance('2 minutes');
    await performRemovals(service.ctx, never);
    expect(network.removed).toHaveLength(2);
  });

  test('fails with the network’s reason, and can be asked for again', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await remove(service, post);
    network.onRemove = () => {
      throw new NetworkFault({ kind: 'rejected', message: 'Not yours.' });
    };
    await performRemovals(service.ctx, never);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.at(-1)).toMatchObject({ kind: 'target.removal_failed', data: { message: 'Not yours.' } });
    expect((await getPost(service, post)).targets[0]?.removed_at).toBeNull();
    network.onRemove = () => {};
    await remove(service, post);
    await performRemovals(service.ctx, never);
    expect((await getPost(service, post)).targets[0]?.removed_at).not.toBeNull();
  });

  test('notifies the author and the person who asked when it fails', async () => {
    await using service = await network.open();
    const author = await service.as('author');
    const asker = await service.as('editor');
    const other = await service.as('editor');
    const post = await publishOne(service, 'Hello', author);
    await asker.request('DELETE', remotePathOf(post));
    network.onRemove = () => {
      throw new NetworkFault({ kind: 'rejected', message: 'Not yours.' });
    };
    await performRemovals(service.ctx, never);
    await createNotices(service);
    const expected = {
      kind: 'post.removal_failed',
      post_id: post.id,
      body: expect.stringContaining('Not yours.'),
    };
    expect(await noticesOf(author)).toMatchObject([expected]);
    expect(await noticesOf(asker)).toMatchObject([expected]);
    expect(await noticesOf(other)).toEqual([]);
  });

  test('gives up a day after the request', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await remove(service, post);
    network.onRemove = () => {
      throw new NetworkFault({ kind: 'unavailable', message: 'Gone fishing.', sent: false });
    };
    await performRemovals(service.ctx, never);
    await service.clock.advance('1 day 1 second');
    await performRemovals(service.ctx, never);
    await service.clock.advance('1 day');
    await performRemovals(service.ctx, never);
    expect(network.removed).toHaveLength(2);
    expect(await kindsOf(service, post)).toContain('target.removal_failed');
  });

  test('goes on after its post was deleted here', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await remove(service, post);
    await service.call('deletePost', { params: { id: post.id } });
    await performRemovals(service.ctx, never);
    expect(network.removed).toEqual(['first']);
  });

  test('is refused for what is not live, is unknown, or cannot be deleted', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    const [target] = post.targets;
    const draft = await createPost(
      service,
      scheduledFor([{ id: Number(target?.channel_id) }], { scheduled_at: await service.clock.in('1 day') }),
    );
    const codeOf = async (path: string) => (await service.request('DELETE', path)).error.code;
    expect(await codeOf(remotePathOf(draft))).toBe('target_not_published');
    expect(await codeOf(`/api/public/v1/posts/${draft.id}/targets/${target?.id}/remote`)).toBe('not_found');
    expect(await codeOf(`/api/public/v1/posts/${post.id}/targets/999999/remote`)).toBe('not_found');
    const networks = service.ctx.networks as Map<string, Network>;
    const { remove: _, ...stubborn } = network.network();
    networks.set('sandbox', stubborn);
    const { error } = await remove(service, post);
    expect(error.code).toBe('removal_unsupported');
    expect(error.message).toContain('Sandbox offers no way');
  });
});

test('a post that the sign-in may not delete is refused at once, unless it is being deleted already', async () => {
  const limited = { scopes: ['publish'] };
  let refused: readonly string[] = [];
  const others = allNetworks.filter(({ rules }) => rules.platform !== 'sandbox');
  const lively: Network = {
    ...network.network(),
    refusesRemoval: ({ id }, { scopes }) =>
      scopes?.includes('delete') || !refused.includes(id) ? undefined : `Delete ${id} in the app.`,
  };
  await using service = await app({ networks: [...others, lively] });
  const post = await publishOne(service, 'thread');
  await service.db.rows('update channels set limits = $1', [JSON.stringify(limited)]);
  refused = ['second'];
  expect(await remove(service, post)).toMatchObject({
    status: 409,
    body: { code: 'removal_unsupported', message: 'Delete second in the app.' },
  });
  await service.db.rows(`update channels set limits = '{"scopes": ["delete"]}'`);
  expect(await remove(service, post)).toMatchObject({ status: 202 });
  await service.db.rows('update channels set limits = $1', [JSON.stringify(limited)]);
  expect(await remove(service, post)).toMatchObject({ status: 202 });
});

test('a post that the network has as a draft says so', async () => {
  await using service = await network.open();
  const post = await publishOne(service, 'draft');
  expect(post.targets[0]?.warnings).toEqual([
    'The network has the post as a draft. Finish it in the network’s own app.',
    'Look here.',
  ]);
  expect(await kindsOf(service, post)).toContain('target.handed_over');
});
