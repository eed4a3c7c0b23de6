/** Files of captions, as people have them. */
import { languageOf, MAX_CAPTIONS } from '@belfry/networks/core/captions.ts';

const NAMED = /(?:^|[._ -])([a-z]{2,3}(?:[_-][a-z]{4})?(?:[_-](?:[a-z]{2}|\d{3}))?)\.\w+$/i;

/** `film.pt-BR.srt` → `pt-BR`. Undefined: the name of the file ends with no language that has a name. */
export function guessLanguage(name: string): string | undefined {
  const language = languageOf(NAMED.exec(name)?.[1]?.replaceAll('_', '-') ?? '');
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return language !== undefined && names.of(language) !== undefined ? language : undefined;
}

/** Undefined: it is larger than captions may be. */
export async function readText(file: Blob): Promise<string | undefined> {
  // No character has more bytes.
  if (file.size > 3 * MAX_CAPTIONS) return undefined;
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  return text.length > MAX_CAPTIONS ? undefined : text;
}

/** Older programs write one byte for each character. What they write is hardly ever UTF-8 by chance. */
function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
