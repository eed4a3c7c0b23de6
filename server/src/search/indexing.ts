/**
 * Writes the words of posts that have changed. Triggers mark these, also when the release before writes them. A search
 * first indexes what is marked in its workspace, so that it finds what was just saved.
 */
import { textField } from '@belfry/networks/core/json.ts';
import { threadOf } from '@belfry/networks/core/thread.ts';
import type { Context } from '../base/context.ts';
import type { Tx } from '../db/database.ts';
import { labelWord, personWord, withWorkspace } from './query.ts';
import * as store from './store.ts';
import { listSpoken, type Spoken } from './suggestions/spoken.ts';
import { addSuggestions } from './suggestions/store.ts';
import { listWords } from './words.ts';

export type IndexingCtx = Pick<Context, 'db' | 'slices'>;

/** Posts per transaction. */
const BATCH = 100;
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
    const ids = await store.takeMarks(tx, workspaceId, BATCH);
    if (ids.length > 0) await indexThese(ctx, tx, workspaceId, [...new Set(ids)]);
    return ids.length < BATCH;
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
    const { marks, added } = listSpoken(post);
    indexed.push({
      id: post.id,
      author_id: post.author_id,
      words: wordsOf(workspaceId, post),
      spoken: marks,
      suggested: added,
    });
    yield;
  }
  return indexed;
}

function wordsOf(workspaceId: number, { content, author_id, targets, label_ids }: store.TextsRow): string[] {
  const texts = targets.flatMap((target) => [
    target.content ?? '',
    ...threadOf(target.settings),
    textField(target.settings, 'first_comment') ?? '',
  ]);
  return [...listWords([content, ...texts]), personWord(author_id), ...label_ids.map(labelWord)].map((word) =>
    withWorkspace(workspaceId, word),
  );
}
