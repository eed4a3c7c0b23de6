/** Opens a post, or a new one, with all that this browser and the service have of it. */
import type { Media } from '@belfry/contract/media.ts';
import type { Post } from '@belfry/contract/posts.ts';
import type { WorkingCopies } from '@belfry/contract/working-copies.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import { api, queries, reading } from '../data/client.ts';
import { ageOf } from '../data/connection.ts';
import { forget, type KeptPlace, keep, takeUp } from '../data/kept.ts';
import { pageOf } from '../data/page.ts';
import { type Conflict, createDesk, type Desk, type DeskState, type End, filesOf } from './desk.ts';
import { keepHere } from './keeping.ts';
import { listThreadFiles } from './part.ts';
import { continueKept, continues, followOther, isUnsaved, type KeptWriting, keptOf } from './unsaved.ts';
import { isSame, type Writing, writingOf, writingOfCopy } from './writing.ts';

type Place = Omit<KeptPlace, 'of'>;

/** Posts whose changes become working copies. */
const planned: readonly Post['status'][] = ['scheduled', 'pending_approval', 'failed'];

export function isPlanned(post: Post): boolean {
  return planned.includes(post.status);
}

function isWritten(post: Post): boolean {
  return post.status === 'draft' || isPlanned(post);
}

export async function openPost(place: Place, id: number): Promise<Desk> {
  const taking = takeUp<KeptWriting>({ ...place, of: id });
  const found = await readPost(id);
  const kept = await taking;
  if (found === undefined || !isWritten(found.data))
    return createDesk(place, await endOf(place, id, found?.data, kept));
  const { data: post, etag, headers } = found;
  // Read anew: this page may have saved one since.
  const copies = isPlanned(post) ? await queries.fetchQuery({ ...copiesOf(id), staleTime: 0 }) : undefined;
  const atService = readSaved(post, etag, copies?.own ?? null);
  const desk = createDesk(place, {
    post,
    files: filesOf(post),
    ...atService,
    ...continueKept(atService, kept),
  });
  // An answer from before says nothing of the version that the service has now.
  if (desk.get().etag !== etag && ageOf(headers) === undefined) await meetOther(desk);
  await (isUnsaved(desk.get()) ? keepHere(desk) : forget({ ...place, of: id }));
  await loadFiles(desk);
  return desk;
}

/** Unsent changes of the person and of others. */
export function copiesOf(id: number) {
  return reading('getWorkingCopy', { params: { id } });
}

