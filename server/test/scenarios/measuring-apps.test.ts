/** Numbers of posts are read only while the network lets the app call it. */
import type { NetworkFault } from '@belfry/networks/core/fault.ts';
import { expect, test } from 'vitest';
import { measureDue, revisitDue } from '../../src/live/index.ts';
import { app, type TestApp } from '../support/app.ts';
import { appNetworks, connectAccounts, postTo, setKeys, throttled } from '../support/app-networks.ts';

async function open() {
  const fake = appNetworks();
  /** The accounts whose numbers were asked for, and those whose posts were read again. */
  const asked: string[] = [];
  const revisited: string[] = [];
  const answer: { fault: NetworkFault | undefined } = { fault: undefined };
  const networks = fake.networks.map((network) =>
    ['bell', 'chime', 'hum'].includes(network.rules.platform)
      ? {
          ...network,
          async revisit(_: unknown, { account }: { account: { id: string } }) {
            revisited.push(account.id);
            return null;
          },
          measure: {
            batch: 10,
            async read(posts: readonly { id: string }[], { account }: { account: { id: string } }) {
              asked.push(account.id);
              if (answer.fault !== undefined && !account.id.startsWith('hum')) throw answer.fault;
              return new Map(posts.map(({ id }) => [id, { likes: 1 }]));
            },
          },
        }
      : network,
  );
  const service = await app({ networks });
  await setKeys(service);
  const publish = async (platform: 'bell' | 'chime' | 'hum', count: number) => {
    await postTo(service, await connectAccounts(service, platform, count));
    await service.publishDue();
  };
  const later = async (interval: string, read: typeof measureDue = measureDue) => {
    await service.clock.advance(interval);
    await read(service.ctx, new AbortController().signal);
  };
  const close = (): Promise<void> => (service as TestApp).close();
  return { fake, service, asked, revisited, answer, publish, later, [Symbol.asyncDispose]: close };
}

test('an app that is throttled is asked once, and then not before the time that the network named', async () => {
  await using opened = await open();
  const { asked, answer, publish, later } = opened;
  await publish('bell', 30);
  await publish('chime', 2);
  await publish('hum', 2);
  answer.fault = throttled('app', 3600);
  await later('61 minutes');
  expect(asked.filter((account) => !account.startsWith('hum'))).toHaveLength(1);
  expect(asked.filter((account) => account.startsWith('hum')).sort()).toEqual(['hum1', 'hum2']);
  await later('59 minutes');
  expect(asked).toHaveLength(3);
  answer.fault = undefined;
  await later('2 minutes');
  expect(new Set(asked).size).toBe(34);
});

test('a channel that is throttled leaves the others of its app alone', async () => {
  await using opened = await open();
  const { asked, answer, publish, later } = opened;
  await publish('bell', 3);
  answer.fault = throttled('channel', 3600);
  await later('61 minutes');
  expect(asked).toHaveLength(3);
});

test('nothing is read while publishing waits for the app', async () => {
  await using opened = await open();
  const { fake, asked, revisited, publish, later } = opened;
  await publish('bell', 5);
  await later('61 minutes', async () => undefined);
  fake.answer = () => throttled('app', 3600);
  await publish('chime', 1);
  await later('1 minute');
  await later('1 minute', revisitDue);
  expect([asked, revisited]).toEqual([[], []]);
  fake.answer = () => undefined;
  await later('1 hour');
  // The gate lets one attempt pass as a probe.
  await opened.service.publishDue();
  await later('5 minutes');
  expect(asked).toHaveLength(5);
});

test('many posts of one channel are read in small portions, and all of them', async () => {
  await using opened = await open();
  const { service, asked, publish, later } = opened;
  await publish('hum', 1);
  const [channel] = (await service.call('listChannels', {})).data;
  await postTo(
    service,
    Array.from({ length: 44 }, () => ({ id: channel?.id ?? 0 })),
  );
  await service.publishDue();
  await later('61 minutes');
  expect(asked).toHaveLength(5);
  expect(await service.db.rows('select from metrics')).toHaveLength(45);
});
