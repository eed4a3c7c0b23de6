import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { createClient } from '../support/client.ts';
import { makePicture, upload } from '../support/media.ts';
import { connectSandbox } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());
const png = await makePicture('png');

async function add(name: string, altText?: string): Promise<number> {
  return (await upload(service, { bytes: png, name, ...(altText !== undefined && { altText }) })).data.id;
}

async function find(query: Record<string, unknown>, client = service) {
  const { data, status } = await client.call('listMedia', { query });
  expect(status).toBe(200);
  return data.map(({ id }) => id);
}

describe('a search in the library', () => {
  let ids: Record<'bell' | 'tower' | 'fog' | 'percent', number>;
  beforeAll(async () => {
    ids = {
      bell: await add('Glocke.png', 'A bell in its TOWER'),
      tower: await add('tower_north.png', 'Über dem Tor'),
      // As macOS writes it.
      fog: await add('Früh im Nebel.png'.normalize('NFD')),
      percent: await add('100% wool.png'),
    };
  });

  test.each([
    ['tower', ['tower', 'bell']],
    ['TOWER  bell', ['bell']],
    ['bell north', []],
    ['über', ['tower']],
    ['FRÜH', ['fog']],
    ['FRÜH'.normalize('NFD'), ['fog']],
    ['%', ['percent']],
    ['_', ['tower']],
    ['\\', []],
    ["'; drop table media; --", []],
  ] as const)('for “%s” finds files with each word in name or alt text', async (q, expected) => {
    expect(await find({ q })).toEqual(expected.map((name) => ids[name]));
  });

  test('without words finds all', async () => {
    expect(await find({ q: '  ' })).toHaveLength(4);
    expect(await find({ q: '' })).toHaveLength(4);
  });

  test('finds nothing of another workspace', async () => {
    const other = await service.inWorkspace();
    const { data } = await other.call('listMedia', { query: { q: 'tower' } });
    expect(data).toEqual([]);
  });

  test('has a bounded text', async () => {
    expect((await service.request('GET', `/media?q=${'x'.repeat(201)}`)).status).toBe(422);
    expect(await find({ q: 'tower '.repeat(30) })).toEqual([ids.tower, ids.bell]);
  });

  test('finds files by kind', async () => {
    expect(await find({ kind: 'video' })).toEqual([]);
    expect(await find({ kind: 'image', q: 'bell' })).toEqual([ids.bell]);
    expect((await service.request('GET', '/media?kind=sound')).status).toBe(422);
  });

  test('keeps its filter and its pages while files are added', async () => {
    await service.db.rows(
      `insert into media (workspace_id, name, mime_type, kind, size, storage_key)
       select $1, 'page ' || n || '.png', 'image/png', 'image', 10, gen_random_uuid()::text || '.png'
       from generate_series(1, 65) n`,
      [service.workspaceId],
    );
    const found: number[] = [];
    for (let next: string | null = '/media?q=page&kind=image&unused=true'; next !== null; ) {
      const { body } = await service.request('GET', next.replace(`${service.origin}/api/public/v1`, ''));
      const page = body as {
        data: { id: number }[];
        links: { next: string | null };
        meta: { total: number };
      };
      expect(page.meta.total).toBe(65);
      found.push(...page.data.map(({ id }) => id));
      await add('page again.png');
      next = page.links.next;
    }
    expect(found).toHaveLength(65);
    expect(found).toEqual([...new Set(found)].sort((one, other) => other - one));
  });
});

