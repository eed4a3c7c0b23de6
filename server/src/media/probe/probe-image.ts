/** Checks that an image is complete and valid. Otherwise it would fail hours later, at the networks. */
import { readFile } from 'node:fs/promises';
import type { Metadata, SharpOptions } from 'sharp';
import { findImageEnd, walkImage } from '../convert/image-parts.ts';
import { loadSharp, MAX_PIXELS, type Open } from '../convert/sharp.ts';
import { refuseEmbedded, refuseTrailingData } from './probe-embedded.ts';
import { cutShort, UnfitFile, unreadable } from './probe-unfit.ts';
import { type ImageFormat, imageKinds, type Probed, type Size } from './probed.ts';

const maxBytes = 64 * 2 ** 20;
/**
 * Bytes. A larger image is checked by its structure and its header only: decoding 12 MB takes three times as long as
 * receiving them.
 */
const maxDecodedBytes = 2 * 2 ** 20;
const decodeSeconds = 15;
/** A larger count is stored as this one. A PNG states its count, so it can claim four billion. */
const maxFrames = 1_000_000;

/** Throws `UnfitFile`. */
export async function probeImage(path: string, size: number, format: ImageFormat): Promise<Probed> {
  if (size > maxBytes)
    throw new UnfitFile('This image is larger than 64 MB. Export it smaller and add it again.');
  const bytes = await readFile(path);
  const end = findImageEnd(bytes, format);
  if (end === undefined) throw cutShort(format);
  const open = await loadSharp();
  const meta = await readHeader(open, bytes, format);
  refuseHuge(meta.width, meta.height);
  const { width, height } = format === 'GIF' ? readCanvas(bytes, meta) : meta.autoOrient;
  refuseHuge(width, height);
  // Decoding runs in other threads during the search for embedded files. The search reports its errors first.
  const decoding = Promise.allSettled([size > maxDecodedBytes || decode(open, bytes, meta, format)]);
  refuseEmbedded(bytes, format);
  await refuseTrailingData(bytes.subarray(end), format);
  const [decoded] = await decoding;
  if (decoded.status === 'rejected') throw decoded.reason;
  const count = countFrames(bytes, meta, format);
  const [animated, frames] = count > 1 ? [true, Math.min(count, maxFrames)] : [false, null];
  return { kind: 'image', ...imageKinds[format], width, height, animated, frames, ...noVideo };
}

/** sharp reports the size of the frames only. Browsers use the canvas, unless its size is 0. */
function readCanvas(bytes: Buffer, { width, height }: Size): Size {
  return { width: bytes.readUInt16LE(6) || width, height: bytes.readUInt16LE(8) || height };
}

/** sharp's decoder does not support animated PNG and sees only the first frame. */
function countFrames(bytes: Buffer, meta: Metadata, format: ImageFormat): number {
  if (format !== 'PNG') return meta.pages ?? 1;
  for (const { id, start } of walkImage(bytes, 'PNG')) {
    if (id === 'acTL') return bytes.readUInt32BE(start + 8);
    if (id === 'IDAT') return 1;
  }
  return 1;
}

async function readHeader(open: Open, bytes: Buffer, format: ImageFormat): Promise<Metadata> {
  const meta = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (meta?.format !== format.toLowerCase()) throw unreadable(format);
  return meta;
}

function refuseHuge(width: number, height: number): void {
  if (width * height <= MAX_PIXELS) return;
  throw new UnfitFile(
    `This image has ${width} × ${height} pixels. The maximum is 100 megapixels. Make it smaller and add it again.`,
  );
}

/** Decodes as many frames of an animation as the pixel limit permits. The structure of all frames is checked already. */
async function decode(open: Open, bytes: Buffer, meta: Metadata, format: ImageFormat): Promise<void> {
  const pages = Math.min(meta.pages ?? 1, Math.floor(MAX_PIXELS / (meta.width * meta.height)));
  try {
    // Missing parts of a JPEG are only warnings to its decoder, which fills them with grey.
    await decodeOnce(open, bytes, { pages, failOn: format === 'JPEG' ? 'warning' : 'error' }).catch(
      (error) => {
        if (!isHarmless(error)) throw error;
        return decodeOnce(open, bytes, { pages, failOn: 'error' });
      },
    );
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) {
      throw new UnfitFile('This image takes too long to decode. Export it smaller and add it again.');
    }
    throw unreadable(format);
  }
}

async function decodeOnce(open: Open, bytes: Buffer, options: SharpOptions): Promise<void> {
  const image = open(bytes, { ...options, limitInputPixels: MAX_PIXELS, sequentialRead: true });
  await image.timeout({ seconds: decodeSeconds }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
}

/** Some phones write stray bytes before the end marker. Every viewer skips them. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && /extraneous bytes/i.test(error.message);
}

const noVideo = { duration: null, durationMs: null, videoCodec: null, audioCodec: null, frameRate: null };
