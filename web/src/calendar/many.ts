/** Changes many posts at once: each as by its own request, so that one refusal does not stop the others. */
import type { BulkIn, BulkResult } from '@belfry/contract/bulk.ts';
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import { tell } from '../app/acts.ts';
import { api } from '../data/client.ts';
import { type Said, sayWhy } from './moves.ts';
import { refresh } from './posts.ts';

export type Many = Pick<BulkIn, 'action' | 'days'>;

/** Posts of one request at most. */
const PORTION = 500;

export async function changeMany(
  posts: readonly Pick<CalendarPost, 'id' | 'version'>[],
  act: Many,
  said: Said,
): Promise<void> {
  const results: BulkResult[] = [];
  try {
    for (let from = 0; from < posts.length; from += PORTION) {
      const some = posts.slice(from, from + PORTION).map(({ id, version }) => ({ id, version }));
      const { body } = await api().call('changePosts', { body: { ...act, posts: some, mode: 'each' } });
      results.push(...body.data);
    }
    say(results, act, said);
  } catch (error) {
    sayWhy(error, said);
  } finally {
    void refresh();
  }
}

function say(results: readonly BulkResult[], act: Many, said: Said): void {
  const words = said.words.calendar.done;
  const done = results.filter(({ status }) => status === 'done');
  const why = results.find(({ error }) => error !== undefined)?.error?.message ?? '';
  const refused = results.length - done.length;
  const back = done.length === 0 ? undefined : reverseOf(done, act);
  tell(
    refused === 0
      ? words.movedMany({ count: done.length })
      : words.refusedSome({ done: done.length, refused, why }),
    {
      isFailure: refused > 0,
      undo: back && (() => changeMany(back.posts, back.act, said)),
    },
  );
}

/** Another act that brings back what was before. Undefined: there is none. */
function reverseOf(done: readonly BulkResult[], { action, days = 0 }: Many) {
  const posts = done.map(({ id, version = 1 }) => ({ id, version }));
  if (action === 'move') return { posts, act: { action, days: -days } };
  if (action === 'delete') return { posts, act: { action: 'restore' } as const };
  if (action !== 'duplicate') return undefined;
  const copies = done.flatMap(({ new_id: id }) => (id === undefined ? [] : [{ id, version: 1 }]));
  return { posts: copies, act: { action: 'delete' } as const };
}
