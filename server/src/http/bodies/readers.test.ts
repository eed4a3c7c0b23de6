import { Buffer } from 'node:buffer';
import { afterEach, expect, test } from 'vitest';
import type { Problem } from '../../problem.ts';
import type { BodyInput } from './json.ts';
import { readJson } from './json.ts';
import type { Readers } from './readers.ts';
import { openReaders } from './readers.ts';
import { beginThread } from './thread.ts';

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

test('a body is read elsewhere as it would be here: its value, its fingerprint, and what is wrong with it', async () => {
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

/** How many threads were begun, and one that has ended by itself. */
function countThreads() {
  const ended = Promise.withResolvers<void>();
  const count = { begun: 0, ended: ended.promise };
  const begin: typeof beginThread = (bounds, end) => {
    count.begun += 1;
    return beginThread(bounds, () => {
      end();
      ended.resolve();
    });
  };
  return { count, begin };
}

test('many are read by turns in two threads, and none is taken for another', async () => {
  const { count, begin } = countThreads();
  readers = openReaders({}, begin);
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const read = await Promise.all(texts.map((text) => readers?.read(inputOf(draft(text)))));
  expect(read.map((body) => body?.value)).toEqual(texts.map((content) => ({ status: 'draft', content })));
  await readers.read(inputOf(draft('f')));
  expect(count.begun).toBe(2);
});

test('one that takes too long ends its thread and nothing else', async () => {
  readers = openReaders({ longest: 1 });
  const refusal = ['unavailable', 'The body could not be read; try again in a moment.', undefined];
  expect(await refusalOf(readers.read(inputOf(draft('a'))))).toEqual(refusal);
  expect(await refusalOf(readers.read(inputOf(draft('b'))))).toEqual(refusal);
});

test('a thread that has nothing to do ends, and the next body begins another', async () => {
  const { count, begin } = countThreads();
  readers = openReaders({ idle: 1 }, begin);
  await readers.read(inputOf(draft('a')));
  await count.ended;
  expect((await readers.read(inputOf(draft('b')))).value).toEqual({ status: 'draft', content: 'b' });
  expect(count.begun).toBe(2);
});
