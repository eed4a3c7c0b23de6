/**
 * Saves what is on a desk: at each keystroke in this browser, after two seconds of rest at the service. A draft is saved
 * itself. A post that is planned or failed stays as it is: its changes become a working copy.
 */
import { ApiError, isPassing } from '@belfry/sdk/client.ts';
import { api, isSignedOut, noteFailure } from '../data/client.ts';
import { isNotSent } from '../data/connection.ts';
import { forget, keep } from '../data/kept.ts';
import type { Desk } from './desk.ts';
import { loadConflict } from './opening.ts';
import { bodyOf, isBlank, isSame, SOON, type Writing, writingOf } from './writing.ts';

const REST = 2000;
/** Between tries while the service cannot be reached. */
const AGAIN = 5000;
/** Without an answer for so long, the text counts as kept on this device only. */
const SLOW = 2500;

/** What this browser keeps: the writing, and the version of the post from which it began. */
export interface KeptWriting {
  writing: Writing;
  etag: string | undefined;
  creation?: Creation | undefined;
}

/** A creation that was sent, and whose answer has not arrived. */
export interface Creation {
  key: string;
  body: ReturnType<typeof bodyOf>;
}

export interface Saver {
  /** Saves now. Resolves when the service has the text, or has failed to take it. */
  flush(): Promise<void>;
  /** Saves nothing any more. */
  stop(): void;
}

export function startSaving(desk: Desk): Saver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  const create = (writing: Writing) => createOnce(desk, writing);
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    // Several may wait for the same save. The first of them begins the next one.
    while (running !== undefined) await running;
    if (isStopped || !isDue(desk)) return;
    running = save(desk, create).finally(() => {
      running = undefined;
    });
    await running;
    if (!isStopped && isDue(desk)) wait(desk.get().saving === 'device' ? AGAIN : REST);
  };
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const changed = () => {
    void keepHere(desk);
    clearTimeout(checking);
    checking = setTimeout(() => void validate(desk), REST);
    if (isDue(desk)) {
      desk.set({ saving: 'saving' });
      wait(desk.get().post === undefined ? 0 : REST);
    }
  };
  desk.onChange = changed;
  const online = () => void run();
  window.addEventListener('online', online);
  if (isDue(desk)) wait(0);
  if (desk.get().writing.targets.length > 0) checking = setTimeout(() => void validate(desk), 0);
  return {
    flush: run,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(checking);
      window.removeEventListener('online', online);
      desk.onChange = undefined;
    },
  };
}

/** Whether the service lacks something. While a conflict stands, nothing is sent. */
function isDue(desk: Desk): boolean {
  const { writing, saved, post, conflict, isSignedOut } = desk.get();
  if (conflict !== undefined || isSignedOut) return false;
  return post === undefined ? !isBlank(writing) : !isSame(writing, saved);
}

async function keepHere(desk: Desk): Promise<void> {
  const { writing, etag, post, creation } = desk.get();
  const place = { ...desk.place, of: post?.id ?? ('new' as const) };
  if (post === undefined && creation === undefined && isBlank(writing)) return forget(place);
  const value: KeptWriting = { writing, etag, creation };
  const isKept = await keep(place, value);
  if (!isKept && desk.get().saving === 'device') desk.set({ saving: 'lost' });
}

type Create = (
  writing: Writing,
) => Promise<{ post: Parameters<typeof writingOf>[0]; etag: string | undefined }>;

/** Repeats a creation whose answer was lost under the same key and with the same text, also after the page was closed. */
async function createOnce(desk: Desk, writing: Writing): ReturnType<Create> {
  const creation = desk.get().creation ?? { key: randomKey(), body: bodyOf(writing, 'draft') };
  desk.set({ creation });
  await keepHere(desk);
  try {
    const { data, etag } = await api().call('createPost', {
      body: creation.body,
      idempotencyKey: creation.key,
    });
    desk.set({ creation: undefined });
    return { post: data, etag };
  } catch (error) {
    const mayHaveArrived = isPassing(error) || isSignedOut(error) || isNotSent(error);
    if (!mayHaveArrived) desk.set({ creation: undefined });
    throw error;
  }
}

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16)).join('-');
}

