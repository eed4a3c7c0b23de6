/** Names of files, as people see them; where the bytes are kept, they play no part. */
import { composeText, endBefore } from '@belfry/networks/core/text.ts';

const longest = 200;
const fallback = 'file';

/**
 * A name that is safe to show, to save and to put into a header: the base name the user gave, and the extension
 * of what the file really is. Unicode is kept, in NFC.
 */
export function safeName(name: string, extension: string): string {
  const suffix = `.${extension}`;
  const base = cleanBase(name.split(/[/\\]/).pop() ?? '', extension);
  return `${shorten(base, longest - suffix.length) || fallback}${suffix}`;
}

/** Control and format characters (bidi overrides, zero-width ones but joiners), and what file systems refuse. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]|(?!\u200c|\u200d)\p{Cf}/gu;

function cleanBase(name: string, extension: string): string {
  const clean = composeText(name.toWellFormed()).replace(unsafe, '').replace(/\s+/gu, ' ').trim();
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
function shorten(base: string, length: number): string {
  if (base.length <= length) return base;
  let kept = '';
  for (const { segment } of graphemes.segment(base.slice(0, length + 50))) {
    if (kept.length + segment.length > length) break;
    kept += segment;
  }
  return trimDots(kept);
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
