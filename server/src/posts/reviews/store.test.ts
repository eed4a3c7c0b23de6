import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../../../test/support/app.ts';
import { createPost, getPost, scheduledFor } from '../../../test/support/posts.ts';
import { connectSandbox } from '../../../test/support/sandbox.ts';
import { readSelfReview, rejectPost } from './store.ts';

const service = await app({ workspace: { requires_approval: true } });
const { db, workspaceId, userId } = service;
afterAll(() => service.close());

describe('whether a sole reviewer may approve their own posts', () => {
  const read = (workspace: number) =>
    db.transaction((tx) => readSelfReview(tx, workspace, userId, ['owner', 'admin']));

  test('does not depend on the reviewers of other workspaces', async () => {
    await service.inWorkspace({}, 'admin');
    await service.as('editor');
    expect(await read(workspaceId)).toEqual({ allowed: false, others: false });
    await db.rows('update workspaces set allow_self_review = true where id = $1', [workspaceId]);
    await service.as('admin');
    expect(await read(workspaceId)).toEqual({ allowed: true, others: true });
  });

  test('is denied if the workspace was deleted', async () => {
    expect(await read(0)).toEqual({ allowed: false, others: true });
  });
});

test('a rejection that fails a post fails only its own targets', async () => {
  const author = await service.as('author');
  const channel = await connectSandbox(service);
  const [post, other] = [
    await createPost(author, scheduledFor([channel])),
    await createPost(author, scheduledFor([channel])),
  ];
  const error = { code: 'not_approved', message: 'No bells.', retryable: false };
  const decision = { workspaceId, postId: post.id, userId, comment: null };
  await db.transaction((tx) => rejectPost(tx, decision, error));
  expect([await getPost(service, post), await getPost(service, other)]).toMatchObject([
    { status: 'failed', targets: [{ status: 'failed', error }] },
    { status: 'pending_approval', targets: [{ status: 'pending', error: null }] },
  ]);
});
