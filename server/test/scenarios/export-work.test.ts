import type { Export } from '@belfry/contract/exports.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeExports } from '../../src/data/exports/make.ts';
import { readSection } from '../../src/data/exports/reading/store.ts';
import { type Section, sections } from '../../src/data/exports/sections/store.ts';
import { StorageFull, StorageUnavailable } from '../../src/files/files.ts';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { holdTable } from '../support/held.ts';
import { listIncoming, makePicture, upload } from '../support/media.ts';
import { makeKey } from '../support/people.ts';
import { refusalOf } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

const forever = new AbortController().signal;
let service: TestApp;
beforeAll(async () => {
  service = await app();
});
afterAll(() => service.close());

let owner: Client;
beforeEach(async () => {
  owner = await service.inWorkspace();
});
afterEach(async () => {
  expect(await listIncoming(service)).toEqual([]);
  await service.db.rows('delete from exports');
  for (const key of await listFiles()) await service.ctx.files.remove(key);
});

const ask = async (media = true): Promise<Export> =>
  (await owner.call('createExport', { body: { media } })).data;
const getExport = async ({ id }: Export): Promise<Export> =>
  (await owner.call('getExport', { params: { id } })).data;
const fetchFile = (client: Client, { id }: Export, headers: Record<string, string> = {}) =>
  fetch(`${service.origin}/api/v1/exports/${id}/file`, {
    headers: { authorization: `Bearer ${client.key}`, ...headers },
  });
const add = async (name = 'bell.png') =>
  (await upload(owner, { bytes: await makePicture('png'), name })).data;
const listFiles = async () =>
  (await Array.fromAsync(service.ctx.files.list('exports/'))).map(({ key }) => key);

