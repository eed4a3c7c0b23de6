import { Buffer } from 'node:buffer';
import { afterEach, expect, test } from 'vitest';
import type { Problem } from '../../base/problem.ts';
import { type BodyInput, readJson } from './json.ts';
import { openReaders, type Readers } from './readers.ts';
import { startThread } from './thread.ts';

let readers: Readers | undefined;
afterEach(() => readers?.close());

const inputOf = (json: string, more: Partial<BodyInput> = {}): BodyInput => ({
  route: 'createPost',
  bytes: Uint8Array.from(Buffer.from(json)),
  ...more,
});
const draft = (content: string) => JSON.stringify({ status: 'draft', content });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ code, message, more }: Problem) => [code, message, more.errors],
  );

test('a thread returns the same value, fingerprint and problem as the main thread', async () => {
  readers = openReaders();
  const request = { method: 'POST', url: '/posts' };
  const here = readJson(inputOf(draft('Höhe 🔔'), { request }));
  const there = await readers.read(inputOf(draft('Höhe 🔔'), { request }));
  expect(there.value).toEqual({ status: 'draft', content: 'Höhe 🔔' });
  expect(Buffer.from(there.fingerprint ?? []).equals(here.fingerprint ?? Buffer.of())).toBe(true);
  expect(here.fingerprint).toHaveLength(32);
  for (const json of ['{', draft('a\0'), `[${'[],'.repeat(30_000)}1]`, '{"status":"draft","a":1}']) {
    const refusal = await refusalOf(readers.read(inputOf(json)));
    expect(refusal).toEqual(await refusalOf(Promise.resolve().then(() => readJson(inputOf(json)))));
    expect(refusal).toBeDefined();
  }
});

/** Counts the threads that were started. `ended` settles when the first of them has ended. */
function countThreads() {
  const ended = Promise.withResolvers<void>();
  const count = { started: 0, ended: ended.promise };
  const start: typeof startThread = (limits, onEnd) => {
    count.started += 1;
    return startThread(limits, () => {
      onEnd();
      ended.resolve();
    });
  };
  return { count, start };
}

test('two threads read many bodies, and each caller gets its own', async () => {
  const { count, start } = countThreads();
  readers = openReaders({}, start);
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const read = await Promise.all(texts.map((text) => readers?.read(inputOf(draft(text)))));
  expect(read.map((body) => body?.value)).toEqual(texts.map((content) => ({ status: 'draft', content })));
  await readers.read(inputOf(draft('f')));
  expect(count.started).toBe(2);
});

test('a body that takes too long ends only its thread', async () => {
  readers = openReaders({ timeout: 1 });
  const refusal = ['unavailable', 'The body could not be read; try again in a moment.', undefined];
  expect(await refusalOf(readers.read(inputOf(draft('a'))))).toEqual(refusal);
  expect(await refusalOf(readers.read(inputOf(draft('b'))))).toEqual(refusal);
});

test('an idle thread ends, and the next body starts another one', async () => {
  const { count, start } = countThreads();
  readers = openReaders({ idleTimeout: 1 }, start);
  await readers.read(inputOf(draft('a')));
  await count.ended;
  expect((await readers.read(inputOf(draft('b')))).value).toEqual({ status: 'draft', content: 'b' });
  expect(count.started).toBe(2);
});
