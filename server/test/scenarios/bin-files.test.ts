import type { Post } from '@belfry/contract/posts.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { makeMedia } from '../support/people.ts';
import { createPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const one = await connectSandbox(service);
const later = '2027-06-01T10:00:00.000000Z';

const remove = ({ id }: Pick<Post, 'id'>) => service.call('deletePost', { params: { id } });
const restore = ({ id }: Pick<Post, 'id'>) => service.call('restorePost', { params: { id } });

describe('a restored post', () => {
  test('names the files that it lost, as does the bin before', async () => {
    const [kept, first, second, named] = [
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
      await makeMedia(service.db, service.workspaceId),
    ];
    const post = await createPost(service, {
      ...scheduledFor([], { scheduled_at: later, media_ids: [second, kept, first] }),
      targets: [{ channel_id: one.id, media_ids: [named, kept] }],
    });
    const whole = await createPost(service, scheduledFor([one], { scheduled_at: later }));
    await remove(post);
    await remove(whole);
    const missingIn = async () =>
      (await service.call('listBin', { query: { limit: 2 } })).data.map((entry) => entry.missing_media_ids);
    expect(await missingIn()).toEqual([[], []]);
    for (const id of [named, second, first]) await service.request('DELETE', `/media/${id}`);
    const missing = [first, second, named];
    // The bin keeps the ids of files in any order.
    await service.db.rows(
      'update bin set media_ids = array(select unnest(media_ids) as id order by id desc)',
    );
    expect(await missingIn()).toEqual([[], missing]);
    expect((await restore(whole)).body).toMatchObject({ missing_media_ids: [] });
    const { body, data } = await restore(post);
    expect(body).toMatchObject({ missing_media_ids: missing });
    expect(data).toMatchObject({ status: 'draft', media: [{ id: kept }], files: [{ id: kept }] });
    const { data: events } = await service.call('listPostEvents', { params: { id: post.id } });
    expect(events.at(-1)).toMatchObject({ kind: 'post.restored', data: { missing_media_ids: missing } });
    await remove(post);
    expect((await missingIn())[0]).toEqual([]);
  });
});
