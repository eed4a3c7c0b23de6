/**
 * Saves what is on a desk: at each keystroke in this browser, after two seconds of rest at the service. A draft is saved
 * itself. A post that is planned or failed stays as it is: its changes become a working copy.
 */
import type { Post } from '@belfry/contract/posts.ts';
import { ApiError, mayHaveArrived } from '@belfry/sdk/client.ts';
import { api, isConflict, isSignedOut, noteFailure } from '../data/client.ts';
import { isNotSent } from '../data/connection.ts';
import type { Desk } from './desk.ts';
import { forgetHere, keepHere, noteWhile } from './keeping.ts';
import { isOver, leave, meetCopy, meetOther } from './opening.ts';
import { isDue, isUnsaved } from './unsaved.ts';
import { bodyOf, isSame, SOON, type Writing, writingOf } from './writing.ts';

const REST = 2000;
/** Between tries while the service cannot be reached. */
const AGAIN = 5000;
/** Without an answer for so long, the text counts as kept on this device only. */
const SLOW = 2500;

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
  const run = async (): Promise<void> => {
    clearTimeout(timer);
    // Several may wait for the same save. The first of them begins the next one.
    while (running !== undefined) await running;
    // Whoever waited for the same save may have planned the next one.
    clearTimeout(timer);
    if (isStopped || !isDue(desk.get())) return;
    running = save(desk).finally(() => {
      running = undefined;
    });
    await running;
    if (!isStopped && isDue(desk.get())) wait(desk.get().saving === 'device' ? AGAIN : REST);
  };
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const changed = () => {
    void settle(desk);
    clearTimeout(checking);
    checking = setTimeout(() => void validate(desk), REST);
    if (isDue(desk.get())) {
      desk.set({ saving: 'saving' });
      wait(desk.get().post === undefined ? 0 : REST);
    }
  };
  desk.onChange = changed;
  const online = () => void run();
  window.addEventListener('online', online);
  if (isDue(desk.get())) wait(0);
  if (desk.get().writing.targets.length > 0) checking = setTimeout(() => void validate(desk), 0);
  return {
    flush: run,
    stop() {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(checking);
      window.removeEventListener('online', online);
      desk.onChange = undefined;
    },
  };
}

async function save(desk: Desk): Promise<void> {
  const { post, writing } = desk.get();
  desk.set({ saving: 'saving', error: undefined });
  const slow = setTimeout(() => desk.set({ saving: 'device' }), SLOW);
  try {
    if (post === undefined) await create(desk, writing);
    else await noteWhile(desk, () => (post.status === 'draft' ? saveDraft : saveCopy)(desk, post, writing));
    await settle(desk);
  } catch (error) {
    await fail(desk, error);
  } finally {
    clearTimeout(slow);
  }
}

/** Repeats a creation whose answer was lost under the same key and with the same text, also after the page was closed. */
async function create(desk: Desk, writing: Writing): Promise<void> {
  const creation = desk.get().creation ?? { key: randomKey(), body: bodyOf(writing, 'draft') };
  desk.set({ creation });
  await keepHere(desk);
  try {
    const { key: idempotencyKey, body } = creation;
    const { data: post, etag } = await api().call('createPost', { body, idempotencyKey });
    desk.set({ creation: undefined, post, etag, saved: writingOf(post), savedAt: post.updated_at });
  } catch (error) {
    if (!mayHaveArrived(error)) desk.set({ creation: undefined });
    throw error;
  }
  await keepHere(desk);
  await forgetHere(desk, 'new');
}

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16)).join('-');
}

async function saveDraft(desk: Desk, { id }: Post, writing: Writing): Promise<void> {
  const { etag: base } = desk.get();
  const body = bodyOf(writing, 'draft');
  const answer = await api().call('updatePost', { params: { id }, body, ...(base && { ifMatch: base }) });
  const { data: post, etag } = answer;
  desk.set({ post, etag, saved: writing, earlier: [], savedAt: post.updated_at });
}

async function saveCopy(desk: Desk, post: Post, writing: Writing): Promise<void> {
  const params = { id: post.id };
  if (isSame(writing, writingOf(post))) {
    if (await meetCopy(desk, post)) return;
    await api().call('deleteWorkingCopy', { params });
    desk.set({ saved: writing, earlier: [], copiedAt: undefined, savedAt: undefined });
    return;
  }
  const { status: _, publish_in: __, ...kept } = bodyOf(writing, 'scheduled');
  const { etag, copiedAt = null } = desk.get();
  const body = { base_version: versionOf(etag), continues: copiedAt, post: kept };
  try {
    const { updated_at: at } = (await api().call('putWorkingCopy', { params, body })).data;
    desk.set({ saved: writing, earlier: [], copiedAt: at, savedAt: at });
  } catch (error) {
    if (!isConflict(error) || !(await meetCopy(desk, post))) throw error;
  }
}

/** The number in an ETag. */
function versionOf(etag: string | undefined): number {
  return Number(etag?.replaceAll('"', '') ?? 1);
}

/** Keeps what the service may not have yet, and says so if that is nothing. */
async function settle(desk: Desk): Promise<void> {
  if (!isUnsaved(desk.get())) desk.set({ saving: desk.get().savedAt === undefined ? 'nothing' : 'saved' });
  await keepHere(desk);
}

async function fail(desk: Desk, error: unknown): Promise<void> {
  desk.set({ saving: 'device' });
  if (isSignedOut(error)) noteFailure(error);
  // Without an answer the next save meets the same.
  else if (desk.get().post !== undefined && isOver(error)) await leave(desk).catch(() => undefined);
  else if (isConflict(error)) await meetOther(desk).catch(() => undefined);
  // Without a connection nothing is wrong: the frame says so, and the text is kept.
  else if (!isNotSent(error)) desk.set({ error });
  await settle(desk);
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
