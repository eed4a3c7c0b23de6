import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { app, type TestApp } from '../support/app.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { keyOf, makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';

describe('a file that is missing from the storage', async () => {
  const service = await app();
  afterAll(() => service.close());

  test('fails its own target only, which names it, and can be sent again once the file is restored', async () => {
    const channel = await connectSandbox(service);
    const bytes = await makePicture('png');
    const { id } = (await upload(service, { bytes, name: 'bell.png' })).data;
    const lost = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    const other = await createPost(service, scheduledFor([channel]));
    await service.ctx.files.remove(await keyOf(service, id));
    await service.publishDue();
    const failed = await getPost(service, lost);
    const error = { code: 'media_unusable', retryable: true, details: { field: 'media_ids.0' } };
    expect(failed.targets).toMatchObject([{ status: 'failed', error }]);
    expect(JSON.stringify(failed.targets)).toContain('bell.png');
    expect((await getPost(service, other)).status).toBe('published');

    const back = join(service.ctx.config.dataDir, 'back');
    await writeFile(back, bytes);
    await service.ctx.files.adopt(await keyOf(service, id), back);
    const body = scheduledFor([channel], { media_ids: [id] });
    await service.call('updatePost', { params: { id: lost.id }, body });
    await service.publishDue();
    expect((await getPost(service, lost)).status).toBe('published');
  });

  test('is made again if its original exists', async () => {
    const channel = await connectSandbox(service);
    await service.db.rows('update channels set limits = $2 where id = $1', [
      channel.id,
      { 'image.types': ['image/jpeg'] },
    ]);
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const scheduled_at = await service.clock.in('5 minutes');
    const post = await createPost(service, scheduledFor([channel], { media_ids: [id], scheduled_at }));
    await prepareDueSoon(service.ctx);
    const [made] = await service.db.rows<{ storage_key: string }>(
      'select storage_key from renditions where media_id = $1',
      [id],
    );
    await service.ctx.files.remove(made?.storage_key ?? '');
    await service.clock.advance('6 minutes');
    await service.publishDue();
    await service.clock.advance('1 minute');
    await service.publishDue();
    expect((await getPost(service, post)).status).toBe('published');
  });

  test('is answered with 404 and the reason', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    await service.ctx.files.remove(await keyOf(service, id));
    const answer = await service.request('GET', `/api/v1/media/${id}/file`);
    expect([answer.status, answer.error.message]).toEqual([404, expect.stringContaining('missing')]);
    const thumbnail = await service.request('GET', `/api/v1/media/${id}/thumbnail`);
    expect([thumbnail.status, thumbnail.error.message]).toEqual([404, expect.stringContaining('missing')]);
    for (const path of ['file', 'thumbnail']) {
      const url = `${service.origin}/api/v1/media/${id}/${path}`;
      const headers = { authorization: `Bearer ${service.key}` };
      expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
    }
  });
});

async function readWarnings({ origin }: TestApp): Promise<string[]> {
  const response = await fetch(`${origin}/ready`);
  return ((await response.json()) as { warnings: string[] }).warnings;
}

async function readFigures({ origin }: TestApp): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text();
}

describe('a storage that does not work', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'tests');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'tests');
  const s3 = await startFakeS3();
  const service = await app({ storageUrl: await s3.makeBucket() });
  afterAll(async () => {
    s3.spoil = undefined;
    await service.close();
    await s3.stop();
    vi.unstubAllEnvs();
  });
  const breakStorage = () => {
    s3.spoil = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
  };

  test('postpones posts with files, publishes the others, and loses none', async () => {
    const channel = await connectSandbox(service);
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const waiting = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    const other = await createPost(service, scheduledFor([channel]));
    breakStorage();
    await service.publishDue();
    expect((await getPost(service, waiting)).status).toBe('publishing');
    expect((await getPost(service, other)).status).toBe('published');
    s3.spoil = undefined;
    await service.clock.advance('1 minute');
    await service.publishDue();
    expect((await getPost(service, waiting)).status).toBe('published');
  });

  test('delays no other post and waits for one file only if it returns no first byte', async () => {
    const channel = await connectSandbox(service);
    const [bytes, other] = await Promise.all([makePicture('png'), makePicture('png', 20, 20)]);
    const ids = [
      (await upload(service, { bytes })).data.id,
      (await upload(service, { bytes: other })).data.id,
    ];
    const { files } = service.ctx;
    const waited: unknown[] = [];
    service.ctx.files = {
      ...files,
      read(key, range, firstByte) {
        waited.push(firstByte);
        return files.read(key, range, 20);
      },
    };
    const waiting = await createPost(service, scheduledFor([channel], { media_ids: ids }));
    const next = await createPost(service, scheduledFor([channel]));
    // Does not answer, and does not end.
    s3.spoil = ({ method }) => method === 'GET';
    await service.publishDue();
    expect(waited).toEqual([5000]);
    expect((await getPost(service, waiting)).targets).toMatchObject([{ status: 'publishing', error: null }]);
    expect((await getPost(service, next)).status).toBe('published');
    s3.spoil = undefined;
    service.ctx.files = files;
    await service.clock.advance('1 minute');
    await service.publishDue();
    expect((await getPost(service, waiting)).status).toBe('published');
  });

  test.each(['SignatureDoesNotMatch', 'NoSuchBucket'])(
    'that answers %s is described to people in a sentence, and to the operator in full',
    async (code) => {
      const log = vi.spyOn(service.ctx.log, 'warn');
      const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
      s3.spoil = (_request, response) => {
        const error = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
        response.writeHead(403, { 'content-type': 'application/xml' }).end(error);
        return true;
      };
      const { status, error } = await service.request('GET', `/api/v1/media/${id}/file`);
      expect([status, error.message]).toEqual([
        503,
        'The storage of media cannot be used at the moment. Try again in a moment.',
      ]);
      expect(log).toHaveBeenCalledWith(
        expect.objectContaining({
          ...{ where: 'storage', call: 'read', reason: code, place: `${s3.endpoint}, bucket bucket-1` },
          err: expect.objectContaining({ cause: expect.objectContaining({ name: code }) }),
        }),
        `the storage of media cannot be used: ${code}`,
      );
      log.mockRestore();
      expect(await readWarnings(service)).toEqual([expect.stringContaining('The storage of media cannot')]);
      expect(await readFigures(service)).toContain('belfry_storage_up 0');

      s3.spoil = undefined;
      await service.ctx.files.check();
      expect(await readWarnings(service)).toEqual([]);
      const figures = await readFigures(service);
      expect(figures).toContain('belfry_storage_up 1');
      expect(figures).toMatch(/^belfry_storage_errors_total [1-9]/m);
      expect(figures).toMatch(/^belfry_storage_seconds_count\{call="read",outcome="unavailable"\} [1-9]/m);
    },
  );

  test('answers uploads and downloads with 503, and keeps no part of an upload', async () => {
    const bytes = await makePicture('png');
    const { id } = (await upload(service, { bytes })).data;
    breakStorage();
    const refused = await upload(service, { bytes });
    expect([refused.status, refused.error.code]).toEqual([503, 'unavailable']);
    const file = await service.request('GET', `/api/v1/media/${id}/file`);
    expect([file.status, file.headers.get('retry-after')]).toEqual([503, '2']);
    s3.spoil = undefined;
    const { data } = await service.request('GET', '/media');
    expect((data as { id: number }[])[0]?.id).toBe(id);
    expect((await text(await service.ctx.files.read(await keyOf(service, id)))).length).toBeGreaterThan(0);
  });
});
