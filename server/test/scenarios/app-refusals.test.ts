/** A network that refuses the app itself: the posts wait for the operator, who gets one notice. */
import { describe, expect, test } from 'vitest';
import { openGates } from '../../src/publishing/gates.ts';
import { type AppOptions, app, type TestApp } from '../support/app.ts';
import { appNetworks, connectAccounts, keys, postTo, refusedApp, setKeys } from '../support/app-networks.ts';
import { createNotices, noticesOf } from '../support/notices.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

async function open(options: AppOptions = {}) {
  const fake = appNetworks();
  const service = await app({ networks: fake.networks, ...options });
  fake.answer = () => refusedApp();
  return { service, fake, [Symbol.asyncDispose]: () => service.close() };
}

const read = async ({ origin }: TestApp, path: string) => (await fetch(origin + path)).text();
const warningsOf = async (service: TestApp) =>
  (JSON.parse(await read(service, '/ready')) as { warnings: string[] }).warnings;

/** Minutes from now until each next call to the network, while it refuses the app. */
async function waits(service: TestApp, count: number): Promise<number[]> {
  const minutes: number[] = [];
  while (minutes.length < count) {
    const seconds = await service.publisher.secondsUntilDue(86_400);
    minutes.push(seconds / 60);
    await service.clock.advance(`${seconds} seconds`);
    expect(await service.publishDue()).toBe(1);
  }
  return minutes;
}

describe('an app that its network refuses', () => {
  test('is tried again after 15 minutes, then twice as late, up to an hour', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    await postTo(service, await connectAccounts(service, 'bell', 20));
    await service.publishDue();
    expect(fake.refused).toBeLessThanOrEqual(8);
    expect(await waits(service, 4)).toEqual([15, 30, 60, 60]);
    fake.answer = () => undefined;
    await service.clock.advance('1 hour');
    expect([await service.publishDue(), await warningsOf(service)]).toEqual([20, []]);
  });

  test('is told once to the owners of the first workspace, and to the operator', async () => {
    await using opened = await open();
    const { service } = opened;
    await setKeys(service);
    const admin = await service.as('admin');
    const elsewhere = await service.inWorkspace();
    await postTo(service, await connectAccounts(service, 'bell', 12));
    await service.publishDue();
    await waits(service, 2);
    await createNotices(service);
    const notices = await Promise.all([service, admin, elsewhere].map((client) => noticesOf(client)));
    expect(notices.map((list) => list.map(({ kind, body }) => [kind, body]))).toEqual([
      [['network_app.refused', expect.stringMatching(/The app has no credits\.$/)]],
      [],
      [],
    ]);
    expect(await warningsOf(service)).toEqual([expect.stringContaining('refuses the app “bells”')]);
    expect(await read(service, '/metrics')).toContain('belfry_apps_paused{reason="refused"} 1');
  });

  test('tells the author, and neither fails the post nor asks for a new sign-in', async () => {
    await using opened = await open();
    const { service } = opened;
    await setKeys(service);
    const channels = await connectAccounts(service, 'bell', 1);
    const post = await createPost(service, scheduledFor(channels));
    await service.publishDue();
    const message =
      'The app has no credits. The post waits until the operator of this installation has solved this. Belfry tries again within an hour.';
    expect((await getPost(service, post)).targets).toMatchObject([
      { status: 'publishing', error: null, warnings: [message] },
    ]);
    expect((await service.call('listChannels', {})).data).toMatchObject([{ needs_reconnect: false }]);
    await service.clock.advance('25 hours');
    await service.publishDue();
    expect((await getPost(service, post)).targets).toMatchObject([
      { status: 'failed', error: { code: 'missed', retryable: true } },
    ]);
  });

  test('is tried by one post as soon as its keys are set', async () => {
    await using opened = await open();
    const { service, fake } = opened;
    await setKeys(service);
    await postTo(service, await connectAccounts(service, 'bell', 12));
    await service.publishDue();
    const before = fake.refused;
    await setKeys(service);
    expect([await service.publishDue(), fake.refused - before]).toEqual([1, 1]);
    fake.answer = () => undefined;
    await setKeys(service);
    expect(await service.publishDue()).toBe(12);
  });

  test('is tried at the next start if its keys are in the environment', async () => {
    await using opened = await open({ networkApps: { bells: keys } });
    const { service, fake } = opened;
    await postTo(service, await connectAccounts(service, 'chime', 12));
    await service.publishDue();
    expect([await service.publishDue(), fake.refused]).toEqual([0, 8]);
    await openGates(service.ctx);
    expect([await service.publishDue(), fake.refused]).toEqual([1, 9]);
  });
});
