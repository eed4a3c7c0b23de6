import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDownloadQueues } from './download-queues.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a person may have four files in progress; a fifth is refused until one has finished', async () => {
  const { files } = openDownloadQueues();
  const ask = (owner: number) => files.take({ owner });
  const [arrive] = await Promise.all([1, 1, 1, 1, 2].map(ask));
  const refused = expect(ask(1)).rejects.toMatchObject({
    code: 'rate_limited',
    message:
      'You already have 4 downloads from links in progress, across all workspaces and API keys. Wait until one has finished.',
    more: { headers: { 'retry-after': '20' } },
  });
  await vi.advanceTimersByTimeAsync(0);
  await refused;
  arrive?.();
  await ask(1);
});

test('sixteen files are downloaded at once; one that waits for 20 seconds is refused with a Retry-After', async () => {
  const { downloads } = openDownloadQueues();
  await Promise.all(Array.from({ length: 16 }, (_, owner) => downloads.take({ owner })));
  let isOver = false;
  const late = expect(downloads.take().finally(() => (isOver = true))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'This server is already downloading from 16 links, which is its limit. Try again in 20 s.',
    more: { headers: { 'retry-after': '20' } },
  });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await late;
});
