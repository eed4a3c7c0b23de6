/**
 * Takes out of an image what it tells beside its pixels: place, time, camera, names, texts, previews. Parts are
 * copied or left out as they are; nothing is encoded anew, so pixels, timing and colour profile stay.
 */
import { type ImagePart, walkImage } from './image-parts.ts';
import type { ImageFormat } from './probed.ts';

/** Of a whole, well-formed image; equal bytes when there was nothing to take out. */
export function stripMetadata(bytes: Buffer, format: ImageFormat): Buffer {
  const { head, copy, finish } = formats[format];
  const out = Buffer.allocUnsafe(bytes.length);
  let size = bytes.copy(out, 0, 0, head);
  for (const part of walkImage(bytes, format)) size += copy(bytes, part, out.subarray(size));
  finish?.(out.subarray(0, size));
  return out.subarray(0, size);
}

/** How many bytes of the part were written; 0 for what is left out. */
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

/** Of the application segments stay JFIF, the colour profile, and Adobe's, which tells how colours are coded. */
function copyJpeg(bytes: Buffer, part: ImagePart, out: Buffer): number {
  if (part.id === 'e0' && nameAt(bytes, part.start + 4, 'JFIF\0')) return copyJfif(bytes, part, out);
  if (part.id === 'e2' && nameAt(bytes, part.start + 4, 'ICC_PROFILE\0')) return copyAll(bytes, part, out);
  if (part.id === 'ee' && nameAt(bytes, part.start + 4, 'Adobe')) return copyAll(bytes, part, out);
  return /^(e.|fe)$/.test(part.id) ? 0 : copyAll(bytes, part, out);
}

/** Without its preview, which may show what was cropped away since. */
function copyJfif(bytes: Buffer, { start, end }: ImagePart, out: Buffer): number {
  const size = bytes.copy(out, 0, start, Math.min(end, start + jfifBytes));
  if (end - start <= jfifBytes) return size;
  out.writeUInt16BE(jfifBytes - 2, 2);
  out.writeUInt16BE(0, jfifBytes - 2);
  return size;
}

/** Critical chunks have a capital first; of the others, those that tell colours, resolution and animation. */
const neededPng = /^([A-Z]...|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|pHYs|acTL|fcTL|fdAT)$/;

function copyPng(bytes: Buffer, part: ImagePart, out: Buffer): number {
  return neededPng.test(part.id) ? copyAll(bytes, part, out) : 0;
}

const neededWebp = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const tellsExifOrXmp = 0x0c;

function copyWebp(bytes: Buffer, part: ImagePart, out: Buffer): number {
  if (!neededWebp.has(part.id)) return 0;
  const size = copyAll(bytes, part, out);
  if (part.id === 'VP8X') out.writeUInt8(out.readUInt8(8) & ~tellsExifOrXmp, 8);
  return size;
}

const neededApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** Of the extensions stay timing, looping and the colour profile. */
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
