/** Videos whose codecs a network does not accept are made H.264 and AAC, if the server has ffmpeg. */
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import { prepareDueSoon } from '../../src/media/convert/prepare.ts';
import { transcodeDueSoon } from '../../src/media/convert/transcode-due.ts';
import { probeFile } from '../../src/media/probe/probe.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { app, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { openGallery } from '../support/gallery.ts';
import { loopbackAllowed } from '../support/loopback.ts';
import { addFromLink, requireTidy } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox } from '../support/sandbox.ts';
import { makeVideos, type VideoName, type Videos } from '../support/videos.ts';

const own = <T>(value: T) => ({ value, source: 'here', checked: '2026-11-22' });
const gallery = openGallery({ limits: { 'video.types': own(['video/mp4']) } });

let service: TestApp;
let videos: Videos;
beforeAll(async () => {
  videos = await makeVideos('h264.mp4', 'vp9.webm', 'heard.webm');
  service = await app({ networks: gallery.networks, outboundAllow: loopbackAllowed, canTranscode: true });
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await service.close();
  await videos.remove();
});

async function add(name: VideoName = 'vp9.webm', client: Client = service): Promise<number> {
  return (await addFromLink({ ...service, ...client }, await readFile(videos.path(name)), name)).id;
}

async function schedule(interval: string, name?: VideoName, client: Client = service) {
  const channel = await connectSandbox(client);
  const id = await add(name, client);
  const scheduled_at = await service.clock.in(interval);
  return { id, post: await createPost(client, scheduledFor([channel], { scheduled_at, media_ids: [id] })) };
}

const listMade = (id: number) =>
  service.db.rows<{ mime_type: string | null; storage_key: string | null }>(
    "select mime_type, storage_key from renditions where media_id = $1 and purpose like 'video/%'",
    [id],
  );
const listWork = () => service.db.rows<{ tries: number }>('select tries from transcodings');

const targetOf = async (id: number) => (await getPost(service, { id })).targets[0];

/** The context of another process. It counts the files that it reads. */
function another(more: Partial<Context> = {}): Context & { reads: string[] } {
  const { files } = service.ctx;
  const reads: string[] = [];
  const read: typeof files.read = (key, range, signal) => {
    reads.push(key);
    return files.read(key, range, signal);
  };
  return { ...service.ctx, files: { ...files, read }, reads, ...more };
}

async function replaceFfmpeg(script: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'belfry-ffmpeg-'));
  await writeFile(join(place, 'ffmpeg'), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, 'ffmpeg'), 0o700);
  vi.stubEnv('PATH', `${place}${delimiter}${process.env['PATH']}`);
}

test('a WebM file is accepted, people learn of the loss, and it is made MP4 before the post is due, once', async () => {
  const channel = await connectSandbox(service);
  const id = await add('heard.webm');
  const plan = scheduledFor([channel], {
    scheduled_at: await service.clock.in('30 minutes'),
    media_ids: [id],
  });
  const { valid, advice } = (await service.call('validatePost', { body: plan })).data;
  expect([valid, advice]).toMatchObject([true, [{ rule: 'video.transcoded', field: 'media_ids.0' }]]);
  const post = await createPost(service, plan);
  await transcodeDueSoon(service.ctx);
  const made = await listMade(id);
  expect(made).toMatchObject([{ mime_type: 'video/mp4', storage_key: expect.stringMatching(/\.mp4$/) }]);
  const later = another();
  await transcodeDueSoon(later);
  expect(later.reads).toEqual([]);
  await service.clock.advance('30 minutes');
  await service.publishDue();
  expect(await targetOf(post.id)).toMatchObject({ status: 'published', error: null });
  const got = gallery.received.at(-1)?.media[0];
  expect(got).toMatchObject({ id, mimeType: 'video/mp4', width: 128, height: 72 });
  const path = join(videos.directory, 'received.mp4');
  await writeFile(path, got?.bytes ?? '');
  expect(await probeFile(path, 'images and videos', 1)).toMatchObject({
    ...{ videoCodec: 'avc', audioCodec: 'aac', duration: 2 },
  });
  expect([await listMade(id), await listWork()]).toEqual([made, []]);
  await requireTidy(service);
});

