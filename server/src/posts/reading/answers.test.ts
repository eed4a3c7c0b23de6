import { afterAll, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { createPost, scheduledFor } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

test('posts are listed by their time, the latest first, and those of one time by their ids', async () => {
  const channel = await connectSandbox(service);
  const ids = [];
  for (const interval of ['2 hours', '4 hours', '1 hour', '3 hours', '3 hours']) {
    const scheduled_at = await service.clock.in(interval);
    ids.push((await createPost(service, scheduledFor([channel], { scheduled_at }))).id);
  }
  const [second, last, first, third, another] = ids;
  const list = async () => (await service.call('listPosts', {})).data.map(({ id }) => id);
  const expected = [last, another, third, second, first];
  expect(await list()).toEqual(expected);
  // The service has cached the posts now.
  expect(await list()).toEqual(expected);
});
