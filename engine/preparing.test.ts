/** What may be done before the time of a post. */
import { NetworkFault } from '@belfry/networks/core/fault.ts';
import { Ended, type Run } from '@belfry/networks/core/run.ts';
import { describe, expect, test } from 'vitest';
import { expired, lost, rejected, start, throttled } from '../server/test/support/engine-target.ts';

const post = { id: '1', url: null };

/** A target of one upload, one wait, a post and a comment. Each call adds its name to `calls`. */
function startVideo(ends: { upload?: () => unknown; probe?: () => unknown } = {}) {
  const calls: string[] = [];
  const target = start(async (run: Run) => {
    await run.step('upload', async () => {
      calls.push('upload');
      await ends.upload?.();
      return 'file';
    });
    await run.until('ready', async () => {
      calls.push('ready');
      return (ends.probe === undefined ? true : await ends.probe()) as true | null;
    });
    const made = await run.commit('post', async () => {
      calls.push('post');
      return post;
    });
    await run.after('comment', async () => calls.push('comment'));
    return made;
  });
  return { ...target, calls };
}

describe('a target that is prepared', () => {
  test('has only its commits left at its time', async () => {
    const target = startVideo();
    expect(await target.prepareAt(-600)).toBeNull();
    expect(target.calls).toEqual(['upload', 'ready']);
    expect(await target.at(0)).toMatchObject({ kind: 'published' });
    expect(target.calls).toEqual(['upload', 'ready', 'post', 'comment']);
  });

  test('is prepared once', async () => {
    const target = startVideo();
    await target.prepareAt(-600);
    expect(await target.prepareAt(-300)).toBeNull();
    expect(target.calls).toEqual(['upload', 'ready']);
  });

  test('waits for its network, and goes on', async () => {
    const answers = [null, true];
    const target = startVideo({ probe: () => answers.shift() });
    expect(await target.prepareAt(-600)).toMatchObject({ kind: 'later', because: 'processing', seconds: 5 });
    expect(await target.prepareAt(-595)).toBeNull();
    expect(target.calls).toEqual(['upload', 'ready', 'ready']);
  });

  test.each([
    ['a refusal', rejected, { kind: 'failed', code: 'rejected' }],
    ['a pause', throttled(7), { kind: 'later', seconds: 7, pauses: 'lane' }],
    ['a lost answer', lost, { kind: 'later', because: 'unavailable' }],
    ['an expired token', expired, { kind: 'later' }],
  ])('has the outcome of %s, and sends nothing', async (_, error, outcome) => {
    const target = startVideo({ upload: () => Promise.reject(error) });
    expect(await target.prepareAt(-600)).toMatchObject(outcome);
    expect(await target.journal.load()).toEqual([]);
  });

  test('begins again what its network has lost', async () => {
    const ends = [new Ended('upload')];
    const target = startVideo({ probe: () => (ends.length > 0 ? Promise.reject(ends.pop()) : true) });
    expect(await target.prepareAt(-600)).toMatchObject({ kind: 'later', because: 'processing' });
    expect(await target.prepareAt(-595)).toBeNull();
    expect(target.calls).toEqual(['upload', 'ready', 'upload', 'ready']);
  });

  test('is left alone once a commit was begun', async () => {
    const ends = [new NetworkFault({ kind: 'unavailable', message: 'Down.', sent: true })];
    const target = start((run) =>
      run.commit(
        'post',
        async () => {
          if (ends.length > 0) throw ends.pop();
          return post;
        },
        { repeatableFor: 60 },
      ),
    );
    await target.at(0);
    const before = await target.journal.load();
    expect(await target.prepareAt(1)).toBeNull();
    expect(await target.journal.load()).toEqual(before);
  });
});
