import { expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

test('a workspace with more due posts than a worker can claim does not delay the post of another workspace', async () => {
  await using service = await app();
  const other = await service.inWorkspace();
  // It fills two rounds of a worker.
  const crowd = await Promise.all(Array.from({ length: 210 }, () => connectSandbox(service)));
  for (let at = 0; at < crowd.length; at += 70) {
    const scheduled_at = await service.clock.in('1 minute');
    await createPost(service, scheduledFor(crowd.slice(at, at + 70), { scheduled_at }));
  }
  const scheduled_at = await service.clock.in('2 minutes');
  const single = await createPost(other, scheduledFor([await connectSandbox(other)], { scheduled_at }));
  await service.clock.advance('3 minutes');
  const turn = async () => {
    expect(await service.publisher.claim()).toBe(100);
    await service.publisher.idle();
    return (await getPost(other, single)).status;
  };
  expect([await turn(), await turn()]).toEqual(['scheduled', 'published']);
});
