import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { repeatFirstReads } from './first-reads.ts';

/** A service whose answers come when the test says so. */
function serve() {
  const asked: ((answer: string) => void)[] = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  onTestFinished(repeatFirstReads(queries));
  const read = (key: string) => ({
    queryKey: [key],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  });
  const show = (key: string) => {
    const observer = new QueryObserver(queries, read(key));
    onTestFinished(observer.subscribe(() => undefined));
    return observer;
  };
  return { asked, queries, read, show };
}

test('what changes while it is read for the first time is read again, once', async () => {
  const { asked, queries, show } = serve();
  const posts = show('posts');
  void queries.invalidateQueries({ queryKey: ['posts'] });
  void queries.invalidateQueries({ queryKey: ['posts'] });
  asked[0]?.('of before the change');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.('of after the change');
  await expect.poll(() => posts.getCurrentResult().data).toBe('of after the change');
  expect(asked).toHaveLength(2);
});

test('what changes while nobody shows it yet is read again when it is shown', async () => {
  const { asked, queries, read, show } = serve();
  const first = queries.fetchQuery(read('posts'));
  void queries.invalidateQueries({ queryKey: ['posts'] });
  asked[0]?.('of before the change');
  expect(await first).toBe('of before the change');
  expect(asked).toHaveLength(1);
  show('posts');
  expect(asked).toHaveLength(2);
});

test('what is read while something else changes is read once', async () => {
  const { asked, queries, show } = serve();
  const channels = show('channels');
  void queries.invalidateQueries({ queryKey: ['posts'] });
  asked[0]?.('Ada');
  await expect.poll(() => channels.getCurrentResult().data).toBe('Ada');
  expect(asked).toHaveLength(1);
});

test('what changes while it is read a second time is read once more', async () => {
  const { asked, queries, show } = serve();
  const posts = show('posts');
  asked[0]?.('first');
  await expect.poll(() => posts.getCurrentResult().data).toBe('first');
  void posts.refetch();
  void queries.invalidateQueries({ queryKey: ['posts'] });
  asked[2]?.('last');
  await expect.poll(() => posts.getCurrentResult().data).toBe('last');
  expect(asked).toHaveLength(3);
});
