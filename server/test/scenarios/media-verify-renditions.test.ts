/** Renditions whose files and rows do not match. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from '@belfry/contract/channels.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Files } from '../../src/files/files.ts';
import { verifyMedia } from '../../src/media/library/verify/verify.ts';
import type { TestApp } from '../support/app.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, keyOf, makePicture, requireTidy, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { openStored, type Stored, storages } from '../support/storages.ts';
import { makeVideos, type Videos } from '../support/videos.ts';

/** As if every file were old. */
const old = { settled: -60 };

let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4');
});
afterAll(() => videos.remove());

describe.each(storages)('a rendition, on %s,', (storage) => {
  let stored: Stored;
  let service: TestApp;
  let files: Files;
  let channel: Channel;
  beforeEach(async () => {
    stored = await openStored(storage, { outboundAllow: loopbackAllowed });
    service = stored.service;
    files = service.ctx.files;
    channel = await connectSandbox(service);
    const limits = { 'image.types': ['image/jpeg'] };
    await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
  });
  afterEach(() => stored.close());

  const add = async (format: 'png' | 'jpeg' = 'png') =>
    (await upload(service, { bytes: await makePicture(format) })).data.id;

  async function publish(id: number): Promise<string> {
    const post = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    await service.publishDue();
    return (await getPost(service, post)).status;
  }

  async function readThumbnail(id: number): Promise<number> {
    const headers = { authorization: `Bearer ${service.key}` };
    const answer = await fetch(`${service.origin}/api/v1/media/${id}/thumbnail`, { headers });
    await answer.bytes();
    return answer.status;
  }

  /** The storage keys; null if no conversion was needed. */
  const made = async (id: number) => {
    const rows = await service.db.rows<{ storage_key: string | null }>(
      'select storage_key from renditions where media_id = $1 order by id',
      [id],
    );
    return rows.map(({ storage_key }) => storage_key);
  };

  const keys = async () => (await Array.fromAsync(files.list(''))).map(({ key }) => key).sort();

  async function replace(key: string): Promise<void> {
    const path = join(service.ctx.config.dataDir, randomUUID());
    await writeFile(path, 'cut');
    await files.adopt(key, path);
  }

  test('is deleted when its file is missing, and made again', async () => {
    const id = await add();
    await readThumbnail(id);
    await publish(id);
    const lost = await made(id);
    expect(lost).toHaveLength(2);
    for (const key of lost) await files.remove(key ?? '');
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ renditions_forgotten: 2, damaged: 0 });
    expect(await made(id)).toEqual([]);
    expect([await readThumbnail(id), await publish(id)]).toEqual([200, 'published']);
    expect(await made(id)).toHaveLength(2);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ renditions_forgotten: 0, orphans: 0 });
  });

  test('is deleted when its file is cut, with the rest of the file', async () => {
    const id = await add();
    await readThumbnail(id);
    const [cut = ''] = await made(id);
    await replace(cut ?? '');
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ renditions_forgotten: 1, damaged: 0 });
    expect(await readThumbnail(id)).toBe(200);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ orphans_removed: 1 });
    expect(await keys()).toEqual([await keyOf(service, id), ...(await made(id))].sort());
    await requireTidy(service);
  });

  test('is deleted when it is the still of a video, and made again', async () => {
    const { id } = await addFromLink(service, await readFile(videos.path('h264.mp4')), 'tower.mp4');
    await readThumbnail(id);
    const lost = await made(id);
    expect(lost).toHaveLength(2);
    for (const key of lost) await files.remove(key ?? '');
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ renditions_forgotten: 2 });
    expect(await readThumbnail(id)).toBe(200);
    await requireTidy(service);
  });

  test('is kept as unnecessary if the original already fits', async () => {
    const id = await add('jpeg');
    await publish(id);
    expect(await readThumbnail(await add())).toBe(200);
    expect(await made(id)).toEqual([null]);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ renditions_forgotten: 0, rows: 3 });
    expect(await made(id)).toEqual([null]);
  });

  test('is kept when it is made while the files are listed', async () => {
    const [earlier, id] = [await add(), await add()];
    await readThumbnail(earlier);
    const listed: Files = {
      ...files,
      async *list(prefix) {
        yield* files.list(prefix);
        await readThumbnail(id);
      },
    };
    const report = await verifyMedia({ ...service.ctx, files: listed }, old);
    expect(report).toMatchObject({ renditions_forgotten: 0, orphans_removed: 0 });
    expect(await made(id)).toHaveLength(1);
    await requireTidy(service);
  });

  test('is deleted when no row names it', async () => {
    const id = await add();
    await readThumbnail(id);
    await publish(id);
    await service.db.rows('delete from renditions');
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ orphans_removed: 2, damaged: 0 });
    expect(await keys()).toEqual([await keyOf(service, id)]);
    expect(await readThumbnail(id)).toBe(200);
  });

  test('is deleted with its media', async () => {
    const image = await add();
    const { id: video } = await addFromLink(service, await readFile(videos.path('h264.mp4')), 'tower.mp4');
    await publish(image);
    for (const id of [image, video]) {
      expect(await readThumbnail(id)).toBe(200);
      await service.call('deleteMedia', { params: { id } });
    }
    expect([await keys(), await service.db.rows('select from renditions')]).toEqual([[], []]);
    expect(await verifyMedia(service.ctx, old)).toMatchObject({ files: 0, rows: 0, orphans: 0 });
  });
});
