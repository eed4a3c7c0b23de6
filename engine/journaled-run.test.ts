/** The edges of deadlines, and the ways in which an adapter's call can end. */
import { describe, expect, test } from 'vitest';
import {
  DAY,
  expired,
  lost,
  reconnect,
  rejected,
  start,
  startCommit,
  throttled,
} from '../server/test/support/engine-target.ts';
import type { AttemptInput } from './attempt.ts';
import { type Journal, LeaseLost } from './entry.ts';

describe('a call after a commit', () => {
  const startAfter = (error: Error, more: Partial<AttemptInput> = {}) =>
    start(async (run) => {
      const post = await run.commit('post', async () => ({ id: '1', url: null }));
      await run.after('comment', () => Promise.reject(error));
      return post;
    }, more);

  test.each<[string, Error, string[]]>([
    ['a refusal', rejected, ['comment: No bells here.']],
    ['a doubt', lost, [expect.stringMatching(/^comment: The network gave no clear answer/)]],
  ])('that ends with %s is only a warning', async (_, error, warnings) => {
    const target = startAfter(error);
    expect(await target.at(0)).toEqual({ kind: 'published', id: '1', url: null, warnings });
    expect(await target.at(1)).toEqual({ kind: 'published', id: '1', url: null, warnings });
    const comment = (await target.journal.load()).find(({ name }) => name === 'comment');
    expect(comment).toMatchObject({ kind: 'after', state: 'done', result: null });
  });

  test('that must wait is tried again', async () => {
    expect(await startAfter(throttled(7)).at(0)).toMatchObject({ kind: 'later', seconds: 7 });
  });

  test('that must wait beyond the deadline is only a warning', async () => {
    const outcome = await startAfter(throttled(7)).at(DAY - 6);
    expect(outcome).toMatchObject({ warnings: ['comment: Belfry gave up. Slow down.'] });
  });

  test('whose token is too old is tried with a new one', async () => {
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
    };
    expect(await startAfter(expired, { refresh }).at(0)).toMatchObject({ kind: 'held' });
    expect(refreshes).toBe(1);
  });
});

describe('the deadline', () => {
  test.each([
    [DAY - 7, 'later'],
    [DAY - 6.999, 'failed'],
  ])('at %d, a wait of seven seconds is %s', async (seconds, kind) => {
    const outcome = await startCommit([throttled(7)]).at(seconds);
    expect(outcome.kind).toBe(kind);
    if (kind === 'failed')
      expect(outcome).toEqual({
        kind: 'failed',
        code: 'network_unavailable',
        message: 'Belfry gave up. Slow down.',
      });
  });

  test('turns a doubt into an unconfirmed post', async () => {
    const target = startCommit([lost], { repeatableFor: Number.POSITIVE_INFINITY });
    expect(await target.at(DAY)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('does not turn done steps into a doubt', async () => {
    const target = start(async (run) => {
      await run.step('upload', () => null);
      return run.step('next', () => Promise.reject(throttled(7)));
    });
    expect(await target.at(DAY)).toMatchObject({ kind: 'failed', code: 'network_unavailable' });
  });
});

describe('a process that stops', () => {
  const aborted = { signal: AbortSignal.abort() };
  const interrupted = {
    kind: 'later',
    seconds: 0,
    because: 'interrupted',
    message: 'The worker is shutting down.',
    pauses: 'target',
  };

  test('sends nothing, even beyond the deadline', async () => {
    const target = startCommit([]);
    expect(await target.at(DAY + 1, aborted)).toEqual(interrupted);
    expect([target.keys, await target.journal.load()]).toEqual([[], []]);
  });

  test('begins no step and asks nothing', async () => {
    const calls: string[] = [];
    const target = start(async (run) => {
      await run.step('upload', () => calls.push('upload'));
      await run.until('ready', async () => calls.push('ready'));
      return { id: '1', url: null };
    });
    expect(await target.at(0, aborted)).toEqual(interrupted);
    expect(calls).toEqual([]);
  });

  test('repeats nothing', async () => {
    const target = startCommit([lost], { repeatableFor: 60 });
    await target.at(0);
    expect(await target.at(1, aborted)).toEqual(interrupted);
    expect(target.keys).toHaveLength(1);
  });

  test('hands the target back, however the call ended', async () => {
    const target = start((run) => run.step('upload', () => Promise.reject(rejected)));
    expect(await target.at(0, aborted)).toEqual(interrupted);
  });

  test('does not turn a call after a commit into a warning', async () => {
    const controller = new AbortController();
    const target = start(async (run) => {
      const post = await run.commit('post', async () => ({ id: '1', url: null }));
      await run.after('comment', () => {
        controller.abort();
        return Promise.reject(rejected);
      });
      return post;
    });
    expect(await target.at(0, { signal: controller.signal })).toEqual(interrupted);
  });
});

describe('an expired token', () => {
  test('is renewed once', async () => {
    let refreshes = 0;
    const refresh = async () => {
      refreshes += 1;
    };
    expect(await startCommit([expired], {}, { refresh }).at(0)).toMatchObject({ kind: 'published' });
    expect(await startCommit([expired, expired], {}, { refresh }).at(0)).toMatchObject({ kind: 'held' });
    expect(refreshes).toBe(2);
  });

  test('that cannot be renewed ends with the outcome of the renewal', async () => {
    const refresh = () => Promise.reject(reconnect);
    const outcome = await startCommit([expired], {}, { refresh }).at(0);
    expect(outcome).toEqual({ kind: 'held', message: 'Sign in again.' });
  });
});

describe('a journal', () => {
  test.each<keyof Journal>(['open', 'finish', 'resend', 'clear'])(
    'that cannot %s stops the attempt without an outcome',
    async (method) => {
      const ends = { open: [], finish: [], resend: [lost], clear: [rejected] }[method as 'open'];
      for (const [error, name] of [
        [new LeaseLost('taken'), 'LeaseLost'],
        [lost, 'JournalFailure'],
      ] as const) {
        const target = startCommit([...ends], { repeatableFor: 60 });
        if (method === 'resend') await target.at(0);
        const broken = { ...target.journal, [method]: () => Promise.reject(error) };
        await expect(target.at(1, { journal: broken })).rejects.toMatchObject({ name });
      }
    },
  );
});

test('a finished step is not run again', async () => {
  let runs = 0;
  const target = start(async (run) => {
    const id = await run.step('upload', () => String(++runs));
    await run.step('next', () => (runs > 1 ? null : Promise.reject(throttled(1))));
    return { id, url: null };
  });
  await target.at(0);
  expect(await target.at(1)).toMatchObject({ kind: 'later' });
  expect(runs).toBe(1);
});
