import { setImmediate } from 'node:timers/promises';
import type { Channel } from '@belfry/contract/channels.ts';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { provideRendition } from '../../src/media/convert/renditions.ts';
import { readMedia } from '../../src/media/library/store.ts';
import { app } from '../support/app.ts';
import { makeAnimation, makePicture, upload } from '../support/media.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';
import { connectSandbox, readTimeline } from '../support/sandbox.ts';

const service = await app();
afterAll(() => service.close());

/** A channel whose network has these limits in place of the sandbox's own. */
async function connectWith(limits: object): Promise<Channel> {
  const channel = await connectSandbox(service);
  await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
  return channel;
}

/** The first file of the newest post that the channel shows. */
async function readShown(channel: Channel) {
  const [post] = await readTimeline(service, channel);
  const [file] = (post?.media ?? []) as { mime_type: string; alt_text: string; url: string }[];
  if (file === undefined) throw new Error('no file was published');
  const bytes = Buffer.from(await (await fetch(file.url)).arrayBuffer());
  return { ...file, bytes, ...(await sharp(bytes).metadata()) };
}

async function add(bytes: Buffer<ArrayBuffer>, altText?: string): Promise<number> {
  return (await upload(service, { bytes, ...(altText === undefined ? {} : { altText }) })).data.id;
}

async function publish(channel: Channel, id: number) {
  const post = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
  await service.publishDue();
  return getPost(service, post);
}

describe('an image that the network does not accept', () => {
  test('is published as one that it accepts, with its description', async () => {
    const channel = await connectWith({
      'image.types': ['image/jpeg'],
      'image.bytes': 40_000,
      'image.side': 300,
    });
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const canvas = sharp({ create: { width: 900, height: 600, channels: 3, background: 'black', noise } });
    await publish(channel, await add(Buffer.from(await canvas.webp({ quality: 100 }).toBuffer()), 'Noise'));
    const shown = await readShown(channel);
    expect(shown).toMatchObject({
      mime_type: 'image/jpeg',
      alt_text: 'Noise',
      format: 'jpeg',
      width: 300,
      height: 200,
    });
    expect(shown.bytes.length).toBeLessThanOrEqual(40_000);
  });

  test('is converted once for all networks with the same limits', async () => {
    const limits = { 'image.types': ['image/jpeg'] };
    const channels = [await connectWith(limits), await connectWith(limits)];
    const id = await add(await makePicture('png'));
    await createPost(service, scheduledFor(channels, { media_ids: [id] }));
    await service.publishDue();
    for (const channel of channels) expect((await readShown(channel)).format).toBe('jpeg');
    const rows = await service.db.rows('select from renditions where media_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  test('is refused if it is animated, since it would lose its animation', async () => {
    const channel = await connectWith({ 'image.types': ['image/jpeg', 'image/png'] });
    const moving = await add(await makeAnimation());
    const answer = await service.request('POST', '/posts', {
      body: scheduledFor([channel], { media_ids: [moving] }),
    });
    expect(refusalOf(answer)).toEqual(['limits_exceeded', 'media_ids.0']);
    expect(answer.error.message).toContain('does not convert animated images');
    const still = await add(await makePicture('gif'));
    expect((await publish(channel, still)).status).toBe('published');
    expect((await readShown(channel)).format).toBe('jpeg');
  });

  test.each([
    ['a type to which Belfry cannot convert', { 'image.types': ['image/heic'] }, 'image.types'],
    ['fewer bytes than any image has', { 'image.bytes': 100 }, 'image.bytes'],
  ])('is refused if conversion cannot help: %s', async (_, limits, rule) => {
    const channel = await connectWith(limits);
    const body = scheduledFor([channel], { media_ids: [await add(await makePicture('png', 400, 300))] });
    const answer = await service.request('POST', '/posts', { body });
    expect(answer.error.violations?.map((violation) => violation.rule)).toEqual([rule]);
  });
});

describe('an image that the network accepts', () => {
  test('is published unchanged, except for its metadata', async () => {
    const channel = await connectSandbox(service);
    const gps = { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' };
    const canvas = sharp(await makePicture('png', 60, 40)).jpeg();
    const bytes = Buffer.from(await canvas.withExif({ IFD0: { Artist: 'Ada' }, IFD3: gps }).toBuffer());
    expect(bytes.includes('Ada')).toBe(true);
    await publish(channel, await add(bytes));
    const shown = await readShown(channel);
    expect([shown.exif, shown.bytes.includes('Ada')]).toEqual([undefined, false]);
    const pixels = (image: Buffer) => sharp(image).raw().toBuffer();
    expect((await pixels(shown.bytes)).equals(await pixels(bytes))).toBe(true);
  });

  test('stays animated', async () => {
    const channel = await connectSandbox(service);
    await publish(channel, await add(await makeAnimation()));
    expect((await readShown(channel)).pages).toBe(3);
  });
});

describe('of many simultaneous callers', () => {
  /** Makes nothing, and counts the calls in total and at once. */
  function counting() {
    const counts = { all: 0, most: 0 };
    let now = 0;
    const make = async () => {
      counts.all += 1;
      now += 1;
      counts.most = Math.max(counts.most, now);
      await setImmediate();
      now -= 1;
      return undefined;
    };
    return { counts, make };
  }

  async function ask(purposes: readonly string[]) {
    const id = await add(await makePicture('png'));
    const row = (await readMedia(service.db, service.workspaceId, [id]))[0] ?? expect.fail('no media');
    const { counts, make } = counting();
    const name = (purpose: string) => ({ workspaceId: service.workspaceId, mediaId: id, purpose });
    await Promise.all(
      purposes.map((purpose) => provideRendition(service.ctx, name(purpose), row.storage_key, make)),
    );
    return counts;
  }

  test('for the same rendition, one makes it for all', async () => {
    expect(await ask(Array(40).fill('thumbnail'))).toEqual({ all: 1, most: 1 });
  });

  test('for different renditions, a few work at a time', async () => {
    const { all, most } = await ask(Array.from({ length: 40 }, (_, at) => `thumbnail ${at}`));
    expect(all).toBe(40);
    expect(most).toBeLessThanOrEqual(8);
  });

  test('all get the failure, and the next caller tries again', async () => {
    const id = await add(await makePicture('png'));
    const row = (await readMedia(service.db, service.workspaceId, [id]))[0] ?? expect.fail('no media');
    const name = { workspaceId: service.workspaceId, mediaId: id, purpose: 'thumbnail' };
    const fail = async () => {
      throw new Error('no room');
    };
    const asking = () => provideRendition(service.ctx, name, row.storage_key, fail);
    const ends = await Promise.allSettled([asking(), asking()]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const { counts, make } = counting();
    await provideRendition(service.ctx, name, row.storage_key, make);
    expect(counts.all).toBe(1);
  });
});