describe('the use of a file', () => {
  async function write(mediaIds: number[], content = 'The bells\n\nring at nine.', client = service) {
    const { data } = await client.call('createPost', {
      body: { status: 'draft', content, media_ids: mediaIds },
    });
    return data.id;
  }
  const usesOf = async (id: number, client = service) =>
    (await client.request('GET', `/api/v1/media/${id}/uses`)).body as { data: { id: number }[] };

  test('is each post that shows it, with the opening of its text', async () => {
    const [one, other] = [await add('one.png'), await add('other.png')];
    const posts = [await write([one]), await write([one, other], 'x '.repeat(100))];
    expect(await usesOf(one)).toEqual({
      data: [
        { id: posts[1], place: 'post', status: 'draft', at: null, text: 'x '.repeat(40), channel_ids: [] },
        {
          id: posts[0],
          place: 'post',
          status: 'draft',
          at: null,
          text: 'The bells ring at nine.',
          channel_ids: [],
        },
      ],
      truncated: false,
    });
    expect((await usesOf(other)).data.map(({ id }) => id)).toEqual([posts[1]]);
  });

  test('can also be by a single target', async () => {
    const file = await add('own.png');
    const { id: channel_id } = await connectSandbox(service);
    const { data } = await service.call('createPost', {
      body: { status: 'draft', targets: [{ channel_id, media_ids: [file] }] },
    });
    expect(await usesOf(file)).toMatchObject({ data: [{ id: data.id, channel_ids: [channel_id] }] });
    expect(await find({ unused: true, q: 'own.png' })).toEqual([]);
  });

  test('decides which files are unused', async () => {
    const [used, unused] = [await add('kept zebra.png'), await add('spare zebra.png')];
    await write([used]);
    expect(await find({ unused: true, q: 'zebra' })).toEqual([unused]);
    expect(await find({ unused: false, q: 'zebra' })).toEqual([used]);
  });

  test('can be by unsaved changes, and by a deleted post that can be restored', async () => {
    const [copied, deleted] = [await add('copied raven.png'), await add('deleted raven.png')];
    const { id: channel_id } = await connectSandbox(service);
    const scheduled_at = await service.clock.in('1 day');
    const body = { status: 'scheduled' as const, scheduled_at, content: 'Raven', targets: [{ channel_id }] };
    const [kept, gone] = [
      (await service.call('createPost', { body })).data,
      (await service.call('createPost', { body: { ...body, media_ids: [deleted] } })).data,
    ];
    await service.call('putWorkingCopy', {
      params: { id: kept.id },
      body: { base_version: 1, post: { media_ids: [copied] } },
    });
    await service.call('deletePost', { params: { id: gone.id } });
    const shared = { status: 'scheduled', at: kept.scheduled_at, text: 'Raven', channel_ids: [channel_id] };
    expect((await usesOf(copied)).data).toEqual([{ id: kept.id, place: 'working_copy', ...shared }]);
    expect((await usesOf(deleted)).data).toEqual([{ id: gone.id, place: 'bin', ...shared }]);
    expect(await find({ unused: true, q: 'raven' })).toEqual([]);
    expect(await find({ unused: false, q: 'raven' })).toEqual([deleted, copied]);
    const limited = await service.as('editor');
    await service.db.rows("update members set channel_ids = '{}' where user_id = $1", [limited.userId]);
    for (const id of [copied, deleted]) {
      expect((await limited.call('listMediaUses', { params: { id } })).data).toEqual([]);
    }
    await service.clock.advance('30 days');
    expect((await usesOf(deleted)).data).toEqual([]);
    expect(await find({ unused: true, q: 'raven' })).toEqual([deleted]);
  });

  test('shows a person who is limited to channels only posts of these channels, and their own', async () => {
    const file = await add('shared.png');
    const [here, there] = [await connectSandbox(service), await connectSandbox(service)];
    const posts = [];
    for (const { id: channel_id } of [here, there]) {
      const body = { status: 'draft' as const, media_ids: [file], targets: [{ channel_id }] };
      posts.push((await service.call('createPost', { body })).data.id);
    }
    const { key, userId } = await service.as('editor');
    await service.db.rows('update members set channel_ids = $2 where user_id = $1', [userId, [here.id]]);
    const limited = Object.assign(createClient(service.origin, { ...service, key }));
    const { body } = await limited.request('GET', `/api/v1/media/${file}/uses`);
    expect((body as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual([posts[0]]);
  });

  test('of a file of another workspace is unknown', async () => {
    const other = await service.inWorkspace();
    const { status } = await other.request('GET', `/api/v1/media/${await add('far.png')}/uses`);
    expect(status).toBe(404);
  });
});

describe('the deletion of many files', () => {
  const bulk = (ids: number[], client: Pick<typeof service, 'call'> = service) =>
    client.call('bulkMedia', { body: { action: 'delete', ids } });

  test('deletes each file that can be deleted, and says why another stays', async () => {
    const [free, used, foreign] = [await add('free.png'), await add('used.png'), 999_999];
    await service.call('createPost', { body: { status: 'draft', content: null, media_ids: [used] } });
    const { data } = await bulk([used, foreign, free]);
    expect(data).toEqual([
      {
        id: used,
        status: 'refused',
        error: { code: 'media_in_use', message: expect.stringMatching(/uses/) },
      },
      { id: foreign, status: 'refused', error: { code: 'not_found', message: expect.any(String) } },
      { id: free, status: 'done', error: null },
    ]);
    expect((await service.call('getMedia', { params: { id: free } })).status).toBe(404);
    expect((await service.call('getMedia', { params: { id: used } })).status).toBe(200);
  });

  test('that is requested twice at once deletes each file once', async () => {
    const ids = [await add('a.png'), await add('b.png'), await add('c.png')];
    const answers = await Promise.all([bulk(ids), bulk(ids)]);
    const done = answers.flatMap(({ data }) => data).filter(({ status }) => status === 'done');
    expect(done.map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  test('touches no file of another workspace, and takes 1 to 500 different files', async () => {
    const id = await add('mine.png');
    const other = await service.inWorkspace();
    expect((await bulk([id], other)).data).toMatchObject([{ status: 'refused' }]);
    expect((await service.call('getMedia', { params: { id } })).status).toBe(200);
    for (const ids of [[], [id, id], Array.from({ length: 501 }, (_, n) => n + 1)]) {
      expect((await bulk(ids)).status).toBe(422);
    }
  });
});
