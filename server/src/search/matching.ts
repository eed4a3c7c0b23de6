/** Finds the posts that have every word of a search. */
import { detail } from '@belfry/contract/details.ts';
import { MAX_MATCHES, MAX_SEARCHED_WORDS } from '@belfry/contract/search.ts';
import type { Caller } from '../access/roles.ts';
import { invalid } from '../base/problem.ts';
import { catchUp, type IndexingCtx } from './indexing.ts';
import { writeQuery } from './query.ts';
import * as store from './store.ts';
import { hasTerm, readTerms, type Term } from './words.ts';

/** Matches up to which the latest are found among all of them. */
const MAX_SORTED = 20_000;
/** If there are more matches, the latest are found among so many of the latest posts. */
const MAX_WALKED = 50_000;
/** People whose names have a word of the search. */
const MAX_PEOPLE = 200;

/** Posts of the workspace, also those that the caller does not see. */
export interface Matches {
  ids: readonly number[];
  /** Some posts that match may be missing. */
  truncated: boolean;
}

/**
 * Undefined if `q` is empty. Throws 422 for too many words. Of very many matches only the posts that were created last are
 * found, and posts that are not yet indexed are not: then it says `truncated`.
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
  const { ids, isMore } = await findIds(ctx, workspaceId, query);
  return { ids, truncated: !isComplete || leftOut || isMore };
}

async function nameTerms({ db }: IndexingCtx, workspaceId: number, terms: readonly Term[]) {
  const names = await store.listNames(db, workspaceId);
  let leftOut = false;
  const all = terms.map((term) => {
    const having = names.filter(({ name }) => hasTerm(name, term));
    const idsOf = (wanted: string) => having.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
    const authorIds = idsOf('author');
    leftOut ||= authorIds.length > MAX_PEOPLE;
    return { term, authorIds: authorIds.slice(0, MAX_PEOPLE), labelIds: idsOf('label') };
  });
  return { query: writeQuery(workspaceId, all), leftOut };
}

async function findIds({ db }: IndexingCtx, workspaceId: number, query: string) {
  const some = await store.findAny(db, query, MAX_SORTED + 1);
  if (some.length <= MAX_MATCHES) return { ids: some, isMore: false };
  if (some.length <= MAX_SORTED) {
    return { ids: some.sort((a, b) => b - a).slice(0, MAX_MATCHES), isMore: true };
  }
  const range = { among: MAX_WALKED, limit: MAX_MATCHES };
  return { ids: await store.findLatest(db, workspaceId, query, range), isMore: true };
}