describe('the work on exports', () => {
  test('is limited to one export of a workspace at a time, and to five that are kept', async () => {
    await ask();
    expect(refusalOf(await owner.call('createExport', { body: {} }))).toEqual(['export_running']);
    for (let count = 1; count < 5; count += 1) {
      await makeExports(service.ctx, forever);
      await ask();
    }
    await makeExports(service.ctx, forever);
    expect(refusalOf(await owner.call('createExport', { body: {} }))).toEqual(['too_many_exports']);
  });

  test('is limited to five exports of a person, over all workspaces', async () => {
    const keys: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { workspaceId } = await service.inWorkspace();
      await service.db.rows("insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
        workspaceId,
        owner.userId,
      ]);
      keys.push(await makeKey(service.db, workspaceId, owner.userId));
    }
    const answers = await Promise.all(keys.map((key) => owner.call('createExport', { body: {}, key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409]);
    const { error } = await owner.call('createExport', { body: {} });
    expect([error.code, error.message]).toEqual([
      'too_many_exports',
      'You have five exports over all workspaces, the limit for one person. Delete one first.',
    ]);
    // One in a workspace that the person has left does not count, as they can no longer delete it.
    await service.db.rows(
      'delete from members where user_id = $1 and workspace_id = (select min(workspace_id) from exports)',
      [owner.userId],
    );
    expect((await owner.call('createExport', { body: {} })).status).toBe(201);
  });

  test('begins once for many simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.call('createExport', { body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('is done once by any number of processes', async () => {
    const asked = await ask();
    await Promise.all([1, 2, 3].map(() => makeExports(service.ctx, forever)));
    expect(await getExport(asked)).toMatchObject({ state: 'done' });
    expect(await listFiles()).toHaveLength(1);
  });

  test('has no file before it is done', async () => {
    const asked = await ask();
    const answer = await fetchFile(owner, asked);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      409,
      'export_not_done',
    ]);
  });

  test('is handed back when the service stops, which does not count as a failure', async () => {
    const asked = await ask();
    const ending = new AbortController();
    const { release } = await holdTable(service.db, 'media');
    const making = makeExports(service.ctx, ending.signal);
    await eventually(async () => expect((await state(asked)).state).toBe('running'));
    ending.abort();
    await release();
    await making;
    expect(await state(asked)).toEqual({ state: 'queued', tries: 0 });
    await makeExports(service.ctx, forever);
    expect((await getExport(asked)).state).toBe('done');
  });

  test('is begun again by another process when one stops renewing its lease, which then changes nothing', async () => {
    const asked = await ask();
    const { release } = await holdTable(service.db, 'media');
    const silent = makeExports(service.ctx, forever);
    await eventually(async () => expect((await state(asked)).state).toBe('running'));
    await service.db.rows('update exports set wake_at = clock_now() where id = $1', [asked.id]);
    const other = makeExports(service.ctx, forever);
    await eventually(async () => expect((await state(asked)).tries).toBe(2));
    await release();
    await Promise.all([silent, other]);
    expect((await getExport(asked)).state).toBe('done');
    expect(await listFiles()).toHaveLength(1);
  });

  test('ends when the export is deleted meanwhile', async () => {
    const asked = await ask();
    const { release } = await holdTable(service.db, 'media');
    const making = makeExports(service.ctx, forever);
    await eventually(async () => expect((await state(asked)).state).toBe('running'));
    expect((await owner.call('deleteExport', { params: { id: asked.id } })).status).toBe(204);
    await release();
    await making;
    expect(await listFiles()).toEqual([]);
    expect((await owner.call('getExport', { params: { id: asked.id } })).status).toBe(404);
  });

  test('is tried three times, a minute apart, and then fails with a sentence', async () => {
    await add();
    const asked = await ask();
    const away = async () => {
      throw new StorageUnavailable('nowhere', 'away');
    };
    const broken = { ...service.ctx, files: { ...service.ctx.files, read: away } };
    for (const tries of [1, 2, 3]) {
      await makeExports(broken, forever);
      expect(await state(asked)).toEqual({ state: tries === 3 ? 'failed' : 'queued', tries });
      await service.clock.advance('1 minute');
    }
    expect(await getExport(asked)).toMatchObject({
      error: expect.stringMatching(/^The service could not make/),
    });
    expect((await ask()).state).toBe('queued');
  });

  test('fails at once when there is no room', async () => {
    const asked = await ask();
    const full = async () => {
      throw new StorageFull('full');
    };
    await makeExports({ ...service.ctx, files: { ...service.ctx.files, adopt: full } }, forever);
    expect(await getExport(asked)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/no room/),
    });
  });

  test('is given up when it has stopped its process three times', async () => {
    const asked = await ask();
    await service.db.rows('update exports set tries = 3 where id = $1', [asked.id]);
    await makeExports(service.ctx, forever);
    expect(await getExport(asked)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/three times/),
    });
  });

  const state = ({ id }: Export) =>
    service.db.row<{ state: string; tries: number }>('select state, tries from exports where id = $1', [
      id,
    ]) as Promise<{ state: string; tries: number }>;
});

test('the largest posts are read one by one, so that an export of them fits into memory', async () => {
  const { id } = await connectSandbox(owner);
  const settings = { thread: Array(150).fill('t'.repeat(10_000)) };
  const small = { status: 'draft' as const, content: 'Small', targets: [{ channel_id: id }] };
  const bodies = [small, { ...small, targets: [{ channel_id: id, settings }] }];
  for (const body of [...bodies, ...bodies, ...bodies]) {
    await owner.call('createPost', { body });
    await service.db.rows(`update targets set settings = settings || '{"again": ${JSON.stringify(settings.thread)}}'
      where settings ? 'thread' and not settings ? 'again'`);
  }
  const posts = sections.filter(({ file }) => file === 'posts.ndjson')[0] as Section;
  const pages = await service.db.transaction((tx) =>
    Array.fromAsync(readSection(tx, owner.workspaceId, posts), (page) => page.length),
  );
  expect(pages).toEqual([3, 2, 1]);
});
