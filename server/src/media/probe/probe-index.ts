/** Limits the work that the index of an MP4 or MOV file causes, before the reader reads it. */
import { tooManyParts, UnfitFile, unreadable } from './probe-unfit.ts';

/** A film with many tracks and tags has a few hundred. */
const maxBoxes = 10_000;
const maxDepth = 16;
/** In one table. A video of 18 hours has two million frames. */
const maxEntries = 2_000_000;

/** Types of boxes that contain other boxes. */
const containers = new Set(
  'moov trak mdia minf dinf edts stbl mvex udta moof traf mfra sinf schi wave ilst'.split(' '),
);

/** Tables by type. `countAt`: where the number of entries stands after the box's head. `entry`: bytes of one entry. */
const tables: Record<string, { countAt: number; entry: number }> = {
  stts: { countAt: 4, entry: 8 },
  ctts: { countAt: 4, entry: 8 },
  stss: { countAt: 4, entry: 4 },
  stsc: { countAt: 4, entry: 12 },
  stco: { countAt: 4, entry: 4 },
  co64: { countAt: 4, entry: 8 },
  stsz: { countAt: 8, entry: 4 },
};

/** Throws `UnfitFile`. Ignores boxes that exceed their parent: the reader decides whether it needs them. */
export function checkIndex(bytes: Buffer, format: string): void {
  const ends = [bytes.length];
  let [at, count] = [0, 0];
  for (let limit = ends.at(-1); limit !== undefined; limit = ends.at(-1)) {
    const box = readBox(bytes, at, limit);
    if (box === undefined) {
      at = limit;
      ends.pop();
      continue;
    }
    count += 1;
    if (count > maxBoxes) throw tooManyParts(format, maxBoxes);
    checkTable(bytes, box, format);
    at = box.end;
    if (!containers.has(box.type)) continue;
    if (ends.length > maxDepth) throw tooDeep(format);
    ends.push(box.end);
    at = box.start;
  }
}

interface Box {
  type: string;
  /** The start of the content. */
  start: number;
  end: number;
}

/** Undefined if no further box fits. */
function readBox(bytes: Buffer, at: number, limit: number): Box | undefined {
  if (at + 8 > limit) return undefined;
  const type = bytes.toString('latin1', at + 4, at + 8);
  const short = bytes.readUInt32BE(at);
  const isWide = short === 1 && at + 16 <= limit;
  const length = isWide ? Number(bytes.readBigUInt64BE(at + 8)) : short;
  const start = at + (isWide ? 16 : 8);
  // A length of 0 means the rest.
  const end = length === 0 ? limit : Math.min(at + length, limit);
  return end < start ? undefined : { type, start, end };
}

function checkTable(bytes: Buffer, { type, start, end }: Box, format: string): void {
  const table = tables[type];
  const first = start + (table?.countAt ?? 0) + 4;
  if (table === undefined || first > end) return;
  // If all frames have the same size, the table has no entries.
  if (type === 'stsz' && bytes.readUInt32BE(start + 4) !== 0) return;
  const entries = bytes.readUInt32BE(first - 4);
  if (first + entries * table.entry > end) throw unreadable(format);
  if (entries > maxEntries) throw tooManyEntries(format);
}

function tooManyEntries(format: string): UnfitFile {
  return new UnfitFile(
    `A table in the index of this ${format} file has more than ${maxEntries} entries. Convert it and add it again.`,
  );
}

function tooDeep(format: string): UnfitFile {
  return new UnfitFile(
    `The parts of the index of this ${format} file are nested more than ${maxDepth} deep. Convert it and add it again.`,
  );
}
