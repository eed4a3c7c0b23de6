/** Steps whose results the network keeps only for a time, or loses. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { Ended, type Run, type StepOptions } from '@belfry/networks/core/run.ts';
import { describe, expect, test } from 'vitest';
import { DAY, lost, rejected, start, throttled } from '../server/test/support/engine-target.ts';

const post = { id: '1', url: null };

/** A target that makes two containers, waits for them and shows them. Each call adds its name to `calls`. */
function startContainers(
  ends: { probe?: () => unknown; send?: () => unknown } = {},
  options: StepOptions = {},
  between: (run: Run, did: (call: string) => string) => Promise<unknown> = async () => undefined,
) {
  const calls: string[] = [];
  const did = (call: string) => `${call} ${calls.push(call)}`;
  const target = start(async (run) => {
    await run.step('first', () => did('first'));
    await between(run, did);
    await run.step('second', () => did('second'), options);
    await run.until('ready', async () => {
      did('ready');
      await ends.probe?.();
      return true;
    });
    return run.commit('post', async () => {
      did('send');
      await ends.send?.();
      return post;
    });
  });
  return { ...target, calls };
}

/** Throws these errors, one at each call. After that it returns the post. */
const throwing =
  (...errors: Error[]) =>
  async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return post;
  };

describe('a step that the network keeps for a minute', () => {
  const refusing = () => ({ send: throwing(throttled(10), throttled(10)) });

  test('keeps its result until then', async () => {
    const target = startContainers(refusing(), { keeps: 60 });
    await target.at(0);
    await target.at(59.999);
    expect(target.calls).toEqual(['first', 'second', 'ready', 'send', 'send']);
  });

  test('runs again then, with the probes after it, but not with the steps before it', async () => {
    const target = startContainers(refusing(), { keeps: 60 });
    await target.at(0);
    await target.at(60);
    expect(target.calls).toEqual(['first', 'second', 'ready', 'send', 'second', 'ready', 'send']);
    expect(await target.at(61)).toMatchObject({ kind: 'published' });
    expect(target.calls).toHaveLength(8);
  });

  test('stays as it is while a later commit is in doubt', async () => {
    const target = startContainers({ send: throwing(lost) }, { keeps: 60 });
    expect(await target.at(0)).toMatchObject({ kind: 'unconfirmed' });
    expect(await target.at(DAY / 2)).toMatchObject({ kind: 'unconfirmed' });
    expect(target.calls).toEqual(['first', 'second', 'ready', 'send']);
  });
});

describe('a step whose result the network has lost', () => {
  const gone = () => new Ended('second');

  test.each([
    ['by the answer of a probe', { probe: throwing(gone()) }, ['second', 'ready']],
    ['by the answer of a commit', { send: throwing(gone()) }, ['second', 'ready', 'send']],
  ])('runs again, %s', async (_, ends, calls) => {
    const target = startContainers(ends);
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'processing', seconds: 5 });
    expect(await target.at(5)).toMatchObject({ kind: 'published' });
    expect(target.calls).toEqual(['first', ...calls, 'second', 'ready', 'send']);
  });

  test('runs again twice, and then the target fails', async () => {
    const target = startContainers({ probe: throwing(gone(), gone(), gone()) });
    const outcomes = [await target.at(0), await target.at(5), await target.at(10)];
    expect(outcomes.map(({ kind }) => kind)).toEqual(['later', 'later', 'failed']);
    expect(outcomes[2]).toMatchObject({
      code: 'network_unavailable',
      message: 'The network no longer has the result of the step “second”.',
    });
  });

  test('takes along the steps after it, but not those before the last finished commit', async () => {
    const send = throwing(new Ended('first'));
    const target = startContainers({ send }, {}, async (run, did) => {
      await run.step('between', () => did('between'));
      await run.commit('part', async () => ({ ...post, id: did('part') }));
    });
    await target.at(0);
    expect(await target.at(5)).toMatchObject({ kind: 'published' });
    const once = ['first', 'between', 'part', 'second', 'ready', 'send'];
    expect(target.calls).toEqual([...once, 'first', 'second', 'ready', 'send']);
  });

  test('takes along the commit whose end the probe reads, because it made nothing visible', async () => {
    const calls: string[] = [];
    const probe = throwing(gone());
    const target = start(async (run) => {
      await run.step('second', () => calls.push('second'));
      const made = await run.commit('post', async () => {
        calls.push('post');
        return post;
      });
      await run.until('shown', probe, { of: 'post' });
      return made;
    });
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.at(5)).toMatchObject({ kind: 'published' });
    expect(calls).toEqual(['second', 'post', 'second', 'post']);
  });

  test('is not made again while the network may show the post: it is asked first', async () => {
    let found: 'absent' | { found: typeof post } = 'absent';
    const calls: string[] = [];
    const effect = throwing(lost, gone());
    const target = start(async (run) => {
      await run.step('second', () => calls.push('second'));
      return run.commit('post', effect, { repeatableFor: 600, reconcile: async () => found });
    });
    await target.at(0);
    found = { found: post };
    expect(await target.at(2)).toMatchObject({ kind: 'published' });
    expect(calls).toEqual(['second']);
  });

  test('fails the target if it names no step that has a result', async () => {
    const target = startContainers({ probe: throwing(new Ended('third')) });
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'network_unavailable' });
  });

  test('stops an `after` for as long as it takes to make it again, and does not become a warning', async () => {
    const send = throwing(gone());
    const target = start(async (run) => {
      const made = await run.commit('post', async () => post);
      await run.step('second', () => 1);
      await run.after('comment', send);
      return made;
    });
    expect(await target.at(0)).toMatchObject({ kind: 'later' });
    expect(await target.at(5)).toEqual({ kind: 'published', ...post, warnings: [] });
  });
});

