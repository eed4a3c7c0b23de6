/** A network may accept a call and allow no further one for some time. */
import { describe, expect, test } from 'vitest';
import { lost, rejected, start, startCommit, throttled } from '../server/test/support/engine-target.ts';
import { JournalFailure } from './ending.ts';

const post = { id: '1', url: null };

test.each<[string, number, 'channel' | 'app' | undefined, object | undefined]>([
  ['the channel', 7, undefined, { channel: 7, app: 0 }],
  ['the app', 7, 'app', { channel: 0, app: 7 }],
  ['at most a day', 1e9, 'channel', { channel: 86_400, app: 0 }],
  ['nothing for no time', -1, 'app', undefined],
  ['nothing for no number', Number.NaN, 'app', undefined],
])('an outcome pauses %s', async (_, seconds, scope, pauseAfter) => {
  const target = start(async (run) => {
    run.pause(seconds, scope);
    return post;
  });
  expect((await target.at(0)).pauseAfter).toEqual(pauseAfter);
});

test('the longest of several pauses counts', async () => {
  const target = start(async (run) => {
    for (const seconds of [3, 9, 5]) run.pause(seconds);
    return post;
  });
  expect((await target.at(0)).pauseAfter).toEqual({ channel: 9, app: 0 });
});

test.each([
  ['fails', rejected, 'failed'],
  ['is put off', throttled(60), 'later'],
])('a target that %s pauses, too', async (_, error, kind) => {
  const target = start(async (run) => {
    run.pause(7);
    throw error;
  });
  expect(await target.at(0)).toMatchObject({ kind, pauseAfter: { channel: 7 } });
});

test('a run that only asks passes the pause on', async () => {
  const target = start(
    async (run) => {
      run.pause(7);
      return run.commit('post', async () => post, { reconcile: async () => ({ found: post }) });
    },
    { asks: async () => false },
  );
  await target.journal.open('post', 'commit');
  expect(await target.at(0)).toMatchObject({ kind: 'published', pauseAfter: { channel: 7 } });
});

describe('a network that allows no send now', () => {
  const full = { seconds: 30, scope: 'app', message: 'Two posts an hour.' } as const;
  const later = { kind: 'later', because: 'throttled', seconds: 30, pauses: 'app', message: full.message };

  test('is not called, and the commit is not begun', async () => {
    const target = startCommit([]);
    expect(await target.at(0, { countSend: async () => full })).toEqual(later);
    expect([target.keys, await target.journal.load()]).toEqual([[], []]);
    expect(await target.at(30, { countSend: async () => undefined })).toMatchObject({ kind: 'published' });
  });

  test('is not called again about a doubt, which stays', async () => {
    const target = startCommit([lost], { repeatableFor: 600 });
    await target.at(0);
    expect(await target.at(10, { countSend: async () => full })).toEqual(later);
    expect(await target.at(40)).toMatchObject({ kind: 'published' });
    expect([target.keys.length, new Set(target.keys).size]).toEqual([2, 1]);
  });

  test('counts each send once', async () => {
    const sends: string[] = [];
    const countSend = async () => void sends.push('sent');
    const target = startCommit([lost], { repeatableFor: 600 });
    for (const seconds of [0, 10, 20]) await target.at(seconds, { countSend });
    expect(sends).toHaveLength(2);
  });

  test.each([
    ['one', {}, 1],
    ['as many as the commit says', { counts: 10 }, 10],
  ])('counts a send as %s, each time it is repeated', async (_, counts, expected) => {
    const sends: number[] = [];
    const countSend = async (units: number) => void sends.push(units);
    const target = startCommit([lost], { repeatableFor: 600, ...counts });
    for (const seconds of [0, 10]) await target.at(seconds, { countSend });
    expect(sends).toEqual([expected, expected]);
  });

  test('tells what adds to a live post from the post', async () => {
    const kinds: string[] = [];
    const target = start(async (run) => {
      const made = await run.commit('post', async () => post);
      await run.after('comment', async () => true);
      return made;
    });
    await target.at(0, { countSend: async (_, kind) => void kinds.push(kind) });
    expect(kinds).toEqual(['commit', 'after']);
  });

  test('ends the attempt if the sends cannot be counted', async () => {
    const target = startCommit([]);
    const countSend = () => Promise.reject(new Error('no database'));
    await expect(target.at(0, { countSend })).rejects.toThrow(JournalFailure);
  });
});
