import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  animate,
  decode,
  exif,
  gifExtension,
  insert,
  jpegSegment,
  makeApng,
  makeFrames,
  noise,
  pngChunk,
  webpChunk,
} from '../../../test/support/images.ts';
import type { ImageFormat } from '../probe/probed.ts';
import { walkImage } from './image-parts.ts';
import { stripMetadata } from './strip.ts';

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>Ada was here</rdf:RDF></x:xmpmeta>';
// Long enough that the random pixels do not contain one of them.
const secrets = /Exif\0\0|Camera of Ada|xmpmeta|secret/;

const text = (bytes: Buffer) => bytes.toString('latin1');
const partsOf = (bytes: Buffer, format: ImageFormat) => [...walkImage(bytes, format)].map(({ id }) => id);

async function expectStripped(bytes: Buffer, format: ImageFormat): Promise<Buffer> {
  const out = stripMetadata(bytes, format);
  expect(text(out)).not.toMatch(secrets);
  expect((await decode(out)).equals(await decode(bytes))).toBe(true);
  expect(stripMetadata(out, format).equals(out)).toBe(true);
  const meta = await sharp(out).metadata();
  expect([meta.exif, meta.xmp, meta.iptc, meta.comments]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  return out;
}

describe('stripMetadata takes out', () => {
  it.each(['jpeg', 'webp', 'png'] as const)('place, camera and XMP of a %s', async (format) => {
    const bytes = await noise().toFormat(format).withExif(exif).withXmp(xmp).toBuffer();
    expect(text(bytes)).toMatch(/Camera of Ada/);
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const name = { jpeg: 'JPEG', webp: 'WebP', png: 'PNG' } as const;
    await expectStripped(bytes, name[format]);
  });

  it('comments, IPTC, previews and second images of a JPEG, between its scans too', async () => {
    const jpeg = await noise().jpeg({ progressive: true }).withIccProfile('p3').toBuffer();
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xc4]));
    const tail = await noise().jpeg().toBuffer();
    const bytes = Buffer.concat([
      insert(
        insert(jpeg, scan, jpegSegment(0xfe, 'secret between scans')),
        2,
        jpegSegment(0xfe, 'secret'),
        jpegSegment(0xe0, 'JFXX\0\x10secret'),
        jpegSegment(0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x06secret'),
        jpegSegment(0xe2, 'MPF\0secret'),
        jpegSegment(0xe5, 'secret'),
      ),
      tail,
    ]);
    const out = await expectStripped(bytes, 'JPEG');
    expect(out.equals(stripMetadata(jpeg, 'JPEG'))).toBe(true);
    expect((await sharp(out).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  });

  it('the preview within the JFIF segment, and leaves the resolution', async () => {
    const jpeg = await noise().jpeg().toBuffer();
    const head = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\x01\x01\x2c\x01\x2c\x02\x01secret', 'latin1'));
    expect(partsOf(jpeg, 'JPEG')).not.toContain('e0');
    const bytes = insert(jpeg, 2, head);
    const out = await expectStripped(bytes, 'JPEG');
    expect(out.length).toBe(bytes.length - 6);
    expect((await sharp(out).metadata()).density).toBe(300);
  });

  it("no part of Adobe's segment, without which CMYK has wrong colours", async () => {
    const bytes = await noise().toColourspace('cmyk').jpeg().withExif(exif).toBuffer();
    expect(partsOf(bytes, 'JPEG')).toContain('ee');
    expect(partsOf(await expectStripped(bytes, 'JPEG'), 'JPEG')).toContain('ee');
  });

  it('texts, times and unknown chunks of a PNG, before and after its pixels', async () => {
    const png = await noise().png({ palette: true }).withIccProfile('p3').withDensity(300).toBuffer();
    expect(partsOf(png, 'PNG')).toContain('eXIf');
    const metadata = [
      pngChunk('tEXt', Buffer.from('Author\0secret')),
      pngChunk('zTXt', Buffer.from('Comment\0\0secret')),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0secret')),
      pngChunk('tIME', Buffer.from([7, 0xe9, 1, 1, 0, 0, 0])),
      pngChunk('caBX', Buffer.from('secret')),
    ];
    const bytes = insert(insert(png, png.length - 12, ...metadata), 33, ...metadata);
    const out = await expectStripped(Buffer.concat([bytes, Buffer.from('\0\n')]), 'PNG');
    expect(out.equals(stripMetadata(png, 'PNG'))).toBe(true);
    expect(partsOf(out, 'PNG')).toEqual(expect.arrayContaining(['iCCP', 'pHYs', 'PLTE']));
  });

  it('chunks of a WebP, with the flags that announce them', async () => {
    const bytes = await noise().webp().withExif(exif).withXmp(xmp).withIccProfile('p3').toBuffer();
    const extra = Buffer.concat([bytes, webpChunk('misc', Buffer.from('secret!'))]);
    extra.writeUInt32LE(extra.length - 8, 4);
    const out = await expectStripped(extra, 'WebP');
    expect(partsOf(out, 'WebP')).toEqual(['VP8X', 'ICCP', 'VP8 ']);
    expect(out.readUInt8(20)).toBe(0x20);
    expect(out.readUInt32LE(4)).toBe(out.length - 8);
  });

  it('flags of a WebP that announce missing chunks', async () => {
    const bytes = stripMetadata(await noise().webp().withExif(exif).toBuffer(), 'WebP');
    const flagged = Buffer.from(bytes);
    flagged.writeUInt8(flagged.readUInt8(20) | 0x0c, 20);
    expect(stripMetadata(flagged, 'WebP').equals(bytes)).toBe(true);
  });

  it('comments, XMP and texts of a GIF, and leaves looping and timing', async () => {
    const gif = await animate('gif');
    const at = partsStart(gif, 'f9');
    const bytes = insert(
      gif,
      at,
      gifExtension(0xfe, 'secret'),
      gifExtension(0xff, 'XMP DataXMP', xmp),
      gifExtension(0xff, 'ANIMEXTS1.0', '\x01\x02\0'),
      gifExtension(0xff, 'secretAAAAA', 'secret'),
      gifExtension(0x01, Buffer.alloc(12), 'secret'),
    );
    const out = await expectStripped(bytes, 'GIF');
    expect(out.equals(insert(gif, at, gifExtension(0xff, 'ANIMEXTS1.0', '\x01\x02\0')))).toBe(true);
    expect(await sharp(out).metadata()).toMatchObject({ pages: 3, loop: 3, delay: [50, 200, 90] });
  });

  it('the metadata of an animated WebP, and leaves frames, looping and timing', async () => {
    const bytes = await sharp(await makeFrames(), { join: { animated: true } })
      .webp({ loop: 3, delay: [50, 200, 90] })
      .withExif(exif)
      .toBuffer();
    const out = await expectStripped(bytes, 'WebP');
    expect(await sharp(out).metadata()).toMatchObject({ pages: 3, loop: 3, delay: [50, 200, 90] });
  });

  it('the metadata of an animated PNG, and leaves its frames', async () => {
    const apng = await makeApng(await makeFrames());
    const bytes = insert(apng, 33, pngChunk('tEXt', Buffer.from('Author\0secret')));
    expect((await expectStripped(bytes, 'PNG')).equals(apng)).toBe(true);
  });
});

describe('stripMetadata returns unchanged', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('a %s without metadata', async (format) => {
    const name = { jpeg: 'JPEG', webp: 'WebP', png: 'PNG', gif: 'GIF' } as const;
    const bytes = await noise(61, 41).toFormat(format).toBuffer();
    expect(stripMetadata(bytes, name[format]).equals(bytes)).toBe(true);
  });

  it.each(['gif', 'webp'] as const)('an animated %s', async (format) => {
    const bytes = await animate(format);
    expect(stripMetadata(bytes, format === 'gif' ? 'GIF' : 'WebP').equals(bytes)).toBe(true);
  });
});

describe('stripMetadata keeps the pixels of images from other programs', () => {
  it.each([
    '@did-plc/lib/node_modules/pino/pino-banner.png',
    '@did-plc/lib/node_modules/pino/pino-tree.png',
    '@did-plc/lib/node_modules/pino/pretty-demo.png',
    '@did-plc/lib/node_modules/pino/favicon-32x32.png',
    'tsconfig-paths-webpack-plugin/coverage/lcov-report/favicon.png',
  ])('%s', async (path) => {
    const file = new URL(`../../../node_modules/${path}`, import.meta.url);
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes !== undefined) await expectStripped(bytes, 'PNG');
  });
});

function partsStart(bytes: Buffer, id: string): number {
  for (const part of walkImage(bytes, 'GIF')) if (part.id === id) return part.start;
  throw new Error(`There is no ${id}.`);
}
