import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { addFromLink, makePicture, type Picture, sendForm, upload } from '../support/media.ts';

const service = await app({ outboundAllow: [{ range: '127.0.0.0/8' }] });
afterAll(() => service.close());

const limit = 16 * 1024 * 1024;

async function padded(size: number): Promise<Buffer<ArrayBuffer>> {
  const picture = await makePicture('jpeg');
  return Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
}

describe('an upload', () => {
  test.each<Picture>(['jpeg', 'png', 'webp', 'gif'])(
    'of a %s is stored with its real type and size',
    async (format) => {
      const bytes = await makePicture(format, 64, 48);
      const { status, data } = await upload(service, { bytes, name: `bell.${format}`, altText: 'A bell' });
      expect(status).toBe(201);
      expect(data).toMatchObject({
        kind: 'image',
        mime_type: `image/${format}`,
        size: bytes.length,
        width: 64,
        height: 48,
        duration: null,
        animated: false,
        alt_text: 'A bell',
        url: `/api/v1/media/${data.id}/file`,
      });
    },
  );

  test('is recognised by its bytes, not by its name or declared type', async () => {
    const bytes = await makePicture('png');
    const { data } = await upload(service, { bytes, name: 'bell.jpg', type: 'image/jpeg' });
    expect(data.mime_type).toBe('image/png');
  });

  test('may have its description before or after the file', async () => {
    const bytes = await makePicture('png');
    for (const altFirst of [true, false]) {
      const { data } = await upload(service, { bytes, altText: 'Über dem Tor', altFirst });
      expect(data.alt_text).toBe('Über dem Tor');
    }
  });

  test('of exactly 16 MB is accepted, and one of a byte more is refused with 413', async () => {
    expect((await upload(service, { bytes: await padded(limit) })).status).toBe(201);
    const { status, error } = await upload(service, { bytes: await padded(limit + 1) });
    expect([status, error.code]).toEqual([413, 'file_too_large']);
  });

  test.each([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['nothing', Buffer.alloc(0)],
  ])('of %s is refused with 422 and the reason, and leaves nothing', async (_, bytes) => {
    const { status, error } = await upload(service, { bytes });
    expect([status, error.code]).toEqual([422, 'unfit_file']);
    expect(error.errors).toEqual({ file: [error.message] });
    expect(await readdir(join(service.ctx.config.dataDir, 'incoming'))).toEqual([]);
  });

  test('without a file, or with unknown fields, is refused with 422', async () => {
    const empty = new FormData();
    empty.append('alt_text', 'A bell');
    expect((await sendForm(service, empty)).error.errors).toHaveProperty('file');
    const strange = new FormData();
    strange.append('file', new Blob([await makePicture('png')]), 'bell.png');
    strange.append('colour', 'red');
    expect((await sendForm(service, strange)).error.errors).toHaveProperty('colour');
  });

  test('that is not a form is refused with 415', async () => {
    expect((await service.request('POST', '/media', { body: { file: 'bell' } })).status).toBe(415);
  });

  test('is not allowed to viewers', async () => {
    const viewer = await service.as('viewer');
    expect((await upload(viewer, { bytes: await makePicture('png') })).status).toBe(403);
  });
});

describe('a file of the library', () => {
  test('is attached to posts, in order', async () => {
    const ids: number[] = [];
    for (const name of ['b.png', 'a.png']) {
      ids.push((await upload(service, { bytes: await makePicture('png'), name })).data.id);
    }
    const body = { status: 'draft', media_ids: ids };
    const { data } = await service.request('POST', '/posts', { body });
    expect((data as { media: { name: string }[] }).media.map(({ name }) => name)).toEqual(['b.png', 'a.png']);
  });

  test('is renamed, described, and deleted unless a waiting post needs it', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const change = { name: '../../etc/pass\u202ewd', alt_text: 'Bells' };
    const { data } = await service.call('updateMedia', { params: { id }, body: change });
    expect(data).toMatchObject(change);
    const file = await fetch(`${service.origin}${data.url}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(file.headers.get('content-disposition')).toBe('inline; filename="passwd.png"');
    const post = await service.request('POST', '/posts', { body: { status: 'draft', media_ids: [id] } });
    const refused = await service.call('deleteMedia', { params: { id } });
    expect([refused.status, refused.error.code]).toEqual([409, 'media_in_use']);
    await service.request('DELETE', `/posts/${(post.data as { id: number }).id}`);
    expect((await service.call('deleteMedia', { params: { id } })).status).toBe(204);
    expect((await service.call('getMedia', { params: { id } })).status).toBe(404);
  });

  test('has events, wherever it came from', async () => {
    const client = await service.inWorkspace();
    const bytes = await makePicture('png');
    const { id } = (await upload(client, { bytes, name: 'bell.png' })).data;
    const linked = await addFromLink(client, bytes, 'tower.png');
    const events = await service.db.rows('select kind, user_id, data from events where workspace_id = $1', [
      client.workspaceId,
    ]);
    const eventOf = (media_id: number, name: string) => ({
      kind: 'media.added',
      user_id: client.userId,
      data: { media_id, name, mime_type: 'image/png', size: bytes.length },
    });
    expect(events).toEqual([eventOf(id, 'bell.png'), eventOf(linked.id, 'tower.png')]);
  });

  test('of another workspace is not found by any endpoint', async () => {
    const { id } = (await upload(service, { bytes: await makePicture('png') })).data;
    const stranger = await service.inWorkspace();
    expect((await stranger.call('getMedia', { params: { id } })).status).toBe(404);
    expect((await stranger.call('deleteMedia', { params: { id } })).status).toBe(404);
    expect((await stranger.request('GET', `/api/v1/media/${id}/file`)).status).toBe(404);
    const { status } = await stranger.request('POST', '/posts', {
      body: { status: 'draft', media_ids: [id] },
    });
    expect(status).toBe(422);
  });
});
