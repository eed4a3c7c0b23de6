import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { StorageUnavailable, type Store } from './files.ts';
import { limitStore } from './limits.ts';

/** Timers that the test fires. */
function openHost() {
  const timers: { ms: number; act: () => void }[] = [];
  return {
    timers,
    after(ms: number, act: () => void) {
      const timer = { ms, act };
      timers.push(timer);
      return { cancel: () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0) };
    },
    ring() {
      for (const { act } of [...timers]) act();
    },
  };
}

const never = () => new Promise<never>(() => undefined);

function openStore(overrides: Partial<Store>): Store {
  const absent = () => Promise.reject(new Error('not in this test'));
  const list = async function* () {};
  const all = { adopt: absent, find: absent, read: absent, remove: absent, check: absent };
  return { place: 'the shelf', ...all, clearHalfDone: absent, list, ...overrides };
}

describe('a store that does not answer', () => {
  test.each(['find', 'remove', 'check'] as const)(
    'ends %s after 30 s, and gets the signal to abort',
    async (call) => {
      const host = openHost();
      let given: AbortSignal | undefined;
      const take = (key: unknown, signal?: AbortSignal) => {
        given = call === 'check' ? (key as AbortSignal) : signal;
        return never();
      };
      const files = limitStore(openStore({ [call]: take }), undefined, host);
      const asked = expect(files[call]('key')).rejects.toMatchObject({
        name: 'StorageUnavailable',
        place: 'the shelf',
        reason: 'TimeoutError',
      });
      expect(host.timers.map(({ ms }) => ms)).toEqual([30_000]);
      host.ring();
      await asked;
      expect(given?.aborted).toBe(true);
    },
  );

  test('ends a listing that stalls', async () => {
    const host = openHost();
    let given: AbortSignal | undefined;
    const list = async function* (_prefix: string, signal?: AbortSignal) {
      given = signal;
      yield { key: 'a', size: 1, modifiedAt: new Date(0) };
      await never();
    };
    const files = limitStore(openStore({ list }), undefined, host).list('')[Symbol.asyncIterator]();
    expect(await files.next()).toMatchObject({ value: { key: 'a' } });
    const asked = expect(files.next()).rejects.toThrow(StorageUnavailable);
    host.ring();
    await asked;
    expect(given?.aborted).toBe(true);
  });

  test.each(['before', 'after'])('closes a file whose head came %s the timeout', async (when) => {
    const host = openHost();
    const stream = new Readable({ read: () => undefined });
    const late = Promise.withResolvers<Readable>();
    const files = limitStore(openStore({ read: () => late.promise }), undefined, host);
    const asked = expect(files.read('key')).rejects.toThrow(StorageUnavailable);
    if (when === 'before') late.resolve(stream);
    await new Promise(setImmediate);
    host.ring();
    late.resolve(stream);
    await asked;
    await new Promise(setImmediate);
    expect(stream.destroyed).toBe(true);
  });

  test.each([
    ['no head', never],
    ['no first byte', async () => new Readable({ read: () => undefined })],
  ])('with %s fails after the timeout that the reader gives', async (_, read) => {
    const host = openHost();
    const files = limitStore(openStore({ read }), undefined, host);
    const asked = expect(files.read('key', undefined, 5000)).rejects.toThrow(StorageUnavailable);
    await new Promise(setImmediate);
    expect(host.timers.map(({ ms }) => ms)).toEqual([5000]);
    host.ring();
    await asked;
  });
});

describe('a file that is read', () => {
  function openSlowly(chunks: string[]) {
    const host = openHost();
    const stream = new Readable({ read: () => undefined });
    const files = limitStore(openStore({ read: async () => stream }), undefined, host);
    const push = () => stream.push(chunks.shift() ?? null);
    push();
    return { host, stream, files, push };
  }

  test('fails when no bytes come for 30 s', async () => {
    const { host, stream, files } = openSlowly(['one']);
    const read = expect(text(await files.read('key'))).rejects.toThrow(StorageUnavailable);
    await new Promise(setImmediate);
    expect(host.timers.map(({ ms }) => ms)).toEqual([30_000]);
    host.ring();
    await read;
    expect(stream.destroyed).toBe(true);
  });

  test('waits for a slow reader', async () => {
    const { host, files, push } = openSlowly(['one', 'two']);
    const bytes = await files.read('key');
    await new Promise(setImmediate);
    expect(host.timers).toEqual([]);
    push();
    push();
    expect(await text(bytes)).toBe('onetwo');
    expect(host.timers).toEqual([]);
  });

  test('closes the stream of the store when its reader closes it', async () => {
    const { stream, files } = openSlowly(['one']);
    const bytes = await files.read('key');
    bytes.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.destroyed).toBe(true);
  });

  test('that breaks off in the middle is an error of the store', async () => {
    const { stream, files } = openSlowly(['one']);
    const read = expect(text(await files.read('key'))).rejects.toMatchObject({
      name: 'StorageUnavailable',
      reason: 'BrokenOff',
    });
    await new Promise(setImmediate);
    stream.destroy(new Error('reset'));
    await read;
  });

  test('that breaks off before its first byte is an error of the store', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.destroy(new Error('reset'));
    const files = limitStore(openStore({ read: async () => stream }));
    await expect(files.read('key')).rejects.toMatchObject({
      name: 'StorageUnavailable',
      reason: 'BrokenOff',
    });
  });
});
