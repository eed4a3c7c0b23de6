/** File names for people. Stored files have random keys instead. */
import { composeText, countCodePoints, endBefore } from '@belfry/networks/core/text.ts';
import { extensionOf } from '../probe/probed.ts';

/** Characters, as the API counts them. */
const maxCharacters = 300;
/** UTF-16 units. File systems accept longer names, but programs may add a suffix. */
const maxFileName = 200;
const fallback = 'file';

/** The name of a file without a given name: the last part of its path, shortened, without invisible characters. */
export function defaultName(path: string): string {
  const last = path.split(/[/\\]/).pop() ?? '';
  const clean = last.toWellFormed().replace(invisible, '').trim();
  return cut(clean, maxCharacters, countCodePoints) || fallback;
}

/** Control and format characters: bidi overrides, zero-width ones but joiners. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d)\p{Cf}/gu;
/** Characters that some file systems refuse. */
const unsafe = /[<>:"|?*]/g;

/**
 * A safe file name for headers and programs: the last part of the media's name, without invisible characters, with the
 * extension of the file's real type. Keeps Unicode, in NFC.
 */
export function fileNameOf({ name, mime_type }: { name: string; mime_type: string }): string {
  const extension = extensionOf(mime_type);
  const suffix = `.${extension}`;
  const base = cleanBase(name.split(/[/\\]/).pop() ?? '', extension);
  const short = trimDots(cut(base, maxFileName - suffix.length, ({ length }) => length));
  return `${short || fallback}${suffix}`;
}

function cleanBase(name: string, extension: string): string {
  const visible = composeText(name.toWellFormed()).replace(invisible, '');
  const clean = visible.replace(unsafe, '').replace(/\s+/gu, ' ').trim();
  const base = isExtension(clean, extension) ? clean.slice(0, clean.lastIndexOf('.')) : clean;
  return trimDots(base);
}

/** Removes an extension of another type, so that `photo.html` does not become `photo.html.jpg`. */
function isExtension(name: string, extension: string): boolean {
  const dot = name.lastIndexOf('.');
  if (dot === -1) return false;
  const last = name.slice(dot + 1).toLowerCase();
  return last === extension || /^(?=.*[a-z])[a-z0-9]{2,4}$/.test(last);
}

function trimDots(base: string): string {
  return base.slice(0, endBefore(base, /[.\s]/u)).replace(/^[.\s]+/u, '');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts between graphemes, because half a flag or a letter without its accent would change the name. */
function cut(text: string, max: number, measure: (text: string) => number): string {
  if (measure(text) <= max) return text;
  let [kept, length] = ['', 0];
  // Enough for `max` characters and the rest of a grapheme.
  for (const { segment } of graphemes.segment(text.slice(0, 4 * max))) {
    length += measure(segment);
    if (length > max) break;
    kept += segment;
  }
  return kept;
}

/** The last part of the path, decoded. Empty if the path is. */
export function nameFromUrl(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
