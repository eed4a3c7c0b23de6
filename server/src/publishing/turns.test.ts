/** Several targets of one lane, claimed together. The network of these tests answers in the time that a test says. */
import { NetworkFault, refuse } from '@belfry/networks/core/fault.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import { sandbox } from '@belfry/networks/sandbox/index.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { createPost, getPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import { claimLanes, LEASE } from '../lanes/index.ts';
import { openJournals } from './journal.ts';
import { Publisher } from './publisher.ts';

/** Texts in the order in which they were sent. */
let sent: string[] = [];
/** Calls at once, and the most so far. */
let calls = { now: 0, most: 0 };
/** Called with each text; advances the host's timer or throws. */
let answer: (text: string) => unknown = () => undefined;
let skipped = 0;

const network = {
  ...(sandbox as unknown as Network),
  publish: (post, _, run) =>
    run.commit(
      'post',
      async () => {
        calls = { now: calls.now + 1, most: Math.max(calls.most, calls.now + 1) };
        sent.push(post.text);
        await new Promise(setImmediate);
        calls.now -= 1;
        await answer(post.text);
        return { id: post.text, url: null };
      },
      { reconcile: async () => ({ found: { id: post.text, url: null } }), visibleAfter: 1 },
    ),
} satisfies Network;

const others = allNetworks.filter(({ rules }) => rules.platform !== 'sandbox');
const service = await app({ networks: [...others, network] });
const { db, clock } = service;
const elapsed = () => skipped;
const ctx = { ...service.ctx, host: { ...service.ctx.host, elapsed } };
let worker: Publisher;
let channel: Awaited<ReturnType<typeof connectSandbox>>;

beforeEach(async () => {
  await db.rows('delete from posts');
  channel = await connectSandbox(service);
  worker = new Publisher(ctx);
  [sent, calls, answer, skipped] = [[], { now: 0, most: 0 }, () => undefined, 0];
});
afterAll(() => service.close());

/** Posts with these texts, due in this order. */
async function plan(...texts: string[]) {
  const posts = [];
  for (const content of texts) posts.push(await createPost(service, scheduledFor([channel], { content })));
  return posts;
}
async function claim(): Promise<number> {
  const claimed = await worker.claim();
  await worker.idle();
  return claimed;
}
const statusOf = async (post: { id: number }) => (await getPost(service, post)).targets[0]?.status;
const kindsOf = async ({ id }: { id: number }) =>
  (await service.call('listPostEvents', { params: { id } })).data.map(({ kind }) => kind);

/** Why each of them was put off. */
const becauseOf = (posts: readonly { id: number }[]) =>
  Promise.all(
    posts.map(async ({ id }) => {
      const { data } = await service.call('listPostEvents', { params: { id } });
      return data.flatMap(({ data: said }) => ('because' in said ? [said.because] : []));
    }),
  );

describe('after a target that took no longer than a moment', () => {
  test('the others of its channel are claimed together, and sent one at a time in their order', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e'];
    const posts = await plan(...texts);
    expect([await claim(), await claim(), await claim()]).toEqual([1, 4, 0]);
    expect([sent, calls.most]).toEqual([texts, 1]);
    expect(await Promise.all(posts.map(statusOf))).toEqual(texts.map(() => 'published'));
    expect(await kindsOf(posts[4] ?? { id: 0 })).toEqual(await kindsOf(posts[0] ?? { id: 0 }));
  });

  test('each of several channels gives out its own', async () => {
    const first = channel;
    await plan('a', 'b', 'c');
    channel = await connectSandbox(service);
    await plan('d', 'e', 'f');
    expect([await claim(), await claim()]).toEqual([2, 4]);
    expect(sent.filter((text) => text < 'd')).toEqual(['a', 'b', 'c']);
    expect(sent.filter((text) => text > 'c')).toEqual(['d', 'e', 'f']);
    expect(first.id).not.toBe(channel.id);
  });

  test('their outcomes share a transaction, if the last one does not take too long', async () => {
    await plan('a', 'b', 'c', 'd');
    let stored = 0;
    const transaction: typeof db.transaction = (work, mode) => {
      stored += 1;
      return db.transaction(work, mode);
    };
    const host = { ...ctx.host, after: () => ({ cancel() {} }) };
    worker = new Publisher({ ...ctx, host, db: { ...db, transaction } });
    expect([await claim(), stored, await claim(), stored]).toEqual([1, 1, 3, 2]);
  });

  test('their outcomes are stored although the next one takes long', async () => {
    const posts = await plan('a', 'b', 'c');
    await claim();
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = (text) => text === 'c' && promise;
    await worker.claim();
    await expect.poll(() => statusOf(posts[1] ?? { id: 0 })).toBe('published');
    expect([sent, await statusOf(posts[2] ?? { id: 0 })]).toEqual([['a', 'b', 'c'], 'publishing']);
    resolve();
    await worker.idle();
    expect(await statusOf(posts[2] ?? { id: 0 })).toBe('published');
  });

  test('one that the network refuses does not stop the others', async () => {
    answer = (text) => {
      if (text === 'b') throw refuse('Not that.');
    };
    const posts = await plan('a', 'b', 'c');
    expect([await claim(), await claim(), sent]).toEqual([1, 2, ['a', 'b', 'c']]);
    expect(await Promise.all(posts.map(statusOf))).toEqual(['published', 'failed', 'published']);
  });
});

