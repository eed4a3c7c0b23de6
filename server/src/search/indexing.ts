/**
 * Writes the words of posts that have changed. Triggers mark these, also when the release before writes them. A search
 * first indexes what is marked in its workspace, so that it finds what was just saved.
 */
import type { Context } from '../base/context.ts';
import type { Tx } from '../db/database.ts';
import { labelWord, personWord, withWorkspace } from './query.ts';
import * as store from './store.ts';
import { type Spoken, walkSpoken } from './suggestions/spoken.ts';
import { addSuggestions } from './suggestions/store.ts';
import { walkWords } from './words.ts';

export type IndexingCtx = Pick<Context, 'db' | 'slices'>;

/** Posts per transaction. */
const BATCH = 100;
/** Posts whose texts and words are in memory together. */
const GROUP = 20;
/** Batches that one search indexes itself. */
const MAX_BATCHES = 3;
/** Posts that are marked in one statement. */
const FORMER = 1000;
const WORKSPACES = 50;

/** Runs until nothing is marked or `signal` aborts. Several processes may run it. */
export async function indexPosts(ctx: IndexingCtx, signal?: AbortSignal): Promise<void> {
  const isEnding = () => signal?.aborted === true;
  while (!isEnding()) {
    const workspaces = await store.listMarked(ctx.db, WORKSPACES);
    if (workspaces.length === 0 && !(await store.markFormer(ctx.db, FORMER))) return;
    for (const id of workspaces) {
      if (isEnding()) return;
      await indexBatch(ctx, id);
    }
  }
}

/** Indexes the posts of a workspace that have changed. False if some are left, for the duty. */
export async function catchUp(ctx: IndexingCtx, workspaceId: number): Promise<boolean> {
  const { isMarked, isBackfilling } = await store.readProgress(ctx.db, workspaceId);
  for (let batch = 0; isMarked && batch < MAX_BATCHES; batch += 1) {
    if (await indexBatch(ctx, workspaceId)) return !isBackfilling;
  }
  return !isMarked && !isBackfilling;
}

/** True if it took all marks. */
function indexBatch(ctx: IndexingCtx, workspaceId: number): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    await store.lockIndex(tx, workspaceId);
    const marks = await store.takeMarks(tx, workspaceId, BATCH);
    const ids = [...new Set(marks)];
    for (let at = 0; at < ids.length; at += GROUP) {
      await indexThese(ctx, tx, workspaceId, ids.slice(at, at + GROUP));
    }
    return marks.length < BATCH;
  });
}

async function indexThese(
  { slices }: IndexingCtx,
  tx: Tx,
  workspaceId: number,
  ids: readonly number[],
): Promise<void> {
  const posts = await store.readTexts(tx, workspaceId, ids);
  const indexed = await slices.walk(indexEach(workspaceId, posts));
  await store.writeWords(tx, workspaceId, indexed);
  await addSuggestions(
    tx,
    workspaceId,
    indexed.map(({ suggested }) => suggested),
  );
}

interface Indexed extends store.IndexRow {
  suggested: readonly Spoken[];
}

function* indexEach(workspaceId: number, posts: readonly store.TextsRow[]): Generator<void, Indexed[]> {
  const indexed: Indexed[] = [];
  for (const post of posts) {
    const { id, author_id, label_ids } = post;
    const { marks, added } = yield* walkSpoken(post);
    const own = yield* walkWords(post.texts.map(({ text }) => text));
    const words = [...own, personWord(author_id), ...label_ids.map(labelWord)].map((word) =>
      withWorkspace(workspaceId, word),
    );
    indexed.push({ id, author_id, words, spoken: marks, suggested: added });
    yield;
  }
  return indexed;
}
