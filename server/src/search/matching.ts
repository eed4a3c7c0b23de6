/** Finds the posts that have every word of a search. */
import { detail } from '@belfry/contract/details.ts';
import { MAX_SEARCHED_WORDS } from '@belfry/contract/search.ts';
import type { Caller } from '../access/roles.ts';
import { invalid } from '../base/problem.ts';
import { catchUp, type IndexingCtx } from './indexing.ts';
import { writeQuery } from './query.ts';
import * as store from './store.ts';
import { hasTerm, readTerms, type Term, walkWords } from './words.ts';

/** If more posts match, each post of a list is compared with the query in the order of the list. */
const MAX_IDS = 5000;
/** If PostgreSQL estimates so many, they are not counted. */
const SURELY_MANY = 2 * MAX_IDS;
/** People whose names have a word of the search. */
const MAX_PEOPLE = 200;

/** Posts of the workspace, also those that the caller does not see: their ids, or a query of `post_words` if they are many. */
export type Matches = ({ ids: readonly number[] } | { query: string }) & {
  /** Some posts that match may be missing. */
  truncated: boolean;
};

/**
 * Undefined if `q` is empty. Throws 422 for too many words. Posts that are not yet indexed are not found: then it says
 * `truncated`.
 */
export async function findMatches(
  ctx: IndexingCtx,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  q: string | undefined,
): Promise<Matches | undefined> {
  if (q === undefined || q.trim() === '') return undefined;
  const terms = readTerms(q);
  if (terms.length > MAX_SEARCHED_WORDS) {
    throw invalid([detail('q', 'too_many_words', { limit: MAX_SEARCHED_WORDS })]);
  }
  // No post has a sign as a word.
  if (terms.length === 0) return { ids: [], truncated: false };
  const isComplete = await catchUp(ctx, workspaceId);
  const { query, leftOut } = await nameTerms(ctx, workspaceId, terms);
  const truncated = !isComplete || leftOut;
  // Both ways find the same posts. To find so many only to count them takes longer than the list.
  if ((await store.estimateMatches(ctx.db, query)) > SURELY_MANY) return { query, truncated };
  const ids = await store.findIds(ctx.db, query, MAX_IDS + 1);
  return ids.length > MAX_IDS ? { query, truncated } : { ids, truncated };
}

async function nameTerms({ db, slices }: IndexingCtx, workspaceId: number, terms: readonly Term[]) {
  const found = await slices.walk(findNames(await store.listNames(db, workspaceId), terms));
  let leftOut = false;
  const all = found.map(({ term, having }) => {
    const idsOf = (wanted: string) => having.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
    const authorIds = idsOf('author');
    leftOut ||= authorIds.length > MAX_PEOPLE;
    return { term, authorIds: authorIds.slice(0, MAX_PEOPLE), labelIds: idsOf('label') };
  });
  return { query: writeQuery(workspaceId, all), leftOut };
}

/** The names that have each of the words. A step reads one name. */
function* findNames(
  names: readonly store.NameRow[],
  terms: readonly Term[],
): Generator<void, { term: Term; having: store.NameRow[] }[]> {
  const found = terms.map((term) => ({ term, having: [] as store.NameRow[] }));
  for (const row of names) {
    const words = yield* walkWords([row.name]);
    for (const { term, having } of found) if (hasTerm(words, term)) having.push(row);
  }
  return found;
}
