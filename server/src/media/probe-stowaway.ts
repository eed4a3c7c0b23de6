/** Finds what travels in a picture or video and is something else: a script, a document, an archive. */
import { carriesMore } from './probe-unfit.ts';
import type { ImageFormat } from './probed.ts';

/**
 * Long or checked enough that compressed pixels do not contain them by chance. An archive is known by its
 * local header (version up to 6.3, methods in use) or by its directory's end; its readers start from there.
 * Each is looked for by how it may begin: that is quicker than any pattern.
 */
const signs: readonly { begins: readonly string[]; pattern: RegExp; what: string }[] = [
  { begins: ['<s', '<S'], pattern: /<script[\s>]/i, what: 'a script' },
  { begins: ['<?p', '<?P'], pattern: /<\?php\s/i, what: 'a PHP script' },
  { begins: ['%PDF-'], pattern: /%PDF-\d\.\d/, what: 'a PDF document' },
  {
    begins: ['PK\x03\x04'],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of a ZIP header.
    pattern: /PK\x03\x04[\n-?]\x00[\s\S]{2}[\x00\x08\x09\x0c\x0e\x5d]\x00/,
    what: 'a ZIP archive',
  },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of a ZIP header.
  { begins: ['PK\x05\x06'], pattern: /PK\x05\x06\x00{4}/, what: 'a ZIP archive' },
];
const longestSign = 16;
/** Beginnings without a sign after which the pattern takes over: it is slower, however many of them there are. */
const mostTries = 1000;

/** Throws `UnfitFile`. */
export function refuseStowaways(bytes: Buffer, format: string): void {
  for (const { begins, pattern, what } of signs) {
    if (begins.some((beginning) => contains(bytes, beginning, pattern))) throw carriesMore(format, what);
  }
}

function contains(bytes: Buffer, beginning: string, pattern: RegExp): boolean {
  let at = bytes.indexOf(beginning, 0, 'latin1');
  for (let tries = 0; at !== -1; tries += 1) {
    const end = tries === mostTries ? bytes.length : at + longestSign;
    if (pattern.test(bytes.toString('latin1', at, end))) return true;
    if (tries === mostTries) return false;
    at = bytes.indexOf(beginning, at + 1, 'latin1');
  }
  return false;
}

const markup = /<(?:html|!doctype|svg|iframe|body|img)[\s>]/i;

/**
 * Throws `UnfitFile` for bytes after the image's end. Phones append to JPEG files: gain maps and second images
 * (MPF), the clip of a motion photo, their maker's notes. PNG screenshots of Samsung end in such notes too.
 * Nothing else writes after the end but padding; cropped screenshots once left there what was cropped away
 * (CVE-2023-21036).
 */
export async function refuseTail(tail: Buffer, format: ImageFormat): Promise<void> {
  const start = tail.findIndex((byte) => !isPadding(byte));
  if (start === -1) return;
  if (markup.test(tail.toString('latin1'))) throw carriesMore(format, 'a web page');
  if (format !== 'JPEG') {
    if (format === 'PNG' && isSamsungNote(tail)) return;
    throw carriesMore(format, 'data after the end of the image');
  }
  const { fileTypeFromBuffer } = await import('file-type');
  // Both: padding may come before a file, and a clip or a JPEG itself begins with what looks like padding.
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