describe('a post that the network calls a duplicate', () => {
  const duplicate = new NetworkFault({ kind: 'rejected', message: 'You said that.', duplicate: true });
  const options = { reconcile: async () => 'absent' as const };
  const sends: { times: number; firstAt: Date | null }[] = [];
  const startSends = (
    errors: Error[],
    reconcile?: () => Promise<'absent' | 'unknown' | { found: typeof post }>,
  ) => {
    const send = throwing(...errors);
    sends.length = 0;
    return start((run) =>
      run.commit(
        'post',
        async (_, sent) => {
          sends.push(sent);
          return send();
        },
        reconcile === undefined ? {} : { reconcile },
      ),
    );
  };

  test('is refused if nothing was sent before', async () => {
    const target = startSends([duplicate], options.reconcile);
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'rejected', message: 'You said that.' });
    expect(sends).toEqual([{ times: 0, firstAt: null }]);
  });

  test('is looked for until the network shows it, if an earlier send may have made it', async () => {
    let answer: 'absent' | { found: typeof post } = 'absent';
    const target = startSends([lost, duplicate], async () => answer);
    const begin = target.at(0);
    expect(await begin).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.at(10)).toMatchObject({ kind: 'later', because: 'in_doubt' });
    answer = { found: post };
    expect(await target.at(20)).toEqual({ kind: 'published', ...post, warnings: [] });
    expect(sends.map(({ times }) => times)).toEqual([0, 1]);
    expect(sends[1]?.firstAt).toEqual(new Date('2030-01-01T00:00:00Z'));
  });

  test('is found at once if the network shows it by then', async () => {
    const answers: ('absent' | { found: typeof post })[] = ['absent', { found: post }];
    const target = startSends([lost, duplicate], async () => answers.shift() ?? 'absent');
    await target.at(0);
    expect(await target.at(10)).toMatchObject({ kind: 'published' });
  });

  test('stays unconfirmed if the network never shows it', async () => {
    const target = startSends([lost, ...Array<Error>(200).fill(duplicate)], options.reconcile);
    await target.at(0);
    expect(await target.at(899)).toMatchObject({ kind: 'later', because: 'in_doubt' });
    expect(await target.at(900)).toMatchObject({ kind: 'unconfirmed' });
  });

  test.each<[string, Error, string]>([
    ['throttled', throttled(1), 'unconfirmed'],
    [
      'kept from the network',
      new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: false }),
      'unconfirmed',
    ],
    ['refused', rejected, 'failed'],
    // Its key is not used again: Pleroma repeats a stored failure for hours.
    [
      'answered as a failure',
      new NetworkFault({ kind: 'unavailable', message: 'Down.', networkCode: '500', sent: false }),
      'failed',
    ],
  ])('is no refusal after a list without it, and a send that was %s between', async (_, between, end) => {
    const target = startSends([lost, between, ...Array<Error>(200).fill(duplicate)], options.reconcile);
    await target.at(0);
    await target.at(10);
    expect(await target.at(900)).toMatchObject({ kind: end });
  });

  test('is an ordinary refusal for a network that recognises our key', async () => {
    const target = start((run) => run.commit('post', throwing(rejected), { repeatableFor: 600 }));
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'rejected' });
  });
});

describe('a wait that has another result', () => {
  /** Shows a post, then waits for its picture at most a minute. */
  const startPicture = (probe: () => Promise<true | null>, of?: 'post') => {
    const ends: boolean[] = [];
    const target = start(async (run) => {
      const made = await run.commit('post', async () => post);
      const options = { every: 20, within: 60, otherwise: false, ...(of && { of }) };
      ends.push(await run.until('picture', probe, options));
      return made;
    });
    return { ...target, ends };
  };

  test('is a wait like any other', async () => {
    const ready = [null, true] as const;
    let asked = 0;
    const target = startPicture(async () => ready[asked++] ?? null);
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'processing', seconds: 20 });
    expect(await target.at(20)).toMatchObject({ kind: 'published' });
    expect(target.ends).toEqual([true]);
  });

  test.each([
    ['lasts too long', 60, null],
    ['would last beyond the deadline', DAY - 10, null],
    ['is refused', 0, rejected],
    ['needs a new sign-in', 0, new NetworkFault({ kind: 'reconnect', message: 'Who?' })],
  ])('does not fail the post if it %s', async (_, seconds, error) => {
    const target = startPicture(async () => {
      if (error !== null) throw error;
      return null;
    });
    if (seconds === 60) await target.at(0);
    expect(await target.at(seconds)).toMatchObject({ kind: 'published', warnings: [] });
    expect(await target.at(seconds)).toMatchObject({ kind: 'published' });
    expect(target.ends).toEqual([false, false]);
  });

  test('is repeated after a fault that passes', async () => {
    const probe = throwing(throttled(10));
    const target = startPicture(async () => (await probe()) && true);
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'throttled', seconds: 10 });
    expect(await target.at(10)).toMatchObject({ kind: 'published' });
    expect(target.ends).toEqual([true]);
  });

  test('fails the post if the probe reads that the network dropped it', async () => {
    const target = startPicture(() => Promise.reject(rejected), 'post');
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'rejected' });
    expect(target.ends).toEqual([]);
  });

  test('of a commit does not fail the post if it lasts too long', async () => {
    const target = startPicture(async () => null, 'post');
    await target.at(0);
    expect(await target.at(60)).toMatchObject({ kind: 'published' });
    expect(target.ends).toEqual([false]);
  });
});
