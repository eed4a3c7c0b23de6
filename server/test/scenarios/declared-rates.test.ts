/** A network's rules may state how many posts it allows. Belfry counts them, and makes no call that would be refused. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Version } from '@belfry/networks/core/limits.ts';
import { describe, expect, test } from 'vitest';
import { deleteOldSends } from '../../src/publishing/index.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { app } from '../support/app.ts';
import {
  appNetworks,
  connectAccounts,
  postTo,
  type StatedRate,
  setKeys,
  withRates,
} from '../support/app-networks.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

async function open(...rates: StatedRate[]) {
  const fake = appNetworks();
  const service = await app({ networks: withRates(fake, ...rates) });
  await setKeys(service);
  return { service, fake, [Symbol.asyncDispose]: () => service.close() };
}

const contents = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

describe('a rate of the channel', () => {
  test('lets so many posts go out, in order, and then one whenever another falls out of the window', async () => {
    await using opened = await open({ scope: 'channel', most: 2, seconds: 60 });
    const { service, fake } = opened;
    const [first = { id: 0 }, other = { id: 0 }] = await connectAccounts(service, 'bell', 2);
    for (const content of contents('post ', 4)) await postTo(service, [first], { content });
    await postTo(service, [other]);
    await service.publishDue();
    const counts = [fake.accepted.length];
    for (const wait of ['59 seconds', '1 second', '60 seconds']) {
      await service.clock.advance(wait);
      await service.publishDue();
      counts.push(fake.accepted.length);
    }
    expect(counts).toEqual([3, 3, 5, 5]);
    const own = fake.accepted.filter((what) => what.startsWith('bell1'));
    expect(own).toEqual(contents('bell1: post ', 4));
  });

  test('says so in the timeline, and counts on after a restart', async () => {
    await using opened = await open({ scope: 'channel', most: 1, seconds: 10_800 });
    const { service, fake } = opened;
    const channels = await connectAccounts(service, 'hum', 1);
    await postTo(service, channels);
    await service.publishDue();
    await service.clock.advance('1 hour');
    const post = await createPost(service, scheduledFor(channels));
    const worker = new Publisher(service.ctx);
    await worker.claim();
    await worker.idle();
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(data.find(({ kind }) => kind === 'target.put_off')?.data).toEqual({
      because: 'throttled',
      message: 'hum allows this account 1 post within 3 hours. The post waits for its turn.',
      seconds: 7200,
    });
    expect([fake.accepted.length, await worker.secondsUntilDue(10_000)]).toEqual([1, 7200]);
    await service.clock.advance('2 hours');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('counts a send as so many posts as the network does', async () => {
    await using opened = await open(
      { scope: 'channel', most: 5, seconds: 60 },
      { scope: 'channel', most: 9, seconds: 3600 },
    );
    const { service, fake } = opened;
    fake.counts = (what) => Number(what.match(/of (\d)/)?.[1] ?? 1);
    const channels = await connectAccounts(service, 'hum', 1);
    for (const content of ['album of 3', 'album of 2', 'album of 4', 'text', 'text'])
      await postTo(service, channels, { content });
    const counts: number[] = [];
    for (const wait of ['59 seconds', '1 second', '3539 seconds', '1 second']) {
      await service.publishDue();
      counts.push(fake.accepted.length);
      await service.clock.advance(wait);
    }
    await service.publishDue();
    expect([...counts, fake.accepted.length]).toEqual([2, 2, 3, 3, 5]);
  });

  test('sends alone what counts more than the network allows at once', async () => {
    await using opened = await open({ scope: 'channel', most: 2, seconds: 60 });
    const { service, fake } = opened;
    fake.counts = () => 3;
    const channels = await connectAccounts(service, 'hum', 1);
    for (const content of contents('album ', 2)) await postTo(service, channels, { content });
    const counts: number[] = [];
    for (const wait of ['59 seconds', '1 second', '1 second']) {
      await service.publishDue();
      counts.push(fake.accepted.length);
      await service.clock.advance(wait);
    }
    expect(counts).toEqual([1, 1, 2]);
  });

  test('counts a send that the network refused', async () => {
    await using opened = await open({ scope: 'channel', most: 1, seconds: 60 });
    const { service, fake } = opened;
    fake.answer = () => new NetworkFault({ kind: 'rejected', message: 'No bells here.' });
    const channels = await connectAccounts(service, 'hum', 1);
    await postTo(service, [...channels, ...channels]);
    await service.publishDue();
    expect(fake.refused).toBe(1);
  });
});

describe('a rate of a format', () => {
  const formats = { peal: { title: 'Peal', limits: {} } };
  const formatOf = ({ text }: Version) => (text.startsWith('peal') ? 'peal' : 'post');

  test('lets posts in other formats go out, is told as a quota, and ends by itself', async () => {
    const fake = appNetworks();
    const rated = withRates(fake, { scope: 'channel', format: 'peal', most: 2, seconds: 86_400 });
    const networks = rated.map((one) => ({ ...one, rules: { ...one.rules, formats, formatOf } }));
    const service = await app({ networks });
    await using _ = { [Symbol.asyncDispose]: () => service.close() };
    const channels = await connectAccounts(service, 'hum', 1);
    const [{ id } = { id: 0 }] = channels;
    const quota = async () => (await service.call('getChannelQuota', { params: { id } })).data;
    const told = { name: 'peals in 24 hours', most: 2, scope: 'channel', resets_at: null };
    expect(await quota()).toEqual([{ ...told, used: 0 }]);
    for (const content of ['peal 1', 'peal 2', 'text 1']) await postTo(service, channels, { content });
    await service.publishDue();
    await service.clock.advance('1 hour');
    const third = await createPost(service, scheduledFor(channels, { content: 'peal 3' }));
    await postTo(service, channels, { content: 'text 2' });
    await service.publishDue();
    expect(fake.accepted.map((what) => what.split(': ')[1]).sort()).toEqual([
      ...['peal 1', 'peal 2', 'text 1', 'text 2'],
    ]);
    expect(await quota()).toEqual([{ ...told, used: 2 }]);
    const { data } = await service.call('listPostEvents', { params: { id: third.id } });
    expect(data.find(({ kind }) => kind === 'target.put_off')?.data).toMatchObject({
      because: 'throttled',
      message: 'hum allows this account 2 peals within 24 hours. The post waits for its turn.',
    });
    await service.clock.advance('23 hours');
    await service.publishDue();
    expect((await getPost(service, third)).status).toBe('published');
    expect(await quota()).toEqual([{ ...told, used: 1 }]);
  });
});

describe('a rate of the app', () => {
  test('is one count for all its channels, however many workers publish', async () => {
    await using opened = await open(
      { scope: 'app', most: 5, seconds: 60 },
      { scope: 'channel', most: 3, seconds: 60 },
    );
    const { service, fake } = opened;
    await postTo(service, await connectAccounts(service, 'bell', 12));
    await postTo(service, await connectAccounts(service, 'gong', 2));
    const workers = [service.publisher, new Publisher(service.ctx)];
    const publish = async () => {
      await Promise.all(workers.map((worker) => worker.claim()));
      await Promise.all(workers.map((worker) => worker.idle()));
      await service.publishDue();
    };
    const counts: number[] = [];
    for (let window = 0; window < 3; window += 1) {
      await publish();
      counts.push(fake.accepted.length);
      await service.clock.advance('60 seconds');
    }
    expect(counts).toEqual([7, 12, 14]);
    expect(fake.refused).toBe(0);
  });

  test('is one count for the channels of one login and the others of the app', async () => {
    await using opened = await open({ scope: 'app', most: 3, seconds: 60 });
    const { service, fake } = opened;
    fake.login = 'ada';
    await postTo(service, await connectAccounts(service, 'bell', 3));
    fake.login = undefined;
    await postTo(service, await connectAccounts(service, 'chime', 3));
    await service.publishDue();
    expect(fake.accepted).toHaveLength(3);
  });

  test('is one count for all channels of a network without apps', async () => {
    await using opened = await open({ scope: 'app', most: 2, seconds: 60 });
    const { service, fake } = opened;
    await postTo(service, await connectAccounts(service, 'hum', 3));
    await service.publishDue();
    expect(fake.accepted).toHaveLength(2);
  });
});

test('the counts that nobody needs any more are deleted', async () => {
  await using opened = await open({ scope: 'channel', most: 5, seconds: 60 });
  const { service } = opened;
  const channels = await connectAccounts(service, 'hum', 1);
  const count = async () => (await service.db.rows('select from sends')).length;
  await postTo(service, channels);
  await service.publishDue();
  await service.clock.advance('61 seconds');
  await postTo(service, channels);
  await service.publishDue();
  const afterWindow = await count();
  await service.clock.advance('32 days');
  await deleteOldSends(service.db);
  expect([afterWindow, await count()]).toEqual([1, 0]);
});
