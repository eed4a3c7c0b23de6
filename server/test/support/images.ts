/** Images with metadata, as cameras, phones and editors write them. */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp, { type Color, type Sharp } from 'sharp';
import { walkImage } from '../../src/media/convert/image-parts.ts';

/** Noise, so that every pixel differs and nothing compresses well. */
export function noise(width = 60, height = 40): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: 'navy', noise } });
}

export function plain(background: Color, width = 60, height = 40): Sharp {
  return sharp({ create: { width, height, channels: 4, background } });
}

export const glass = { r: 0, g: 0, b: 255, alpha: 0.5 };

/** Metadata in which every text contains "of Ada". */
export const exif = {
  IFD0: { Make: 'Camera of Ada', Copyright: 'Bells of Ada' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 0/1',
  },
};

export async function makeFrames(count = 3): Promise<Buffer[]> {
  return Promise.all(Array.from({ length: count }, () => noise().png().toBuffer()));
}

export async function animate(format: 'gif' | 'webp', frames?: readonly Buffer[]): Promise<Buffer> {
  return sharp([...(frames ?? (await makeFrames()))], { join: { animated: true } })
    .toFormat(format, { loop: 3, delay: [50, 200, 90] })
    .toBuffer();
}

/** A GIF with so many frames. They differ, because sharp joins frames that are equal. */
export async function makeGif(frames: number, width = 8, height = 6): Promise<Buffer<ArrayBuffer>> {
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  const pixels = randomBytes(width * height * frames * 3);
  return Buffer.from(await sharp(pixels, { raw }).gif({ effort: 1, colours: 4 }).toBuffer());
}

/** Returns every pixel of every frame. */
export function decode(image: Buffer | string): Promise<Buffer> {
  return sharp(image, { pages: -1 }).ensureAlpha().raw().toBuffer();
}

/** Red, green, blue and opacity, from 0 to 255. */
export async function colorAt(image: Buffer | string, left: number, top: number): Promise<number[]> {
  return [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer())];
}

/** The difference of two colours in the channel in which they differ most. */
export function distance(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 255))));
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** Valid in its structure, and too large for an upload to decode it completely. */
export async function damagePng(): Promise<Buffer<ArrayBuffer>> {
  const whole = await plain('red').png().toBuffer();
  const headEnd = 33;
  return Buffer.concat([
    whole.subarray(0, headEnd),
    pngChunk('IDAT', Buffer.alloc(3_000_000, 'no pixels')),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)]);
}

export function jpegSegment(marker: number, data: Buffer | string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, Buffer.from(data as string, 'latin1')]);
}

export function gifExtension(label: number, ...blocks: (Buffer | string)[]): Buffer {
  const coded = blocks.map((block) =>
    Buffer.concat([Buffer.from([block.length]), Buffer.from(block as string)]),
  );
  return Buffer.concat([Buffer.from([0x21, label]), ...coded, Buffer.alloc(1)]);
}

/** `frames` are images of equal size. Each is shown for 0.1 s. */
export async function makeApng(frames: readonly Buffer[]): Promise<Buffer> {
  const first = frames[0] ?? Buffer.alloc(0);
  let sequence = 0;
  const parts: Buffer[] = [];
  for (const [index, frame] of frames.entries()) {
    const { width, height } = await sharp(frame).metadata();
    const control = [
      uint32(sequence++),
      uint32(width),
      uint32(height),
      Buffer.alloc(8),
      Buffer.from([0, 1, 0, 10, 0, 0]),
    ];
    parts.push(pngChunk('fcTL', Buffer.concat(control)));
    for (const data of chunksOf(frame, 'IDAT')) {
      parts.push(
        index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', Buffer.concat([uint32(sequence++), data])),
      );
    }
  }
  return Buffer.concat([
    first.subarray(0, 33),
    pngChunk('acTL', Buffer.concat([uint32(frames.length), uint32(0)])),
    ...parts,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer, type: string): Buffer[] {
  return [...walkImage(png, 'PNG')]
    .filter(({ id }) => id === type)
    .map(({ start, end }) => png.subarray(start + 8, end - 4));
}

/** Inserts bytes before the position `at`. */
export function insert(bytes: Buffer, at: number, ...parts: Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
