import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Export } from '@belfry/contract/exports.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeExpired } from '../../src/data/exports/exports.ts';
import { makeExports } from '../../src/data/exports/make.ts';
import { sealEvents } from '../../src/events/sealer.ts';
import { verifyMedia } from '../../src/media/library/verify/verify.ts';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { makeEvents } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { holdTable } from '../support/held.ts';
import { keyOf, listIncoming, makePicture, upload } from '../support/media.ts';
import { makeKey } from '../support/people.ts';
import { refusalOf } from '../support/posts.ts';
import { unzip } from '../support/zips.ts';

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
const readFile = async (made: Export) =>
  unzip(Buffer.from(await (await fetchFile(owner, made)).arrayBuffer()));
const add = async (name = 'bell.png') =>
  (await upload(owner, { bytes: await makePicture('png'), name })).data;
const listFiles = async () =>
  (await Array.fromAsync(service.ctx.files.list('exports/'))).map(({ key }) => key);

describe('an export', () => {
  test('without media has the rows of media, and no file', async () => {
    await add();
    const asked = await ask(false);
    await makeExports(service.ctx, forever);
    const files = await readFile(asked);
    expect(JSON.parse(files.get('media.json')?.toString() ?? '')).toEqual([
      expect.objectContaining({ name: 'bell.png', frames: null, file: null }),
    ]);
    expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([]);
  });

  test('of an empty workspace is possible', async () => {
    const asked = await ask();
    await makeExports(service.ctx, forever);
    const files = await readFile(asked);
    expect([files.get('posts.ndjson')?.toString(), files.get('media.json')?.toString()]).toEqual([
      '',
      '[]\n',
    ]);
  });

  test('names the files that could not be read, and has all others', async () => {
    const [lost, kept] = [await add(), await add()];
    await service.ctx.files.remove(await keyOf(service, lost.id));
    const asked = await ask();
    await makeExports(service.ctx, forever);
    const files = await readFile(asked);
    expect(JSON.parse(files.get('missing.json')?.toString() ?? '')).toEqual([lost.id]);
    expect(files.has(`media/${kept.id}-bell.png`)).toBe(true);
    expect(await getExport(asked)).toMatchObject({ state: 'done', progress: { done: expect.any(Number) } });
  });

  test('shows one moment, and delays no event of the log', async () => {
    const asked = await ask();
    const { release } = await holdTable(service.db, 'reviews');
    const making = makeExports(service.ctx, forever);
    await eventually(async () =>
      expect(await service.db.row('select done from exports where id = $1', [asked.id])).not.toEqual({
        done: 0,
      }),
    );
    await makeEvents(service.db, owner.workspaceId, { kind: 'test.later' });
    const unsealed = "select 1 as one from events where kind = 'test.later' and seq is null";
    await eventually(async () => {
      await sealEvents(service.db);
      expect(await service.db.row(unsealed)).toBeUndefined();
    });
    await release();
    await making;
    const events = (await readFile(asked)).get('events.ndjson')?.toString();
    expect(events).not.toContain('test.later');
  });
});

describe('only the owner', () => {
  test.each(['admin', 'editor', 'author', 'viewer'] as const)(
    'can create an export, not %s',
    async (role) => {
      const asked = await ask();
      await makeExports(service.ctx, forever);
      const other = await service.beside(owner, role);
      expect(refusalOf(await other.call('createExport', { body: {} }))).toEqual(['forbidden']);
      expect((await fetchFile(other, asked)).status).toBe(403);
    },
  );

  test('can create one by a key with the scope, and not by another key', async () => {
    const keys = await Promise.all(
      [['workspace.own'], ['workspace.manage']].map((scopes) =>
        makeKey(service.db, owner.workspaceId, owner.userId, { scopes }),
      ),
    );
    const statuses = await Promise.all(
      keys.map(async (key) => (await owner.call('listExports', { key })).status),
    );
    expect(statuses).toEqual([200, 403]);
  });

  test('gets the rest of a large file; a person who has lost the role meanwhile does not', async () => {
    const asked = await ask(false);
    await makeExports(service.ctx, forever);
    const row = await service.db.row<{ storage_key: string }>(
      'select storage_key from exports where id = $1',
      [asked.id],
    );
    const large = Buffer.alloc(64 * 1024 * 1024);
    const { path } = await writeLarge(large);
    await service.ctx.files.adopt(row?.storage_key ?? '', path);
    await service.db.rows('update exports set size = $2 where id = $1', [asked.id, large.length]);
    const answer = await fetchFile(owner, asked);
    const reader = answer.body?.getReader();
    await reader?.read();
    await service.db.rows("update members set role = 'admin' where user_id = $1", [owner.userId]);
    const rest = async () => {
      let count = 0;
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        count += part.value.length;
      }
      return count;
    };
    await expect(rest()).rejects.toThrow();
    await service.db.rows("update members set role = 'owner' where user_id = $1", [owner.userId]);
  });
});

async function writeLarge(bytes: Buffer): Promise<{ path: string }> {
  const path = join(service.ctx.config.dataDir, 'large');
  await writeFile(path, bytes);
  return { path };
}

describe('the file of an export', () => {
  test('is kept for seven days, and then deleted without a trace', async () => {
    const asked = await ask();
    await makeExports(service.ctx, forever);
    expect((await getExport(asked)).expires_at).toBe(await service.clock.in('7 days'));
    expect(await verifyMedia(service.ctx, { settled: -60 })).toMatchObject({ orphans: 0, strange: 0 });
    await service.clock.advance('7 days');
    expect((await fetchFile(owner, asked)).status).toBe(404);
    await removeExpired(service.ctx);
    expect(await listFiles()).toEqual([]);
    expect(await service.db.row('select id from exports where id = $1', [asked.id])).toBeUndefined();
  });

  test('is deleted with its export', async () => {
    const asked = await ask();
    await makeExports(service.ctx, forever);
    await owner.call('deleteExport', { params: { id: asked.id } });
    expect(await listFiles()).toEqual([]);
    expect((await fetchFile(owner, asked)).status).toBe(404);
  });

  test('is removed like any other if no row names it', async () => {
    const asked = await ask();
    await makeExports(service.ctx, forever);
    await service.db.rows('delete from exports where id = $1', [asked.id]);
    expect(await verifyMedia(service.ctx, { settled: -60 })).toMatchObject({
      orphans: 1,
      orphans_removed: 1,
    });
    expect(await listFiles()).toEqual([]);
  });

  test('leaves in the log who requested, made, downloaded and deleted it', async () => {
    const asked = await ask();
    await makeExports(service.ctx, forever);
    await fetchFile(owner, asked).then((answer) => answer.arrayBuffer());
    await owner.call('deleteExport', { params: { id: asked.id } });
    const events = await service.db.rows<{ kind: string; user_id: number | null }>(
      "select kind, user_id from events where workspace_id = $1 and kind like 'export.%' order by id",
      [owner.workspaceId],
    );
    expect(events.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['export.requested', owner.userId],
      ['export.made', null],
      ['export.fetched', owner.userId],
      ['export.deleted', owner.userId],
    ]);
  });
});
