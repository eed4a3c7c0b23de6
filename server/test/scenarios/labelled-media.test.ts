import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { holdRows } from '../support/held.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { decide } from '../support/reviews.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app({ workspace: { requires_approval: true } });
afterAll(() => service.close());
const png = await makePicture('png');

let made = 0;
async function make(client: Client = service) {
  made += 1;
  return (await client.call('createLabel', { body: { name: `Label ${made}`, color: 'teal' } })).data;
}
const [red, blue] = [await make(), await make()];

const add = async (name = 'bell.png') => (await upload(service, { bytes: png, name })).data.id;
const change = (id: number, body: object, client: Client = service) =>
  client.request('PATCH', `/media/${id}`, { body });
const label = (id: number, label_ids: number[] | null, client: Client = service) =>
  change(id, { label_ids }, client);
const labelsOf = async (id: number) => (await service.call('getMedia', { params: { id } })).data.labels;
const idsOf = async (id: number) => (await labelsOf(id)).map((each) => each.id);
const act = (action: 'label' | 'unlabel', ids: number[], label_ids: number[], client: Client = service) =>
  client.request('POST', '/api/v1/media/bulk', { body: { action, ids, label_ids } });
const eventsOf = (id: number) =>
  service.db.rows<{ kind: string; data: object }>(
    "select kind, data from events where (data->>'media_id')::bigint = $1 and kind <> 'media.added' order by id",
    [id],
  );

describe('the labels of a file', () => {
  test('are shown by id, without those of other files, and a new file has none', async () => {
    const id = await add();
    expect((await upload(service, { bytes: png, name: 'new.png' })).data.labels).toEqual([]);
    expect((await label(id, [blue.id, red.id])).body).toMatchObject({ data: { id, labels: [red, blue] } });
    expect(await labelsOf(id)).toEqual([red, blue]);
    const { data } = await service.call('listMedia', { query: {} });
    expect(data.map((file) => [file.id === id, file.labels.length])).toEqual([
      [false, 0],
      [true, 2],
    ]);
  });

  test('stay if a change does not name them, and leave the rest as it is', async () => {
    const id = await add();
    await change(id, { name: 'first.png', alt_text: 'A bell', label_ids: [red.id] });
    await change(id, { alt_text: 'Two bells' });
    expect(await idsOf(id)).toEqual([red.id]);
    await label(id, [blue.id]);
    const { data } = await service.call('getMedia', { params: { id } });
    expect(data).toMatchObject({ name: 'first.png', alt_text: 'Two bells', labels: [blue] });
    await label(id, null);
    expect(await idsOf(id)).toEqual([]);
  });

  test('leave one event with both lists, and none if nothing changes', async () => {
    const id = await add();
    await label(id, [blue.id, red.id]);
    await label(id, [red.id, blue.id]);
    await label(id, []);
    const both = { label_ids: [red.id, blue.id] };
    expect(await eventsOf(id)).toEqual([
      { kind: 'media.labelled', data: { media_id: id, before: { label_ids: [] }, after: both } },
      { kind: 'media.labelled', data: { media_id: id, before: both, after: { label_ids: [] } } },
    ]);
  });

  test('do not touch an approved post that shows the file, nor its answer', async () => {
    const channel = await connectSandbox(service);
    const id = await add();
    const author = await service.as('author');
    const post = await createPost(
      author,
      scheduledFor([channel], { media_ids: [id], scheduled_at: '2027-06-01T10:00:00Z' }),
    );
    await decide(service, post, 'approve');
    const approved = await getPost(service, post);
    expect((await label(id, [red.id], author)).status).toBe(200);
    expect(await getPost(service, post)).toEqual(approved);
    expect(approved).toMatchObject({ status: 'scheduled' });
    expect((await change(id, { alt_text: 'Other', label_ids: [] }, author)).status).toBe(200);
    expect((await getPost(service, post)).status).toBe('pending_approval');
  });

  test('can be changed while a save holds a post that shows the file', async () => {
    const id = await add();
    const channel = await connectSandbox(service);
    const scheduled_at = '2027-06-01T10:00:00Z';
    const post = await createPost(service, scheduledFor([channel], { media_ids: [id], scheduled_at }));
    const held = await holdRows(service.db, 'select from posts where id = $1 for update', [post.id]);
    const answer = await label(id, [red.id]).finally(held.release);
    expect(answer.status).toBe(200);
  });

  test('are changed one after the other', async () => {
    const id = await add();
    const sql = `with file as (select id, workspace_id from media where id = $1 for no key update)
      insert into media_labels (media_id, label_id, workspace_id) select id, $2, workspace_id from file`;
    const held = await holdRows(service.db, sql, [id, red.id]);
    const second = act('label', [id], [blue.id]);
    await held.untilWaiting(1);
    await held.release();
    await second;
    expect(await eventsOf(id)).toMatchObject([
      { data: { before: { label_ids: [red.id] }, after: { label_ids: [red.id, blue.id] } } },
    ]);
  });

  test('take the new name of a label, and go with the label and with the file', async () => {
    const [id, gone] = [await add(), await add()];
    const own = await make();
    for (const each of [id, gone]) await label(each, [own.id, red.id]);
    await service.call('updateLabel', { params: { id: own.id }, body: { name: 'Renamed' } });
    expect(await labelsOf(id)).toEqual([red, { ...own, name: 'Renamed' }]);
    await service.call('deleteMedia', { params: { id: gone } });
    await service.call('deleteLabel', { params: { id: own.id } });
    expect(await labelsOf(id)).toEqual([red]);
    expect(await service.db.rows('select from media_labels where media_id = $1', [gone])).toEqual([]);
  });
});

