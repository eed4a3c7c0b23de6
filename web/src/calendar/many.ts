/** Changes many posts at once: each as by its own request, so that one refusal does not stop the others. */
import type { BulkIn, BulkResult } from '@belfry/contract/bulk.ts';
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { begin, type Refused, tell } from '../app/acts.ts';
import { api } from '../data/client.ts';
import { describeError } from '../words/errors.ts';
import { loadWords, type Words } from '../words/words.ts';
import { isMovable } from './movable.ts';
import { type Said, sayWhy } from './moves.ts';
import { refresh, relabelRows } from './posts.ts';
import { inTurn, noteVersion, versionOf } from './turns.ts';

export type Many = Pick<BulkIn, 'action' | 'days' | 'label_ids'>;

/** A version is missing where a post may have changed meanwhile. */
type Chosen = Pick<CalendarPost, 'id'> & Partial<Pick<CalendarPost, 'version' | 'at' | 'text' | 'state'>>;

/** Posts of one request at most. */
const PORTION = 500;

export function changeMany(posts: readonly Chosen[], act: Many, said: Said): Promise<void> {
  return begin(async () => {
    try {
      const { bulk } = await loadWords();
      const ids = posts.map(({ id }) => id);
      say(await inTurn(ids, () => sendAll(posts, act)), posts, act, said, bulk);
    } catch (error) {
      await sayWhy(error, said);
    } finally {
      void refresh();
    }
  });
}

async function sendAll(posts: readonly Chosen[], act: Many): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let from = 0; from < posts.length; from += PORTION) {
    const some = posts.slice(from, from + PORTION).map(({ id, version }) => ({
      id,
      ...(version !== undefined && { version: versionOf({ id, version }) }),
    }));
    const { body } = await api().call('changePosts', { body: { ...act, posts: some, mode: 'each' } });
    for (const { id, version } of body.data) if (version !== undefined) noteVersion(id, version);
    results.push(...body.data);
  }
  return results;
}

/** Shown at once. A label says nothing about the rest of a post, so that its version does not matter. */
export async function labelMany(
  posts: readonly CalendarPost[],
  action: 'label' | 'unlabel',
  label: number,
  said: Said,
): Promise<void> {
  const others = posts.filter(({ labels }) => labels.includes(label) === (action === 'unlabel'));
  relabelRows(new Set(others.map(({ id }) => id)), action, label);
  const chosen = others.map(({ id, at, text }) => ({ id, at, text }));
  await changeMany(chosen, { action, label_ids: [label] }, said);
}

function say(
  results: readonly BulkResult[],
  posts: readonly Chosen[],
  act: Many,
  said: Said,
  words: Words['bulk'],
): void {
  const done = results.filter(({ status }) => status === 'done');
  const refused = results
    .filter(({ status }) => status === 'refused')
    .map((one) => refusedOf(one, posts, act, said));
  const [why = '', ...others] = new Set(refused.map((one) => one.why));
  const back = done.length === 0 ? undefined : reverseOf(done, act);
  tell(
    refused.length === 0
      ? words.done({ count: done.length, act: act.action })
      : words.someRefused({
          done: done.length,
          act: act.action,
          refused: refused.length,
          why: others.length === 0 ? why : '',
        }),
    {
      isFailure: refused.length > 0,
      refused,
      undo: back && (() => changeMany(back.posts, back.act, said)),
    },
  );
}

function refusedOf(
  { id, error }: BulkResult,
  posts: readonly Chosen[],
  { action }: Many,
  { words, dates }: Said,
): Refused {
  const { at, text = '', state } = posts.find((post) => post.id === id) ?? {};
  const isFixed = (action === 'move' || action === 'queue') && state !== undefined && !isMovable(state);
  return {
    id,
    name: text === '' ? words.calendar.noText() : text,
    time: at === undefined ? '' : dates.momentOf(at),
    why: isFixed
      ? words.calendar.failed.fixed({ state: words.states[state]() })
      : (describeError(words, error) ?? ''),
  };
}

/** Another act that brings back what was before. Undefined: there is none. */
function reverseOf(done: readonly BulkResult[], { action, days = 0, label_ids = [] }: Many) {
  const posts = done.map(({ id, version = 1 }) => ({ id, version }));
  if (action === 'move') return { posts, act: { action, days: -days } };
  if (action === 'delete') return { posts, act: { action: 'restore' } as const };
  if (action === 'label' || action === 'unlabel') {
    const other = action === 'label' ? 'unlabel' : 'label';
    return { posts: done.map(({ id }) => ({ id })), act: { action: other, label_ids } as const };
  }
  if (action !== 'duplicate') return undefined;
  const copies = done.flatMap(({ new_id: id }) => (id === undefined ? [] : [{ id, version: 1 }]));
  return { posts: copies, act: { action: 'delete' } as const };
}
