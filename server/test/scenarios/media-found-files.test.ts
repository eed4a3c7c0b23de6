/** Files from real cameras, editors and encoders, from the upload to the network. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Channel } from '@belfry/contract/channels.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app } from '../support/app.ts';
import { decode } from '../support/images.ts';
import { upload } from '../support/media.ts';
import { createPost, getPost, refusalOf, scheduledFor } from '../support/posts.ts';

const require = createRequire(import.meta.url);

type Format = 'jpeg' | 'gif' | 'webp' | 'png';

interface Found {
  path: string;
  format: Format;
  /** Sizes as displayed. */
  width: number;
  height: number;
  turned?: true;
  frames?: number;
  /** Words in the file that reveal people, places or cameras. */
  tells?: string[];
}

const found: Found[] = [
  {
    path: require.resolve('jpeg-exif/test/IMG_0001.JPG'),
    format: 'jpeg',
    width: 2448,
    height: 2448,
    turned: true,
    tells: ['Exif', 'Apple', 'iPhone', '2016:03:24'],
  },
  {
    path: require.resolve('jpeg-exif/test/IMG_0003.JPG'),
    format: 'jpeg',
    width: 1280,
    height: 1280,
    tells: ['Exif', 'Photoshop'],
  },
  {
    path: require.resolve('exif-js/example/Bloated-Hero.jpg'),
    format: 'jpeg',
    width: 1024,
    height: 576,
    tells: ['Exif', 'Photoshop', 'ns.adobe.com', '2017:04:24'],
  },
  {
    path: require.resolve('exif-js/example/Bush-dog.jpg'),
    format: 'jpeg',
    width: 400,
    height: 398,
    tells: ['Exif', 'Photoshop', 'ns.adobe.com', 'Laverty', 'Texas'],
  },
  {
    path: require.resolve('exif-js/example/DSCN0614_small.jpg'),
    format: 'jpeg',
    width: 400,
    height: 300,
    tells: ['Exif', 'Photoshop', 'ns.adobe.com', 'NIKON', '2006:06:13'],
  },
  {
    path: require.resolve('exif-js/example/dsc_09827.jpg'),
    format: 'jpeg',
    width: 400,
    height: 266,
    tells: ['Exif', 'Photoshop', 'ns.adobe.com', 'NIKON', 'Lennart@sorth.dk'],
  },
  { path: require.resolve('gifuct-js/demo/dog.gif'), format: 'gif', width: 500, height: 362, frames: 4 },
  {
    path: require.resolve('gifuct-js/demo/horses.gif'),
    format: 'gif',
    width: 402,
    height: 280,
    frames: 57,
    tells: ['ns.adobe.com', 'Photoshop'],
  },
  { path: require.resolve('gifuct-js/demo/jblack.gif'), format: 'gif', width: 337, height: 193, frames: 27 },
  {
    path: require.resolve('webp-hero/libwebp/dist/google/test_webp_js.webp'),
    format: 'webp',
    width: 2048,
    height: 396,
  },
];

const besides = '../../../node_modules/@did-plc/lib/node_modules/pino';

const images: Found[] = [
  { path: 'pino-banner.png', format: 'png', width: 3694, height: 925 },
  { path: 'pino-tree.png', format: 'png', width: 787, height: 941 },
  { path: 'pretty-demo.png', format: 'png', width: 847, height: 669 },
  { path: 'favicon-32x32.png', format: 'png', width: 32, height: 32 },
];

/** From a package that is a dependency of others, and may move. */
const alsoFound = images
  .map((file) => ({ ...file, path: fileURLToPath(new URL(`${besides}/${file.path}`, import.meta.url)) }))
  .filter(({ path }) => existsSync(path));

const service = await app();
afterAll(() => service.close());

/** A network that accepts large files, and keeps the last one. */
function addGallery(): { last: Buffer } {
  const gallery = { last: Buffer.alloc(0) };
  const base = service.ctx.networks.get('sandbox') as Network;
  const bytes = { value: 16 * 2 ** 20, source: 'this test', checked: '2026-11-22' };
  const network: Network = {
    rules: {
      ...base.rules,
      platform: 'gallery',
      name: 'Gallery',
      limits: { ...base.rules.limits, 'image.bytes': bytes },
    },
    grant: { type: 'object' },
    form: {
      credentials: base.form?.credentials ?? {},
      async connect({ username }) {
        const name = String(username);
        return [{ account: { id: name, name, username: name, avatarUrl: null }, grant: {} }];
      },
    },
    async publish({ media }, _session, run) {
      return run.commit('post', async () => {
        gallery.last = Buffer.concat(await Array.fromAsync(media[0]?.open() ?? []));
        return { id: 'shown', url: null };
      });
    },
  };
  (service.ctx.networks as Map<string, Network>).set('gallery', network);
  return gallery;
}
const gallery = addGallery();

