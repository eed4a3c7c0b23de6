/** The edges of each wait while a commit is in doubt, and each end of a send. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import type { CommitOptions, Found } from '@belfry/networks/core/run.ts';
import { describe, expect, test } from 'vitest';
import { lost, type Post, rejected, startCommit, throttled } from '../server/test/support/engine-target.ts';
import type { Journal } from './entry.ts';
import { MediaUnusable } from './unusable.ts';

const answering = (answer: Found<Post>) => ({ reconcile: async () => answer });

describe('a commit in doubt', () => {
  test('is sent again with its key only while the network keeps the key', async () => {
    const target = startCommit([lost, lost], { repeatableFor: 60 });
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.at(59.999)).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.at(60)).toMatchObject({ kind: 'unconfirmed' });
    expect([target.keys.length, new Set(target.keys).size]).toEqual([2, 1]);
  });

  test.each([
    [0, 59, 'later', 1],
    [0, 60, 'published', 2],
  ])('sent at %i and missing from the list at %i is %s', async (sent, asked, kind, sends) => {
    const target = startCommit([lost], { ...answering('absent'), visibleAfter: 60 });
    await target.at(sent);
    const outcome = await target.at(asked);
    expect([outcome.kind, target.keys.length]).toEqual([kind, sends]);
    if (outcome.kind === 'later') expect(outcome).toMatchObject({ seconds: 1, because: 'in_doubt' });
  });

  test('is missing at once if the network shows posts at once', async () => {
    const target = startCommit([lost], answering('absent'));
    await target.at(0);
    expect(await target.at(0)).toMatchObject({ kind: 'published' });
  });

  test('is asked about for 15 minutes if the network does not know', async () => {
    const target = startCommit([lost], answering('unknown'));
    await target.at(0);
    const outcome = await target.at(899.999, { tries: 3 });
    expect(outcome).toMatchObject({ kind: 'later', because: 'in_doubt', pauses: 'target' });
    expect(outcome.kind === 'later' && outcome.seconds >= 7.2 && outcome.seconds <= 8.8).toBe(true);
    expect(await target.at(900)).toMatchObject({ kind: 'unconfirmed' });
    expect(target.keys).toHaveLength(1);
  });

  test('stays in doubt while the network refuses the question', async () => {
    const target = startCommit([lost], { reconcile: () => Promise.reject(rejected) });
    await target.at(0);
    expect(await target.at(10)).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.at(900)).toMatchObject({ kind: 'unconfirmed' });
    expect(target.keys).toHaveLength(1);
  });

  test('that the network shows is published, and never sent again', async () => {
    const target = startCommit([lost], answering({ found: { id: '9', url: null } }));
    await target.at(0);
    expect(await target.at(1)).toMatchObject({ kind: 'published', id: '9' });
    expect(await target.at(2)).toMatchObject({ kind: 'published', id: '9' });
    expect(target.keys).toHaveLength(1);
  });

  test.each([
    [0, 1, 1.1],
    [5, 28.8, 35.2],
  ])('after %i tries is first checked after %d to %d seconds', async (tries, least, most) => {
    const outcome = await startCommit([lost], { repeatableFor: 60 }).at(0, { tries });
    expect(outcome.kind === 'later' && outcome.seconds >= least && outcome.seconds <= most).toBe(true);
  });

  test.each<[string, CommitOptions<Post>]>([
    ['no key and no list', {}],
    ['no time for its key', { repeatableFor: 0 }],
  ])('with %s is unconfirmed at once', async (_, options) => {
    expect(await startCommit([lost], options).at(0)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('is reported, unless the network itself gave no answer', async () => {
    const silent = new NetworkFault({ kind: 'unavailable', message: 'No answer.', sent: true });
    const [one, other] = [startCommit([lost]), startCommit([silent])];
    expect([(await one.at(0)).kind, (await other.at(0)).kind]).toEqual(['unconfirmed', 'unconfirmed']);
    expect([one.reported, other.reported]).toEqual([[lost], []]);
  });
});

describe('a repetition that the network refuses', () => {
  const refuse = async (options: CommitOptions<Post>, seconds = 10) => {
    const target = startCommit([lost, rejected], { repeatableFor: 600, ...options });
    await target.at(0);
    return { outcome: await target.at(seconds), target };
  };

  test.each<[string, CommitOptions<Post>, number, string]>([
    ['no list', {}, 10, 'failed'],
    ['a list that shows it', answering({ found: { id: '9', url: null } }), 10, 'published'],
    ['a list that proves nothing', answering('unknown'), 10, 'later'],
    ['a list without it, too early', { ...answering('absent'), visibleAfter: 30 }, 29.999, 'later'],
    ['a list without it', { ...answering('absent'), visibleAfter: 30 }, 30, 'failed'],
    ['a list without it, at once', answering('absent'), 10, 'failed'],
  ])('with %s', async (_, options, seconds, kind) => {
    const { outcome, target } = await refuse(options, seconds);
    expect(outcome.kind).toBe(kind);
    expect(target.keys).toHaveLength(2);
    if (kind === 'failed') expect(await target.journal.load()).toEqual([]);
    if (kind === 'published') expect(await target.at(seconds + 1)).toMatchObject({ id: '9' });
    if (options.visibleAfter !== undefined && outcome.kind === 'later')
      expect(outcome).toMatchObject({ seconds: 30, because: 'in_doubt' });
  });
});

describe('a first send', () => {
  test.each<[string, Error, string]>([
    ['a refusal', rejected, 'failed'],
    ['a throttle', throttled(7), 'later'],
    [
      'a network that was not reached',
      new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: false }),
      'later',
    ],
    ['an unusable file', new MediaUnusable('Gone.', { isFinal: true, field: 'media_ids.0' }), 'failed'],
  ])('that ends with %s leaves no doubt', async (_, error, kind) => {
    const target = startCommit([error]);
    expect((await target.at(0)).kind).toBe(kind);
    expect(await target.journal.load()).toEqual([]);
    expect(await target.at(1)).toMatchObject({ kind: 'published', id: '2' });
    expect(new Set(target.keys).size).toBe(2);
  });

  test.each([
    [5, 0],
    [5.001, 1],
  ])('that begins %d seconds after its decision renews its lease %i times', async (seconds, resends) => {
    const target = startCommit([]);
    let resent = 0;
    const slow: Journal = {
      ...target.journal,
      open: async (name, kind) => {
        const entry = await target.journal.open(name, kind);
        target.clock.seconds = seconds;
        return entry;
      },
      resend: (name) => {
        resent += 1;
        return target.journal.resend(name);
      },
    };
    expect(await target.at(0, { journal: slow })).toMatchObject({ kind: 'published' });
    expect([resent, target.keys.length]).toEqual([resends, 1]);
  });
});