test('a post that is due at once waits for its video, and the preparation of images does not', async () => {
  const { id, post } = await schedule('1 second');
  await prepareDueSoon(service.ctx);
  expect(await listMade(id)).toEqual([]);
  await service.clock.advance('1 second');
  await service.publishDue();
  expect(await targetOf(post.id)).toMatchObject({ status: 'publishing' });
  await transcodeDueSoon(service.ctx);
  await service.clock.advance('1 minute');
  await service.publishDue();
  expect(await targetOf(post.id)).toMatchObject({ status: 'published', error: null });
  expect(gallery.received.at(-1)?.media[0]).toMatchObject({ id, mimeType: 'video/mp4' });
});

test('two processes make a video once', async () => {
  const { id } = await schedule('30 minutes');
  const processes = [another(), another()];
  await Promise.all(processes.map((ctx) => transcodeDueSoon(ctx)));
  expect(processes.flatMap(({ reads }) => reads)).toHaveLength(1);
  expect(await listMade(id)).toHaveLength(1);
});

test('workspaces take turns', async () => {
  const other = await service.inWorkspace();
  const many = [await schedule('10 minutes'), await schedule('11 minutes')];
  const one = await schedule('12 minutes', undefined, other);
  await transcodeDueSoon(service.ctx);
  const rows = await service.db.rows<{ media_id: number }>(
    "select media_id from renditions where media_id = any($1) and purpose like 'video/%' order by id",
    [[...many, one].map(({ id }) => id)],
  );
  expect(rows.map(({ media_id }) => media_id)).toEqual([many[0]?.id, one.id, many[1]?.id]);
});

test('a stop ends the work, does not count as a failure, and the next start begins it again', async () => {
  const { id } = await schedule('30 minutes');
  const note = join(videos.directory, 'begun');
  await replaceFfmpeg(`echo > ${note}; exec sleep 1000`);
  const ending = new AbortController();
  const work = transcodeDueSoon(service.ctx, ending.signal);
  await eventually(() => readFile(note));
  ending.abort();
  await work;
  expect([await listMade(id), await listWork()]).toEqual([[], [{ tries: 0 }]]);
  vi.unstubAllEnvs();
  await transcodeDueSoon(service.ctx);
  expect([(await listMade(id)).length, await listWork()]).toEqual([1, []]);
  await requireTidy(service);
});

test('a process that was killed leaves the video to another one, after its lease', async () => {
  const { id } = await schedule('30 minutes');
  await service.db.rows(
    `insert into transcodings (media_id, workspace_id, purpose, lease, ends_at)
     select m.id, m.workspace_id, made.purpose, gen_random_uuid(), clock_now() + interval '1 minute'
     from media m, (select purpose from renditions where purpose like 'video/%' order by id desc limit 1) made where m.id = $1`,
    [id],
  );
  await transcodeDueSoon(service.ctx);
  expect(await listMade(id)).toEqual([]);
  await service.clock.advance('61 seconds');
  await transcodeDueSoon(service.ctx);
  expect([(await listMade(id)).length, await listWork()]).toEqual([1, []]);
});

