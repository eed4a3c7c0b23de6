/** Files with a huge number of tiny parts. */
import { crc32 } from 'node:zlib';
import type { Attack } from './bodies.ts';

const MAX_BYTES = 15.9 * 1024 * 1024;

export function hostileFiles(): Attack[] {
  return [
    upload('a PNG of a million chunks', makePng),
    upload('a JPEG of four million segments', makeJpeg),
    upload('a GIF of a million extensions', makeGif),
    upload('a WebP of a million chunks', makeWebp),
    upload('noise', () => Buffer.alloc(MAX_BYTES, 'noise')),
  ];
}

function upload(name: string, make: () => Buffer<ArrayBuffer>): Attack {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
  return {
    name,
    method: 'POST',
    path: '/api/public/v1/media',
    type: 'multipart/form-data; boundary=x',
    body: () => Buffer.concat([Buffer.from(head), make(), Buffer.from('\r\n--x--\r\n')]),
  };
}

function makePng(): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(10, 0);
  header.writeUInt32BE(10, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', header), repeat(chunk('teXt'), MAX_BYTES), chunk('IEND')]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([frame, named, sum]);
}

function makeJpeg(): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), repeat(Buffer.from([0xff, 0xe1, 0, 2]), MAX_BYTES)]);
}

function makeGif(): Buffer<ArrayBuffer> {
  const header = Buffer.from([...Buffer.from('GIF89a'), 10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  return Buffer.concat([header, repeat(Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]), MAX_BYTES)]);
}

function makeWebp(): Buffer<ArrayBuffer> {
  const chunks = repeat(Buffer.from('JUNK\0\0\0\0', 'latin1'), MAX_BYTES);
  const header = Buffer.from('RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0\u0009\0\0\u0009\0\0', 'latin1');
  header.writeUInt32LE(header.length - 8 + chunks.length, 4);
  return Buffer.concat([header, chunks]);
}

/** An MP4 whose index consists of two million empty boxes. */
export function makeVideo(): Buffer<ArrayBuffer> {
  const boxes = repeat(Buffer.from('\0\0\0\bfree', 'latin1'), MAX_BYTES);
  const index = Buffer.from('\0\0\0\0moov', 'latin1');
  index.writeUInt32BE(boxes.length + 8);
  return Buffer.concat([Buffer.from('\0\0\0\u0010ftypisom\0\0\0\u0000', 'latin1'), index, boxes]);
}

function repeat(part: Buffer, bytes: number): Buffer<ArrayBuffer> {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part);
}
