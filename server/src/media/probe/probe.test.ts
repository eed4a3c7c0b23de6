import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApng, makeFrames, makeGif, pngChunk } from '../../../test/support/images.ts';
import { probeFile, UnfitFile } from './probe.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'images-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function probe(bytes: Buffer | string) {
  const path = join(directory, 'file');
  await writeFile(path, bytes);
  return probeFile(path, 'images and videos');
}

const refusal = (bytes: Buffer | string) =>
  probe(bytes).then(
    () => 'taken',
    (error) => (error instanceof UnfitFile ? error.message : String(error)),
  );

/** Noise, which does not compress, so that the file can be cut. */
const noise = () =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: 'navy',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
type Format = (typeof formats)[number];
const make = (format: Format) => noise().toFormat(format).toBuffer();
const extensions = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' };

/** Images that packages ship. Undefined if a package is installed elsewhere. */
const shipped = (path: string) =>
  readFile(new URL(`../../../node_modules/${path}`, import.meta.url)).catch(() => undefined);

const zip = Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1');

describe('probeFile takes an image', () => {
  it.each(formats)('%s', async (format) => {
    expect(await probe(await make(format))).toEqual({
      kind: 'image',
      mimeType: `image/${format}`,
      extension: extensions[format],
      width: 60,
      height: 40,
      duration: null,
      durationMs: null,
      videoCodec: null,
      audioCodec: null,
      frameRate: null,
      animated: false,
      frames: null,
    });
  });

  it('with the size it is displayed in', async () => {
    const turned = await noise().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await probe(turned)).toMatchObject({ width: 40, height: 60 });
  });

  it('progressive, in CMYK, in 16 bits, interlaced', async () => {
    expect(await refusal(await noise().jpeg({ progressive: true }).toBuffer())).toBe('taken');
    expect(await refusal(await noise().toColourspace('cmyk').jpeg().toBuffer())).toBe('taken');
    expect(await refusal(await noise().toColourspace('rgb16').png({ progressive: true }).toBuffer())).toBe(
      'taken',
    );
  });

  it.each(['gif', 'webp'] as const)('an animated %s, with the size of one frame', async (format) => {
    const frames = await Promise.all([1, 2].map(() => noise().png().toBuffer()));
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const facts = { width: 60, height: 40, duration: null, animated: true, frames: 2 };
    expect(await probe(bytes)).toMatchObject(facts);
    expect(await refusal(bytes.subarray(0, -60))).toMatch(/is cut short/);
  });

  it('an animated PNG, of which other programs show the first frame', async () => {
    const frames = await Promise.all([1, 2].map(() => noise().png().toBuffer()));
    const facts = { mimeType: 'image/png', animated: true, frames: 2 };
    expect(await probe(await makeApng(frames))).toMatchObject(facts);
    expect(await probe(await makeApng(frames.slice(0, 1)))).toMatchObject({ animated: false, frames: null });
  });

  it('a GIF of 351 frames', async () => {
    expect(await probe(await makeGif(351))).toMatchObject({ frames: 351 });
  });

  it('an animated PNG that claims four billion frames, as one of a million', async () => {
    const bytes = await makeApng(await makeFrames(2));
    bytes.fill(0xff, bytes.indexOf('acTL') + 4, bytes.indexOf('acTL') + 8);
    expect(await probe(bytes)).toMatchObject({ animated: true, frames: 1_000_000 });
  });

  it('a GIF of two million frames, as one of a million', async () => {
    expect(await probe(manyFrames(2_000_000))).toMatchObject({ animated: true, frames: 1_000_000 });
  });

  it.each([
    '@did-plc/lib/node_modules/pino/pino-banner.png',
    '@did-plc/lib/node_modules/pino/favicon-32x32.png',
    'tsconfig-paths-webpack-plugin/coverage/lcov-report/favicon.png',
  ])('%s', async (path) => {
    const bytes = await shipped(path);
    if (bytes !== undefined) expect(await probe(bytes)).toMatchObject({ mimeType: 'image/png' });
  });

  it('a JPEG with stray bytes between its parts, as some cameras write', async () => {
    const jpeg = await noise().jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xc4]));
    const bytes = Buffer.concat([jpeg.subarray(0, scan), Buffer.alloc(9, 7), jpeg.subarray(scan)]);
    expect(await refusal(bytes)).toBe('taken');
  });

  it('with the padding and the parts that phones append', async () => {
    const jpeg = await make('jpeg');
    const clip = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
      Buffer.alloc(99),
    ]);
    const note = Buffer.concat([Buffer.alloc(9, 7), Buffer.from('SEFHxxxxSEFT')]);
    for (const tail of [Buffer.alloc(300), jpeg, clip, note]) {
      expect(await refusal(Buffer.concat([jpeg, tail]))).toBe('taken');
    }
    expect(await refusal(Buffer.concat([await make('png'), note]))).toBe('taken');
    for (const format of formats) {
      expect(await refusal(Buffer.concat([await make(format), Buffer.from('\0\n')]))).toBe('taken');
    }
  });
});

