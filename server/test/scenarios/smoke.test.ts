import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { joinSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

test('smoke', async () => {
  const channel = await joinSandbox(service);
  const post = (
    await service.call('createPost', {
      body: {
        status: 'scheduled',
        scheduled_at: await service.clock.in('5 minutes'),
        content: 'Hi',
        targets: [{ channel_id: channel.id }],
      },
    })
  ).data;
  expect(post.status).toBe('scheduled');
  expect(await service.publishDue()).toBe(0);
  await service.clock.advance('5 minutes');
  expect(await service.publishDue()).toBe(1);
  const after = (await service.call('getPost', { params: { id: post.id } })).data;
  expect(after.status).toBe('published');
  expect(await readTimeline(service, channel)).toHaveLength(1);
});
