import type { Channel } from '@belfry/contract/channels.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { ofPosts } from '../../src/posts/bin/store.ts';
import { emptyBin } from '../../src/posts/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const [one, two] = [await connectSandbox(service), await connectSandbox(service)];
const author = await service.as('author');
const later = '2027-06-01T10:00:00.000000Z';

const remove = async (post: Pick<Post, 'id'>, client: Client = service) =>
  (await client.request('DELETE', `/posts/${post.id}`)).status;
const restore = ({ id }: Pick<Post, 'id'>, client: Client = service) =>
  client.call('restorePost', { params: { id } });
const plan = (client: Client, channels: Channel[] = [one], scheduled_at = later) =>
  createPost(client, scheduledFor(channels, { scheduled_at }));
const read = (post: Post) => service.request('GET', `/posts/${post.id}`);
const idsIn = async (client: Client = service) =>
  (await client.call('listBin', { query: { limit: 100 } })).data.map(({ id }) => id);
async function limitedTo(channelId: number): Promise<Client> {
  const client = await service.as('editor');
  await service.db.rows('update members set channel_ids = $2 where user_id = $1', [
    client.userId,
    [channelId],
  ]);
  return client;
}

describe('a deleted post', () => {
  test('is not found, is in no list, and is never published', async () => {
    const channel = await connectSandbox(service);
    const post = await plan(service, [channel], await service.clock.in('10 minutes'));
    expect(await remove(post)).toBe(204);
    expect(refusalOf(await read(post))).toEqual(['not_found']);
    expect(refusalOf(await service.request('DELETE', `/posts/${post.id}`))).toEqual(['not_found']);
    const listed = await service.call('listPosts', { query: { 'channel_ids[]': [channel.id] } });
    expect(listed.data).toEqual([]);
    await service.clock.advance('20 minutes');
    expect(await service.publishDue()).toBe(0);
    expect(await readTimeline(service, channel)).toEqual([]);
  });

  test('is in the bin, with the person who deleted it', async () => {
    const post = await plan(author);
    await remove(post);
    const { data } = await service.call('listBin', { query: { limit: 1 } });
    expect(data).toEqual([
      {
        id: post.id,
        text: 'Hello',
        status: 'pending_approval',
        scheduled_at: later,
        channel_ids: [one.id],
        missing_media_ids: [],
        author: post.author,
        deleted_by: { id: service.userId, name: expect.any(String) },
        deleted_at: await service.clock.in('0'),
        expires_at: await service.clock.in('30 days'),
      },
    ]);
  });

  test('frees its slot and its files', async () => {
    const channel = await connectSandbox(service);
    const media = await makeMedia(service.db, service.workspaceId);
    const post = await createPost(service, scheduledFor([channel], { queue: true, media_ids: [media] }));
    await remove(post);
    expect((await createPost(service, scheduledFor([channel], { queue: true }))).scheduled_at).toBe(
      post.scheduled_at,
    );
    expect((await service.request('DELETE', `/media/${media}`)).status).toBe(204);
  });
});

