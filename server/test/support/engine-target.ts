/** A target of the engine, with a journal in memory, for tests that move the time. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { Commit, CommitOptions, Run } from '@belfry/networks/core/run.ts';
import { type AttemptInput, attempt, prepare } from '../../../engine/attempt.ts';
import { memoryJournal } from './memory-journal.ts';

export type Post = { id: string; url: null };

export const DAY = 86_400;
export const lost = new Error('no answer');
export const rejected = new NetworkFault({ kind: 'rejected', message: 'No bells here.' });
export const expired = new NetworkFault({ kind: 'expired', message: 'The token is old.' });
export const reconnect = new NetworkFault({ kind: 'reconnect', message: 'Sign in again.' });
export const throttled = (retryAfter: number) =>
  new NetworkFault({ kind: 'throttled', message: 'Slow down.', retryAfter, scope: 'channel' });

/** A target, attempted at chosen seconds after its time. */
export function start(publish: (run: Run) => Promise<Post>, more: Partial<AttemptInput> = {}) {
  const begin = Date.parse('2030-01-01T00:00:00Z');
  const clock = { seconds: 0 };
  const now = () => new Date(begin + clock.seconds * 1000);
  const journal = memoryJournal(now);
  const reported: unknown[] = [];
  const input: AttemptInput = {
    journal,
    now,
    tries: 0,
    report: (error) => `reported ${reported.push(error)}`,
    deadline: new Date(begin + DAY * 1000),
    signal: new AbortController().signal,
    publish,
    refresh: () => Promise.reject(new Error('nothing to refresh')),
    ...more,
  };
  return {
    journal,
    clock,
    reported,
    at(seconds: number, changes: Partial<AttemptInput> = {}) {
      clock.seconds = seconds;
      return attempt({ ...input, ...changes });
    },
    prepareAt(seconds: number) {
      clock.seconds = seconds;
      return prepare(input);
    },
  };
}

/** A target with one commit, whose sends end one after the other as listed; then they succeed. */
export function startCommit(
  ends: Error[],
  options: CommitOptions<Post> = {},
  more: Partial<AttemptInput> = {},
) {
  const keys: string[] = [];
  const effect: Commit<Post> = async (key) => {
    keys.push(key);
    const end = ends.shift();
    if (end !== undefined) throw end;
    return { id: String(keys.length), url: null };
  };
  return { ...start((run) => run.commit('post', effect, options), more), keys };
}