describe('a filter by labels', () => {
  test('finds files with at least one of them, together with the other filters', async () => {
    const [one, two] = [await make(), await make()];
    const [a, b, both] = [await add('Ape.png'), await add('Bee.png'), await add('Both.png')];
    await label(a, [one.id]);
    await label(b, [two.id]);
    await label(both, [one.id, two.id]);
    const find = async (query: string, client: Client = service) =>
      ((await client.request('GET', `/media?${query}`)).body as { data: { id: number }[] }).data.map(
        ({ id }) => id,
      );
    expect(await find(`label_ids[]=${one.id}`)).toEqual([both, a]);
    expect(await find(`label_ids[]=${one.id}&label_ids[]=${two.id}`)).toEqual([both, b, a]);
    expect(await find(`label_ids[]=${one.id}&q=ape`)).toEqual([a]);
    expect(await find(`label_ids[]=${one.id}&kind=video`)).toEqual([]);
    expect(await find('label_ids[]=999999')).toEqual([]);
    expect(await find(`label_ids[]=${one.id}`, await service.inWorkspace())).toEqual([]);
    const many = Array.from({ length: 21 }, (_, n) => `label_ids[]=${n + 1}`).join('&');
    expect((await service.request('GET', `/media?${many}`)).status).toBe(422);
  });

  test('stays in the links to other pages', async () => {
    const [one, two] = [await make(), await make()];
    await service.db.rows(
      `with file as (
         insert into media (workspace_id, name, mime_type, kind, size, storage_key)
         select $1, 'page', 'image/png', 'image', 10, gen_random_uuid()::text || '.png' from generate_series(1, 31) returning id)
       insert into media_labels (media_id, label_id, workspace_id) select id, $2, $1 from file`,
      [service.workspaceId, one.id],
    );
    const first = await service.call('listMedia', { query: { 'label_ids[]': [one.id, two.id] } });
    expect(first.body).toMatchObject({ meta: { total: 31, last_page: 2 } });
    const { next } = (first.body as { links: { next: string } }).links;
    const { body } = await service.request('GET', next.replace(`${service.origin}/api/public/v1`, ''));
    expect(body).toMatchObject({ data: [{ labels: [one] }], meta: { current_page: 2, total: 31 } });
  });
});

