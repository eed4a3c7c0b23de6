import { expect, test } from 'vitest';
import { inTurn, noteVersion, versionOf } from './turns.ts';

test('a change waits for those of the same posts, also for one that fails', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sent: string[] = [];
  const send = (name: string, ids: readonly number[], until: Promise<unknown>) =>
    inTurn(ids, async () => {
      sent.push(name);
      await until;
    });
  const refused = send('first', [1, 2], first.promise);
  const waits = send('second', [2, 3], second.promise);
  await send('another', [4], Promise.resolve());
  expect(sent).toEqual(['first', 'another']);
  first.reject(new Error('refused'));
  await expect(refused).rejects.toThrow('refused');
  const last = send('last', [3], Promise.resolve());
  await send('free again', [1], Promise.resolve());
  expect(sent).toEqual(['first', 'another', 'second', 'free again']);
  second.resolve();
  await Promise.all([waits, last]);
  expect(sent.at(-1)).toBe('last');
});

test('a change names the version that the one before left, or a newer one that is shown', () => {
  expect(versionOf({ id: 5, version: 2 })).toBe(2);
  noteVersion(5, 4);
  expect(versionOf({ id: 5, version: 2 })).toBe(4);
  expect(versionOf({ id: 5, version: 6 })).toBe(6);
  expect(versionOf({ id: 6, version: 1 })).toBe(1);
});
