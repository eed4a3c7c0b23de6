/** The numbers that networks show about published posts. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Metrics } from '@belfry/networks/core/metrics.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteExpiredMetrics, measureDue, performRemovals } from '../../src/live/index.ts';
import type { TestApp } from '../support/app.ts';
import { LivelyNetwork, publishOne, remotePathOf } from '../support/lively-network.ts';
import { createPost, scheduledFor } from '../support/posts.ts';

let network = new LivelyNetwork();
beforeEach(() => {
  network = new LivelyNetwork();
});
const never = new AbortController().signal;
const remove = (service: TestApp, post: Parameters<typeof remotePathOf>[0]) =>
  service.request('DELETE', remotePathOf(post));

describe('the numbers of a post', () => {
  const measure = (service: TestApp) => measureDue(service.ctx, never);
  const metricsOf = async (service: TestApp, { id }: { id: number }) =>
    (await service.call('getPostMetrics', { params: { id } })).data;

  test('are read at six times after it was published', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    const taken: number[] = [];
    for (const wait of [
      '59 minutes',
      '2 minutes',
      '5 hours',
      '17 hours',
      '2 days 1 hour',
      '4 days',
      '22 days',
      '30 days',
    ]) {
      await service.clock.advance(wait);
      await measure(service);
      taken.push(network.measured.length);
    }
    expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 6]);
    const [target] = await metricsOf(service, post);
    expect(target?.measurements).toHaveLength(6);
    expect(target?.measurements[0]).toMatchObject({ likes: 3, views: null, clicks: null });
  });

  test('are read for several posts in one call', async () => {
    await using service = await network.open();
    await publishOne(service);
    await publishOne(service);
    await publishOne(service);
    await service.clock.advance('61 minutes');
    await measure(service);
    expect(network.measured.map(({ length }) => length)).toEqual([2, 1]);
  });

  test('are read while a person has paused the channel, although its next post is due', async () => {
    await using service = await network.open();
    const id = (await publishOne(service)).targets[0]?.channel_id ?? 0;
    await service.call('updateChannel', { params: { id }, body: { paused: true } });
    await createPost(service, scheduledFor([{ id }]));
    await service.clock.advance('61 minutes');
    await measure(service);
    expect(network.measured).toHaveLength(1);
  });

  test('wait while the channel has something to publish', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    const [target] = post.targets;
    await service.clock.advance('61 minutes');
    const soon = scheduledFor([{ id: Number(target?.channel_id) }], {
      scheduled_at: await service.clock.in('1 minute'),
    });
    await createPost(service, soon);
    await measure(service);
    expect(network.measured).toEqual([]);
    await service.clock.advance('2 minutes');
    await service.publishDue();
    await measure(service);
    expect(network.measured).toHaveLength(1);
  });

  test('end when the post was deleted at the network', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await remove(service, post);
    await performRemovals(service.ctx, never);
    await service.clock.advance('2 days');
    await measure(service);
    expect(network.measured).toEqual([]);
    expect(await service.db.rows('select from measurements where next_at is not null')).toEqual([]);
  });

  test('are read at the next times of a post that the network does not name yet', async () => {
    await using service = await network.open();
    network.numbersOf = () => undefined;
    const post = await publishOne(service);
    await service.clock.advance('61 minutes');
    await measure(service);
    expect(await metricsOf(service, post)).toEqual([]);
    network.numbersOf = () => ({ likes: 3 });
    await service.clock.advance('4 hours');
    await measure(service);
    expect(network.measured).toHaveLength(1);
    await service.clock.advance('2 hours');
    await measure(service);
    const [target] = await metricsOf(service, post);
    expect(target?.measurements).toMatchObject([{ likes: 3 }]);
  });

  test('of a network that names no post are asked for six times', async () => {
    await using service = await network.open();
    network.numbersOf = () => undefined;
    await publishOne(service);
    for (const wait of ['1 hour', '5 hours', '17 hours', '2 days 1 hour', '4 days', '22 days', '1 day']) {
      await service.clock.advance(wait);
      await measure(service);
    }
    expect(network.measured).toHaveLength(6);
  });

  test('are read once if several of the times have passed meanwhile, and then at the next one', async () => {
    await using service = await network.open();
    await publishOne(service);
    const asked: number[] = [];
    for (const wait of ['3 days', '3 days 23 hours', '1 hour', '25 days', '1 day']) {
      await service.clock.advance(wait);
      await measure(service);
      asked.push(network.measured.length);
    }
    expect(asked).toEqual([1, 1, 2, 3, 3]);
  });

  test('are given up once if several of the times have passed meanwhile', async () => {
    await using service = await network.open();
    await publishOne(service);
    network.numbersOf = () => {
      throw new NetworkFault({ kind: 'rejected', message: 'No.' });
    };
    await service.clock.advance('3 days');
    await measure(service);
    expect(network.measured).toHaveLength(1);
  });

  test('of a hostile network are whole numbers, and nothing else', async () => {
    await using service = await network.open();
    network.numbersOf = () =>
      ({
        likes: -1,
        views: 1.5,
        reach: 'many',
        shares: Number.NaN,
        tokens: 'x',
        clicks: 1e300,
      }) as unknown as Metrics;
    const post = await publishOne(service);
    await service.clock.advance('61 minutes');
    await measure(service);
    const [target] = await metricsOf(service, post);
    expect(target?.measurements[0]).toEqual({
      ...{ measured_at: expect.any(String), impressions: null, views: 1, reach: null, likes: null },
      ...{ comments: null, shares: null, saves: null, clicks: Number.MAX_SAFE_INTEGER },
    });
  });

  test('are tried again after a fault, and the next ones are read in spite of it', async () => {
    await using service = await network.open();
    const post = await publishOne(service);
    await service.clock.advance('61 minutes');
    let failures = 6;
    network.numbersOf = () => {
      if (failures-- > 0) throw new NetworkFault({ kind: 'unavailable', message: 'Away.', sent: false });
      return { likes: 4 };
    };
    for (let round = 0; round < 10; round += 1) {
      await measure(service);
      await service.clock.advance('20 minutes');
    }
    expect(network.measured).toHaveLength(6);
    await service.clock.advance('3 hours');
    await measure(service);
    const [target] = await metricsOf(service, post);
    expect(target?.measurements).toMatchObject([{ likes: 4 }]);
  });

  test('that we fail to read are logged as an error, and a fault of the network is not', async () => {
    await using service = await network.open();
    await publishOne(service);
    await service.clock.advance('61 minutes');
    const log = vi.spyOn(service.ctx.log, 'error');
    network.numbersOf = () => {
      throw new NetworkFault({ kind: 'unavailable', message: 'Away.', sent: false });
    };
    await measure(service);
    expect(log).not.toHaveBeenCalled();
    const err = new Error('read no numbers');
    network.numbersOf = () => {
      throw err;
    };
    await service.clock.advance('20 minutes');
    await measure(service);
    expect(log.mock.calls).toEqual([[{ err }, 'the numbers of posts could not be read']]);
  });

  test('of a channel that its network throttles are read no further until it allows that', async () => {
    await using service = await network.open();
    for (let count = 0; count < 3; count += 1) await publishOne(service);
    await service.clock.advance('61 minutes');
    network.numbersOf = () => {
      throw new NetworkFault({ kind: 'throttled', message: 'Wait.', retryAfter: 3600, scope: 'channel' });
    };
    await measure(service);
    expect(network.measured.map(({ length }) => length)).toEqual([2]);
    network.numbersOf = () => ({ likes: 4 });
    await service.clock.advance('59 minutes');
    await measure(service);
    expect(network.measured).toHaveLength(1);
    await service.clock.advance('2 minutes');
    await measure(service);
    expect(network.measured.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  test('are deleted when the network allows to keep them no longer', async () => {
    await using service = await network.open({ keepFor: 86_400 });
    const post = await publishOne(service);
    await service.clock.advance('61 minutes');
    await measure(service);
    expect(await metricsOf(service, post)).toHaveLength(1);
    await service.clock.advance('25 hours');
    expect(await metricsOf(service, post)).toEqual([]);
    await deleteExpiredMetrics(service.db);
    expect(await service.db.rows('select from metrics')).toEqual([]);
  });

  test('that cost money are read only within the operator’s budget', async () => {
    await using service = await network.open({ costs: true, batch: 1 });
    await publishOne(service);
    await service.clock.advance('61 minutes');
    await measure(service);
    expect(network.measured).toEqual([]);
    const ctx = { ...service.ctx, config: { ...service.ctx.config, measureBudget: { sandbox: 1 } } };
    await publishOne(service);
    await service.clock.advance('61 minutes');
    await measureDue(ctx, never);
    expect(network.measured).toEqual([['first']]);
    await service.clock.advance('1 hour');
    await measureDue(ctx, never);
    expect(network.measured).toHaveLength(1);
  });
});
