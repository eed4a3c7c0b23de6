/** Whatever people say about a copy with an unknown outcome, and whenever: nothing is published twice. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { drainLanes } from '../../src/lanes/index.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { requireSameSecret } from '../../src/setup/setup.ts';
import { app } from '../support/app.ts';
import { appNetworks, connectAccounts, setKeys, throttled } from '../support/app-networks.ts';
import { untilLocked } from '../support/held.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { again, firstTarget, makeUnconfirmed, pathOf, resolve, restore } from '../support/resolving.ts';
import { connectSandbox } from '../support/sandbox.ts';

const networks = appNetworks();
const service = await app({ networks: networks.networks });
await requireSameSecret(service.ctx);
await setKeys(service);
afterAll(() => service.close());

/** Answers the calls that wait. */
let answerAll = () => {};
afterEach(() => {
  answerAll();
  networks.hold = Promise.resolve();
});

function holdCalls() {
  const answer = Promise.withResolvers<void>();
  networks.hold = answer.promise;
  answerAll = answer.resolve;
}

describe('two people at once', () => {
  test('only the first is heard, and nothing that is published is sent', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { post, countLive } = await makeUnconfirmed(service, { isOut: true });
      const answers = await Promise.all([
        resolve(service, post, { outcome: 'published' }),
        resolve(service, post, { outcome: 'not_published' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect([await service.publishDue(), await countLive()]).toEqual([0, 1]);
    }
  });

  test('have it sent again once, while two workers look for work', async () => {
    const workers = [new Publisher(service.ctx), new Publisher(service.ctx)];
    for (let round = 0; round < 8; round += 1) {
      const { post, countLive } = await makeUnconfirmed(service);
      const answers = await Promise.all([
        ...[1, 2, 3, 4].map(() => resolve(service, post, again)),
        ...workers.map(async (worker) => worker.claim().then(() => undefined)),
      ]);
      expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
      await Promise.all(workers.map((worker) => worker.idle()));
      await service.publishDue();
      expect(await countLive()).toBe(1);
    }
  });

  test('a save and a resolution: the post is sent at most once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { channel, post, countLive } = await makeUnconfirmed(service);
      const body = scheduledFor([channel], { confirm_resend: [firstTarget(post)] });
      await Promise.all([
        resolve(service, post, again),
        service.request('PUT', `/posts/${post.id}`, { body }),
      ]);
      await service.publishDue();
      expect(await countLive()).toBe(1);
    }
  });

  test('a target that is sent again while its lane is drained goes out', async () => {
    const { channel, post, countLive } = await makeUnconfirmed(service);
    // The lane seems to be due, so sending again does not lower it. The drain has not seen the target.
    await service.db.rows("update channels set next_due_at = '-infinity' where id = $1", [channel.id]);
    const { answer } = await service.db.transaction(async (tx) => {
      await drainLanes(tx, [channel.id]);
      const answer = resolve(service, post, again);
      await Promise.race([answer, untilLocked(service.db, 1)]);
      return { answer };
    });
    expect((await answer).status).toBe(200);
    await service.publishDue();
    expect(await countLive()).toBe(1);
  });

  test('a person who has read an older version is refused', async () => {
    const { post } = await makeUnconfirmed(service);
    const path = `${pathOf(post)}/resolution`;
    const headers = { 'if-match': '"1"' };
    const answer = await service.request('POST', path, { body: { outcome: 'published' }, headers });
    expect(answer.error.code).toBe('version_conflict');
    expect((await getPost(service, post)).status).toBe('failed');
  });
});

