/** A network may accept a call and allow no further one for some time. */
import { expect, test } from 'vitest';
import { rejected, start, throttled } from '../server/test/support/engine-target.ts';

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
