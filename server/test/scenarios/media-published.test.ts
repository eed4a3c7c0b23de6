/** The whole way of files: from a person through the API to the network. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Channel } from '@belfry/contract/channels.ts';
import { startPds } from '@belfry/networks/bluesky/testing/pds.ts';
import { startVideoService } from '@belfry/networks/bluesky/testing/video-service.ts';
import { field } from '@belfry/networks/core/json.ts';
import { startFake as startMastodon } from '@belfry/networks/mastodon/fake.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { listen } from '../support/loopback.ts';
import { makePicture, upload } from '../support/media.ts';
import { createPost, getPost, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';
import { makeVideos } from '../support/videos.ts';

const pds = await startPds();
const gateway = await startVideoService(pds.url);
const mastodon = await startMastodon();
const videos = await makeVideos('h264.mp4');
const film = await readFile(videos.path('h264.mp4'));
const shop = await listen(createServer((_request, response) => response.end(film)));
const service = await app({
  outboundAllow: [{ range: '127.0.0.0/8' }],
  networkEndpoints: { bluesky: gateway.server.url },
});
// The PDS gives no upload token for a time that is far from its own.
await service.clock.set(new Date().toISOString());

afterAll(async () => {
  await service.close();
  for (const server of [shop, mastodon.server, gateway, pds]) await server.close();
  await videos.remove();
});

const credentials = { service: pds.url, identifier: pds.handle, app_password: pds.appPassword };

/** A file as it must arrive. */
interface Sent {
  id: number;
  sha256: string;
  mimeType: string;
  altText: string | null;
}

/** Not in the order of their ids, and each with another aspect ratio. */
const sent: Record<'jpeg' | 'png' | 'webp' | 'gif' | 'video', Sent> = Object.create(null);

