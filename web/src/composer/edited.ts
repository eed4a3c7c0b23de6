/** Pictures that this browser made of a file of the post: uploaded as new files of the library. */
import type { Media } from '@belfry/contract/media.ts';
import { tell } from '../app/acts.ts';
import { api } from '../data/client.ts';
import type { Words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { learnFiles } from './uploads.ts';
import type { Writing } from './writing.ts';

/** Puts one file in the place of another, in one list of files of the post. */
export type SwapFile = (writing: Writing, from: number, to: number) => Writing;

/** An animation would become still, and browsers cannot write other types. */
export function canCut({ kind, animated, mime_type }: Media): boolean {
  return kind === 'image' && !animated && /^image\/(?:jpeg|png|webp)$/.test(mime_type);
}

export function swapIn(ids: readonly number[], from: number, to: number): number[] {
  return ids.map((id) => (id === from ? to : id));
}

/** Uploads a file that a browser made from another one. The desk knows it then. */
async function uploadMade(
  desk: Desk,
  blob: Blob,
  { name, altText, signal }: { name: string; altText: string | null; signal: AbortSignal },
): Promise<Media> {
  const given = { name, signal, ...(altText !== null && { altText }) };
  const { data } = await api().uploadResumable(blob, given);
  learnFiles(desk, [data]);
  return data;
}

/** In the place of the old one. The description still fits, so the new file gets it too. */
export async function replaceFile(
  desk: Desk,
  old: Media,
  blob: Blob,
  { swap, signal, words }: { swap: SwapFile; signal: AbortSignal; words: Words },
): Promise<void> {
  const name = nameOf(old.name, '-cropped', blob.type);
  const file = await uploadMade(desk, blob, { name, altText: old.alt_text, signal });
  desk.write((writing) => swap(writing, old.id, file.id));
  const undo = async () => {
    if (desk.isClosed) tell(words.picture.undoLate(), { isFailure: true });
    else desk.write((writing) => swap(writing, file.id, old.id));
  };
  tell(words.picture.replaced({ name: old.name }), { undo });
}

/** A frame of a video, as a picture of its own in the library. It has no description yet. */
export function addFrame(desk: Desk, { name }: Media, blob: Blob, signal: AbortSignal): Promise<Media> {
  return uploadMade(desk, blob, { name: nameOf(name, '-frame', blob.type), altText: null, signal });
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** `bell.jpeg` → `bell-cropped.jpg` */
function nameOf(name: string, suffix: string, type: string): string {
  const stem = name.replace(/\.\w{1,5}$/, '');
  return `${stem.endsWith(suffix) ? stem : `${stem}${suffix}`}.${endings[type] ?? 'png'}`;
}
