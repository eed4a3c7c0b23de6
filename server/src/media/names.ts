/** Names of files, as people see them; where the bytes are kept, they play no part. */
import { composeText, endBefore } from '@belfry/networks/core/text.ts';
import { extensionOf } from './probed.ts';

/** Characters, as the API counts them. */
const mostCharacters = 300;
/** UTF-16 units that file systems take as one name, and room for what programs add. */
const longestFileName = 200;
const fallback = 'file';

/** What a file is called where nobody names it: the last part of a path, as it was, cut, and without what hides text. */
export function defaultName(path: string): string {
  const last = path.split(/[/\\]/).pop() ?? '';
  const clean = last.toWellFormed().replace(invisible, '').trim();
  return cut(clean, mostCharacters, countCharacters) || fallback;
}

/** Control and format characters: bidi overrides, zero-width ones but joiners. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200c|\u200d)\p{Cf}/gu;
/** What file systems refuse. */
const unsafe = /[<>:"|?*]/g;

/**
 * The name of a media as programs take one of a file, in headers too: its last part, without what hides text, with the
 * extension of what the file is. Unicode is kept, in NFC.
 */
export function fileNameOf({ name, mime_type }: { name: string; mime_type: string }): string {
  const extension = extensionOf(mime_type);
  const suffix = `.${extension}`;
  const base = cleanBase(name.split(/[/\\]/).pop() ?? '', extension);
  const short = trimDots(cut(base, longestFileName - suffix.length, ({ length }) => length));
  return `${short || fallback}${suffix}`;
}

function cleanBase(name: string, extension: string): string {
  const visible = composeText(name.toWellFormed()).replace(invisible, '');
  const clean = visible.replace(unsafe, '').replace(/\s+/gu, ' ').trim();
  const base = isExtension(clean, extension) ? clean.slice(0, clean.lastIndexOf('.')) : clean;
  return trimDots(base);
}

/** A last part that says a type is replaced: kept, `photo.html` would show as `photo.html.jpg`. */
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

/** Cut between graphemes: half a flag or a letter without its accent is another name. */
function cut(text: string, most: number, measure: (text: string) => number): string {
  if (measure(text) <= most) return text;
  let [kept, length] = ['', 0];
  // Enough for `most` characters and the rest of a grapheme.
  for (const { segment } of graphemes.segment(text.slice(0, 4 * most))) {
    length += measure(segment);
    if (length > most) break;
    kept += segment;
  }
  return kept;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The last part of the path, decoded; empty when there is none. */
export function nameFromUrl(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
