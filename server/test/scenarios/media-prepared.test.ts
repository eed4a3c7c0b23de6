/** Images are converted before the posts that need them are due. */
import type { Channel } from '@belfry/contract/channels.ts';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { app } from '../support/app.ts';
import { keyOf, makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

interface Line {
  level: number;
  msg: string;
  media: number;
}

/** One round of the duty. Returns the lines that it logs, and the files that it reads. */
async function prepare(): Promise<{ lines: Line[]; read: string[] }> {
  const lines: Line[] = [];
  const read: string[] = [];
  const { files } = service.ctx;
  await prepareDueSoon({
    ...service.ctx,
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    files: {
      ...files,
      read(key, range) {
        read.push(key);
        return files.read(key, range);
      },
    },
  });
  return { lines, read };
}

/** A post on a channel that accepts only JPEG. */
async function schedule(interval: string, bytes?: Buffer<ArrayBuffer>) {
  const channel = await connectSandbox(service);
  const limits = { 'image.types': ['image/jpeg'] };
  await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
  const { id } = (await upload(service, { bytes: bytes ?? (await makePicture('png')) })).data;
  const scheduled_at = await service.clock.in(interval);
  const post = await createPost(service, scheduledFor([channel], { media_ids: [id], scheduled_at }));
  return { channel, post, id, key: await keyOf(service, id) };
}

const made = (id: number) =>
  service.db.rows<{ id: number; mime_type: string | null }>(
    'select id, mime_type from renditions where media_id = $1 order by id',
    [id],
  );

async function readType(channel: Channel): Promise<unknown> {
  const [post] = await readTimeline(service, channel);
  return post?.media.map((file) => (file as { mime_type: string }).mime_type);
}

test('an image of a post that is due in five minutes is converted now, and not again when the post is due', async () => {
  const { channel, post, id, key } = await schedule('5 minutes');
  expect(await prepare()).toEqual({ lines: [], read: [key] });
  const rows = await made(id);
  expect(rows).toMatchObject([{ mime_type: 'image/jpeg' }]);
  // If it were made again, this would fail, because its original is missing.
  await service.ctx.files.remove(key);
  await service.clock.advance('5 minutes');
  await service.publishDue();
  expect((await getPost(service, post)).status).toBe('published');
  expect(await readType(channel)).toEqual(['image/jpeg']);
  expect(await made(id)).toEqual(rows);
});

test('a second round repeats no work, even if no conversion was needed', async () => {
  const converted = await schedule('5 minutes');
  const fitting = await schedule('5 minutes', await makePicture('jpeg'));
  expect((await prepare()).read.sort()).toEqual([converted.key, fitting.key].sort());
  const rows = [await made(converted.id), await made(fitting.id)];
  expect(rows).toMatchObject([[{ mime_type: 'image/jpeg' }], [{ mime_type: null }]]);
  expect(await prepare()).toEqual({ lines: [], read: [] });
  expect([await made(converted.id), await made(fitting.id)]).toEqual(rows);
  await service.clock.advance('5 minutes');
  await service.publishDue();
});

test('a file that cannot be read is logged, and delays no other', async () => {
  const lost = await schedule('4 minutes');
  const fine = await schedule('5 minutes');
  await service.ctx.files.remove(lost.key);
  const { lines } = await prepare();
  expect(lines).toMatchObject([{ level: 40, media: lost.id, msg: expect.stringContaining('prepared') }]);
  expect(await made(lost.id)).toEqual([]);
  expect(await made(fine.id)).toHaveLength(1);
  expect((await getPost(service, lost.post)).status).toBe('scheduled');
  await service.clock.advance('5 minutes');
  await service.publishDue();
  expect((await getPost(service, lost.post)).status).toBe('failed');
  expect((await getPost(service, fine.post)).status).toBe('published');
});

test('a post that is due in a day is not prepared until its time is near', async () => {
  const { id, key } = await schedule('1 day');
  expect(await prepare()).toEqual({ lines: [], read: [] });
  expect(await made(id)).toEqual([]);
  await service.clock.advance('23 hours 51 minutes');
  expect(await prepare()).toEqual({ lines: [], read: [key] });
  expect(await made(id)).toHaveLength(1);
});

test('a draft is not prepared', async () => {
  const { post, id } = await schedule('5 minutes');
  const body = { status: 'draft' as const, content: 'Hello', media_ids: [id] };
  await service.call('updatePost', { params: { id: post.id }, body });
  await prepare();
  expect(await made(id)).toEqual([]);
});
