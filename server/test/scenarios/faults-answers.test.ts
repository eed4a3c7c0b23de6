/** Rows 6 to 16 and 30 of docs/faults.md: answers of networks, or no answer, on each kind of network. */
import type { Post } from '@belfry/contract/posts.ts';
import { VISIBLE_AFTER } from '@belfry/networks/testing/model.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type Kind, kinds, PROCESSED_WITHIN } from '../support/faulty/adapter.ts';
import { answer } from '../support/faulty/answer.ts';
import { type FaultyServer, openFaultyServer, type Treatment } from '../support/faulty/server.ts';
import { connectFaulty, createFaultyPost, faultyApp, settleAll } from '../support/faulty/world.ts';
import { findFreePort } from '../support/free-port.ts';
import { type Loopback, listenRaw } from '../support/loopback.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  network = await openFaultyServer();
  service = await faultyApp(network);
});
afterEach(() => {
  network.postTo = undefined;
  network.isReady = true;
  network.spoil('POST /posts');
});
afterAll(async () => {
  await service.close();
  await network.close();
});

const shownBy = (username: string) => network.shown.filter((post) => post.account === username).length;

/** Status of the post, code of its target's error, number of public copies. */
async function endOf({ post, username }: { post: Post; username: string }) {
  const { status, targets } = await getPost(service, post);
  return [status, targets[0]?.error?.code, shownBy(username)];
}

const published = ['published', undefined, 1];
const doubtful = (copies: number) => ['failed', 'outcome_unknown', copies];

/** Expects the right outcome after an answer that leaves open whether the network accepted the post. */
async function requireSettled(kind: Kind, treatment: Treatment): Promise<void> {
  const faulty = await createFaultyPost(service, kind);
  network.spoil('POST /posts', treatment);
  const before = network.count('POST /posts');
  await settleAll(service);
  const accepted = treatment.accepts === true;
  const canSettle = kind !== 'neither';
  expect(await endOf(faulty)).toEqual(canSettle ? published : doubtful(accepted ? 1 : 0));
  // Sent again because the network knows the key, or because the post was proven absent.
  const again = kind === 'key' || (kind === 'ask' && !accepted);
  expect(network.count('POST /posts') - before).toBe(again ? 2 : 1);
}

const html = { 'content-type': 'text/html' };
const cut = answer(201, '{"id":"1"}').slice(0, -4);
const accepts = true;

