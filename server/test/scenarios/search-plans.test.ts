import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/db/database.ts';
import { findPage } from '../../src/posts/reading/store.ts';
import { indexPosts } from '../../src/search/index.ts';
import { findIds, markFormer, takeMarks } from '../../src/search/store.ts';
import { app } from '../support/app.ts';
import { explain } from '../support/plans.ts';

const service = await app();
afterAll(() => service.close());

beforeAll(async () => {
  await service.db.rows(
    `insert into posts (workspace_id, author_id, content, status)
     select $1, $2, 'common words and number' || n, 'draft' from generate_series(1, 3000) n`,
    [service.workspaceId, service.userId],
  );
  await indexPosts(service.ctx);
  // Indexing takes the marks away, and PostgreSQL may scan a table without rows. These are those of many workspaces.
  await service.db.rows("insert into workspaces (name) select 'W' || n from generate_series(2, 50) n");
  await service.db.rows(
    'insert into search_marks (workspace_id, post_id) select 1 + id % 50, id from posts order by id',
  );
  await service.db.rows('analyze');
});

const viewer = { workspaceId: 1, userId: 1, channelIds: null };
const many = { query: "'1 common'", truncated: false };

test.each<[string, string, (tx: Tx) => Promise<unknown>]>([
  ['posts with a word', 'post_words_words', (tx) => findIds(tx, "'1 number77'", 5001)],
  ['posts with the beginning of a word', 'post_words_words', (tx) => findIds(tx, "'1 number77':*", 5001)],
  [
    'a page of many matches',
    'posts_shown',
    (tx) => findPage(tx, viewer, { filter: { matches: many }, limit: 50 }),
  ],
  [
    'the words of its posts',
    'post_words_pkey',
    (tx) => findPage(tx, viewer, { filter: { matches: many }, limit: 50 }),
  ],
  ['marks of a workspace', 'search_marks_workspace', (tx) => takeMarks(tx, 1, 100)],
  ['posts before the index', 'posts_pkey', (tx) => markFormer(tx, 1000)],
])('%s are found by an index', async (_, index, work) => {
  const plan = await explain(service.db, work);
  expect([...plan.indexes], plan.text).toContain(index);
});
