import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const author = await service.as('author');
const later = '2027-06-01T10:00:00.000000Z';

let made = 0;
const make = async (client: Client = service) => {
  made += 1;
  return (await client.call('createLabel', { body: { name: `Label ${made}`, color: 'teal' } })).data;
};
const [red, blue] = [await make(), await make()];
const label = (
  post: Pick<Post, 'id'>,
  label_ids: number[] | null,
  client: Client = service,
  ifMatch?: string,
) =>
  client.request('PATCH', `/posts/${post.id}`, {
    body: { label_ids },
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
const idsOf = async (post: Pick<Post, 'id'>) => (await getPost(service, post)).labels.map(({ id }) => id);
const act = async (
  action: 'label' | 'unlabel' | 'duplicate',
  posts: Pick<Post, 'id'>[],
  label_ids?: number[],
) => {
  const body = {
    action,
    posts: posts.map(({ id }) => ({ id })),
    mode: 'each' as const,
    ...(label_ids && { label_ids }),
  };
  return (await service.call('changePosts', { body })).data;
};
const kindsOf = async ({ id }: Pick<Post, 'id'>) =>
  (await service.call('listPostEvents', { params: { id } })).data.map(({ kind }) => kind);
const plan = (client: Client = service, more: object = {}) =>
  createPost(client, scheduledFor([channel], { scheduled_at: later, ...more }));

async function approved(): Promise<Post> {
  const post = await plan(author);
  await decide(service, post, 'approve');
  return getPost(service, post);
}

describe('labels alone', () => {
  test('are changed in every status, and leave the rest of the post as it is', async () => {
    const failed = await createPost(service, scheduledToBehave('reject', [channel]));
    const published = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    const draft = await createPost(service, { status: 'draft', content: 'Draft' });
    const posts = [draft, await plan(author), await plan(), await approved(), failed, published];
    const statuses = [];
    for (const { id } of posts) {
      const before = await getPost(service, { id });
      statuses.push(before.status);
      const answer = await label({ id }, [red.id]);
      expect(answer.data).toEqual({ ...before, labels: [red] });
      expect(answer.headers.get('etag')).toBe(`"${before.version}"`);
      expect(await getPost(service, { id })).toEqual(answer.data);
    }
    const both = ['scheduled', 'scheduled'];
    expect(statuses).toEqual(['draft', 'pending_approval', ...both, 'failed', 'published']);
  });

  test('need no new approval, and the approved post goes out', async () => {
    const post = await approved();
    expect((await label(post, [red.id], author)).status).toBe(200);
    const body = { ...scheduledFor([channel], { scheduled_at: later }), label_ids: [blue.id] };
    expect((await service.call('updatePost', { params: { id: post.id }, body })).data).toMatchObject({
      status: 'scheduled',
      version: post.version,
      labels: [blue],
    });
    expect(await kindsOf(post)).toEqual([
      'review.requested',
      'review.approved',
      'post.labelled',
      'post.labelled',
    ]);
    const [row] = await service.db.rows<{ approved: boolean }>(
      'select approved_digest is not null as approved from posts where id = $1',
      [post.id],
    );
    expect(row?.approved).toBe(true);
  });

  test('leave one event with both lists, and none if nothing changes', async () => {
    const post = await plan();
    await label(post, [blue.id, red.id]);
    await label(post, [red.id, blue.id]);
    await label(post, null);
    const { data } = await service.call('listPostEvents', { params: { id: post.id } });
    const both = [red.id, blue.id];
    expect(data.slice(1).map((event) => event.data)).toEqual([
      { before: { status: 'scheduled', label_ids: [] }, after: { label_ids: both } },
      { before: { status: 'scheduled', label_ids: both }, after: { label_ids: [] } },
    ]);
  });

  test('are changed together with the time as one save', async () => {
    const post = await plan();
    const body = { label_ids: [red.id], scheduled_at: '2027-07-01T10:00:00Z' };
    const { data } = await service.call('patchPost', { params: { id: post.id }, body });
    expect(data).toMatchObject({ version: post.version + 1, labels: [red] });
    expect(await kindsOf(post)).toEqual(['post.scheduled', 'post.scheduled']);
  });

  test('are refused with an outdated version, too many, or from another workspace', async () => {
    const stranger = await service.inWorkspace();
    const foreign = await make(stranger);
    const post = await plan();
    expect(refusalOf(await label(post, [red.id], service, '"7"'))).toEqual(['version_conflict']);
    expect(refusalOf(await label(post, [red.id, foreign.id]))).toEqual(['invalid', 'label_ids.1']);
    expect(refusalOf(await label(post, [foreign.id], stranger))).toEqual(['not_found']);
    expect(await idsOf(post)).toEqual([]);
  });

  test('need the right to change the post', async () => {
    const post = await plan();
    const limited = await service.as('editor');
    await service.db.rows("update members set channel_ids = '{}' where user_id = $1", [limited.userId]);
    expect(refusalOf(await label(post, [red.id], await service.as('viewer')))).toEqual(['forbidden']);
    expect(refusalOf(await label(post, [red.id], author))).toEqual(['forbidden']);
    expect(refusalOf(await label(post, [red.id], limited))).toEqual(['not_found']);
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
      limited.userId,
      [channel.id],
    ]);
    const wide = await createPost(service, scheduledFor([channel, await connectSandbox(service)]));
    expect(refusalOf(await label(wide, [red.id], limited))).toEqual(['forbidden']);
    expect(await idsOf(post)).toEqual([]);
  });
});

