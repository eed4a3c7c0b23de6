/** What people write into a post reaches every place that keeps it, whichever fields there are. */
import { PostIn } from '@belfry/contract/posts.ts';
import { nothingWritten, type Written, writtenFields } from '@belfry/contract/written.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const channel = await connectSandbox(service);
const scheduled_at = '2027-02-01T10:00:00.000000Z';

const writtenAs = (text: string) =>
  Object.fromEntries(writtenFields.map((name) => [name, `${name} ${text}`])) as Written;
const plan = () => createPost(service, { ...scheduledFor([channel], { scheduled_at }), ...writtenAs('one') });
const eventsOf = (id: number) =>
  service.db.rows<{ data: unknown }>('select data from events where post_id = $1 order by id desc', [id]);

test('every field of a request is written, a list, or about the time and the act', () => {
  const ignored = Object.entries(PostIn.properties).filter(([, schema]) => 'readOnly' in schema);
  const named = ['media_ids', 'label_ids', 'targets', 'confirm_resend'];
  const acts = ['status', 'scheduled_at', 'queue', 'publish_in'];
  const all = [...writtenFields, ...named, ...acts, ...ignored.map(([name]) => name)];
  expect(Object.keys(PostIn.properties).sort()).toEqual(all.sort());
});

describe.each(writtenFields)('%s', (name) => {
  const next = { [name]: `${name} two` };

  test('is saved alone, told in the timeline, and shown', async () => {
    const post = await plan();
    expect(post).toMatchObject(writtenAs('one'));
    const body = { ...scheduledFor([channel], { scheduled_at }), ...writtenAs('one'), ...next };
    await service.call('updatePost', { params: { id: post.id }, body });
    expect(await getPost(service, post)).toMatchObject({ ...writtenAs('one'), ...next });
    const [event] = await eventsOf(post.id);
    expect(event?.data).toMatchObject({ before: { [name]: `${name} one` }, after: next });
  });

  test('stays when a patch changes something else', async () => {
    const post = await plan();
    await service.call('patchPost', {
      params: { id: post.id },
      body: { scheduled_at: '2027-03-01T10:00:00Z' },
    });
    expect(await getPost(service, post)).toMatchObject(writtenAs('one'));
  });

  test('is kept in a working copy', async () => {
    const { id } = await plan();
    await service.call('putWorkingCopy', { params: { id }, body: { base_version: 1, post: next } });
    const { data } = await service.call('getWorkingCopy', { params: { id } });
    expect(data.own?.post).toMatchObject({ ...nothingWritten, ...next });
  });

  test('comes along into a copy of the post', async () => {
    const { id } = await plan();
    const [copy] = (
      await service.call('changePosts', { body: { action: 'duplicate', posts: [{ id }], mode: 'all' } })
    ).data;
    expect(await getPost(service, { id: copy?.new_id ?? 0 })).toMatchObject(writtenAs('one'));
  });

  test('is in the log of a deletion, and comes back with the post', async () => {
    const { id } = await plan();
    await service.call('deletePost', { params: { id } });
    const [event] = await eventsOf(id);
    expect(event?.data).toMatchObject({ before: writtenAs('one') });
    await service.call('restorePost', { params: { id } });
    expect(await getPost(service, { id })).toMatchObject(writtenAs('one'));
  });
});
