import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const channel = await connectSandbox(service);

type Asking = Pick<typeof service, 'call'>;
const make = async (name: string, client: Asking = service) =>
  (await client.call('createLabel', { body: { name, color: 'teal' } })).data;
const create = (name: string) => service.call('createLabel', { body: { name, color: 'teal' } });
const change = (id: number, body: object) => service.call('updateLabel', { params: { id }, body });
const idsOf = (post: { labels: readonly { id: number }[] }) => post.labels.map(({ id }) => id);
const changesOf = async (postId: number) =>
  service.db.rows<{ data: object }>(
    "select data from events where post_id = $1 and kind = 'post.labelled' order by id",
    [postId],
  );

describe('labels of a workspace', () => {
  test('are listed by name, without those of other workspaces', async () => {
    const client = await service.inWorkspace();
    await make('Zebra', client);
    await make('apple', client);
    const { data } = await client.call('listLabels', {});
    expect(data.map(({ name, color }) => [name, color])).toEqual([
      ['apple', 'teal'],
      ['Zebra', 'teal'],
    ]);
    expect((await service.call('listLabels', {})).data.map(({ name }) => name)).not.toContain('Zebra');
  });

  test('have different names, whatever their capitals and spaces', async () => {
    const { id, name } = await make('  Märkte ');
    expect(name).toBe('Märkte');
    expect(refusalOf(await create('MÄRKTE'))).toEqual(['label_exists']);
    const other = await make('Spring');
    expect(refusalOf(await change(other.id, { name: 'märkte' }))).toEqual(['label_exists']);
    expect((await change(id, { name: 'märkte' })).data).toEqual({ id, name: 'märkte', color: 'teal' });
    expect(refusalOf(await create('   '))).toEqual(['invalid', 'name']);
    expect(refusalOf(await create('x'.repeat(61)))).toEqual(['invalid', 'name']);
  });

  test('created at once with one name become one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('Race')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('renamed at once to one name: one of them is refused', async () => {
    const labels = [await make('One'), await make('Two')];
    const answers = await Promise.all(labels.map(({ id }) => change(id, { name: 'Goal' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('are at most 200', async () => {
    const client = await service.inWorkspace();
    await service.db.rows(
      `insert into labels (workspace_id, name, folded, color)
       select $1, 'l' || n, 'l' || n, 'red' from generate_series(1, 199) n`,
      [client.workspaceId],
    );
    const both = ['a', 'b'].map((name) => client.call('createLabel', { body: { name, color: 'red' } }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409]);
    const { error } = await client.call('createLabel', { body: { name: 'c', color: 'red' } });
    expect(error.code).toBe('too_many_labels');
  });

  test('leave an event for each change, and none for a change that changes nothing', async () => {
    const { id } = await make('Told');
    await change(id, { color: 'red' });
    await change(id, { name: 'Told', color: 'red' });
    await service.call('deleteLabel', { params: { id } });
    const events = await service.db.rows(
      "select kind, data from events where (data->>'label_id')::bigint = $1 order by id",
      [id],
    );
    const [teal, red] = [
      { name: 'Told', color: 'teal' },
      { name: 'Told', color: 'red' },
    ];
    expect(events).toEqual([
      { kind: 'label.created', data: { label_id: id, ...teal } },
      { kind: 'label.changed', data: { label_id: id, before: teal, after: red } },
      { kind: 'label.removed', data: { label_id: id, ...red } },
    ]);
  });
});

describe('the labels of a post', () => {
  test('are saved, shown by id, and kept by a save that does not name them', async () => {
    const labels = [await make('First'), await make('Second')];
    const ids = labels.map(({ id }) => id);
    const post = await createPost(service, scheduledFor([channel], { label_ids: ids.toReversed() }));
    expect(post.labels).toEqual(labels);
    const { id } = post;
    expect((await getPost(service, post)).labels).toEqual(labels);
    const draft = { status: 'draft', content: 'New' } as const;
    const kept = await service.call('updatePost', { params: { id }, body: draft });
    expect([kept.data.labels, (await getPost(service, post)).labels]).toEqual([labels, labels]);
    const body = { ...draft, label_ids: ids.slice(1) };
    const fewer = await service.call('updatePost', { params: { id }, body });
    expect([idsOf(fewer.data), idsOf(await getPost(service, post))]).toEqual([ids.slice(1), ids.slice(1)]);
    const [last] = await changesOf(id);
    expect(last?.data).toMatchObject({ before: { label_ids: ids }, after: { label_ids: ids.slice(1) } });
    const none = await service.call('updatePost', { params: { id }, body: { ...draft, label_ids: null } });
    expect([none.data.labels, (await getPost(service, post)).labels]).toEqual([[], []]);
  });

  test('must be labels of the same workspace, and at most 20', async () => {
    const foreign = await make('Foreign', await service.inWorkspace());
    const send = (label_ids: number[]) =>
      service.call('createPost', { body: { status: 'draft', label_ids } });
    expect(refusalOf(await send([foreign.id]))).toEqual(['invalid', 'label_ids.0']);
    expect(refusalOf(await send(Array.from({ length: 21 }, (_, at) => at + 1)))).toEqual([
      'invalid',
      'label_ids',
    ]);
    const body = { status: 'draft' as const, label_ids: [foreign.id] };
    expect(refusalOf(await service.call('validatePost', { body }))).toEqual(['invalid', 'label_ids.0']);
  });

  test('show a new name at once, and go with the label, while the version stays', async () => {
    const label = await make('Old');
    const post = await createPost(service, { status: 'draft', label_ids: [label.id] });
    const list = async () =>
      (await service.call('listPosts', { query: {} })).data.find(({ id }) => id === post.id);
    expect((await list())?.labels).toEqual([label]);
    await change(label.id, { name: 'Renamed' });
    expect((await list())?.labels).toEqual([{ ...label, name: 'Renamed' }]);
    await service.call('deleteLabel', { params: { id: label.id } });
    expect(await list()).toEqual({ ...post, labels: [] });
  });

  test('a save and a deletion of its label at once both succeed, or the save is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await make(`Round ${round}`);
      const body = { status: 'draft' as const, label_ids: [id] };
      const [saved, gone] = await Promise.all([
        service.call('createPost', { body }),
        service.call('deleteLabel', { params: { id } }),
      ]);
      expect([201, 422]).toContain(saved.status);
      expect(gone.status).toBe(204);
    }
  });
});