describe('probeFile refuses', () => {
  it.each([
    ['nothing', '', /is empty/],
    ['a web page', '<!DOCTYPE html><html><body>', /is a web page\. Only JPEG/],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', /is an SVG drawing/],
    ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', /SVG drawing/],
    ['PDF', '%PDF-1.7\n', /is a PDF document/],
    ['a shell script', '#!/bin/sh\nid', /is a script/],
    ['text', 'hello', /no known image or video type/],
    ['a page that begins as a GIF', 'GIF89a<html><script>alert(1)</script></html>', /./],
    ['a script that begins as a GIF', 'GIF89a/*\0\0\0\0*/=alert(1)', /./],
  ])('%s', async (_what, bytes, reason) => {
    const message = await refusal(bytes);
    expect(message).not.toBe('taken');
    expect(message).toMatch(reason);
    expect(message).toMatch(/^This .*\.$/);
  });

  it('formats that sharp could read but Belfry does not accept', async () => {
    expect(await refusal(await noise().tiff().toBuffer())).toMatch(/type tif/);
    expect(await refusal(await noise().avif().toBuffer())).toMatch(/an AVIF image/);
  });

  it.each(formats)('a %s that is cut short anywhere', async (format) => {
    const bytes = await make(format);
    for (const keep of [0.3, 0.6, 0.9]) {
      const message = await refusal(bytes.subarray(0, Math.floor(bytes.length * keep)));
      expect(message).toMatch(/is cut short|cannot be read/);
    }
    expect(await refusal(bytes.subarray(0, -2))).toMatch(/is cut short|cannot be read/);
  });

  it('a JPEG whose middle is missing', async () => {
    const bytes = await make('jpeg');
    const half = bytes.subarray(0, Math.floor(bytes.length / 2));
    expect(await refusal(Buffer.concat([half, Buffer.from([0xff, 0xd9])]))).toMatch(/cannot be read/);
  });

  it('a PNG whose pixels cannot be decompressed', async () => {
    const bytes = await make('png');
    bytes.fill(0xaa, bytes.indexOf('IDAT') + 40, bytes.indexOf('IDAT') + 200);
    expect(await refusal(bytes)).toMatch(/cannot be read/);
  });

  it.each([
    ['a script', Buffer.from('<script>alert(1)</script>')],
    ['PHP', Buffer.from('<?php system($_GET[0]); ?>')],
    ['a page', Buffer.from('<html><body onload=alert(1)>')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj')],
    ['a ZIP', zip],
    ['a RAR', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
    ['padding and a RAR', Buffer.from('\0\0\nRar!\x1a\x07\x01\0', 'latin1')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1')],
  ])('images with %s after the end', async (_what, tail) => {
    for (const format of formats) {
      expect(await refusal(Buffer.concat([await make(format), tail]))).toMatch(/also contains/);
    }
  });

  it.each(['png', 'webp', 'gif'] as const)('a %s with anything but padding after the end', async (format) => {
    expect(await refusal(Buffer.concat([await make(format), Buffer.from('abc')]))).toMatch(/after the end/);
  });

  it('PHP and archives inside a comment', async () => {
    const jpeg = await make('jpeg');
    for (const text of [Buffer.from('<?php eval($_POST[1]); ?>'), zip]) {
      const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
      const bytes = Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
      expect(await refusal(bytes)).toMatch(/also contains/);
    }
  });

  it('a script after a million first bytes of one', async () => {
    const jpeg = await make('jpeg');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0xff, 0xff]), Buffer.alloc(0xfffd, '<s')]);
    const script = Buffer.from('\xff\xfe\x00\x0a<script>', 'latin1');
    const bytes = [jpeg.subarray(0, 2), ...Array(30).fill(comment), script, jpeg.subarray(2)];
    expect(await refusal(Buffer.concat(bytes))).toMatch(/also contains a script/);
  });

  it('65,535 × 65,535 pixels before it decodes any, in little memory', async () => {
    const before = process.memoryUsage().rss;
    const start = performance.now();
    expect(await refusal(hugePng())).toMatch(/65535 × 65535 pixels\. The maximum is 100 megapixels/);
    const jpeg = await make('jpeg');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    for (const side of [frame + 5, frame + 7]) jpeg.writeUInt16BE(65_500, side);
    expect(await refusal(jpeg)).toMatch(/65500 × 65500 pixels\. The maximum is 100 megapixels/);
    const gif = await make('gif');
    gif.fill(0xff, 6, 10);
    expect(await refusal(gif)).toMatch(/maximum is 100 megapixels/);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });
});

/** A GIF of one pixel. Its frames have twelve bytes each, the fewest possible. */
function manyFrames(count: number): Buffer {
  const screen = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\0', 'latin1');
  return Buffer.concat([screen, Buffer.alloc(count * frame.length, frame), Buffer.from(';')]);
}

function hugePng(): Buffer {
  const side = Buffer.from([0, 0, 0xff, 0xff]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.concat([side, side, Buffer.from([8, 6, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
