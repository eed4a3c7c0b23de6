/** A network that throttles an app of the operator is called once per pause, for all channels of the app. */
import { describe, expect, test } from 'vitest';
import { Publisher } from '../../src/publishing/publisher.ts';
import { type AppOptions, app, type TestApp } from '../support/app.ts';
import {
  type AppNetworks,
  appNetworks,
  connectAccounts,
  keys,
  postTo,
  setKeys,
  throttled,
} from '../support/app-networks.ts';

async function open(options: AppOptions = {}) {
  const fake = appNetworks();
  const service = await app({ networks: fake.networks, ...options });
  return { service, fake, [Symbol.asyncDispose]: () => service.close() };
}

const countAccepted = ({ accepted }: AppNetworks, platform: string) =>
  accepted.filter((what) => what.startsWith(platform)).length;

/** Advances to the end of a pause of a minute, and publishes what is due. */
async function afterPause({ clock, publishDue }: TestApp) {
  await clock.advance('1 minute');
  return publishDue();
}

describe('a network that throttles an app', () => {
  test.each([
    ['logins of their own', undefined],
    ['one login', 'ada'],
  ])('answers at most 8 of 200 channels of %s so, then one per pause; others go out', async (_, login) => {
    await using opened = await open();
    const { service, fake } = opened;
    fake.login = login;
    await setKeys(service);
    const bells = await connectAccounts(service, 'bell', 200);
    const others = [
      ...(await connectAccounts(service, 'gong', 20)),
      ...(await connectAccounts(service, 'hum', 20)),
    ];
    await postTo(service, [...bells, ...others]);
    fake.answer = (platform) => (platform === 'bell' ? throttled('app') : undefined);
    await service.publishDue();
    expect([countAccepted(fake, 'gong'), countAccepted(fake, 'hum'), countAccepted(fake, 'bell')]).toEqual([
      20, 20, 0,
    ]);
    expect(fake.refused).toBeLessThanOrEqual(8);
    const attempts: number[] = [];
    for (let pause = 0; pause < 3; pause += 1) attempts.push(await afterPause(service));
    expect(attempts).toEqual([1, 1, 1]);
    fake.answer = () => undefined;
    expect(await afterPause(service)).toBe(200);
    expect(new Set(fake.accepted).size).toBe(240);
  });

  test.each([
    ['logins of their own', undefined],
    ['one login', 'ada'],
  ])('is called 8 times at once by all processes together for channels of %s', async (_, login) => {
    await using opened = await open();
    const { service, fake } = opened;
    fake.login = login;
    await setKeys(service);
    await postTo(service, await connectAccounts(service, 'bell', 40));
    const hold = Promise.withResolvers<void>();
    fake.hold = hold.promise;
    const workers = [service.publisher, new Publisher(service.ctx), new Publisher(service.ctx)];
    for (let round = 0; round < 5; round += 1) await Promise.all(workers.map((worker) => worker.claim()));
    hold.resolve();
    for (let claimed = 1; claimed > 0; ) {
      const counts = await Promise.all(workers.map((worker) => worker.claim()));
      await Promise.all(workers.map((worker) => worker.idle()));
      claimed = counts.reduce((sum, count) => sum + count) + (await service.publishDue());
    }
    expect([fake.inFlight.most, fake.accepted.length]).toEqual([8, 40]);
  });

  test.each<[string, AppOptions]>([
    ['stored', {}],
    ['in the environment', { networkApps: { bells: keys } }],
  ])('pauses all networks of its family whose keys are %s', async (_, options) => {
    await using opened = await open(options);
    const { service, fake } = opened;
    if (options.networkApps === undefined) await setKeys(service);
    const bells = await connectAccounts(service, 'bell', 1);
    const chimes = await connectAccounts(service, 'chime', 1);
    await postTo(service, bells);
    fake.answer = () => throttled('app');
    await service.publishDue();
    await postTo(service, chimes);
    expect([await service.publishDue(), fake.refused]).toEqual([0, 1]);
  });

  test('pauses one version of the app only', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    const before = await connectAccounts(service, 'bell', 1);
    await setKeys(service);
    const after = await connectAccounts(service, 'chime', 1);
    fake.answer = (platform) => (platform === 'bell' ? throttled('app') : undefined);
    await postTo(service, before);
    await service.publishDue();
    await postTo(service, after);
    expect([await service.publishDue(), fake.accepted.length]).toEqual([1, 1]);
  });

  test('publishes the posts of a channel in order after a pause', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    const channels = await connectAccounts(service, 'bell', 2);
    for (const content of ['first', 'second', 'third']) await postTo(service, channels, { content });
    fake.answer = () => throttled('app');
    await service.publishDue();
    fake.answer = () => undefined;
    await afterPause(service);
    const order = (account: string) =>
      fake.accepted.filter((what) => what.startsWith(account)).map((what) => what.split(': ')[1]);
    expect([order('bell1'), order('bell2')]).toEqual(Array(2).fill(['first', 'second', 'third']));
  });

  test('gets another probe if the worker of the first one died', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    await postTo(service, await connectAccounts(service, 'bell', 3));
    fake.answer = () => throttled('app');
    await service.publishDue();
    fake.answer = () => undefined;
    await service.clock.advance('1 minute');
    const dead = new Publisher(service.ctx);
    const hold = Promise.withResolvers<void>();
    fake.hold = hold.promise;
    expect([await dead.claim(), await service.publisher.claim()]).toEqual([1, 0]);
    await service.clock.advance('20 seconds');
    fake.hold = Promise.resolve();
    expect(await service.publishDue()).toBe(3);
    hold.resolve();
    await dead.idle();
  });

  test('is ready meanwhile, and no post counts as forgotten when the pause ends', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    await postTo(service, await connectAccounts(service, 'bell', 3));
    fake.answer = () => throttled('app', 600);
    await service.publishDue();
    const ready = async () =>
      (await (await fetch(`${service.origin}/ready`)).json()) as { oldest_due_seconds: number };
    await service.clock.advance('5 minutes');
    expect((await ready()).oldest_due_seconds).toBe(0);
    expect(await service.publisher.secondsUntilDue(1000)).toBe(300);
    await service.clock.advance('6 minutes');
    expect((await ready()).oldest_due_seconds).toBe(60);
  });
});

