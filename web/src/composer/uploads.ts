/** Files on their way: in the post from the first byte, each with its own progress, its own failure and its own retry. */
import type { Media } from '@belfry/contract/media.ts';
import { isPassing } from '@belfry/sdk/client.ts';
import { isMedia } from '../app/new-post.ts';
import { api } from '../data/client.ts';
import { askUntil } from '../data/unload.ts';
import type { Desk, Upload } from './desk.ts';
import { mediaOf, replaceFile, setMedia, type Writing } from './writing.ts';

let last = 0;

/** Puts the id of a file among those of some place of the post. */
type PutFile = (writing: Writing, id: number) => Writing;

/** Adds files to a version of the post, after those it has. Returns the names of files that are no media. */
export function addFiles(desk: Desk, tab: number | null, files: readonly File[]): string[] {
  return uploadFiles(desk, files, (writing, id) => setMedia(writing, tab, [...mediaOf(writing, tab), id]));
}

export function uploadFiles(desk: Desk, files: readonly File[], put: PutFile): string[] {
  for (const file of files.filter(isMedia)) {
    last -= 1;
    const id = last;
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    setUpload(desk, id, {
      name: file.name,
      file,
      picture,
      sent: 0,
      error: undefined,
      begun: undefined,
      abort: new AbortController(),
    });
    desk.write((writing) => put(writing, id));
    void send(desk, id);
  }
  return files.filter((file) => !isMedia(file)).map(({ name }) => name);
}

export function retryUpload(desk: Desk, id: number): void {
  const upload = desk.get().uploads.get(id);
  if (upload === undefined) return;
  // An upload that the service refused begins anew.
  const begun = isPassing(upload.error) ? upload.begun : undefined;
  setUpload(desk, id, { ...upload, begun, error: undefined });
  void send(desk, id);
}

export function dropUpload(desk: Desk, id: number): void {
  const upload = desk.get().uploads.get(id);
  upload?.abort.abort();
  if (upload?.picture) URL.revokeObjectURL(upload.picture);
  setUpload(desk, id, undefined);
  desk.write((writing) => replaceFile(writing, id, undefined));
}

async function send(desk: Desk, id: number): Promise<void> {
  const upload = desk.get().uploads.get(id);
  if (upload === undefined) return;
  try {
    // A second try goes on with the bytes that have arrived.
    const sending = api().uploadResumable(upload.file, {
      name: upload.name,
      ...(upload.begun !== undefined && { upload: upload.begun }),
      signal: upload.abort.signal,
      onBegun: (begun) => {
        const current = desk.get().uploads.get(id);
        if (current !== undefined) setUpload(desk, id, { ...current, begun });
      },
      onProgress: (sent) => {
        const current = desk.get().uploads.get(id);
        if (current !== undefined) setUpload(desk, id, { ...current, sent });
      },
    });
    const { data } = await askUntil(sending);
    arrive(desk, id, data);
  } catch (error) {
    const current = desk.get().uploads.get(id);
    if (current !== undefined) setUpload(desk, id, { ...current, error });
  }
}

function arrive(desk: Desk, id: number, file: Media): void {
  if (!desk.get().uploads.has(id)) return;
  learnFiles(desk, [file]);
  desk.write((writing) => replaceFile(writing, id, file.id));
  setUpload(desk, id, undefined);
}

const hasFailed = ({ error }: Upload) => error !== undefined;

/** Names of the files on their way. */
export function listPending(desk: Desk): string[] {
  const uploads = [...desk.get().uploads.values()];
  return uploads.filter((upload) => !hasFailed(upload)).map(({ name }) => name);
}

/** Resolves when no file is on its way any more. False: one did not arrive. */
export async function untilArrived(desk: Desk): Promise<boolean> {
  await until(desk, (uploads) => uploads.length === 0 || uploads.some(hasFailed));
  return desk.get().uploads.size === 0;
}

/** Resolves when each file has arrived or failed, to the names of those that failed. */
export async function untilEnded(desk: Desk): Promise<string[]> {
  await until(desk, (uploads) => uploads.every(hasFailed));
  return [...desk.get().uploads.values()].map(({ name }) => name);
}

function until(desk: Desk, isSo: (uploads: readonly Upload[]) => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => isSo([...desk.get().uploads.values()]) && resolve();
  const stop = desk.subscribe(look);
  look();
  return promise.finally(stop);
}

export function learnFiles(desk: Desk, files: readonly Media[]): void {
  desk.set({ files: new Map([...desk.get().files, ...files.map((file) => [file.id, file] as const)]) });
}

/** Of files that the desk has. What else it knows of them may be newer. */
export function learnCaptions(desk: Desk, found: readonly Pick<Media, 'id' | 'captions'>[]): void {
  const { files } = desk.get();
  const changed = found.flatMap(({ id, captions }) => {
    const known = files.get(id);
    const isNews = known !== undefined && JSON.stringify(known.captions) !== JSON.stringify(captions);
    return isNews ? [{ ...known, captions }] : [];
  });
  if (changed.length > 0) learnFiles(desk, changed);
}

function setUpload(desk: Desk, id: number, upload: Upload | undefined): void {
  const uploads = new Map(desk.get().uploads);
  if (upload === undefined) uploads.delete(id);
  else uploads.set(id, upload);
  desk.set({ uploads });
}
