import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { addPicture, decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());

/** Waits until so many statements of this database wait for locks of others, or until `done`. */
async function untilWaiting(count: number, isDone: () => boolean = () => false): Promise<void> {
  const waiting = () =>
    service.db.rows(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  while (!isDone() && (await waiting()).length < count);
}

test('a reviewer who has read a post before its file was changed cannot approve it', async () => {
  const [author, admin] = [await service.as('author'), await service.as('admin')];
  const account = await connectSandbox(service);
  const picture = await addPicture(service, 'As read');
  const waits = await createPost(author, scheduledFor([account], { media_ids: [picture] }));
  const post = await createPost(author, scheduledFor([account], { media_ids: [] }));

  // The change of the file has read which posts have the file, and now waits for one post.
  const asked = await service.db.transaction(async (tx) => {
    await tx.rows('select from posts where id = $1 for update', [waits.id]);
    const described = author.call('updateMedia', { params: { id: picture }, body: { alt_text: 'Changed' } });
    await untilWaiting(1);
    let isSaved = false;
    const body = scheduledFor([account], { media_ids: [picture] });
    const saved = author.call('updatePost', { params: post, body }).finally(() => {
      isSaved = true;
    });
    await untilWaiting(2, () => isSaved);
    return { described, saved, read: await admin.call('getPost', { params: post }) };
  });
  expect([(await asked.described).status, (await asked.saved).status]).toEqual([200, 200]);

  const ifMatch = asked.read.headers.get('etag') ?? '';
  const answer = await decide(admin, post, 'approve', { ifMatch });
  const now = await admin.call('getPost', { params: post });
  expect([answer.status, now.data.media[0]?.alt_text]).toEqual([409, 'Changed']);
});
