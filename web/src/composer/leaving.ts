/** What becomes of a desk that nobody sees any more: files on their way arrive, and are saved with the post. */
import { tell } from '../app/acts.ts';
import { api, queries } from '../data/client.ts';
import { loadWords } from '../words/words.ts';
import type { Desk } from './desk.ts';
import type { Saver } from './saving.ts';
import { isUnsaved } from './unsaved.ts';
import { listPending, untilEnded } from './uploads.ts';
import { isBlank } from './writing.ts';

/** Those that wait for files. */
const waiting = new Map<Desk, Saver>();

/** For a person who returns to a post that waits for files. */
export function findWaiting(id: number): Desk | undefined {
  return [...waiting.keys()].find((desk) => desk.get().post?.id === id);
}

/** From now on, somebody sees the desk. */
export function show(desk: Desk): void {
  desk.isClosed = false;
  waiting.get(desk)?.stop();
  waiting.delete(desk);
}

/** From now on, nobody sees the desk. `open`: goes to a post. */
export async function finish(desk: Desk, saver: Saver, open: (id: number) => void): Promise<void> {
  desk.isClosed = true;
  /** False: it waits for nothing, or somebody sees it again. */
  const isWaiting = () => waiting.get(desk) === saver;
  try {
    if (listPending(desk).length > 0) waiting.set(desk, saver);
    await saver.flush();
    if (!isWaiting()) return;
    // A text that only this device has is sent later, by a desk of its own that does not know these files.
    const lost = isUnsaved(desk.get()) ? listPending(desk) : await untilEnded(desk);
    if (!isWaiting()) return;
    await saver.flush();
    waiting.delete(desk);
    if (lost.length > 0) await tellLost(desk, lost, open);
  } finally {
    saver.stop();
  }
}

async function tellLost(desk: Desk, names: string[], open: (id: number) => void): Promise<void> {
  const { composer } = await loadWords();
  const { post } = desk.get();
  tell(composer.filesLost({ names }), {
    isFailure: true,
    offer: post && { name: composer.toPost(), run: () => open(post.id) },
  });
}

/** Nobody misses a draft that was begun here and is left without anything in it. What others wrote into it stays. */
export async function dropBlank(desk: Desk): Promise<void> {
  const { post, etag, writing } = desk.get();
  if (!desk.isNew || post?.status !== 'draft' || post.labels.length > 0 || etag === undefined) return;
  if (!isBlank(writing) || isUnsaved(desk.get()) || location.pathname === `/write/${post.id}`) return;
  await api()
    .call('deletePost', { params: { id: post.id }, ifMatch: etag })
    .then(() => queries.invalidateQueries())
    .catch(() => undefined);
}
