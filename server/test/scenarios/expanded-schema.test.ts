/** During a deployment a new version has migrated the schema while processes of the previous one still run. */
import { expect, test } from 'vitest';
import { app, type TestApp } from '../support/app.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { makeWebhook, openReceiver, sendAll } from '../support/receivers.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

async function work(service: TestApp): Promise<void> {
  const channel = await connectSandbox(service);
  const { id: mediaId } = (await upload(service, { bytes: await makePicture('png') })).data;
  const { id } = await createPost(service, scheduledFor([channel], { media_ids: [mediaId] }));
  await service.publishDue();
  expect((await getPost(service, { id })).status).toBe('published');
  const author = await service.as('author');
  const waiting = await createPost(author, scheduledFor([channel]));
  await decide(service, waiting, 'approve');
  await service.publishDue();
  expect((await getPost(service, waiting)).status).toBe('published');
  await sendAll(service);
  for (const path of ['/posts', '/channels', '/media', '/api/v1/webhooks', '/api/v1/audit']) {
    expect((await service.request('GET', path)).status, path).toBe(200);
  }
}

test('a process continues with its prepared statements when every table gets another column', async () => {
  await using service = await app({ outboundAllow: loopbackAllowed });
  const receiver = await openReceiver();
  await makeWebhook(service, receiver);
  await work(service);
  const tables = await service.db.rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    await service.db.rows(`alter table ${name} add column of_a_later_version text default 'x'`);
  }
  const before = receiver.got.length;
  await work(service);
  expect(receiver.got.length).toBe(before * 2);
  await receiver.close();
});