beforeAll(async () => {
  for (const [n, format] of (['jpeg', 'png', 'webp', 'gif'] as const).entries()) {
    const bytes = await makePicture(format, 40 + n, 30);
    const altText = `Türme «${format}» 🔔`;
    const { data } = await upload(service, { bytes, altText, name: `tower.${format}` });
    sent[format] = { id: data.id, sha256: sha256(bytes), mimeType: `image/${format}`, altText };
  }
  const body = { url: `http://127.0.0.1:${shop.port}/tower.mp4`, alt_text: 'Ein Turm 🔔 läutet' };
  const { data } = await service.call('addMediaFromUrl', { body });
  sent.video = { id: data.id, sha256: sha256(film), mimeType: 'video/mp4', altText: data.alt_text };
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Publishes the files to the channel, and polls while the network prepares them. Returns their addresses there. */
async function publish(channel: Channel, files: readonly Sent[]): Promise<string> {
  const post = await createPost(service, scheduledFor([channel], { media_ids: files.map(({ id }) => id) }));
  for (;;) {
    await service.publishDue();
    const { status, targets } = await getPost(service, post);
    if (status === 'published') return targets[0]?.external_url ?? '';
    expect(targets[0]?.error).toBeNull();
    await service.clock.advance('5 seconds');
  }
}

const arrived = (files: readonly Sent[]) =>
  files.map(({ sha256, mimeType, altText }) => ({ sha256, mimeType, altText }));

async function connect(platform: string, credentials: object): Promise<Channel> {
  const body = { platform, credentials: credentials as Record<string, string> };
  return (await service.call('createChannel', { body })).data;
}

const allImages = () => [sent.webp, sent.gif, sent.jpeg, sent.png];
const video = () => [sent.video];

test.each([
  ['images', allImages],
  ['a video', video],
])('the sandbox’s page shows %s complete, in order and with descriptions', async (_, choose) => {
  const channel = await connectSandbox(service);
  await publish(channel, choose());
  const [live] = await readTimeline(service, channel);
  const shown = (live?.media ?? []) as { mime_type: string; alt_text: string; url: string }[];
  const found = shown.map(async ({ mime_type: mimeType, alt_text: altText, url }) => {
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe(mimeType);
    expect((await fetch(url, { headers: { range: 'bytes=0-1' } })).status).toBe(206);
    return { sha256: sha256(await answer.bytes()), mimeType, altText };
  });
  expect(await Promise.all(found)).toEqual(arrived(choose()));
});

test.each([
  ['images', allImages],
  ['a video', video],
])('Mastodon has %s complete, in order and with descriptions, after processing', async (_, choose) => {
  mastodon.instance.media.processing = 1;
  const channel = await connect('mastodon', mastodon.credentials);
  await publish(channel, choose());
  const ids = mastodon.instance.statuses.all.at(-1)?.mediaIds ?? [];
  const found = ids.map((id) => {
    const file = mastodon.instance.media.files.get(id);
    const { mimeType, description: altText, bytes } = file ?? { bytes: '' };
    return { sha256: sha256(Buffer.from(bytes, 'latin1')), mimeType, altText };
  });
  expect(found).toEqual(arrived(choose()));
});

test.each<[string, () => Promise<Channel>]>([
  ['the sandbox', () => connectSandbox(service)],
  ['Mastodon', () => connect('mastodon', mastodon.credentials)],
  ['Bluesky', () => connect('bluesky', credentials)],
])('a missing file is not a fault of %s, and delays no other post', async (_, open) => {
  const channel = await open();
  const { data } = await upload(service, { bytes: await makePicture('png') });
  const post = await createPost(service, scheduledFor([channel], { media_ids: [data.id] }));
  const next = await createPost(service, scheduledFor([channel], { content: 'The next one' }));
  const sql = 'select storage_key from media where id = $1';
  const stored = await service.db.row<{ storage_key: string }>(sql, [data.id]);
  await service.ctx.files.remove(stored?.storage_key ?? '');
  await service.publishDue();
  expect((await getPost(service, post)).status).not.toBe('published');
  const { data: events } = await service.call('listPostEvents', { params: { id: post.id } });
  expect(JSON.stringify(events)).not.toMatch(/The call to|reached/);
  expect((await getPost(service, next)).status).toBe('published');
});

async function publishToBluesky(files: readonly Sent[]): Promise<unknown> {
  const url = await publish(await connect('bluesky', credentials), files);
  const posts = await pds.listPosts();
  return posts.find(({ uri }) => uri.split('/').at(-1) === url.split('/').at(-1))?.value.embed;
}

/** The bytes that the PDS serves for the blob of a record. */
async function readBlob(blob: unknown) {
  const { bytes, mimeType } = await pds.readBlob(String(field(blob, 'ref', '$link')));
  expect(field(blob, 'size')).toBe(bytes.length);
  return { bytes, sha256: sha256(bytes), mimeType };
}

test('a Bluesky server gets images complete, in order, with descriptions and aspect ratios', async () => {
  const files = [sent.webp, sent.jpeg, sent.png];
  const items = field(await publishToBluesky(files), 'images') as {
    alt: string;
    image: unknown;
    aspectRatio: unknown;
  }[];
  const found = items.map(async ({ alt: altText, image, aspectRatio }) => {
    const { bytes, ...blob } = await readBlob(image);
    const { width, height } = await sharp(bytes).metadata();
    expect(aspectRatio).toEqual({ width, height });
    return { ...blob, altText };
  });
  expect(await Promise.all(found)).toEqual(arrived(files));
});

test('a photo that is too large for a Bluesky server is sent smaller, and without its location', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const canvas = sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'black', noise } });
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' };
  const photo = await canvas
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: gps })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(2_000_000);
  const { data } = await upload(service, { bytes: Buffer.from(photo), altText: 'A tower' });
  const file = { id: data.id, sha256: '', mimeType: 'image/jpeg', altText: 'A tower' };
  const [item] = field(await publishToBluesky([file]), 'images') as [{ alt: string; image: unknown }];
  const { bytes } = await readBlob(item.image);
  expect(bytes.length).toBeLessThanOrEqual(2_000_000);
  expect(bytes.length).toBeGreaterThan(1_400_000);
  const { exif, width = 0, height = 0 } = await sharp(bytes).metadata();
  expect([exif, Math.round((width / height) * 100), item.alt]).toEqual([undefined, 150, 'A tower']);
});

test('a Bluesky server gets a video complete, with its description and aspect ratio', async () => {
  const { sha256, mimeType, altText } = sent.video;
  const embed = await publishToBluesky(video());
  expect(embed).toMatchObject({ alt: altText, aspectRatio: { width: 128, height: 72 } });
  expect(await readBlob(field(embed, 'video'))).toMatchObject({ sha256, mimeType });
});
