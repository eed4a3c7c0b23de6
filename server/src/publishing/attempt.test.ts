import type { Run } from '@belfry/networks/core/run.ts';
import { describe, expect, test } from 'vitest';
import { memoryJournal } from '../../test/support/memory-journal.ts';
import { MediaUnusable } from '../media/unusable.ts';
import { attempt } from './attempt.ts';

/** Each call is one more attempt at the same target, a minute after the last. */
function startTarget(publish: (run: Run) => Promise<{ id: string; url: null }>) {
  let time = Date.parse('2030-01-01T00:00:00Z');
  const now = () => new Date(time);
  const journal = memoryJournal(now);
  const input = {
    journal,
    now,
    tries: 0,
    deadline: new Date(time + 86_400_000),
    signal: new AbortController().signal,
    publish,
    refresh: () => Promise.reject(new Error('nothing to refresh')),
  };
  return {
    journal,
    attempt: () => {
      time += 60_000;
      return attempt(input);
    },
  };
}

const gone = new MediaUnusable('“bell.png” is gone.', { isFinal: true, field: 'media_ids.0' });
const away = new MediaUnusable('“bell.png” cannot be read.', { isFinal: false, field: 'media_ids.0' });

describe('a file that cannot be sent', () => {
  test('fails the target in a step, for good and with its place', async () => {
    const target = startTarget((run) => run.step('upload', () => Promise.reject(gone)));
    expect(await target.attempt()).toEqual({
      kind: 'failed',
      code: 'media_unusable',
      message: gone.message,
      field: 'media_ids.0',
    });
  });

  test('puts off the target alone while the storage is away', async () => {
    const target = startTarget((run) => run.step('upload', () => Promise.reject(away)));
    expect(await target.attempt()).toMatchObject({ kind: 'later', pauses: 'target', because: 'unavailable' });
  });

  test('is no doubt in a first commit: no network takes half a file, so the next try is a first one too', async () => {
    let isAway = true;
    const keys: string[] = [];
    const target = startTarget((run) =>
      run.commit('post', async (key) => {
        keys.push(key);
        if (isAway) throw away;
        return { id: '1', url: null };
      }),
    );
    expect(await target.attempt()).toMatchObject({ kind: 'later', because: 'unavailable' });
    expect(await target.journal.load()).toEqual([]);
    isAway = false;
    expect(await target.attempt()).toMatchObject({ kind: 'published', id: '1' });
    expect(new Set(keys).size).toBe(2);
  });

  test('settles nothing in a repeated commit, whose first send may be live', async () => {
    let error: Error = new Error('no answer');
    const target = startTarget((run) =>
      run.commit('post', () => Promise.reject(error), { repeatableFor: Number.POSITIVE_INFINITY }),
    );
    expect(await target.attempt()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    error = gone;
    expect(await target.attempt()).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.journal.load()).toMatchObject([{ name: 'post', state: 'open' }]);
  });
});