describe('a video that cannot be converted', () => {
  const failed = {
    status: 'failed',
    error: { code: 'media_unusable', message: expect.stringMatching(/Export it as MP4 with H\.264 and AAC/) },
  };

  test('is refused after three failures', async () => {
    const { id, post } = await schedule('30 minutes');
    await replaceFfmpeg('exit 1');
    for (const wait of ['61 seconds', '121 seconds', '1 hour']) {
      expect(await listMade(id)).toEqual([]);
      await transcodeDueSoon(service.ctx);
      // The next try is later.
      await transcodeDueSoon(service.ctx);
      await service.clock.advance(wait);
    }
    expect([await listMade(id), await listWork()]).toEqual([[{ mime_type: null, storage_key: null }], []]);
    await service.publishDue();
    expect(await targetOf(post.id)).toMatchObject(failed);
  });

  test('is refused at once, if it exceeds a limit or becomes something else', async () => {
    const { id, post } = await schedule('30 minutes');
    await replaceFfmpeg(`for last; do :; done; cp ${videos.path('vp9.webm')} "\${last#file:}"`);
    await transcodeDueSoon(service.ctx);
    expect([await listMade(id), await listWork()]).toEqual([[{ mime_type: null, storage_key: null }], []]);
    await service.clock.advance('30 minutes');
    await service.publishDue();
    expect(await targetOf(post.id)).toMatchObject(failed);
  });

  test('is not refused while the disk is full', async () => {
    const { id } = await schedule('30 minutes');
    await replaceFfmpeg('echo "No space left on device" >&2; exit 1');
    for (let tries = 0; tries < 4; tries += 1) {
      await transcodeDueSoon(service.ctx);
      await service.clock.advance('61 seconds');
    }
    expect([await listMade(id), await listWork()]).toEqual([[], [{ tries: 0 }]]);
    vi.unstubAllEnvs();
    await transcodeDueSoon(service.ctx);
    expect(await listMade(id)).toHaveLength(1);
  });

  test('is gone from the storage', async () => {
    const { id, post } = await schedule('30 minutes');
    const [row] = await service.db.rows<{ storage_key: string }>(
      'select storage_key from media where id = $1',
      [id],
    );
    await service.ctx.files.remove(row?.storage_key ?? '');
    await transcodeDueSoon(service.ctx);
    await service.clock.advance('30 minutes');
    await service.publishDue();
    expect(await targetOf(post.id)).toMatchObject({
      ...{
        status: 'failed',
        error: { code: 'media_unusable', message: expect.stringMatching(/gone from the storage/) },
      },
    });
    await service.db.rows('delete from transcodings');
  });
});

test('a worker without ffmpeg makes nothing, and sends what another one made', async () => {
  const { id, post } = await schedule('30 minutes');
  const bare = another({ canTranscode: false });
  await transcodeDueSoon(bare);
  expect(await listMade(id)).toEqual([]);
  const publisher = new Publisher(bare);
  const publish = async () => {
    await publisher.claim();
    await publisher.idle();
  };
  await service.clock.advance('30 minutes');
  await publish();
  expect(await targetOf(post.id)).toMatchObject({ status: 'publishing' });
  await transcodeDueSoon(service.ctx);
  await service.clock.advance('1 minute');
  await publish();
  expect(await targetOf(post.id)).toMatchObject({ status: 'published' });
  expect(gallery.received.at(-1)?.media[0]).toMatchObject({ id, mimeType: 'video/mp4' });
});

test.each([true, false])('clients learn whether the server transcodes: %s', async (canTranscode) => {
  await using asked = await app({ networks: gallery.networks, outboundAllow: loopbackAllowed, canTranscode });
  const networks = (await asked.call('listNetworks', {})).data;
  expect(new Set(networks.map(({ transcodes_videos }) => transcodes_videos))).toEqual(
    new Set([canTranscode]),
  );
  const channel = await connectSandbox(asked);
  const { id } = await addFromLink(asked, await readFile(videos.path('vp9.webm')), 'bells.webm');
  const scheduled_at = await asked.clock.in('5 minutes');
  const body = scheduledFor([channel], { scheduled_at, media_ids: [id] });
  const { valid, violations } = (await asked.call('validatePost', { body })).data;
  expect(valid).toBe(canTranscode);
  const message = expect.stringMatching(
    /this video is WebM\. Export it as MP4 with H\.264 and AAC, or ask the operator of Belfry to install ffmpeg on the server, which then converts it\.$/,
  );
  expect(violations).toMatchObject(canTranscode ? [] : [{ rule: 'video.types', message }]);
});