describe('a restored post', () => {
  test('is as it was, and is published at its time', async () => {
    const channel = await connectSandbox(service);
    const media_ids = [await makeMedia(service.db, service.workspaceId)];
    const scheduled_at = await service.clock.in('10 minutes');
    const body = scheduledFor([one, two, channel], { scheduled_at, media_ids });
    const post = await createPost(service, body);
    await remove(post);
    const restored = await restore(post);
    expect(restored.status).toBe(200);
    expect(restored.headers.get('etag')).toBe('"2"');
    expect(restored.data).toEqual({ ...post, version: 2, updated_at: restored.data.updated_at });
    expect(await getPost(service, post)).toEqual(restored.data);
    expect(await idsIn()).not.toContain(post.id);
    expect(refusalOf(await restore(post))).toEqual(['not_found']);
    const events = await service.call('listPostEvents', { params: { id: post.id } });
    expect(events.data.map(({ kind }) => kind)).toEqual(['post.scheduled', 'post.deleted', 'post.restored']);
    const drafted = await service.call('patchPost', {
      params: { id: post.id },
      body: { scheduled_at: later },
    });
    expect(drafted.data.targets.map(({ id }) => id)).toEqual(post.targets.map(({ id }) => id));
  });

  test('goes out at its time', async () => {
    const channel = await connectSandbox(service);
    const post = await plan(service, [channel], await service.clock.in('10 minutes'));
    await remove(post);
    await restore(post);
    await service.clock.advance('10 minutes');
    expect(await service.publishDue()).toBe(1);
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });

  test('is a draft once its time has passed', async () => {
    const channel = await connectSandbox(service);
    const post = await plan(service, [channel], await service.clock.in('10 minutes'));
    await remove(post);
    await service.clock.advance('10 minutes');
    expect((await restore(post)).data).toMatchObject({ status: 'draft', content: 'Hello' });
    await service.clock.advance('1 day');
    await service.publishDue();
    expect(await readTimeline(service, channel)).toEqual([]);
  });

  test('is a draft if its channel or its file was removed or changed', async () => {
    const channel = await connectSandbox(service);
    const posts = [await plan(service, [channel])];
    const [gone, changed] = [
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
    ];
    for (const media_ids of [[gone, changed], [changed]]) {
      posts.push(await createPost(service, scheduledFor([one], { scheduled_at: later, media_ids })));
    }
    for (const post of posts) await remove(post);
    await service.request('DELETE', `/channels/${channel.id}`);
    await service.request('DELETE', `/media/${gone}`);
    await service.call('updateMedia', { params: { id: changed }, body: { alt_text: 'Other' } });
    const restored: Post[] = [];
    for (const post of posts) restored.push((await restore(post)).data);
    expect(restored.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    expect(restored.map(({ media }) => media.map(({ id }) => id))).toEqual([[], [changed], [changed]]);
  });

  test('keeps its approval, or waits for one as before', async () => {
    const [approved, waiting] = [await plan(author), await plan(author)];
    await decide(service, approved, 'approve');
    for (const post of [approved, waiting]) await remove(post, service);
    expect((await restore(approved)).data).toMatchObject({
      status: 'scheduled',
      latest_review: { decision: 'approved' },
    });
    expect((await restore(waiting)).data.status).toBe('pending_approval');
    const [row] = await service.db.rows<{ has: boolean }>(
      'select approved_digest is not null as has from posts where id = $1',
      [approved.id],
    );
    expect(row?.has).toBe(true);
  });

  test('stays published, with its page', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledFor([channel]));
    await service.publishDue();
    const published = await getPost(service, post);
    await remove(post);
    const restored = (await restore(post)).data;
    expect(restored).toEqual({
      ...published,
      version: published.version + 1,
      updated_at: restored.updated_at,
    });
    await service.publishDue();
    expect(await readTimeline(service, channel)).toHaveLength(1);
  });

  test('still may be live, and is not sent again without a word', async () => {
    const channel = await connectSandbox(service);
    const post = await createPost(service, scheduledToBehave('reject', [channel]));
    await service.publishDue();
    const [target] = (await getPost(service, post)).targets;
    await service.db.rows(
      `insert into journal (target_id, name, workspace_id, kind, state) values ($1, 'post', $2, 'commit', 'open')`,
      [target?.id, service.workspaceId],
    );
    await remove(post);
    expect((await restore(post)).data.targets).toEqual([target]);
    const again = { status: 'scheduled', scheduled_at: later };
    const refused = await service.request('PATCH', `/posts/${post.id}`, { body: again });
    expect(refused.error).toMatchObject({
      code: 'confirm_resend_required',
      details: { target_ids: [target?.id] },
    });
  });

  test('that some channel shows has failed, once its time has passed', async () => {
    const [good, bad] = [await connectSandbox(service), await connectSandbox(service)];
    const body = scheduledToBehave('reject', [good, bad]);
    const targets = [{ channel_id: good.id }, ...(body.targets ?? []).slice(1)];
    const post = await createPost(service, { ...body, targets });
    await service.publishDue();
    const scheduled_at = await service.clock.in('10 minutes');
    await service.call('patchPost', { params: { id: post.id }, body: { status: 'scheduled', scheduled_at } });
    await remove(post);
    await service.clock.advance('10 minutes');
    expect((await restore(post)).data).toMatchObject({
      status: 'failed',
      targets: [{ status: 'published' }, { status: 'failed', error: { code: 'missed' } }],
    });
  });

  test('twice at once is restored once', async () => {
    const post = await plan(service);
    await remove(post);
    const answers = await Promise.all([restore(post), restore(post)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('the bin', () => {
  test('is emptied after 30 days', async () => {
    const post = await plan(service);
    await remove(post);
    await service.clock.advance('29 days');
    await emptyBin(service.db);
    expect(await idsIn()).toContain(post.id);
    await service.clock.advance('1 day');
    expect(await idsIn()).not.toContain(post.id);
    expect(refusalOf(await restore(post))).toEqual(['not_found']);
    await emptyBin(service.db);
    expect(await service.db.rows('select from bin where post_id = $1', [post.id])).toEqual([]);
  });

  test('has pages', async () => {
    const owner = await service.inWorkspace();
    const posts = [];
    for (let n = 0; n < 3; n += 1) posts.push(await createPost(owner, { status: 'draft' }));
    for (const post of posts) await remove(post, owner);
    const first = await owner.request('GET', '/api/v1/bin?limit=2');
    const { data, next_cursor } = first.body as { data: Post[]; next_cursor: number };
    const second = await owner.request('GET', `/api/v1/bin?limit=2&cursor=${next_cursor}`);
    const rest = second.body as { data: Post[]; next_cursor: null };
    expect([...data, ...rest.data].map(({ id }) => id)).toEqual(posts.map(({ id }) => id).reverse());
    expect(rest.next_cursor).toBeNull();
  });

  test('of another workspace is not seen, and a person sees only posts of their channels', async () => {
    const post = await plan(service, [one, two]);
    await remove(post);
    const stranger = await service.inWorkspace();
    expect(await idsIn(stranger)).toEqual([]);
    expect(refusalOf(await restore(post, stranger))).toEqual(['not_found']);
    const other = await limitedTo((await connectSandbox(service)).id);
    expect(await idsIn(other)).not.toContain(post.id);
    expect(refusalOf(await restore(post, other))).toEqual(['not_found']);
    const partly = await limitedTo(one.id);
    expect(await idsIn(partly)).toContain(post.id);
    expect(refusalOf(await restore(post, partly))).toEqual(['forbidden']);
  });

  test('gives a post back only to those who could delete it', async () => {
    const post = await plan(service);
    await remove(post);
    expect(refusalOf(await restore(post, author))).toEqual(['forbidden']);
    expect(refusalOf(await restore(post, await service.as('viewer')))).toEqual(['forbidden']);
  });

  test('knows every table whose rows are deleted with a post', async () => {
    const rows = await service.db.rows<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confdeltype = 'c' and confrelid in ('posts'::regclass, 'targets'::regclass)`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(ofPosts.filter((name) => name !== 'posts').sort());
  });
});
