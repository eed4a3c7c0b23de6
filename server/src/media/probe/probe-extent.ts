/** Checks that the structure of a video matches its file size, and that its index is readable. Skips the media data. */
import type { FileHandle } from 'node:fs/promises';
import { checkIndex } from './probe-index.ts';
import { carriesMore, cutShort, tooManyParts, UnfitFile, unreadable } from './probe-unfit.ts';

/** Seven hours in fragments of one second have 50,400 boxes. */
const maxBoxes = 50_000;
/** The whole index is read into memory. That of a feature film has about 10 MB. */
const maxIndexBytes = 64 * 2 ** 20;
const maxPadding = 65_536;
const windowBytes = 65_536;

/** MP4 and MOV consist of boxes, each with its size. Throws `UnfitFile`. */
export async function checkBoxes(file: FileHandle, size: number, format: string): Promise<void> {
  const readHead = openWindow(file);
  let at = 0;
  for (let count = 0; at < size; count += 1) {
    if (count === maxBoxes) throw tooManyParts(format, maxBoxes);
    const head = await readHead(at, 16);
    const box = head.length < 8 ? undefined : readBox(head);
    if (box === undefined) return refuseRest(file, at, size, format);
    const length = measureBox(box, size - at, format);
    if (box.type === 'moov') await checkMovie(file, at, length, format);
    at += length;
  }
}

/** Reads a window of the file at once, because it contains the heads of many small parts. */
function openWindow(file: FileHandle): (at: number, length: number) => Promise<Buffer> {
  let start = 0;
  let window: Buffer = Buffer.alloc(0);
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      [start, window] = [at, await readAt(file, at, windowBytes)];
    }
    return window.subarray(at - start, at - start + length);
  };
}

/** A length of 0 means the rest of the file. */
function measureBox(box: Box, rest: number, format: string): number {
  const length = box.length === 0 ? rest : box.length;
  if (length < 8) throw unreadable(format);
  if (length > rest) throw cutShort(format);
  return length;
}

async function checkMovie(file: FileHandle, at: number, length: number, format: string): Promise<void> {
  if (length > maxIndexBytes) {
    throw new UnfitFile(`The index of this ${format} file is too large. Convert it and add it again.`);
  }
  checkIndex(await readAt(file, at, length), format);
}

interface Box {
  type: string;
  length: number;
}

function readBox(head: Buffer): Box | undefined {
  const type = head.toString('latin1', 4, 8);
  if (!/^[\w \xa9][\w ]{3}$/.test(type)) return undefined;
  const short = head.readUInt32BE(0);
  const wide = short === 1 && head.length === 16;
  return { type, length: wide ? Number(head.readBigUInt64BE(8)) : short };
}

const segmentId = 0x18538067;
const clusterId = 0x1f43b675;

/** WebM and MKV consist of a header and one segment. Live recordings give no size for the segment, but for its parts. */
export async function checkSegment(file: FileHandle, size: number, format: string): Promise<void> {
  const header = await readElement(file, 0);
  const segment = header?.end === undefined ? undefined : await readElement(file, header.end);
  if (segment?.id !== segmentId) throw unreadable(format);
  if (segment.end === undefined) return checkClusters(file, segment.start, size, format);
  if (segment.end > size) throw cutShort(format);
  await refuseRest(file, segment.end, size, format);
}

/** Stops at a cluster without a size, whose end only a full read would find. */
async function checkClusters(file: FileHandle, from: number, size: number, format: string): Promise<void> {
  const readHead = openWindow(file);
  let at = from;
  for (let count = 0; at < size; count += 1) {
    if (count === maxBoxes) throw tooManyParts(format, maxBoxes);
    const element = parseElement(await readHead(at, 12), at);
    if (element === undefined) throw cutShort(format);
    if (element.end === undefined) {
      if (element.id === clusterId) return;
      throw unreadable(format);
    }
    if (element.end > size) throw cutShort(format);
    at = element.end;
  }
}

interface Element {
  id: number;
  start: number;
  /** Undefined if the element gives no size. */
  end: number | undefined;
}

async function readElement(file: FileHandle, at: number): Promise<Element | undefined> {
  return parseElement(await readAt(file, at, 12), at);
}

function parseElement(head: Buffer, at: number): Element | undefined {
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) return undefined;
  const start = at + idLength + sizeLength;
  const bits = BigInt(7 * sizeLength);
  const coded = BigInt(`0x${head.toString('hex', idLength, idLength + sizeLength)}`) & ((1n << bits) - 1n);
  const open = coded === (1n << bits) - 1n;
  return { id: head.readUIntBE(0, idLength), start, end: open ? undefined : start + Number(coded) };
}

/** Only padding may follow a video. */
async function refuseRest(file: FileHandle, at: number, size: number, format: string): Promise<void> {
  const rest = await readAt(file, at, Math.min(size - at, maxPadding));
  if (size - at > maxPadding || rest.some((byte) => byte !== 0)) {
    throw carriesMore(format, 'data after the end of the video');
  }
}

export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}