let connections = 0;
async function connect(): Promise<Channel> {
  connections += 1;
  const body = { platform: 'gallery', credentials: { username: `ada${connections}` } };
  return (await service.call('createChannel', { body })).data;
}

async function publish(channel: Channel, id: number): Promise<Buffer> {
  const post = await createPost(service, scheduledFor([channel], { media_ids: [id] }));
  await service.publishDue();
  expect(await getPost(service, post)).toMatchObject({ status: 'published' });
  return gallery.last;
}

/** The mean difference of colours, of 255, between an image and the first frame of another. */
async function differ(shown: Buffer, original: Buffer, autoOrient = true): Promise<number> {
  const opaque = (image: Sharp) => image.flatten({ background: '#fff' }).toColourspace('srgb').raw();
  const { data, info } = await opaque(sharp(shown)).toBuffer({ resolveWithObject: true });
  const like = sharp(original, { autoOrient }).resize(info.width, info.height, { fit: 'fill' });
  const expected = await opaque(like).toBuffer();
  expect(data.length).toBe(expected.length);
  return data.reduce((sum, value, index) => sum + Math.abs(value - (expected[index] ?? 0)), 0) / data.length;
}

/** The maximum difference by encoding. A rotation makes a far larger one. */
const ALIKE = 10;

describe.each([...found, ...alsoFound].map((file) => [basename(file.path), file] as const))(
  '%s',
  (name, { path, format, width, height, turned, frames, tells = [] }) => {
    const mimeType = `image/${format}`;
    let bytes: Buffer<ArrayBuffer>;
    let media: { id: number };
    beforeAll(async () => {
      bytes = await readFile(path);
      media = (await upload(service, { bytes, name })).data;
    });

    test('is recognised by its content, with its displayed size', () => {
      expect(media).toMatchObject({ mime_type: mimeType, kind: 'image', size: bytes.length, width, height });
    });

    test('is published upright and complete, and without its metadata', async () => {
      const shown = await publish(await connect(), media.id);
      const before = await sharp(bytes).metadata();
      const { exif, xmp, iptc, orientation = 1, icc, ...after } = await sharp(shown).metadata();
      expect({ exif, xmp, iptc, orientation }).toEqual({ orientation: 1 });
      expect(tells.filter((word) => !bytes.includes(word))).toEqual([]);
      expect(['GPS', ...tells].filter((word) => shown.includes(word))).toEqual([]);
      expect(after).toMatchObject({ format, width, height });
      if (turned) {
        expect(await differ(shown, bytes)).toBeLessThan(ALIKE);
        expect(await differ(shown, bytes, false)).toBeGreaterThan(ALIKE);
      } else {
        expect(icc).toEqual(before.icc);
        expect((await decode(shown)).equals(await decode(bytes))).toBe(true);
      }
    });

    test.runIf(frames)('stays animated', async () => {
      const shown = await publish(await connect(), media.id);
      const { pages, delay, loop } = await sharp(bytes, { pages: -1 }).metadata();
      expect(await sharp(shown, { pages: -1 }).metadata()).toMatchObject({ pages, delay, loop });
      expect(pages).toBe(frames);
    });

    test('has an upright thumbnail', async () => {
      const headers = { authorization: `Bearer ${service.key}` };
      const answer = await fetch(`${service.origin}/api/v1/media/${media.id}/thumbnail`, { headers });
      const picture = Buffer.from(await answer.bytes());
      const shape = { width: Math.min(320, width), height: Math.floor(height * Math.min(1, 320 / width)) };
      const { exif, xmp, iptc, ...facts } = await sharp(picture).metadata();
      expect(facts).toMatchObject({ format: 'webp', ...shape });
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect(await differ(picture, bytes)).toBeLessThan(ALIKE);
    });

    test('is converted for a network of small JPEGs, unless it would lose its animation', async () => {
      const channel = await connect();
      const limits = { 'image.types': ['image/jpeg'], 'image.bytes': 100_000 };
      await service.db.rows('update channels set limits = $2 where id = $1', [channel.id, limits]);
      if (frames !== undefined) {
        const body = scheduledFor([channel], { media_ids: [media.id] });
        const answer = await service.request('POST', '/posts', { body });
        return expect(refusalOf(answer)).toEqual(['limits_exceeded', 'media_ids.0']);
      }
      const shown = await publish(channel, media.id);
      const { exif, xmp, iptc, orientation = 1, ...after } = await sharp(shown).metadata();
      expect({ exif, xmp, iptc, orientation, format: after.format }).toEqual({
        orientation: 1,
        format: 'jpeg',
      });
      expect(shown.length).toBeLessThanOrEqual(100_000);
      expect(after.width / after.height).toBeCloseTo(width / height, 1);
      expect(['GPS', ...tells].filter((word) => shown.includes(word))).toEqual([]);
      expect(await differ(shown, bytes)).toBeLessThan(ALIKE);
    });
  },
);
