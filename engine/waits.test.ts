/** The edges of each wait for a network that has not finished. */
import { describe, expect, test } from 'vitest';
import { DAY, reconnect, rejected, start, throttled } from '../server/test/support/engine-target.ts';

describe('a probe', () => {
  const notReady = (options?: object) =>
    start(async (run) => ({ id: await run.until<string>('video', async () => null, options), url: null }));

  test.each([
    [undefined, 1800, 5, 30],
    [{ every: 3, within: 120 }, 120, 3, 2],
  ])('with %j gives up after %i seconds', async (options, within, seconds, minutes) => {
    const target = notReady(options);
    const waits = {
      kind: 'later',
      seconds,
      because: 'processing',
      message: 'Waiting for the network to finish “video”.',
      pauses: 'target',
    };
    expect(await target.at(0)).toEqual(waits);
    expect(await target.at(within - 0.001)).toEqual(waits);
    expect(await target.at(within)).toEqual({
      kind: 'failed',
      code: 'processing_timeout',
      message: `The network had not finished “video” after ${minutes} minutes.`,
    });
  });

  test('that is ready is not asked again', async () => {
    let asked = 0;
    const target = start(async (run) => {
      const id = await run.until('video', async () => String(++asked));
      await run.step('next', () => Promise.reject(throttled(1)));
      return { id, url: null };
    });
    await target.at(0);
    await target.at(9);
    expect(asked).toBe(1);
    expect(await target.journal.load()).toMatchObject([{ name: 'video', state: 'done', result: '1' }]);
  });

  test('that reads the refusal of a commit proves that nothing is live', async () => {
    const sends: string[] = [];
    let isRefused = true;
    const target = start(async (run) => {
      const post = await run.commit('post', async (key) => ({ id: String(sends.push(key)), url: null }));
      const probe = () => (isRefused ? Promise.reject(rejected) : Promise.resolve(true));
      await run.until('shown', probe, { of: 'post' });
      return post;
    });
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'rejected' });
    isRefused = false;
    expect(await target.at(1)).toMatchObject({ kind: 'published', id: '2' });
    expect(new Set(sends).size).toBe(2);
  });

  test('that reads a refusal of a later part leaves the part before it done', async () => {
    const sends: string[] = [];
    let isRefused = true;
    const target = start(async (run) => {
      const post = await run.commit('post', async (key) => ({ id: String(sends.push(key)), url: null }));
      await run.until('second ready', () => (isRefused ? Promise.reject(rejected) : Promise.resolve(true)));
      return post;
    });
    expect(await target.at(0)).toMatchObject({ kind: 'failed', code: 'rejected' });
    isRefused = false;
    expect(await target.at(1)).toMatchObject({ kind: 'published', id: '1' });
    expect(sends).toHaveLength(1);
  });

  describe('of a commit that the network accepted', () => {
    const startWaiting = (probe: () => Promise<true | null>, options: object = {}, input = {}) => {
      const sends: string[] = [];
      const target = start(async (run) => {
        const post = await run.commit('post', async (key) => ({ id: String(sends.push(key)), url: null }));
        await run.until('shown', probe, { of: 'post', within: 60, ...options });
        return post;
      }, input);
      const post = async () => (await target.journal.load()).find(({ name }) => name === 'post');
      return { ...target, sends, post };
    };
    const notFinished = { kind: 'unconfirmed', cause: 'not_finished' };
    const wrong = () => Promise.reject(new Error('no bells'));

    test('that is not ready in time leaves it in doubt, with its answer', async () => {
      const target = startWaiting(async () => null);
      expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'processing' });
      expect(await target.at(60)).toMatchObject(notFinished);
      expect(await target.post()).toMatchObject({ state: 'open', result: { id: '1' } });
      expect(await target.at(61)).toMatchObject(notFinished);
      expect(target.sends).toHaveLength(1);
    });

    test('that is ready when it is asked again ends the doubt', async () => {
      let isReady: true | null = null;
      const target = startWaiting(async () => isReady);
      await target.at(0);
      await target.at(60);
      isReady = true;
      expect(await target.at(90)).toMatchObject({ kind: 'published', id: '1' });
      expect(await target.post()).toMatchObject({ state: 'done', result: { id: '1' } });
      expect(target.sends).toHaveLength(1);
    });

    test('that was in doubt is sent anew once the network has dropped it', async () => {
      let isDropped = false;
      const target = startWaiting(() => (isDropped ? Promise.reject(rejected) : Promise.resolve(null)));
      await target.at(0);
      await target.at(60);
      isDropped = true;
      expect(await target.at(90)).toMatchObject({ kind: 'failed', code: 'rejected' });
      expect(await target.post()).toBeUndefined();
    });

    test('that lasts beyond the deadline leaves it in doubt', async () => {
      const target = startWaiting(async () => null, { within: 3 * DAY });
      expect(await target.at(DAY)).toMatchObject(notFinished);
    });

    test('that our code cannot read leaves it in doubt', async () => {
      const target = startWaiting(wrong, {}, { tries: 6 });
      expect(await target.at(0)).toMatchObject(notFinished);
    });

    test('that needs a new sign-in leaves it done, and the target held', async () => {
      const target = startWaiting(() => Promise.reject(reconnect));
      expect(await target.at(0)).toMatchObject({ kind: 'held' });
      expect(await target.post()).toMatchObject({ state: 'done' });
    });

    test('that has another result to end with leaves it done', async () => {
      const target = startWaiting(async () => null, { otherwise: true });
      await target.at(0);
      expect(await target.at(60)).toMatchObject({ kind: 'published', id: '1' });
      expect(await target.post()).toMatchObject({ state: 'done' });
    });
  });

  test('that fails in another way leaves the commit done', async () => {
    const sends: string[] = [];
    let isDown = true;
    const target = start(async (run) => {
      const post = await run.commit('post', async (key) => ({ id: String(sends.push(key)), url: null }));
      const probe = () => (isDown ? Promise.reject(throttled(1)) : Promise.resolve(true));
      await run.until('shown', probe, { of: 'post' });
      return post;
    });
    expect(await target.at(0)).toMatchObject({ kind: 'later', because: 'throttled' });
    isDown = false;
    expect(await target.at(1)).toMatchObject({ kind: 'published', id: '1' });
    expect(sends).toHaveLength(1);
  });
});
