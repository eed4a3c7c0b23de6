/** Splits an image file into its parts by its structure, without decoding it. */
import type { ImageFormat } from '../probe/probed.ts';

export interface ImagePart {
  /** JPEG: the marker in hex. PNG and WebP: the chunk's type. GIF: see `walkGif`. */
  id: string;
  start: number;
  /** Beyond the end of the file if the file is truncated. */
  end: number;
}

/** Stops at the first error in the structure. Decoders ignore bytes between two parts. */
export function walkImage(bytes: Buffer, format: ImageFormat): Generator<ImagePart> {
  return walks[format](bytes);
}

/** Bytes after the end do not belong to the image. Undefined if the file is truncated or its structure is broken. */
export function findImageEnd(bytes: Buffer, format: ImageFormat): number | undefined {
  const end = format === 'WebP' ? endOfRiff(bytes) : endOfLast(bytes, format);
  return end !== undefined && end <= bytes.length ? end : undefined;
}

const walks = { JPEG: walkJpeg, PNG: walkPng, WebP: walkWebp, GIF: walkGif };
const lasts = { JPEG: 'd9', PNG: 'IEND', GIF: 'trailer' };

function endOfLast(bytes: Buffer, format: keyof typeof lasts): number | undefined {
  for (const { id, end } of walkImage(bytes, format)) if (id === lasts[format]) return end;
  return undefined;
}

/** Coded data counts as part of the segment before it. */
function* walkJpeg(bytes: Buffer): Generator<ImagePart> {
  let at = 0;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const start = at;
    at = marker === 0xff ? at + 1 : endOfSegment(bytes, at, marker);
    if (marker !== 0xff) yield { id: marker.toString(16), start, end: at };
    if (marker === 0xd9) return;
  }
}

/** Every segment starts with its length, except for markers without content. */
function endOfSegment(bytes: Buffer, start: number, marker: number): number {
  if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)) return start + 2;
  if (start + 4 > bytes.length) return bytes.length + 1;
  const end = start + 2 + bytes.readUInt16BE(start + 2);
  return marker === 0xda ? skipCoded(bytes, end) : end;
}

/** Coded data runs to the next marker that is neither stuffing nor a restart. */
function skipCoded(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return bytes.length;
}

function* walkPng(bytes: Buffer): Generator<ImagePart> {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const [start, id] = [at, bytes.toString('latin1', at + 4, at + 8)];
    at += 12 + bytes.readUInt32BE(at);
    yield { id, start, end: at };
    if (id === 'IEND') return;
  }
}

function* walkWebp(bytes: Buffer): Generator<ImagePart> {
  const last = Math.min(endOfRiff(bytes) ?? 0, bytes.length);
  let at = 12;
  while (at + 8 <= last) {
    const [start, id] = [at, bytes.toString('latin1', at, at + 4)];
    const size = bytes.readUInt32LE(at + 4);
    at = Math.min(at + 8 + size + (size % 2), last);
    yield { id, start, end: at };
  }
}

/** RIFF pads odd sizes, but some encoders omit the padding at the end of the file. */
function endOfRiff(bytes: Buffer): number | undefined {
  if (bytes.length < 12) return undefined;
  const size = bytes.readUInt32LE(4);
  return Math.min(8 + size + (size % 2), Math.max(8 + size, bytes.length));
}

/** Ids: `header`, `image`, `trailer`, or an extension's label in hex (`f9` timing, `fe` comment, `ff` application). */
function* walkGif(bytes: Buffer): Generator<ImagePart> {
  let at = 13 + colorTable(bytes[10]);
  yield { id: 'header', start: 0, end: at };
  while (at < bytes.length) {
    const [start, block] = [at, bytes[at]];
    if (block === 0) at += 1;
    else if (block === 0x21) {
      at = skipSubBlocks(bytes, at + 2);
      yield { id: (bytes[start + 1] ?? 0).toString(16), start, end: at };
    } else if (block === 0x2c) {
      at = skipSubBlocks(bytes, at + 11 + colorTable(bytes[at + 9]));
      yield { id: 'image', start, end: at };
    } else {
      if (block === 0x3b) yield { id: 'trailer', start, end: at + 1 };
      return;
    }
  }
}

function colorTable(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
