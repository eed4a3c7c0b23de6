/** Finds other files embedded in an image or video: a script, a document or an archive. */
import { carriesMore } from './probe-unfit.ts';
import type { ImageFormat } from './probed.ts';

/**
 * Signatures long enough that compressed pixels do not contain them by chance. Those of an archive are its local
 * header (version up to 6.3, methods in use) and the end of its directory, from which readers start. `begins`: the
 * possible first bytes, because a search for them is faster than the pattern. Each costs a pass over the file.
 */
const signatures: readonly { begins: readonly string[]; pattern: RegExp; what: string }[] = [
  { begins: ['<s', '<S'], pattern: /<script[\s>]/i, what: 'a script' },
  { begins: ['<?'], pattern: /<\?php\s/i, what: 'a PHP script' },
  { begins: ['%PDF-'], pattern: /%PDF-\d\.\d/, what: 'a PDF document' },
  {
    begins: ['PK'],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of a ZIP header.
    pattern: /PK(?:\x03\x04[\n-?]\x00[\s\S]{2}[\x00\x08\x09\x0c\x0e\x5d]\x00|\x05\x06\x00{4})/,
    what: 'a ZIP archive',
  },
];
const maxSignatureLength = 16;
/** After this many first bytes without a match, use the pattern: its time does not depend on their number. */
const maxTries = 1000;

/** Throws `UnfitFile`. */
export function refuseEmbedded(bytes: Buffer, format: string): void {
  for (const { begins, pattern, what } of signatures) {
    if (begins.some((beginning) => contains(bytes, beginning, pattern))) throw carriesMore(format, what);
  }
}

function contains(bytes: Buffer, beginning: string, pattern: RegExp): boolean {
  let at = bytes.indexOf(beginning, 0, 'latin1');
  for (let tries = 0; at !== -1; tries += 1) {
    const end = tries === maxTries ? bytes.length : at + maxSignatureLength;
    if (pattern.test(bytes.toString('latin1', at, end))) return true;
    if (tries === maxTries) return false;
    at = bytes.indexOf(beginning, at + 1, 'latin1');
  }
  return false;
}

const markup = /<(?:html|!doctype|svg|iframe|body|img)[\s>]/i;

/**
 * Throws `UnfitFile` for bytes after the end of an image. Allows the data that phones append to JPEG files: gain maps
 * and second images (MPF), the clip of a motion photo, and maker notes. PNG screenshots of Samsung phones end in such
 * notes too. Otherwise only padding is allowed: the cropped part of screenshots once leaked there (CVE-2023-21036).
 */
export async function refuseTrailingData(tail: Buffer, format: ImageFormat): Promise<void> {
  const start = tail.findIndex((byte) => !isPadding(byte));
  if (start === -1) return;
  if (markup.test(tail.toString('latin1'))) throw carriesMore(format, 'a web page');
  if (format !== 'JPEG') {
    if (format === 'PNG' && isSamsungNote(tail)) return;
    throw carriesMore(format, 'data after the end of the image');
  }
  const { fileTypeFromBuffer } = await import('file-type');
  // Try both: padding may precede a file, but the first bytes of a clip or a JPEG look like padding too.
  for (const from of [0, start]) {
    const type = await fileTypeFromBuffer(tail.subarray(from));
    if (type && !appendedByPhones.has(type.mime)) throw carriesMore(format, `a file of type ${type.mime}`);
  }
}

const appendedByPhones = new Set(['image/jpeg', 'image/heic', 'video/mp4', 'video/quicktime']);

function isPadding(byte: number): boolean {
  return byte === 0 || byte === 0xff || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function isSamsungNote(tail: Buffer): boolean {
  return tail.subarray(-4).equals(Buffer.from('SEFT')) && tail.includes('SEFH');
}
