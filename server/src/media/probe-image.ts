/** Takes an image only when it is whole: what fails here would fail at the networks, hours later. */
import { readFile } from 'node:fs/promises';
import type { Metadata, SharpOptions } from 'sharp';
import { findImageEnd, walkImage } from './image-parts.ts';
import { refuseStowaways, refuseTail } from './probe-stowaway.ts';
import { cutShort, UnfitFile, unreadable } from './probe-unfit.ts';
import { type ImageFormat, imageKinds, type Probed, type Size } from './probed.ts';
import { loadSharp, MOST_PIXELS, type Open } from './sharp.ts';

const mostBytes = 64 * 2 ** 20;
/**
 * Up to so many bytes an image is decoded to its end. Of a larger one its parts are walked to the end, and its header
 * is decoded: the pixels of 12 MB take three times as long as the bytes take to come.
 */
const mostDecoded = 2 * 2 ** 20;
const decodeSeconds = 15;

/** Throws `UnfitFile`. */
export async function probeImage(path: string, size: number, format: ImageFormat): Promise<Probed> {
  if (size > mostBytes)
    throw new UnfitFile('This image is larger than 64 MB. Export it smaller and add it again.');
  const bytes = await readFile(path);
  const end = findImageEnd(bytes, format);
  if (end === undefined) throw cutShort(format);
  const open = await loadSharp();
  const meta = await readHeader(open, bytes, format);
  refuseHuge(meta.width, meta.height);
  const { width, height } = format === 'GIF' ? readCanvas(bytes, meta) : meta.autoOrient;
  refuseHuge(width, height);
  // Decoding is done in threads of its own while the bytes are searched here. What the search finds is said first.
  const decoding = Promise.allSettled([size > mostDecoded || decode(open, bytes, meta, format)]);
  refuseStowaways(bytes, format);
  await refuseTail(bytes.subarray(end), format);
  const [decoded] = await decoding;
  if (decoded.status === 'rejected') throw decoded.reason;
  const animated = format === 'PNG' ? isAnimatedPng(bytes) : (meta.pages ?? 1) > 1;
  return { kind: 'image', ...imageKinds[format], width, height, duration: null, animated };
}

/** Told apart from the frames, which are all that sharp goes by; a browser goes by the canvas, unless it has no size. */
function readCanvas(bytes: Buffer, { width, height }: Size): Size {
  return { width: bytes.readUInt16LE(6) || width, height: bytes.readUInt16LE(8) || height };
}

/** Decoders that know nothing of animated PNG, sharp's among them, see its first frame only. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (const { id, start } of walkImage(bytes, 'PNG')) {
    if (id === 'acTL') return bytes.readUInt32BE(start + 8) > 1;
    if (id === 'IDAT') return false;
  }
  return false;
}

async function readHeader(open: Open, bytes: Buffer, format: ImageFormat): Promise<Metadata> {
  const meta = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (meta?.format !== format.toLowerCase()) throw unreadable(format);
  return meta;
}

function refuseHuge(width: number, height: number): void {
  if (width * height <= MOST_PIXELS) return;
  throw new UnfitFile(
    `This image has ${width} × ${height} pixels; up to 100 megapixels are taken. Make it smaller and add it again.`,
  );
}

/** Of a long animation as many frames as the bound on pixels permits; its structure was walked to the end. */
async function decode(open: Open, bytes: Buffer, meta: Metadata, format: ImageFormat): Promise<void> {
  const pages = Math.min(meta.pages ?? 1, Math.floor(MOST_PIXELS / (meta.width * meta.height)));
  try {
    // Lost parts of a JPEG are mere warnings to its decoder: it fills them with grey.
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
  const image = open(bytes, { ...options, limitInputPixels: MOST_PIXELS, sequentialRead: true });
  await image.timeout({ seconds: decodeSeconds }).resize(16, 16, { fit: 'fill' }).raw().toBuffer();
}

/** Cameras of some phones leave stray bytes before the end marker; every viewer skips them. */
function isHarmless(error: unknown): boolean {
  return error instanceof Error && /extraneous bytes/i.test(error.message);
}