describe('a network without apps', () => {
  test('pauses all its channels if it counts the calls of the installation', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    const channels = await connectAccounts(service, 'hum', 3);
    await postTo(service, channels.slice(0, 1));
    fake.answer = () => throttled('app');
    await service.publishDue();
    await postTo(service, channels.slice(1));
    expect([await service.publishDue(), await afterPause(service), fake.refused]).toEqual([0, 1, 2]);
    fake.answer = () => undefined;
    expect([await afterPause(service), fake.accepted.length]).toEqual([3, 3]);
  });

  test('pauses only the channel otherwise', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    const channels = await connectAccounts(service, 'hum', 3);
    await postTo(service, channels);
    fake.answer = (_, what) => (what.startsWith('hum1') ? throttled('channel') : undefined);
    await service.publishDue();
    expect([fake.refused, fake.accepted.length]).toEqual([1, 2]);
  });
});

describe('a network that accepts a call and allows no further one for a minute', () => {
  test.each(['channel', 'app'] as const)('pauses the %s', async (scope) => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    const [first = { id: 0 }, second = { id: 0 }] = await connectAccounts(service, 'bell', 2);
    fake.afterwards = (run) => run.pause(60, scope);
    await postTo(service, [first]);
    await service.publishDue();
    await postTo(service, [first, second]);
    const attempts = await service.publishDue();
    fake.afterwards = () => undefined;
    expect([attempts, await afterPause(service)]).toEqual(scope === 'app' ? [0, 2] : [1, 1]);
    expect(fake.accepted).toHaveLength(3);
  });
});