describe.each(kinds)('on a network of the kind “%s”', (kind) => {
  test.each<[string, Treatment]>([
    ['6: the reply lost after the network accepted', { accepts, answer: 'reset' }],
    ['7: 500 after the network accepted', { accepts, answer: answer(500, '{}') }],
    ['7: 504 with a page after the network accepted', { accepts, answer: answer(504, '<html>', html) }],
    ['8: 502 with a page before the network accepted', { answer: answer(502, '<html>Bad', html) }],
    ['8: 503 with a page before the network accepted', { answer: answer(503, '<html>Back', html) }],
    ['10: a reset in the answer', { accepts, answer: cut }],
    ['10: JSON that breaks off', { accepts, answer: answer(201, '{"id":"') }],
    ['10: a length that lies', { accepts, answer: answer(201, '{"id":"1"}', { 'content-length': '9999' }) }],
    ['10: no HTTP at all', { accepts, answer: 'SMTP ready\r\n' }],
  ])('%s', async (_, treatment) => requireSettled(kind, treatment));

  test('6: an answer that does not come within the timeout', async () => {
    const { post, username } = await createFaultyPost(service, kind);
    network.spoil('POST /posts', { accepts, answer: 'hang' });
    await service.publisher.claim();
    await network.until('POST /posts', network.count('POST /posts') + 1 - shownBy(username));
    await service.publisher.stop(0);
    network.release();
    await settleAll(service);
    expect(await endOf({ post, username })).toEqual(kind === 'neither' ? doubtful(1) : published);
  });

  test('8: a post that is missing from the list counts as absent only after a while', async () => {
    if (kind !== 'ask') return;
    const faulty = await createFaultyPost(service, kind);
    network.spoil('POST /posts', { answer: answer(503, '<html>', html) });
    await service.publishDue();
    await service.clock.advance(`${VISIBLE_AFTER - 1} seconds`);
    await service.publishDue();
    expect(shownBy(faulty.username)).toBe(0);
    await settleAll(service);
    expect(await endOf(faulty)).toEqual(published);
  });

  test('8: the waits between two tries become longer and longer', async () => {
    if (kind === 'neither') return;
    const faulty = await createFaultyPost(service, kind);
    network.spoil('POST /posts', ...Array<Treatment>(7).fill({ answer: answer(503, '<html>Back', html) }));
    const sentAt: number[] = [];
    while (shownBy(faulty.username) === 0) {
      const [before, now] = [network.count('POST /posts'), service.clock.now().getTime() / 1000];
      await settleAll(service, 1);
      if (network.count('POST /posts') > before) sentAt.push(now);
    }
    await settleAll(service);
    expect(await endOf(faulty)).toEqual(published);
    const waits = sentAt.slice(1).map((at, n) => at - (sentAt[n] ?? 0));
    expect(waits).toHaveLength(7);
    // Where absence proves something only after a while, the first waits are that long. The longest ones differ only by
    // their jitter, which is 10 % either way.
    expect(waits.filter((seconds, n) => seconds < 0.8 * (waits[n - 1] ?? 0))).toEqual([]);
    expect(waits.at(-1)).toBeGreaterThan(8 * (waits[0] ?? 0));
  });

  test('15: a permanent refusal fails at once, with the network’s sentence, and no other target', async () => {
    const [refused, other] = [await connectFaulty(service, kind), await connectFaulty(service, 'key')];
    const post = await createPost(service, scheduledFor([refused, other]));
    const before = network.count('POST /posts', refused.username);
    network.spoil('POST /posts', { answer: answer(422, '{"error":"No bells here."}') });
    // One after the other, so that the first post gets the refusal.
    await service.db.rows(
      "update channels set paused_until = clock_now() + interval '1 minute' where id = $1",
      [other.id],
    );
    await service.publishDue();
    await service.clock.advance('1 minute');
    await settleAll(service);
    const { status, targets } = await getPost(service, post);
    expect(status).toBe('failed');
    expect(targets).toMatchObject([
      { status: 'failed', error: { code: 'rejected', message: 'No bells here.', retryable: false } },
      { status: 'published', error: null },
    ]);
    expect(network.count('POST /posts', refused.username) - before).toBe(1);
  });

  test('16: processing that never ends fails after its deadline, with a sentence about it', async () => {
    const faulty = await createFaultyPost(service, kind);
    network.isReady = false;
    const begun = service.clock.now().getTime();
    await settleAll(service, 1000);
    expect(await endOf(faulty)).toEqual(['failed', 'processing_timeout', 0]);
    const waited = (service.clock.now().getTime() - begun) / 1000;
    expect(waited).toBeGreaterThanOrEqual(PROCESSED_WITHIN);
    expect(waited).toBeLessThan(PROCESSED_WITHIN + 10);
    expect(network.count('POST /uploads', faulty.username)).toBe(1);
  });

  test('30: a failed post that is sent again leaves its live copies alone', async () => {
    const [live, failing] = [await connectFaulty(service, kind), await connectFaulty(service, kind)];
    const body = scheduledFor([live, failing]);
    const post = await createPost(service, body);
    await service.db.rows(
      "update channels set paused_until = clock_now() + interval '1 minute' where id = $1",
      [failing.id],
    );
    await service.publishDue();
    network.spoil('POST /posts', { answer: answer(422, '{"error":"Not now."}') });
    await service.clock.advance('1 minute');
    await settleAll(service);
    expect((await getPost(service, post)).targets.map(({ status }) => status)).toEqual([
      'published',
      'failed',
    ]);
    await service.call('updatePost', { params: { id: post.id }, body });
    await settleAll(service);
    expect((await getPost(service, post)).status).toBe('published');
    expect([shownBy(live.username), shownBy(failing.username)]).toEqual([1, 1]);
  });
});

describe.each(kinds)('9: a request that certainly was not sent to “%s” is sent later:', (kind) => {
  /** The visible call goes to `address` once, and then to the network. */
  async function requireRetried(address: string): Promise<void> {
    const faulty = await createFaultyPost(service, kind);
    network.postTo = address;
    await service.publishDue();
    const waiting = await getPost(service, faulty.post);
    expect([waiting.status, shownBy(faulty.username)]).toEqual(['publishing', 0]);
    const open = await service.db.rows(
      "select from journal j join targets t on t.id = j.target_id where t.post_id = $1 and j.state = 'open'",
      [faulty.post.id],
    );
    expect(open).toEqual([]);
    network.postTo = undefined;
    await settleAll(service);
    expect(await endOf(faulty)).toEqual(published);
  }

  test('9: the connection is refused', async () =>
    requireRetried(`http://127.0.0.1:${await findFreePort()}`));

  test('9: the name is unknown', () => requireRetried('http://nowhere.invalid'));

  test('9: the TLS handshake fails', async () => {
    const server: Loopback = await listenRaw((socket) => socket.resetAndDestroy());
    await requireRetried(`https://127.0.0.1:${server.port}`);
    await server.close();
  });
});

test('9: a reset before the body is read: sent once, and settled like a lost reply', async () => {
  for (const kind of kinds) await requireSettled(kind, { answer: 'reset' });
});
