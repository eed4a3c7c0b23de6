import type { CommitOptions, Doubt, Found, Run } from '@belfry/networks/core/run.ts';
import { describe, expect, test } from 'vitest';
import { memoryJournal } from '../server/test/support/memory-journal.ts';
import type { AttemptInput } from './attempt.ts';
import { attempt } from './attempt.ts';
import type { Journal } from './entry.ts';
import { LeaseLost } from './entry.ts';
import { MediaUnusable } from './unusable.ts';

/** Each call of `attempt` is another attempt at the same target, a minute after the last. */
function startTarget(
  publish: (run: Run) => Promise<{ id: string; url: null }>,
  more: Partial<AttemptInput> = {},
) {
  let time = Date.parse('2030-01-01T00:00:00Z');
  const now = () => new Date(time);
  const journal = memoryJournal(now);
  const input = {
    ...more,
    journal,
    now,
    tries: 0,
    report: String,
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

describe('a commit in doubt', () => {
  /** `behind`: seconds by which the worker's clock is behind the database, at the first send and after it. */
  const startInDoubt = async (behind: { first: number; after: number }) => {
    const time = Date.parse('2030-01-01T00:00:00Z');
    let ahead = behind.first;
    const journal = memoryJournal(() => new Date(time + ahead * 1000));
    await journal.open('post', 'commit');
    ahead = behind.after;
    const calls: string[] = [];
    return async (options: CommitOptions<{ id: string; url: null }>) => {
      const { kind } = await attempt({
        journal,
        now: () => new Date(time),
        tries: 0,
        report: String,
        deadline: new Date(time + 86_400_000),
        signal: new AbortController().signal,
        publish: (run) =>
          run.commit('post', async (key) => ({ id: String(calls.push(key)), url: null }), options),
        refresh: () => Promise.reject(new Error('nothing to refresh')),
      });
      return [kind, calls.length];
    };
  };

  test('is not sent again by a worker whose clock is behind the database', async () => {
    const attemptAgain = await startInDoubt({ first: 2, after: 2 });
    expect(await attemptAgain({})).toEqual(['unconfirmed', 0]);
  });

  test('is not sent again once the network has forgotten the key, even if the worker’s clock is behind', async () => {
    const attemptAgain = await startInDoubt({ first: 0, after: 61 });
    expect(await attemptAgain({ repeatableFor: 60 })).toEqual(['later', 0]);
    expect(await attemptAgain({ repeatableFor: 60 })).toEqual(['unconfirmed', 0]);
  });
});

describe('a worker that stood still after it stored its intent', () => {
  const attemptSlowly = async (isTakenOver: boolean) => {
    let time = Date.parse('2030-01-01T00:00:00Z');
    const journal = memoryJournal(() => new Date(time));
    const slow: Journal = {
      ...journal,
      async open(name, kind) {
        const entry = await journal.open(name, kind);
        time += 30_000;
        return entry;
      },
      async resend(name) {
        if (isTakenOver) throw new LeaseLost('the lease was lost');
        return journal.resend(name);
      },
    };
    const calls: string[] = [];
    const ended = await attempt({
      journal: slow,
      now: () => new Date(time),
      tries: 0,
      report: String,
      deadline: new Date(time + 86_400_000),
      signal: new AbortController().signal,
      publish: (run) => run.commit('post', async (key) => ({ id: String(calls.push(key)), url: null })),
      refresh: () => Promise.reject(new Error('nothing to refresh')),
    }).catch((error: unknown) => error);
    return { ended, calls: calls.length };
  };

  test('sends nothing when another worker has taken over', async () => {
    expect(await attemptSlowly(true)).toMatchObject({ ended: { name: 'LeaseLost' }, calls: 0 });
  });

  test('stores the intent again and sends, when no other worker has taken over', async () => {
    expect(await attemptSlowly(false)).toMatchObject({ ended: { kind: 'published' }, calls: 1 });
  });
});

const gone = new MediaUnusable('“bell.png” is gone.', { isFinal: true, field: 'media_ids.0' });
const away = new MediaUnusable('“bell.png” cannot be read.', { isFinal: false, field: 'media_ids.0' });

describe('a file that cannot be sent', () => {
  test('fails the target in a step, and names the field', async () => {
    const target = startTarget((run) => run.step('upload', () => Promise.reject(gone)));
    expect(await target.attempt()).toEqual({
      kind: 'failed',
      code: 'media_unusable',
      message: gone.message,
      field: 'media_ids.0',
    });
  });

  test('puts off only this target while the storage is unavailable', async () => {
    const target = startTarget((run) => run.step('upload', () => Promise.reject(away)));
    expect(await target.attempt()).toMatchObject({ kind: 'later', pauses: 'target', because: 'unavailable' });
  });

  test('leaves no doubt in a first commit: the next try uses a new key', async () => {
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

  test('leaves a repeated commit in doubt, since its first send may be live', async () => {
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

describe('an attempt that only asks', () => {
  const restored = new Date('2029-12-31T00:00:00Z');
  const found: Found<{ id: string }>[] = [{ found: { id: '7' } }, 'absent', 'unknown'];

  async function ask(
    publish: (run: Run, sent: () => void) => Promise<{ id: string; url: null }>,
    isTaken = false,
  ) {
    let sends = 0;
    const target = startTarget((run) => publish(run, () => (sends += 1)), { asks: async () => isTaken });
    await target.journal.open('restored', 'commit');
    const [entry] = target.journal.entries.values();
    if (entry !== undefined) entry.firstAt = restored;
    return { outcome: await target.attempt(), sends, entries: [...target.journal.entries.values()] };
  }

  test.each(found)('adopts a copy that the network shows, and never sends: %j', async (answer) => {
    const since: Date[] = [];
    const { outcome, sends } = await ask(async (run, sent) => {
      const send = async () => {
        sent();
        return { id: '8' };
      };
      const reconcile = async (doubt: Doubt) => {
        since.push(doubt.since);
        return answer;
      };
      return { ...(await run.commit('post', send, { reconcile })), url: null };
    });
    expect([outcome.kind, sends]).toEqual([typeof answer === 'object' ? 'published' : 'unconfirmed', 0]);
    expect(since).toEqual([restored]);
  });

  test('does not repeat a commit, even if the network would recognise it', async () => {
    const { outcome, sends } = await ask(async (run, sent) => {
      const repeatableFor = Number.POSITIVE_INFINITY;
      const send = async () => {
        sent();
        return null;
      };
      await run.commit('post', send, { repeatableFor });
      return { id: '1', url: null };
    });
    expect([outcome.kind, sends]).toEqual(['unconfirmed', 0]);
  });

  test('runs the rest once a copy was found', async () => {
    const { outcome, sends } = await ask(async (run, sent) => {
      const reconcile = async () => ({ found: { id: '7' } });
      const post = await run.commit('post', async () => ({ id: '8' }), { reconcile });
      await run.step('address', () => {
        sent();
        return null;
      });
      return { ...post, url: null };
    });
    expect([outcome.kind, sends]).toEqual(['published', 1]);
  });

  test('runs no step before a copy was found', async () => {
    const { outcome, sends, entries } = await ask(async (run, sent) => {
      await run.step('upload', () => {
        sent();
        return null;
      });
      throw new Error('asked');
    });
    expect([outcome.kind, sends]).toEqual(['unconfirmed', 0]);
    expect(entries).toHaveLength(1);
  });

  test('does not adopt the copy of another target', async () => {
    const publish = async (run: Run) => {
      const reconcile = async () => ({ found: { id: '7' } });
      return { ...(await run.commit('post', async () => ({ id: '8' }), { reconcile })), url: null };
    };
    const { outcome, entries } = await ask(publish, true);
    expect(outcome.kind).toBe('unconfirmed');
    expect(entries.map(({ state }) => state)).toEqual(['open']);
  });

  test('does not send the rest of an incomplete thread', async () => {
    const { outcome, sends, entries } = await ask(async (run, sent) => {
      const send = async () => {
        sent();
        return { id: '8' };
      };
      const first = await run.commit('first', send, { reconcile: async () => ({ found: { id: '7' } }) });
      await run.commit('second', send, { reconcile: async () => 'absent' });
      return { ...first, url: null };
    });
    expect([outcome.kind, sends]).toEqual(['unconfirmed', 0]);
    expect(entries.find(({ name }) => name === 'first')).toMatchObject({
      kind: 'commit',
      state: 'done',
      result: { id: '7' },
    });
  });
});
