/** Rows 11 to 13 of docs/faults.md: networks that limit calls, and tokens that they refuse. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { kinds } from '../support/faulty/adapter.ts';
import { answer } from '../support/faulty/answer.ts';
import { type FaultyServer, openFaultyServer } from '../support/faulty/server.ts';
import { connectFaulty, createFaultyPost, faultyApp, settleAll } from '../support/faulty/world.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';

let network: FaultyServer;
let service: TestApp;
beforeAll(async () => {
  network = await openFaultyServer();
  service = await faultyApp(network);
});
afterAll(async () => {
  await service.close();
  await network.close();
});

const textsOf = (username: string) =>
  network.shown.filter((post) => post.account === username).map(({ text }) => text);
const callsOf = (username: string) => network.calls.filter((call) => call.account === username).length;
const httpDate = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000).toUTCString();

describe.each<[how: string, headers: () => Record<string, string>, seconds: number]>([
  ['with seconds', () => ({ 'retry-after': '90' }), 90],
  ['with a date', () => ({ 'retry-after': httpDate(90) }), 90],
  ['without either', () => ({}), 60],
])('11: 429 %s', (how, headers, seconds) => {
  test(`11: 429 ${how}: the lane waits and calls no network, other lanes continue, and no attempt is used up`, async () => {
    for (const kind of kinds) {
      const [held, free] = [await connectFaulty(service, kind), await connectFaulty(service, kind)];
      const post = await createPost(service, scheduledFor([held], { content: 'first' }));
      await createPost(service, scheduledFor([held], { content: 'second' }));
      network.spoil('POST /posts', { answer: answer(429, '{}', headers()) });
      await service.publishDue();
      const calls = callsOf(held.username);
      await createPost(service, scheduledFor([free], { content: 'elsewhere' }));
      await service.clock.advance(`${seconds - 1} seconds`);
      await service.publishDue();
      expect(callsOf(held.username)).toBe(calls);
      expect([textsOf(held.username), textsOf(free.username)]).toEqual([[], ['elsewhere']]);
      const row = await service.db.row('select tries, crashes from targets where post_id = $1', [post.id]);
      expect(row).toEqual({ tries: 0, crashes: 0 });
      await service.clock.advance('1 second');
      await settleAll(service);
      expect(textsOf(held.username)).toEqual(['first', 'second']);
    }
  });
});

const dialects: [how: string, treatment: string][] = [
  ['401', answer(401, '{}')],
  ['400 InvalidToken', answer(400, '{"error":"InvalidToken"}')],
  ['400 ExpiredToken', answer(400, '{"error":"ExpiredToken"}')],
];

describe.each(kinds)('a token that “%s” refuses', (kind) => {
  test.each(dialects)('12: %s: is refreshed once, and the call repeated once', async (_, answer) => {
    const { post, username } = await createFaultyPost(service, kind);
    network.spoil('POST /uploads', { answer });
    await settleAll(service);
    expect((await getPost(service, post)).status).toBe('published');
    expect([network.count('POST /token', username), network.count('POST /uploads', username)]).toEqual([
      1, 2,
    ]);
    expect(textsOf(username)).toEqual(['Hello']);
  });

  test.each(dialects)(
    '12: %s to the new token, too: the channel asks for a person, and holds its posts',
    async (_, answer) => {
      const { post, channel, username } = await createFaultyPost(service, kind);
      await createPost(service, scheduledFor([channel], { content: 'next' }));
      network.spoil('POST /uploads', { answer }, { answer });
      await service.publishDue();
      expect(await getPost(service, post)).toMatchObject({
        status: 'scheduled',
        targets: [{ status: 'pending' }],
      });
      const calls = callsOf(username);
      await service.clock.advance('1 hour');
      await service.publishDue();
      expect([callsOf(username), network.count('POST /token', username)]).toEqual([calls, 1]);
      const credentials = { username };
      await service.call('createChannel', { body: { platform: channel.platform, credentials } });
      await settleAll(service);
      expect(textsOf(username)).toEqual(['Hello', 'next']);
    },
  );

  test('13: that expires between upload and publish is refreshed, and the upload is kept', async () => {
    const { post, username } = await createFaultyPost(service, kind);
    network.spoil('POST /posts', { answer: answer(401, '{}') });
    await settleAll(service);
    expect((await getPost(service, post)).status).toBe('published');
    const counts = ['POST /uploads', 'POST /token', 'POST /posts'].map((what) =>
      network.count(what, username),
    );
    expect(counts).toEqual([1, 1, 2]);
    expect(textsOf(username)).toEqual(['Hello']);
  });
});

test('12: several attempts at once on one account refresh its token once', async () => {
  const { username, channel } = await createFaultyPost(service, 'key');
  for (const content of ['two', 'three']) await createPost(service, scheduledFor([channel], { content }));
  network.expire(username);
  await settleAll(service);
  expect(textsOf(username)).toEqual(['Hello', 'two', 'three']);
  expect(network.count('POST /token', username)).toBe(1);
});