describe('many files', () => {
  test('are labelled and unlabelled, each keeping its other labels', async () => {
    const [one, other, missing] = [await add(), await add(), 999_999];
    await label(one, [red.id]);
    const { body } = await act('label', [one, missing, other], [blue.id]);
    expect(body).toMatchObject({
      data: [
        { id: one, status: 'done', error: null },
        { id: missing, status: 'refused', error: { code: 'not_found' } },
        { id: other, status: 'done', error: null },
      ],
    });
    expect([await idsOf(one), await idsOf(other)]).toEqual([[red.id, blue.id], [blue.id]]);
    await act('unlabel', [one, other], [red.id]);
    expect([await idsOf(one), await idsOf(other)]).toEqual([[blue.id], [blue.id]]);
  });

  test('labelled at once with different labels have all of them', async () => {
    const ids = [await add(), await add()];
    const labels = await Promise.all(Array.from({ length: 6 }, () => make()));
    await Promise.all(labels.map(({ id }, n) => act('label', n % 2 === 0 ? ids : ids.toReversed(), [id])));
    const all = labels.map(({ id }) => id).sort((a, b) => a - b);
    for (const id of ids) expect(await idsOf(id)).toEqual(all);
  });

  test('get at most 20 labels each', async () => {
    const id = await add();
    const labels = await Promise.all(Array.from({ length: 20 }, () => make()));
    await label(
      id,
      labels.map((each) => each.id),
    );
    const { body } = await act('label', [id], [red.id]);
    expect(body).toMatchObject({ data: [{ status: 'refused', error: { code: 'invalid' } }] });
    expect(await idsOf(id)).toHaveLength(20);
    const tooMany = Array.from({ length: 21 }, (_, n) => n + 1);
    expect(refusalOf(await label(id, tooMany))).toEqual(['invalid', 'label_ids']);
    expect(refusalOf(await act('label', [id], tooMany))).toEqual(['invalid', 'label_ids']);
  });

  test('cannot be labelled without labels, and a deletion ignores them', async () => {
    const id = await add();
    const body = { action: 'label', ids: [id] };
    const answer = await service.request('POST', '/api/v1/media/bulk', { body });
    expect(refusalOf(answer)).toEqual(['invalid', 'label_ids']);
  });
});

describe('labelling a file is refused', () => {
  test('with labels or files of another workspace', async () => {
    const stranger = await service.inWorkspace();
    const foreign = await make(stranger);
    const id = await add();
    await label(id, [red.id]);
    expect(refusalOf(await label(id, [red.id, foreign.id]))).toEqual(['invalid', 'label_ids.1']);
    expect(refusalOf(await change(id, { name: 'x.png', label_ids: [foreign.id] }))).toEqual([
      'invalid',
      'label_ids.0',
    ]);
    expect(refusalOf(await label(id, [foreign.id], stranger))).toEqual(['not_found']);
    expect((await act('label', [id], [foreign.id])).body).toMatchObject({ data: [{ status: 'refused' }] });
    for (const action of ['label', 'unlabel'] as const) {
      const { body } = await act(action, [id], [action === 'label' ? foreign.id : red.id], stranger);
      expect(body).toMatchObject({ data: [{ status: 'refused', error: { code: 'not_found' } }] });
    }
    const { data } = await service.call('getMedia', { params: { id } });
    expect(data).toMatchObject({ name: 'bell.png', labels: [red] });
  });

  test('to people who may not change files', async () => {
    const id = await add();
    const viewer = await service.as('viewer');
    expect(refusalOf(await label(id, [red.id], viewer))).toEqual(['forbidden']);
    expect(refusalOf(await act('label', [id], [red.id], viewer))).toEqual(['forbidden']);
    expect(await idsOf(id)).toEqual([]);
  });

  test('never halfway: a deletion of the label at once succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [file, { id }] = [await add(), await make()];
      const [answer, gone] = await Promise.all([
        label(file, [id, red.id]),
        service.call('deleteLabel', { params: { id } }),
      ]);
      expect([200, 422]).toContain(answer.status);
      expect(gone.status).toBe(204);
      expect(await idsOf(file)).toEqual(answer.status === 200 ? [red.id] : []);
    }
  });
});
