import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Files } from '../../src/files/files.ts';
import { type Report, verifyMedia, verifyMediaAlone } from '../../src/media/library/verify/verify.ts';
import { verifyDaily } from '../../src/process/duties.ts';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { makePicture, upload } from '../support/media.ts';

vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
const s3 = await startFakeS3();
afterAll(() => s3.stop());

/** As if every file were old. */
const old = { settled: -60 };

const whole: Partial<Report> = {
  orphans: 0,
  orphans_removed: 0,
  arriving: 0,
  half_done_removed: 0,
  damaged: 0,
  media: [],
};

describe.each(['disk', 's3'] as const)('verifying media on %s', (kind) => {
  let service: TestApp;
  let files: Files;

  beforeEach(async () => {
    service = await app(kind === 's3' ? { storageUrl: await s3.makeBucket('belfry/') } : {});
    files = service.ctx.files;
  });
  afterEach(() => service.close());

  /** An uploaded picture, with the key that its row names. */
  async function add(client: Client = service): Promise<{ id: number; key: string; size: number }> {
    const { data } = await upload(client, { bytes: await makePicture('png'), name: 'bell.png' });
    const row = await service.db.row<{ key: string; size: number }>(
      'select storage_key as key, size from media where id = $1',
      [data.id],
    );
    return { id: data.id, key: row?.key ?? '', size: row?.size ?? 0 };
  }

  async function keep(key: string, bytes = 'bytes'): Promise<string> {
    const path = join(service.ctx.config.dataDir, randomUUID());
    await writeFile(path, bytes);
    await files.adopt(key, path);
    return key;
  }

  const orphan = () => keep(`${randomUUID()}.png`);
  const keys = async () => (await Array.fromAsync(files.list(''))).map(({ key }) => key).sort();

  test('finds nothing when all is complete', async () => {
    const { key } = await add();
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ ...whole, files: 1, rows: 1 });
    expect(await keys()).toEqual([key]);
  });

  test('finds nothing before the first file', async () => {
    expect(await verifyMedia(service.ctx)).toMatchObject({ ...whole, files: 0, rows: 0 });
  });

  test('removes files that no row names, and keeps those of every workspace', async () => {
    const other = await service.inWorkspace();
    const kept = [await add(), await add(other)].map(({ key }) => key).sort();
    await orphan();
    await orphan();
    expect(await verifyMedia(service.ctx, old)).toMatchObject({
      ...whole,
      files: 4,
      rows: 2,
      orphans: 2,
      orphans_removed: 2,
    });
    expect(await keys()).toEqual(kept);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ ...whole, files: 2, rows: 2 });
  });

  test('keeps files whose rows may be about to be stored', async () => {
    const key = await orphan();
    expect(await verifyMedia(service.ctx)).toMatchObject({ ...whole, arriving: 1 });
    expect(await keys()).toEqual([key]);
  });

  test('keeps files that Belfry has not named', async () => {
    const names = ['cat.png', 'readme', `two/${randomUUID()}.png`].sort();
    for (const name of names) await keep(name);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ ...whole, strange: 3 });
    expect(await keys()).toEqual(names);
  });

  test('reports media whose file is missing or has another size, in every workspace', async () => {
    const other = await service.inWorkspace();
    const [missing, cut, fine] = [await add(), await add(other), await add()];
    await files.remove(missing.key);
    await keep(cut.key, 'cut');
    const about = { name: 'bell.png', size: fine.size };
    expect(await verifyMedia(service.ctx, old)).toMatchObject({
      ...whole,
      files: 2,
      rows: 3,
      damaged: 2,
      media: [
        { ...about, id: missing.id, workspace_id: service.workspaceId, found: null },
        { ...about, id: cut.id, workspace_id: other.workspaceId, found: 3 },
      ],
    });
    expect(await keys()).toEqual([cut.key, fine.key].sort());
  });

  test('keeps a file whose row is stored between the listing and the removal', async () => {
    const key = await orphan();
    const late = { ...service.ctx, files: { ...files, list: listThen(() => nameInRow(key)) } };
    expect(await verifyMedia(late, old)).toMatchObject({ orphans_removed: 0, damaged: 0 });
    expect(await keys()).toEqual([key]);
  });

  test('does not report the file of media that is added during the listing', async () => {
    await add();
    const late = { ...service.ctx, files: { ...files, list: listThen(() => add()) } };
    expect(await verifyMedia(late, old)).toMatchObject({ ...whole, files: 1, rows: 2 });
  });

  function listThen(work: () => Promise<unknown>): Files['list'] {
    return async function* (prefix) {
      yield* files.list(prefix);
      await work();
    };
  }

  function nameInRow(key: string) {
    return service.db.rows(
      `insert into media (workspace_id, name, mime_type, kind, size, storage_key)
       values ($1, 'late', 'image/png', 'image', 5, $2)`,
      [service.workspaceId, key],
    );
  }

  test('removes nothing when most files are unknown, unless it is forced', async () => {
    const { key } = await add();
    for (let count = 0; count < 11; count += 1) await orphan();
    expect(await verifyMedia(service.ctx, old)).toMatchObject({
      orphans: 11,
      orphans_removed: 0,
      unlikely: true,
    });
    expect(await keys()).toHaveLength(12);
    const report = await verifyMedia(service.ctx, { ...old, removeMost: true });
    expect(report).toMatchObject({ orphans: 11, orphans_removed: 11, unlikely: false });
    expect(await keys()).toEqual([key]);
  });

  test('handles more files than one query returns, and checks again before each query', async () => {
    const named = Array.from({ length: 2500 }, () => `${randomUUID()}.png`).sort();
    const last = named.pop() ?? '';
    const removed: string[] = [];
    const many: Files = {
      ...files,
      async *list() {
        for (const key of [...named, last]) yield { key, size: 5, modifiedAt: new Date(0) };
      },
      async remove(key) {
        if (removed.push(key) === 1) await nameInRow(last);
      },
    };
    const report = await verifyMedia({ ...service.ctx, files: many }, { removeMost: true });
    expect(report).toMatchObject({ files: 2500, orphans: 2500, orphans_removed: 2499 });
    expect(removed.sort()).toEqual(named);
  });

  test('can run twice at once, but the duty runs only when no other verification does', async () => {
    await add();
    await orphan();
    let other: Report | undefined;
    const meanwhile = { ...files, list: listThen(async () => (other = await verifyMediaAlone(service.ctx))) };
    await verifyMediaAlone({ ...service.ctx, files: meanwhile }, old);
    expect(other).toBeUndefined();
    await orphan();
    await Promise.all([verifyMedia(service.ctx, old), verifyMedia(service.ctx, old)]);
    expect(await keys()).toHaveLength(1);
    expect(await verifyMediaAlone(service.ctx, old)).toMatchObject(whole);
  });

  test('ends when it is aborted', async () => {
    await orphan();
    await expect(verifyMedia(service.ctx, { ...old, signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(await keys()).toHaveLength(1);
  });
});

describe('files of a killed process', () => {
  test('are removed when no process can be writing them any more', async () => {
    await using service = await app();
    const { dataDir } = service.ctx.config;
    const places = ['incoming', 'media/.drafts'];
    for (const place of places) {
      await mkdir(join(dataDir, place), { recursive: true });
      for (const name of ['old', 'young']) await writeFile(join(dataDir, place, name), 'half');
      await utimes(join(dataDir, place, 'old'), 1, 1);
    }
    expect(await verifyMedia(service.ctx)).toMatchObject({ ...whole, half_done_removed: 2 });
    for (const place of places) expect(await readdir(join(dataDir, place))).toEqual(['young']);
  });

  test('that are an hour old are removed when no row names them', async () => {
    await using service = await app();
    const { files, config } = service.ctx;
    for (const minutes of [59, 61]) {
      const path = join(config.dataDir, 'file');
      await writeFile(path, 'bytes');
      const then = Date.now() / 1000 - minutes * 60;
      await utimes(path, then, then);
      await files.adopt(`${randomUUID()}.png`, path);
    }
    expect(await verifyMedia(service.ctx)).toMatchObject({ orphans_removed: 1, arriving: 1 });
  });
});

describe('the daily duty', () => {
  test('reports missing and removed files, and nothing else', async () => {
    await using service = await app();
    const lines: { level: number; msg: string; media?: object }[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const ctx = { ...service.ctx, log };
    const { data } = await upload(service, { bytes: await makePicture('png') });
    await verifyDaily(ctx);
    expect(lines).toEqual([]);
    const incoming = join(ctx.config.dataDir, 'incoming/left');
    await writeFile(incoming, 'half');
    await utimes(incoming, 1, 1);
    await verifyDaily(ctx);
    expect(lines.splice(0)).toMatchObject([{ level: 30, half_done_removed: 1 }]);
    for await (const { key } of ctx.files.list('')) await ctx.files.remove(key);
    await verifyDaily(ctx);
    expect(lines).toMatchObject([{ level: 40, damaged: 1, media: [{ id: data.id, found: null }] }]);
  });
});