test('after a slow target, the next one is claimed alone', async () => {
  answer = () => {
    skipped += 50;
  };
  await plan('a', 'b', 'c');
  expect([await claim(), await claim(), await claim()]).toEqual([1, 1, 1]);
});

test('one that ends before its turn lets no other one send before its own', async () => {
  const [, unfit] = await plan('a', 'b', 'c', 'd');
  await plan('e');
  await claim();
  await db.rows(`update targets set settings = '{"behaviour": "vanish"}' where post_id = $1`, [unfit?.id]);
  expect([await claim(), sent, calls.most]).toEqual([4, ['a', 'c', 'd', 'e'], 1]);
});

test('a post that only waits lets the next one go out', async () => {
  const posts = await plan('a', 'b', 'c');
  await claim();
  answer = (text) => {
    if (text === 'b') throw new NetworkFault({ kind: 'unavailable', message: 'No answer.', sent: true });
  };
  expect([await claim(), sent]).toEqual([2, ['a', 'b', 'c']]);
  expect(await Promise.all(posts.map(statusOf))).toEqual(['published', 'publishing', 'published']);
});

describe('no other one of those that were claimed together is sent', () => {
  test('when the network asks for a wait; later they go out in their order', async () => {
    const posts = await plan('a', 'b', 'c', 'd');
    answer = (text) => {
      if (text !== 'b' || sent.length > 2) return;
      throw new NetworkFault({ kind: 'throttled', message: 'Wait.', retryAfter: 60, scope: 'channel' });
    };
    await claim();
    await claim();
    expect(sent).toEqual(['a', 'b']);
    expect(await Promise.all(posts.map(statusOf))).toEqual(['published', 'publishing', 'pending', 'pending']);
    expect(await db.rows('select from targets where held_by is not null')).toEqual([]);
    expect(await becauseOf(posts)).toEqual([[], ['throttled'], ['queue'], ['queue']]);
    await clock.advance('61 seconds');
    while ((await claim()) > 0);
    expect(sent).toEqual(['a', 'b', 'b', 'c', 'd']);
  });

  test('and one that may be live stays as it is, so that nobody edits or deletes it', async () => {
    const posts = await plan('a', 'b', 'c', 'd');
    const [, , doubtful] = await db.rows<{ id: number }>(
      'select id from targets where channel_id = $1 order by due_at, id',
      [channel.id],
    );
    await db.rows(
      `insert into journal (target_id, name, workspace_id, kind, state) values ($1, 'post', $2, 'commit', 'open')`,
      [doubtful?.id, service.workspaceId],
    );
    await claim();
    answer = () => {
      throw new NetworkFault({ kind: 'throttled', message: 'Wait.', retryAfter: 60, scope: 'channel' });
    };
    await claim();
    expect(sent).toEqual(['a', 'b']);
    expect(await Promise.all(posts.map(statusOf))).toEqual([
      'published',
      'publishing',
      'publishing',
      'pending',
    ]);
  });

  test('when a second has passed since the claim', async () => {
    const posts = await plan('a', 'b', 'c', 'd');
    await claim();
    answer = () => {
      skipped += 500;
    };
    await claim();
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(await statusOf(posts[3] ?? { id: 0 })).toBe('pending');
  });

  test('when the worker has lost the lease of the one before', async () => {
    const posts = await plan('a', 'b', 'c', 'd');
    await claim();
    answer = (text) =>
      text === 'b' && db.rows('update targets set held_by = gen_random_uuid() where held_by is not null');
    await claim();
    expect(sent).toEqual(['a', 'b']);
    expect(await Promise.all(posts.map(statusOf))).toEqual([
      'published',
      'publishing',
      'publishing',
      'publishing',
    ]);
  });
});

describe('a person pauses the channel after a claim of several, whose worker is lost', () => {
  test('the first ends, and the others wait, also one that may have been sent', async () => {
    const posts = await plan('a', 'b', 'c');
    const { claims } = await claimLanes(db, 10, { quick: [channel.id] });
    const journalOf = openJournals(service.ctx);
    for (const { target_id, lease } of claims.slice(0, 2)) {
      await journalOf(target_id, lease).open('post', 'commit');
    }
    await service.call('updateChannel', { params: { id: channel.id }, body: { paused: true } });
    await clock.advance(`${LEASE + 1} seconds`);
    await claim();
    expect(await Promise.all(posts.map(statusOf))).toEqual(['published', 'publishing', 'publishing']);
    expect([await claim(), sent]).toEqual([0, []]);
    await service.call('updateChannel', { params: { id: channel.id }, body: { paused: false } });
    while ((await claim()) > 0);
    expect(await Promise.all(posts.map(statusOf))).toEqual(['published', 'published', 'published']);
    expect(sent).toEqual(['c']);
  });
});
