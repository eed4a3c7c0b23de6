import { afterAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, makePicture, upload } from '../support/media.ts';

const bytes = await makePicture('png');
const service = await app({ mediaQuota: 3 * bytes.length, outboundAllow: loopbackAllowed });
afterAll(() => service.close());

const used = async () =>
  (
    await service.db.row<{ media_bytes: number }>('select media_bytes from workspaces where id = $1', [
      service.workspaceId,
    ])
  )?.media_bytes;

test('a workspace stores no more bytes than its quota, however many arrive at once; the refusal states the numbers', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(service, { bytes })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 413, 413, 413]);
  const refused = await upload(service, { bytes });
  expect(refused.error).toMatchObject({
    code: 'media_quota_exceeded',
    message: expect.stringContaining(`${3 * bytes.length}`),
  });
  expect(await used()).toBe(3 * bytes.length);
  expect(await Array.fromAsync(service.ctx.files.list(''))).toHaveLength(3);
});

test('other workspaces have their own quota', async () => {
  const other = await service.inWorkspace();
  expect((await upload(other, { bytes })).status).toBe(201);
});

test('deleting frees space again', async () => {
  const [first] = (await service.request('GET', '/media')).data as { id: number }[];
  await service.call('deleteMedia', { params: { id: first?.id ?? 0 } });
  expect(await used()).toBe(2 * bytes.length);
  expect((await upload(service, { bytes })).status).toBe(201);
});

test('a download from a link counts, too', async () => {
  await expect(addFromLink(service, bytes, 'bell.png')).rejects.toThrow('413');
});
