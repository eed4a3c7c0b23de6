/** Drafts as large as the limits allow, with every character escaped, and attacks with large bodies. */
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { FairQueue } from '../../src/base/fair-queue.ts';
import { app } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { openRaw } from '../support/raw.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
afterEach(() => void vi.restoreAllMocks());
const channels: Channel[] = [];
for (let count = 0; count < 100; count += 1) channels.push(await connectSandbox(service));

const text = '🔔'.repeat(10_000);
const escaped = (json: string) =>
  json.replaceAll(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
const largest = escaped(
  JSON.stringify({
    status: 'draft',
    content: text,
    targets: channels.map(({ id }) => ({ channel_id: id, content: text, settings: { behaviour: 'ok' } })),
  }),
);

test('a draft of 100 targets of 10,000 characters is created, updated and validated, in any spelling of its JSON', async () => {
  expect(largest.length).toBeGreaterThan(12_000_000);
  const raw = largest;
  const headers = { 'idempotency-key': 'large' };
  const created = await service.request('POST', '/posts', { raw, headers });
  expect(created.status).toBe(201);
  const { id, content, targets } = created.data as {
    id: number;
    content: string;
    targets: { content: string }[];
  };
  expect(content).toBe(text);
  expect(targets.every((target) => target.content === text)).toBe(true);
  const again = await service.request('POST', '/posts', { raw, headers });
  expect([again.headers.get('idempotency-replayed'), (again.data as { id: number }).id]).toEqual([
    'true',
    id,
  ]);
  const another = await service.request('POST', '/posts', {
    raw: ` ${raw.replace('"ok"', '"slow"')}`,
    headers,
  });
  expect(another.error.code).toBe('idempotency_key_reused');
  expect((await service.request('PUT', `/posts/${id}`, { raw })).status).toBe(200);
  const { data } = await service.request('POST', '/posts/validate', { raw });
  expect((data as { violations: unknown[] }).violations).toHaveLength(100);
});

test('every channel whose settings are invalid is named, with all errors of the first ones', async () => {
  const settings = { a: 1, b: 2, c: 3 };
  const targets = channels.map(({ id }) => ({ channel_id: id, content: 'x', settings }));
  const { data } = await service.call('validatePost', { body: { status: 'draft', targets } });
  const { valid, violations } = data;
  expect(valid).toBe(false);
  expect(new Set(violations.map(({ target }) => target)).size).toBe(100);
  expect(violations.length).toBeLessThanOrEqual(110);
});

test('many simultaneous large bodies of one person are all accepted, one after the other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => service.request('POST', '/posts/validate', { raw: largest })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

const headOf = (key: string, framing: string) =>
  `POST /api/public/v1/posts/validate HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  `Content-Type: application/json\r\nConnection: close\r\n${framing}\r\n\r\n`;

/** Sends the heads of requests of so many people, without bodies. */
async function beginLargest(people: number, each = 1) {
  const keys: string[] = [];
  for (let count = 0; count < people; count += 1) keys.push((await service.as('editor')).key);
  const begin = (key: string) => {
    const sender = openRaw(service.origin);
    sender.send(headOf(key, `Content-Length: ${13 * 1024 * 1024}`));
    return sender;
  };
  return keys.flatMap((key) => Array.from({ length: each }, () => begin(key)));
}

test.each([
  ['five people who send one each', 5, 1],
  ['one person who sends two', 1, 2],
])(
  'of the largest bodies of %s at once, one waits for 20 seconds and is refused',
  async (_, people, each) => {
    const wait = setTimeout;
    // Shortens only the wait of 20 seconds.
    const hurry = ((act: () => void, ms?: number) => wait(act, ms === 20_000 ? 0 : ms)) as typeof setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(hurry);
    const senders = await beginLargest(people, each);
    const { status, body } = await Promise.race(senders.map((sender) => sender.answer()));
    const sentence = 'Too many large bodies are arriving; try again in a moment.';
    expect([status, body]).toEqual([503, expect.stringContaining(sentence)]);
    for (const sender of senders) sender.hangUp();
  },
);

test('a large body that is broken off while it waits lets a smaller one pass', async () => {
  const asked = vi.spyOn(FairQueue.prototype, 'take');
  const senders = await beginLargest(4);
  await eventually(() => expect(asked).toHaveBeenCalledTimes(4));
  const [waiting] = await beginLargest(1);
  await eventually(() => expect(asked).toHaveBeenCalledTimes(5));
  const small = JSON.stringify({ status: 'draft', content: text, targets: [] }) + ' '.repeat(200_000);
  const passing = service.request('POST', '/posts/validate', { raw: small });
  await eventually(() => expect(asked).toHaveBeenCalledTimes(6));
  waiting?.hangUp();
  expect((await passing).status).toBe(200);
  for (const sender of senders) sender.hangUp();
});

test('a large body that is broken off does not block the next', async () => {
  const head = (framing: string) => headOf(service.key, framing);
  for (const begun of [
    head('Content-Length: 12000000'),
    `${head('Transfer-Encoding: chunked')}30000\r\n${' '.repeat(0x30000)}\r\n`,
  ]) {
    const broken = openRaw(service.origin);
    broken.send(begun);
    // Asks for a slot while the other one has it, and waits.
    const next = service.request('POST', '/posts/validate', { raw: largest });
    broken.hangUp();
    expect((await next).status).toBe(200);
  }
  const chunked = openRaw(service.origin);
  const bytes = Buffer.from(largest);
  chunked.send(`${head('Transfer-Encoding: chunked')}${bytes.length.toString(16)}\r\n`);
  chunked.send(bytes);
  chunked.send('\r\n0\r\n\r\n');
  expect((await chunked.answer()).status).toBe(200);
});