/** Undefined: there is none, or the person may not see it. */
async function readPost(id: number) {
  try {
    return await api().call('getPost', { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** A post that is gone or out takes no text any more. What was typed for it becomes a draft of its own. */
async function endOf(
  place: Place,
  id: number,
  post: Post | undefined,
  kept: KeptWriting | undefined,
): Promise<{ end: End }> {
  if (kept === undefined) return { end: { post, kept } };
  const writing: Writing = { ...kept.writing, when: { as: 'open' } };
  // This page may be writing a new post already.
  const tab = `${pageOf(place.tab)}-${id}`;
  await keep({ ...place, of: 'new', tab }, { desk: kept.desk, writing, etag: undefined });
  await forget({ ...place, of: id });
  return { end: { post, kept: tab } };
}

/** Whether the post was refused because it is gone or out. */
export function isOver(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'post_publishing', 'post_published'].includes(error.code);
}

/** Leaves a post that is gone or out since it was opened. */
export async function leave(desk: Desk): Promise<void> {
  const { place, get, set } = desk;
  const { id } = get().post ?? { id: 0 };
  const post = (await readPost(id))?.data;
  if (post !== undefined && isWritten(post)) return meetOther(desk);
  const { writing } = get();
  const ended = await endOf(place, id, post, keptOf(get(), desk.key));
  set({ ...ended, saved: writing, earlier: [], conflict: undefined });
}

/** What the service has of the person: the draft, or the working copy of a planned post. */
function readSaved(
  post: Post,
  etag: string | undefined,
  own: WorkingCopies['own'],
): Pick<DeskState, 'etag' | 'saved' | 'writing' | 'copiedAt' | 'saving' | 'savedAt'> {
  if (own === null) {
    const saved = writingOf(post);
    const isDraft = post.status === 'draft';
    return {
      etag,
      saved,
      writing: saved,
      copiedAt: undefined,
      saving: isDraft ? 'saved' : 'nothing',
      savedAt: isDraft ? post.updated_at : undefined,
    };
  }
  const saved = writingOfCopy(own.post);
  return {
    etag: `"${own.base_version}"`,
    saved,
    writing: saved,
    copiedAt: own.updated_at,
    saving: 'saved',
    savedAt: own.updated_at,
  };
}

/** The desk goes on from this version, without anything that was written here. */
export function takeOver(desk: Desk, { data, etag }: { data: Post; etag?: string | undefined }): void {
  const files = filesOf(data, desk.get().files);
  desk.set({ post: data, ...readSaved(data, etag, null), files, earlier: [], conflict: undefined });
}

/** The service may have another version by now. Who has written nothing goes on from it at once. */
export async function catchUp(desk: Desk, found: Post): Promise<void> {
  const { post, end, conflict, copiedAt, uploads } = desk.get();
  const known = conflict?.post ?? post;
  if (end !== undefined || known === undefined || isSameVersion(known, found)) return;
  const hasWritten = isUnsaved(desk.get()) || copiedAt !== undefined || uploads.size > 0;
  const etag = `"${found.version}"`;
  const [before, theirs] = [writingOf(known), writingOf(found)];
  const isDecided = conflict === undefined && isPlanned(known) && isPlanned(found) && isSame(before, theirs);
  if (isWritten(found) && !hasWritten) takeOver(desk, { data: found, etag });
  // An approval, for example, changes nothing that was written.
  else if (isDecided) follow(desk, { post: found, etag, theirs, by: null, at: found.updated_at });
  else await meetOther(desk);
  desk.onChange?.();
}

/** Or an older one. A post that begins to go out keeps its version. */
function isSameVersion(known: Post, found: Post): boolean {
  return found.version < known.version || (found.version === known.version && found.status === known.status);
}

/** The service has another version than the one on which the writing is based. The person compares, where need be. */
export async function meetOther(desk: Desk): Promise<void> {
  const conflict = await loadConflict(desk);
  if (isWritten(conflict.post)) meet(desk, conflict);
  else await leave(desk);
}

/** True: another page of the same person has saved a working copy since, so that this one is not sent. */
export async function meetCopy(desk: Desk, post: Post): Promise<boolean> {
  const { data, headers } = await api().call('getWorkingCopy', { params: { id: post.id } });
  const { own } = data;
  const { etag, copiedAt } = desk.get();
  if (own === null || own.updated_at === copiedAt || ageOf(headers) !== undefined) return false;
  const { updated_at: at } = own;
  meet(desk, { post, etag, theirs: writingOfCopy(own.post), by: null, at, copiedAt: at });
  return true;
}

function meet(desk: Desk, conflict: Conflict): void {
  if (continues(desk.get(), conflict)) follow(desk, conflict);
  else desk.set({ conflict, saving: 'device' });
}

/** From now on, the writing is based on the version of the service. */
export function follow(desk: Desk, conflict: Conflict): void {
  desk.set(followOther(desk.get(), conflict));
}

/** What stands at the service instead, and who changed it last. */
async function loadConflict(desk: Desk): Promise<Conflict> {
  const id = desk.get().post?.id ?? 0;
  const [{ data: post, etag }, { data: events }] = await Promise.all([
    api().call('getPost', { params: { id } }),
    api().call('listPostEvents', { params: { id } }),
  ]);
  const last = events.findLast(({ actor }) => actor !== null);
  desk.set({ files: filesOf(post, desk.get().files) });
  const isOwn = last?.actor == null || `${last.actor.id}` === desk.place.person.split(':')[0];
  return {
    post,
    etag,
    theirs: writingOf(post),
    by: isOwn ? null : (last.actor?.name ?? null),
    at: post.updated_at,
  };
}

/** Reads what the desk does not know yet of the files that the writing names. */
export async function loadFiles(desk: Desk): Promise<void> {
  const { writing, files } = desk.get();
  const ofTargets = writing.targets.map(({ mediaIds, settings }) => [
    ...(mediaIds ?? []),
    ...listThreadFiles(settings),
  ]);
  const named = [writing.mediaIds, ...ofTargets].flat();
  const missing = [...new Set(named)].filter((id) => id > 0 && !files.has(id));
  const found = await Promise.all(
    missing.map((id) =>
      api()
        .call('getMedia', { params: { id } })
        .then(({ data }): Media | undefined => data)
        .catch(() => undefined),
    ),
  );
  if (missing.length === 0) return;
  const added = found.flatMap((file) => (file === undefined ? [] : [[file.id, file] as const]));
  desk.set({ files: new Map([...desk.get().files, ...added]) });
}
