import type { PostStatus } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../../test/support/app.ts';
import { makeMedia } from '../../test/support/people.ts';
import { createPost, getPost, scheduledFor } from '../../test/support/posts.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import type { Tx } from '../db/database.ts';
import { binPost } from './bin/store.ts';
import { findPage, readPage, readPosts, weighPosts } from './reading/store.ts';
import { askAboutCopies } from './reconcile.ts';
import { latestReviews, listReviews, noteFileChange, voidApprovals } from './reviews/store.ts';
import * as store from './store.ts';
import { listEvents } from './timeline/store.ts';

const service = await app();
const { db, workspaceId } = service;
afterAll(() => service.close());
const stranger = await service.inWorkspace();

const channel = await connectSandbox(service);
/** A failed post with a file, an entry of each kind in the journal, and a review. */
async function makePost() {
  const scheduled_at = '2028-01-01T00:00:00Z';
  const media_ids = [await makeMedia(db, workspaceId)];
  const post = await createPost(service, scheduledFor([channel], { scheduled_at, media_ids }));
  const target = post.targets[0]?.id ?? 0;
  await db.rows(
    `insert into journal (target_id, workspace_id, name, kind, state)
     select $1, $2, kind, kind, 'open' from unnest(array['step', 'until', 'commit']) as kind`,
    [target, workspaceId],
  );
  await db.rows(
    `insert into reviews (workspace_id, post_id, reviewer_id, decision, version) values ($1, $2, $3, 'approved', 2)`,
    [workspaceId, post.id, service.userId],
  );
  await db.rows("update posts set approved_digest = '\\x00' where id = $1", [post.id]);
  return { id: post.id, target };
}

/** The rows of a post. */
async function readAll({ id }: { id: number }) {
  const [post] = await db.rows('select * from posts where id = $1', [id]);
  const targets = await db.rows('select * from targets where post_id = $1', [id]);
  const media = await db.rows('select * from post_media where post_id = $1', [id]);
  const entries = await db.rows<{ name: string }>(
    'select name from journal where target_id in (select id from targets where post_id = $1) order by name',
    [id],
  );
  return { post, targets, media, entries: entries.map(({ name }) => name) };
}

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work);

describe('in another workspace', () => {
  test.each<
    [string, (tx: Tx, workspaceId: number, id: number) => Promise<{ size: number } | { length: number }>]
  >([
    ['targets', (tx, workspace, id) => store.listTargets(tx, workspace, [id])],
    ['targets in doubt', store.listDoubts],
    ['files', store.listMediaIds],
    ['reviews', listReviews],
    ['latest review', (tx, workspace, id) => latestReviews(tx, workspace, [id])],
    ['events', listEvents],
    ['row', (tx, workspace, id) => readPosts(tx, workspace, [id])],
    ['weight', (tx, workspace, id) => weighPosts(tx, workspace, [id])],
  ])('a post has no %s', async (_, list) => {
    const { id } = await makePost();
    const counts = await inTransaction(async (tx) =>
      [await list(tx, workspaceId, id), await list(tx, stranger.workspaceId, id)].map((found) =>
        'size' in found ? found.size > 0 : found.length > 0,
      ),
    );
    expect(counts).toEqual([true, false]);
  });

  test.each<[string, (tx: Tx, post: { id: number; target: number }) => Promise<unknown>]>([
    [
      'saved',
      (tx, { id }) => store.clearPost(tx, stranger.workspaceId, id, { keepChannelIds: [], resend: [] }),
    ],
    ['asked about', (tx, { id, target }) => store.askAbout(tx, stranger, id, [target])],
    ['deleted', (tx, { id }) => binPost(tx, stranger, id, { data: { before: {} as never }, digest: null })],
    [
      'sent back',
      (tx, { id }) => voidApprovals(tx, stranger.workspaceId, [id], null, { because: 'changed' }),
    ],
    ['marked', (tx, { id }) => noteFileChange(tx, stranger, [id])],
  ])('a post is not %s', async (_, change) => {
    const post = await makePost();
    const before = await readAll(post);
    await inTransaction((tx) => change(tx, post));
    expect(await readAll(post)).toEqual(before);
  });
});

describe('before a post is replaced', () => {
  test('only its own parts are deleted, and of its journal only what prepared it', async () => {
    const [post, other] = [await makePost(), await makePost()];
    const before = await readAll(other);
    const keepChannelIds = [channel.id];
    await inTransaction((tx) => store.clearPost(tx, workspaceId, post.id, { keepChannelIds, resend: [] }));
    expect(await readAll(post)).toMatchObject({
      targets: [{ id: post.target }],
      media: [],
      entries: ['commit'],
    });
    await inTransaction((tx) =>
      store.clearPost(tx, workspaceId, post.id, { keepChannelIds, resend: [post.target] }),
    );
    expect((await readAll(post)).entries).toEqual([]);
    await inTransaction((tx) =>
      store.clearPost(tx, workspaceId, post.id, { keepChannelIds: [], resend: [] }),
    );
    expect((await readAll(post)).targets).toEqual([]);
    expect(await readAll(other)).toEqual(before);
  });
});

test('copies in doubt are asked about only after the post has failed', async () => {
  const { id, target } = await makePost();
  const ask = (status: PostStatus) =>
    inTransaction((tx) => askAboutCopies(tx, { workspaceId, userId: null }, { id, status }));
  await db.rows("update posts set status = 'failed' where id = $1", [id]);
  for (const status of ['draft', 'pending_approval', 'scheduled'] as const)
    expect(await ask(status)).toEqual([]);
  expect(await ask('failed')).toEqual([target]);
});

test('the weight of a post has no share of other posts', async () => {
  const { id } = await makePost();
  const weigh = () => inTransaction((tx) => weighPosts(tx, workspaceId, [id]));
  const before = await weigh();
  await makePost();
  expect(await weigh()).toEqual(before);
});

test('a page names only the channels of its posts', async () => {
  await connectSandbox(service);
  const { id } = await makePost();
  const who = { workspaceId, userId: service.userId, channelIds: null };
  const page = readPage(await findPage(db, who, { id }));
  expect(page.channels.map((each) => each.id)).toEqual([channel.id]);
  expect((await getPost(service, { id })).targets).toHaveLength(1);
});
