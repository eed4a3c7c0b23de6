import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { prepareDueSoon } from '../../src/media/prepare.ts';
import { app } from '../support/app.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { keyOf, makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { joinSandbox } from '../support/sandbox.ts';

describe('a file that is gone from the storage', async () => {
  const service = await app();
  afterAll(() => service.close());

  test('fails its own target only, says which, and can be sent again once it is back', async () => {
    const channel = await joinSandbox(service);
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

  test('is made again when it was made of one that is there', async () => {
    const channel = await joinSandbox(service);
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

  test('is 404 with the reason at its own address', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    await service.ctx.files.remove(await keyOf(service, id));
    const answer = await service.request('GET', `/api/v1/media/${id}/file`);
    expect([answer.status, answer.error.message]).toEqual([404, expect.stringContaining('gone')]);
    const thumbnail = await service.request('GET', `/api/v1/media/${id}/thumbnail`);
    expect([thumbnail.status, thumbnail.error.message]).toEqual([404, expect.stringContaining('gone')]);
    for (const path of ['file', 'thumbnail']) {
      const url = `${service.origin}/api/v1/media/${id}/${path}`;
      const headers = { authorization: `Bearer ${service.key}` };
      expect((await fetch(url, { method: 'HEAD', headers })).status).toBe(404);
    }
  });
});

describe('a storage that is away', async () => {
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
  const leave = () => {
    s3.spoil = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
  };

  test('puts off what needs it, lets the rest pass, and loses nothing', async () => {
    const channel = await joinSandbox(service);
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const waiting = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
    const other = await createPost(service, scheduledFor([channel]));
    leave();
    await service.publishDue();
    expect((await getPost(service, waiting)).status).toBe('publishing');
    expect((await getPost(service, other)).status).toBe('published');
    s3.spoil = undefined;
    await service.clock.advance('1 minute');
    await service.publishDue();
    expect((await getPost(service, waiting)).status).toBe('published');
  });

  test('is 503 for who uploads or reads, and nothing is kept', async () => {
    const bytes = await makePicture('png');
    const { id } = (await upload(service, { bytes })).data;
    leave();
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
