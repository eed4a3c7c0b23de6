import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { bendNetwork } from '../support/bent-network.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

test('the message of an exception in a network’s code reaches only the log', async () => {
  const channel = await connectSandbox(service);
  const post = await createPost(service, scheduledFor([channel]));
  const detail = 'GET https://sandbox.example/v1/me?access_token=hush failed';
  using _bent = bendNetwork(service, 'sandbox', () => Promise.reject(new TypeError(detail)));
  for (let tries = 0; tries < 8; tries += 1) {
    await service.publishDue();
    await service.clock.advance('10 minutes');
  }
  const { targets } = await getPost(service, post);
  const [target] = targets;
  expect(target?.error).toMatchObject({ code: 'adapter_error', retryable: true });
  expect(target?.error?.message).toBe(
    `Belfry did not understand the answer of Sandbox. The operator of Belfry can find the error in the log under target ${target?.id}.`,
  );
  const { data } = await service.call('listPostEvents', { params: { id: post.id } });
  expect(JSON.stringify([targets, data])).not.toMatch(/hush|access_token|sandbox\.example/);
});