describe('many posts', () => {
  test('are labelled and unlabelled, each keeping its other labels', async () => {
    const posts = [await plan(service, { label_ids: [red.id] }), await plan()];
    const done = posts.map(({ id, version }) => ({ id, status: 'done', version }));
    expect(await act('label', posts, [blue.id])).toEqual(done);
    expect([await idsOf(posts[0] as Post), await idsOf(posts[1] as Post)]).toEqual([
      [red.id, blue.id],
      [blue.id],
    ]);
    expect(await act('unlabel', posts, [red.id])).toEqual(done);
    for (const post of posts) expect(await idsOf(post)).toEqual([blue.id]);
  });

  test('labelled at once with different labels have both', async () => {
    const post = await plan();
    const labels = await Promise.all(Array.from({ length: 6 }, () => make()));
    await Promise.all(labels.map(({ id }) => act('label', [post], [id])));
    expect(await idsOf(post)).toEqual(labels.map(({ id }) => id).sort((a, b) => a - b));
  });

  test('get at most 20 labels each', async () => {
    const labels = await Promise.all(Array.from({ length: 20 }, () => make()));
    const post = await plan(service, { label_ids: labels.map(({ id }) => id) });
    const [result] = await act('label', [post], [red.id]);
    expect(result).toMatchObject({ status: 'refused', error: { code: 'invalid' } });
    expect(await idsOf(post)).toHaveLength(20);
  });

  test('cannot be labelled without labels', async () => {
    const body = { action: 'label', mode: 'each', posts: [{ id: 1 }] };
    const answer = await service.request('POST', '/api/v1/posts/bulk', { body });
    expect(refusalOf(answer)).toEqual(['invalid', 'label_ids']);
  });
});

describe('labels go with', () => {
  test('a duplicate', async () => {
    const post = await plan(service, { label_ids: [red.id, blue.id] });
    const [result] = await act('duplicate', [post]);
    expect(await idsOf({ id: result?.new_id ?? 0 })).toEqual([red.id, blue.id]);
  });

  test('a working copy, without those that were deleted', async () => {
    const post = await plan();
    const params = { id: post.id };
    const gone = await make();
    const put = (more: object) =>
      service.call('putWorkingCopy', {
        params,
        body: { base_version: 1, post: { content: 'New', ...more } },
      });
    const read = async () => (await service.call('getWorkingCopy', { params })).data.own?.post;
    await put({});
    expect(await read()).not.toHaveProperty('label_ids');
    await put({ label_ids: [] });
    expect(await read()).toMatchObject({ label_ids: [] });
    await put({ label_ids: [blue.id, gone.id] });
    await service.call('deleteLabel', { params: { id: gone.id } });
    expect(await read()).toMatchObject({ label_ids: [blue.id] });
    expect(await idsOf(post)).toEqual([]);
    const unknown = (await put({ label_ids: [gone.id] })).data.details;
    expect(unknown.map(({ field, code }) => [field, code])).toContainEqual(['label_ids.0', 'unknown_label']);
  });

  test('a restored post, without those that were deleted meanwhile, as do its comments and their marks', async () => {
    const gone = await make();
    const post = await plan(service, { label_ids: [red.id, gone.id] });
    const params = { id: post.id };
    const comment = await author.call('createComment', { params, body: { text: 'Read this.' } });
    const { created_at } = comment.data;
    await service.call('readComments', { params, body: { until: created_at } });
    await service.clock.advance('1 second');
    await author.call('createComment', { params, body: { text: 'And this.' } });
    const before = await service.call('listComments', { params });
    await service.request('DELETE', `/posts/${post.id}`);
    const binned = await service.call('listComments', { params });
    expect([before.body, binned.status]).toMatchObject([{ unread: 1 }, 404]);
    await service.call('deleteLabel', { params: { id: gone.id } });
    expect((await service.call('restorePost', { params })).data.labels).toEqual([red]);
    expect(await idsOf(post)).toEqual([red.id]);
    expect(await service.call('listComments', { params }).then(({ body }) => body)).toEqual(before.body);
  });
});
