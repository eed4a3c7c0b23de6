import type { Post } from '@belfry/contract/posts.ts';
import type { BodyOf } from '@belfry/contract/routes.ts';
import { nothingWritten } from '@belfry/contract/written.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { deleteOldCopies } from '../../src/posts/index.ts';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, getPost, refusalOf, scheduledFor, scheduledToBehave } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const channel = await connectSandbox(service);
const [editor, author, viewer] = [
  await service.as('editor'),
  await service.as('author'),
  await service.as('viewer'),
];
const later = '2027-02-01T10:00:00.000000Z';

type Copied = BodyOf<'putWorkingCopy'>['post'];
const path = ({ id }: Pick<Post, 'id'>) => `/api/v1/posts/${id}/working-copy`;
const plan = (client: Client = service) =>
  createPost(client, scheduledFor([channel], { scheduled_at: later }));
const keep = (client: Client, post: Pick<Post, 'id'>, copied: Copied) =>
  client.request('PUT', path(post), { body: { base_version: 1, post: copied } });
const read = async (client: Client, { id }: Pick<Post, 'id'>) =>
  (await client.call('getWorkingCopy', { params: { id } })).data;

describe('a working copy', () => {
  test('is kept beside the post, which does not change', async () => {
    const post = await plan();
    expect(await read(service, post)).toEqual({ own: null, others: [] });
    const targets = [{ channel_id: channel.id, content: 'Own', settings: { behaviour: 'ok' } }];
    const kept = await keep(service, post, { content: 'New', queue: true, targets });
    const updated_at = await service.clock.in('0');
    expect(kept.data).toEqual({ base_version: 1, updated_at, details: [], violations: [], advice: [] });
    expect(await read(service, post)).toEqual({
      own: {
        base_version: 1,
        updated_at,
        post: {
          ...nothingWritten,
          content: 'New',
          scheduled_at: null,
          queue: true,
          media_ids: [],
          targets: [{ ...targets[0], media_ids: null, image_fit: 'pad' }],
        },
      },
      others: [],
    });
    expect(await getPost(service, post)).toEqual(post);
    expect(await service.db.rows('select from events where post_id = $1', [post.id])).toHaveLength(1);
  });

  test('is replaced by the next one, and discarded', async () => {
    const post = await plan();
    for (const content of ['One', 'Two']) await keep(service, post, { content });
    expect((await read(service, post)).own?.post.content).toBe('Two');
    const discard = () => service.request('DELETE', path(post));
    expect([(await discard()).status, (await discard()).status]).toEqual([204, 204]);
    expect((await read(service, post)).own).toBeNull();
  });

  test('that names what it continues does not replace another one', async () => {
    const post = await plan();
    const send = (content: string, continues: string | null) =>
      service.request('PUT', path(post), { body: { base_version: 1, continues, post: { content } } });
    const first = (await send('One', null)).data as { updated_at: string };
    await service.clock.advance('1 second');
    const second = (await send('Two', first.updated_at)).data as { updated_at: string };
    for (const continues of [null, first.updated_at]) {
      const refused = await send('Three', continues);
      expect([refused.status, refused.error.code]).toEqual([409, 'version_conflict']);
    }
    expect((await read(service, post)).own).toMatchObject({
      updated_at: second.updated_at,
      post: { content: 'Two' },
    });
    await service.request('DELETE', path(post));
    expect((await send('Four', second.updated_at)).status).toBe(200);
    expect((await send('Five', 'yesterday')).status).toBe(422);
    await service.call('deletePost', { params: { id: post.id } });
    expect((await send('Six', second.updated_at)).status).toBe(404);
  });

  test('is seen by others only as a name and a time', async () => {
    const post = await plan();
    await keep(service, post, { content: 'Secret' });
    await service.clock.advance('1 minute');
    await keep(editor, post, { content: 'Mine' });
    expect((await read(editor, post)).own?.post.content).toBe('Mine');
    const { own, others } = await read(viewer, post);
    expect([own, others.map(({ person }) => person.id)]).toEqual([null, [editor.userId, service.userId]]);
  });

  test('keeps what a save would refuse, and says why', async () => {
    const post = await plan();
    const settings = { behaviour: 'sing' };
    const targets = [{ channel_id: channel.id, settings }, { channel_id: 999_999 }];
    const media_ids = [999_999];
    const kept = await keep(service, post, { content: 'x'.repeat(501), targets, media_ids });
    expect(kept.status).toBe(200);
    const { details } = kept.data as { details: { field: string }[] };
    expect(details.map(({ field }) => field).sort()).toEqual([
      'media_ids.0',
      'scheduled_at',
      'targets.0.settings.behaviour',
      'targets.1.channel_id',
    ]);
    const long = await keep(service, post, {
      content: 'x'.repeat(501),
      targets: [{ channel_id: channel.id }],
    });
    expect(long.data).toMatchObject({ violations: [{ rule: 'text.max', measured: 501 }] });
    expect((await read(service, post)).own?.post.content).toHaveLength(501);
  });

  test('keeps its files in the library', async () => {
    const post = await plan();
    const [own, shared] = [
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
    ];
    const remove = (id: number) => service.request('DELETE', `/media/${id}`);
    const targets = [{ channel_id: channel.id, media_ids: [own] }];
    await keep(service, post, { media_ids: [shared], targets });
    for (const id of [own, shared]) expect(refusalOf(await remove(id))).toEqual(['media_in_use']);
    await service.request('DELETE', path(post));
    for (const id of [own, shared]) expect((await remove(id)).status).toBe(204);
  });

  test('ends with its post, or 30 days after its last change', async () => {
    const [deleted, old] = [await plan(), await plan()];
    for (const post of [deleted, old]) await keep(service, post, { content: 'New' });
    await service.request('DELETE', `/posts/${deleted.id}`);
    await service.clock.advance('29 days');
    await deleteOldCopies(service.db);
    expect((await read(service, old)).own).not.toBeNull();
    await service.clock.advance('2 days');
    await deleteOldCopies(service.db);
    expect(
      await service.db.rows('select from working_copies where post_id = any($1)', [[deleted.id, old.id]]),
    ).toEqual([]);
  });

  test('is refused for a draft and for a published post', async () => {
    const draft = await createPost(service, { status: 'draft' });
    expect(refusalOf(await keep(service, draft, {}))).toEqual(['post_is_draft']);
    const post = await createPost(service, scheduledFor([await connectSandbox(service)]));
    await service.publishDue();
    expect(refusalOf(await keep(service, post, {}))).toEqual(['post_published']);
  });

  test('of a failed post says nothing about the channels that show it', async () => {
    const [good, bad] = [await connectSandbox(service), await connectSandbox(service)];
    const body = scheduledToBehave('reject', [good, bad]);
    const targets = [{ channel_id: good.id }, ...(body.targets ?? []).slice(1)];
    const post = await createPost(service, { ...body, targets });
    await service.publishDue();
    const { status: _, ...copied } = { ...body, content: 'x'.repeat(501), targets };
    expect((await keep(service, post, copied)).data).toMatchObject({ violations: [{ channel_id: bad.id }] });
  });

  test('needs the right to change the post', async () => {
    const post = await plan();
    expect(refusalOf(await keep(viewer, post, {}))).toEqual(['forbidden']);
    expect(refusalOf(await keep(author, post, {}))).toEqual(['forbidden']);
    expect((await keep(author, await plan(author), {})).status).toBe(200);
    const stranger = await service.inWorkspace();
    expect(refusalOf(await keep(stranger, post, {}))).toEqual(['not_found']);
    expect(refusalOf(await stranger.request('GET', path(post)))).toEqual(['not_found']);
    expect(refusalOf(await stranger.request('DELETE', path(post)))).toEqual(['not_found']);
  });

  test.each([
    [{ base_version: 0, post: {} }, 'base_version'],
    [{ post: {} }, 'base_version'],
    [{ base_version: 1 }, 'post'],
    [{ base_version: 1, post: { status: 'draft' } }, 'post.status'],
    [{ base_version: 1, post: { publish_in: 5 } }, 'post.publish_in'],
    [{ base_version: 1, post: { content: 'x'.repeat(10_001) } }, 'post.content'],
  ])('is checked: %#', async (body, field) => {
    const post = await plan();
    expect(refusalOf(await service.request('PUT', path(post), { body }))).toEqual(['invalid', field]);
  });
});
