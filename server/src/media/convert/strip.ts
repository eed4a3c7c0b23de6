/**
 * Removes metadata from an image: place, time, camera, names, texts, previews. It copies or omits whole parts and does
 * not encode the image again, so pixels, timing and colour profile stay the same.
 */
import type { ImageFormat } from '../probe/probed.ts';
import { type ImagePart, walkImage } from './image-parts.ts';

/** Expects a complete, well-formed image. Returns equal bytes if it has no metadata. */
export function stripMetadata(bytes: Buffer, format: ImageFormat): Buffer {
  const { head, copy, finish } = formats[format];
  const out = Buffer.allocUnsafe(bytes.length);
  let size = bytes.copy(out, 0, 0, head);
  for (const part of walkImage(bytes, format)) size += copy(bytes, part, out.subarray(size));
  finish?.(out.subarray(0, size));
  return out.subarray(0, size);
}

/** Returns the number of bytes written, 0 for an omitted part. */
type Copy = (bytes: Buffer, part: ImagePart, out: Buffer) => number;

interface Format {
  /** Bytes before the first part. */
  head: number;
  copy: Copy;
  finish?: (out: Buffer) => void;
}

const formats: Record<ImageFormat, Format> = {
  JPEG: { head: 0, copy: copyJpeg },
  PNG: { head: 8, copy: copyPng },
  WebP: { head: 12, copy: copyWebp, finish: (out) => out.writeUInt32LE(out.length - 8, 4) },
  GIF: { head: 0, copy: copyGif },
};

const jfifBytes = 18;

/** Keeps three application segments: JFIF, the colour profile, and Adobe's, which defines the colour encoding. */
function copyJpeg(bytes: Buffer, part: ImagePart, out: Buffer): number {
  if (part.id === 'e0' && nameAt(bytes, part.start + 4, 'JFIF\0')) return copyJfif(bytes, part, out);
  if (part.id === 'e2' && nameAt(bytes, part.start + 4, 'ICC_PROFILE\0')) return copyAll(bytes, part, out);
  if (part.id === 'ee' && nameAt(bytes, part.start + 4, 'Adobe')) return copyAll(bytes, part, out);
  return /^(e.|fe)$/.test(part.id) ? 0 : copyAll(bytes, part, out);
}

/** Omits the preview, which may show parts that were cropped away later. */
function copyJfif(bytes: Buffer, { start, end }: ImagePart, out: Buffer): number {
  const size = bytes.copy(out, 0, start, Math.min(end, start + jfifBytes));
  if (end - start <= jfifBytes) return size;
  out.writeUInt16BE(jfifBytes - 2, 2);
  out.writeUInt16BE(0, jfifBytes - 2);
  return size;
}

/** Critical chunks start with a capital letter. Of the others, keep those for colours, resolution and animation. */
const neededPng = /^([A-Z]...|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|pHYs|acTL|fcTL|fdAT)$/;

function copyPng(bytes: Buffer, part: ImagePart, out: Buffer): number {
  return neededPng.test(part.id) ? copyAll(bytes, part, out) : 0;
}

const neededWebp = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const exifAndXmpFlags = 0x0c;

function copyWebp(bytes: Buffer, part: ImagePart, out: Buffer): number {
  if (!neededWebp.has(part.id)) return 0;
  const size = copyAll(bytes, part, out);
  if (part.id === 'VP8X') out.writeUInt8(out.readUInt8(8) & ~exifAndXmpFlags, 8);
  return size;
}

const neededApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Keeps three kinds of extensions: timing, looping and the colour profile. */
function copyGif(bytes: Buffer, part: ImagePart, out: Buffer): number {
  const isNeeded =
    ['header', 'image', 'trailer', 'f9'].includes(part.id) ||
    (part.id === 'ff' && neededApplications.some((name) => nameAt(bytes, part.start + 3, name)));
  return isNeeded ? copyAll(bytes, part, out) : 0;
}

function nameAt(bytes: Buffer, at: number, name: string): boolean {
  return bytes.toString('latin1', at, at + name.length) === name;
}

function copyAll(bytes: Buffer, { start, end }: ImagePart, out: Buffer): number {
  return bytes.copy(out, 0, start, end);
}
