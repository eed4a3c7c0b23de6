/** Opens a post, or a new one, with all that this browser and the service have of it. */
import type { Media } from '@belfry/contract/media.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { api } from '../data/client.ts';
import { type KeptPlace, listKept } from '../data/kept.ts';
import { type Conflict, createDesk, type Desk, filesOf } from './desk.ts';
import { listThreadFiles } from './part.ts';
import type { KeptWriting } from './saving.ts';
import { arrived, isSame, mapFiles, type Writing, writingOf, writingOfCopy } from './writing.ts';

type Place = Omit<KeptPlace, 'of'>;

/** Posts whose changes become working copies. */
const planned: readonly Post['status'][] = ['scheduled', 'pending_approval', 'failed'];

export function isPlanned(post: Post): boolean {
  return planned.includes(post.status);
}

export async function openPost(place: Place, id: number): Promise<Desk> {
  const [{ data: post, etag }, kept] = await Promise.all([
    api().call('getPost', { params: { id } }),
    listKept<KeptWriting>({ person: place.person, workspace: place.workspace, of: id }),
  ]);
  const copies = isPlanned(post) ? await loadCopies(id) : undefined;
  const own = copies?.own ?? null;
  const saved = own === null ? writingOf(post) : writingOfCopy(own.post);
  const files = filesOf(post);
  const desk = createDesk(place, {
    post,
    etag,
    saved,
    writing: saved,
    files,
    hasCopy: own !== null,
    others: (copies?.others ?? []).map(({ person, updated_at }) => ({ name: person.name, at: updated_at })),
    saving: own === null && post.status !== 'draft' ? 'nothing' : 'saved',
    savedAt: own?.updated_at ?? (post.status === 'draft' ? post.updated_at : undefined),
  });
  await takeUp(desk, kept[0]?.value);
  if (own !== null && `"${own.base_version}"` !== etag) desk.set({ conflict: await loadConflict(desk) });
  await loadFiles(desk);
  return desk;
}

/** Goes on with what only this browser has. Where the post changed since, the person compares. */
async function takeUp(desk: Desk, kept: KeptWriting | undefined): Promise<void> {
  if (kept === undefined || isSame(kept.writing, desk.get().saved)) return;
  desk.set({ writing: withoutWaiting(kept.writing), saving: 'device' });
  if (kept.etag !== desk.get().etag) desk.set({ conflict: await loadConflict(desk) });
}

/** Without the files that never arrived. */
export function withoutWaiting(writing: Writing): Writing {
  return mapFiles(writing, arrived);
}

async function loadCopies(id: number) {
  return (await api().call('getWorkingCopy', { params: { id } })).data;
}

/** What stands at the service instead, and who changed it last. */
export async function loadConflict(desk: Desk): Promise<Conflict> {
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
