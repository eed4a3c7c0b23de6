import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PublishedPart, Session } from '../core/network.ts';
import { openSession, startTarget } from '../testing/target.ts';
import { type DiscordFake, startFake } from './fake.ts';
import { discordWebhook } from './index.ts';
import { remove } from './remove.ts';
import type { Grant } from './webhook.ts';

let fake: DiscordFake;
beforeEach(async () => {
  fake = await startFake();
});
afterEach(() => fake.server.close());

const open = (own: Partial<Session<Grant>> = {}) => openSession<Grant>(fake, own);

/** Publishes a message, and returns it as Belfry stored it. */
async function publish(settings = {}): Promise<PublishedPart> {
  const outcome = await startTarget(discordWebhook, { settings }, fake).finish();
  fake.server.requests.length = 0;
  if (outcome.kind !== 'published') throw new Error('the message was not published');
  return { id: outcome.id, url: outcome.url };
}

const queries = () => fake.server.requests.map(({ method, query }) => `${method} ${query}`);
const left = () => fake.channel.messages.map(({ id }) => id);

test('a message is deleted, and one that is gone counts as deleted', async () => {
  const [first, second] = [await publish(), await publish()];
  await remove(first, open());
  expect(left()).toEqual([second.id]);
  await remove(first, open());
  expect(queries()).toEqual(['GET ', 'DELETE ', 'GET ', 'DELETE ']);
});

test('a message of a thread is deleted there', async () => {
  const thread = '1290000000000000009';
  fake.channel.threads.add(thread);
  const part = await publish({ thread_id: thread });
  await remove(part, open());
  expect(left()).toEqual([]);
  expect(queries()).toEqual(['GET ', `DELETE thread_id=${thread}`]);
  await remove(part, open());
});

test('of a forum post, the first message is deleted', async () => {
  fake.channel.kind = 'forum';
  const part = await publish({ title: 'The bell' });
  await remove(part, open());
  expect(left()).toEqual([]);
  await remove(part, open());
});

test('a message that the webhook cannot reach is not taken for deleted', async () => {
  const thread = '1290000000000000009';
  fake.channel.threads.add(thread);
  const [inThread, inChannel] = [await publish({ thread_id: thread }), await publish()];
  const elsewhere = { fault: { kind: 'rejected', message: expect.stringContaining('in another channel') } };
  await expect(remove({ ...inThread, url: null }, open())).rejects.toMatchObject(elsewhere);
  fake.channel.threads.clear();
  await expect(remove(inThread, open())).rejects.toMatchObject(elsewhere);
  fake.channel.webhook = { ...fake.channel.webhook, channel_id: '199737254929760257' };
  await expect(remove(inChannel, open())).rejects.toMatchObject(elsewhere);
  expect(left()).toEqual([inThread.id, inChannel.id]);
});

test('a page of another server does not name the channel', async () => {
  const part = await publish();
  const url = part.url?.replace('41771983423143937', '41771983423143938') ?? null;
  await remove({ ...part, url }, open());
  expect(queries()).toEqual(['DELETE ']);
});

test('a webhook that was deleted must be connected again', async () => {
  const part = await publish();
  fake.channel.delete();
  await expect(remove(part, open())).rejects.toMatchObject({ fault: { kind: 'reconnect' } });
  await expect(remove({ ...part, url: null }, open())).rejects.toMatchObject({
    fault: { kind: 'reconnect' },
  });
});

test.each([
  [{ status: 502 }, 'unavailable'],
  [{ status: 200, json: {} }, 'unavailable'],
  [{ status: 404 }, 'unavailable'],
  [{ status: 429, json: { retry_after: 2 } }, 'throttled'],
  [{ status: 403, json: { code: 50013, message: 'Missing Permissions' } }, 'reconnect'],
])('without a clear answer it is asked again: %j', async (answer, kind) => {
  const http = async () => ({ headers: {}, text: '', json: undefined, ...answer });
  await expect(remove({ id: '1', url: null }, open({ http }))).rejects.toMatchObject({ fault: { kind } });
});

test('only a 404 proves that a message is gone', async () => {
  const part = await publish();
  const known = { status: 200, json: { channel_id: '199737254929760256' } };
  const odd = { status: 502, json: { code: 10008, message: 'Unknown Message' } };
  const http: Session['http'] = async ({ method }) => ({
    ...(method === 'GET' ? known : odd),
    headers: {},
    text: '',
  });
  await expect(remove(part, open({ http }))).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
});

test('an odd id stays within its path', async () => {
  await expect(remove({ id: '../1?x', url: null }, open())).rejects.toMatchObject({
    fault: { kind: 'rejected' },
  });
  expect(fake.server.requests.at(-1)?.path).toMatch(/\/messages\/\.\.%2F1%3Fx$/);
  expect(fake.server.breaches.splice(0)).toEqual([expect.stringContaining('is no operation')]);
});