describe('while an attempt runs', () => {
  /** An attempt whose call has left, and waits for its answer. */
  async function hold(number: number) {
    holdCalls();
    const [channel] = (await connectAccounts(service, 'hum', number)).slice(-1);
    const post = await createPost(service, scheduledFor([channel as Channel]));
    const before = networks.accepted.length;
    await service.publisher.claim();
    await expect.poll(() => networks.inFlight.now).toBe(1);
    return {
      post,
      channel: channel as Channel,
      countSent: () => networks.accepted.length - before,
      async end() {
        answerAll();
        await service.publisher.idle();
      },
    };
  }

  test('nobody can resolve its target', async () => {
    const { post, countSent, end } = await hold(1);
    for (const body of [{ outcome: 'published' } as const, again]) {
      expect((await resolve(service, post, body)).error.code).toBe('nothing_in_doubt');
    }
    await end();
    await service.publishDue();
    expect([(await getPost(service, post)).targets[0]?.confirmed_by, countSent()]).toEqual([null, 1]);
  });

  test('that has lost its lease, its late answer does not change the resolution', async () => {
    const { post, channel, countSent, end } = await hold(2);
    await service.clock.advance('16 seconds');
    await service.call('deleteChannel', { params: { id: channel.id } });
    const other = new Publisher(service.ctx);
    await other.claim();
    await other.idle();
    expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
    expect((await resolve(service, post, { outcome: 'published' })).status).toBe(200);
    const resolved = await getPost(service, post);
    await end();
    await service.publishDue();
    expect([await getPost(service, post), countSent()]).toEqual([resolved, 1]);
  });

  test('nobody can send one of its targets again; seen on one channel, it is published when both are', async () => {
    const [removed, later] = [await connectSandbox(service), await connectSandbox(service)];
    const post = await createPost(service, scheduledFor([removed, later]));
    await service.db.rows(
      `insert into journal (target_id, workspace_id, name, kind, state) values ($1, $2, 'post', 'commit', 'open')`,
      [firstTarget(post), service.workspaceId],
    );
    await service.db.rows(
      "update targets set wake_at = clock_now() + interval '1 hour' where post_id = $1 and channel_id = $2",
      [post.id, later.id],
    );
    await service.call('deleteChannel', { params: { id: removed.id } });
    await service.publishDue();
    expect((await resolve(service, post, again)).error.code).toBe('post_publishing');
    const { data } = await resolve(service, post, { outcome: 'published' });
    expect(data).toMatchObject({ status: 'publishing', targets: [{ status: 'published' }, {}] });
    await service.clock.advance('1 hour');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('or one that asks the network, nobody can resolve its target', async () => {
    const { post } = await makeUnconfirmed(service);
    await service.request('POST', `/posts/${post.id}/reconcile`);
    expect((await resolve(service, post, again)).error.code).toBe('nothing_in_doubt');
    await service.publishDue();
    expect((await resolve(service, post, { outcome: 'published' })).status).toBe(200);
  });
});

test('while the app is paused, a target that is sent again waits and goes out once, as the probe', async () => {
  networks.hold = Promise.resolve();
  const [first, second] = (await connectAccounts(service, 'gong', 2)) as [Channel, Channel];
  const doubted = await createPost(service, scheduledFor([first], { content: 'Doubted' }));
  await restore(service);
  networks.answer = () => throttled('app');
  await createPost(service, scheduledFor([second], { content: 'Other' }));
  await service.publishDue();
  await service.db.rows(
    "update targets set wake_at = clock_now() + interval '1 hour' where channel_id = $1",
    [second.id],
  );
  networks.answer = () => undefined;
  await resolve(service, doubted, again);
  expect(await service.publishDue()).toBe(0);
  await service.clock.advance('1 minute');
  await service.publishDue();
  expect((await getPost(service, doubted)).status).toBe('published');
  expect(networks.accepted.filter((text) => text.endsWith('Doubted'))).toHaveLength(1);
});

describe('a restore after a resolution', () => {
  test('sends nothing that a person has seen', async () => {
    const { post, countLive } = await makeUnconfirmed(service, { isOut: true });
    await resolve(service, post, { outcome: 'published' });
    await restore(service);
    await service.publishDue();
    expect([(await getPost(service, post)).status, await countLive()]).toEqual(['published', 1]);
  });

  test('doubts a target again that was about to be sent again', async () => {
    const { post, countLive } = await makeUnconfirmed(service);
    await resolve(service, post, again);
    await restore(service);
    await service.publishDue();
    expect((await getPost(service, post)).targets[0]?.error?.code).toBe('outcome_unknown');
    expect(await countLive()).toBe(0);
  });
});