async function save(desk: Desk, create: Create): Promise<void> {
  const { writing, post } = desk.get();
  desk.set({ saving: 'saving', error: undefined });
  const slow = setTimeout(() => desk.set({ saving: 'device' }), SLOW);
  try {
    if (post === undefined) {
      const made = await create(writing);
      desk.set({ ...made, saved: writingOf(made.post), savedAt: made.post.updated_at });
      await forget({ ...desk.place, of: 'new' });
    } else if (post.status === 'draft') await saveDraft(desk, post.id, writing);
    else await saveCopy(desk, post.id, writing);
    await settle(desk, writing);
  } catch (error) {
    await fail(desk, error);
  } finally {
    clearTimeout(slow);
  }
}

async function saveDraft(desk: Desk, id: number, writing: Writing): Promise<void> {
  const { etag } = desk.get();
  const body = bodyOf(writing, 'draft');
  const answer = await api().call('updatePost', { params: { id }, body, ...(etag && { ifMatch: etag }) });
  desk.set({ post: answer.data, etag: answer.etag, saved: writing, savedAt: answer.data.updated_at });
}

async function saveCopy(desk: Desk, id: number, writing: Writing): Promise<void> {
  const { post, etag } = desk.get();
  if (post !== undefined && isSame(writing, writingOf(post))) {
    await api().call('deleteWorkingCopy', { params: { id } });
    desk.set({ saved: writing, hasCopy: false, savedAt: undefined });
    return;
  }
  const { status: _, publish_in: __, ...kept } = bodyOf(writing, 'scheduled');
  const body = { base_version: versionOf(etag), post: kept };
  const { data } = await api().call('putWorkingCopy', { params: { id }, body });
  desk.set({ saved: writing, hasCopy: true, savedAt: data.updated_at });
}

/** The number in an ETag. */
function versionOf(etag: string | undefined): number {
  return Number(etag?.replaceAll('"', '') ?? 1);
}

/** The service has `sent`. What was typed meanwhile is kept here until it has that, too. */
async function settle(desk: Desk, sent: Writing): Promise<void> {
  const { writing, post } = desk.get();
  if (!isSame(writing, sent)) {
    await keepHere(desk);
    return;
  }
  desk.set({ saving: desk.get().savedAt === undefined ? 'nothing' : 'saved' });
  if (post !== undefined) await forget({ ...desk.place, of: post.id });
}

async function fail(desk: Desk, error: unknown): Promise<void> {
  desk.set({ saving: 'device' });
  void keepHere(desk);
  if (isSignedOut(error)) {
    noteFailure(error);
  } else if (error instanceof ApiError && error.code === 'version_conflict') {
    desk.set({ conflict: await loadConflict(desk).catch(() => undefined) });
    // Without a connection nothing is wrong: the frame says so, and the text is kept.
  } else if (!isNotSent(error)) desk.set({ error });
}

/** Asks the service what scheduling would refuse. Nothing is saved by that. */
async function validate(desk: Desk): Promise<void> {
  const { writing } = desk.get();
  if (writing.targets.length === 0 || desk.get().isSignedOut) return;
  const body = bodyOf(writing, 'scheduled');
  const isTimed = body.scheduled_at !== undefined || body.queue === true;
  try {
    const { data } = await api().call('validatePost', {
      body: isTimed ? body : { ...body, publish_in: SOON },
    });
    desk.set({ verdict: { writing, violations: data.violations, advice: data.advice, errors: {} } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) return;
    desk.set({ verdict: { writing, violations: [], advice: [], errors: error.errors ?? {} } });
  }
}
