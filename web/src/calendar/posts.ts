/** The posts of a calendar: read once for all views of a month, and changed in place when something happens. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { stateOfPost, stateOfTarget } from '@belfry/contract/states.ts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api, keyOf, queries } from '../data/client.ts';
import { ageOf } from '../data/connection.ts';
import type { Day } from '../data/time.ts';
import { daysIn, monthAround, windowOf } from './range.ts';
import { type Filters, isFiltered } from './search.ts';

export interface Window {
  posts: CalendarPost[];
  /** There are more. The latest are missing. */
  truncated: boolean;
  /** Milliseconds since 1970: it is what this browser saw last. Undefined: the service said it just now. */
  asOf: number | undefined;
}

type Query = { from: string; to: string } & ReturnType<typeof ofService>;

/** What only the service can filter by. The rest is filtered here, at once. */
function ofService({ author, q }: Filters) {
  return { ...(author !== undefined && { author_id: author }), ...(q !== '' && { q }) };
}

function everything(filters: Filters) {
  const { channels, labels } = filters;
  return {
    ...ofService(filters),
    ...(channels.length > 0 && { 'channel_ids[]': channels }),
    ...(labels.length > 0 && { 'label_ids[]': labels }),
  };
}

function window(query: Query) {
  return queryOptions({
    queryKey: keyOf('getCalendar', { query }),
    queryFn: async ({ signal }): Promise<Window> => {
      const { body, headers } = await api().call('getCalendar', { query, signal });
      return { posts: body.data, truncated: body.truncated, asOf: ageOf(headers) };
    },
  });
}

export function monthWindow(day: Day, zone: string, filters: Filters) {
  return window({ ...windowOf(daysIn(monthAround(day), zone)), ...ofService(filters) });
}

/** The posts of the weeks that a month touches. A month that is too full is asked for again with every filter. */
export function usePosts(day: Day, zone: string, filters: Filters) {
  const whole = useQuery({ ...monthWindow(day, zone, filters), placeholderData: keepPreviousData });
  const narrow = whole.data?.truncated === true && isFiltered(filters);
  const filtered = useQuery({
    ...window({ ...windowOf(daysIn(monthAround(day), zone)), ...everything(filters) }),
    enabled: narrow,
  });
  const answer = narrow && filtered.data !== undefined ? filtered : whole;
  return {
    ...answer,
    posts: (answer.data?.posts ?? []).filter((post) => fits(post, filters)),
    truncated: answer.data?.truncated === true,
  };
}

function fits({ channels, labels, state }: CalendarPost, filters: Filters): boolean {
  return (
    (filters.states.length === 0 || filters.states.includes(state)) &&
    (filters.channels.length === 0 || channels.some(({ id }) => filters.channels.includes(id))) &&
    (filters.labels.length === 0 || labels.some((id) => filters.labels.includes(id)))
  );
}

/** What a post itself does not tell. */
type Known = Partial<Pick<CalendarPost, 'picture' | 'unread'>>;

/** A post as the calendar shows it. Null: it has no time. */
export function rowOf(post: Post, { picture = null, unread }: Known = {}): CalendarPost | null {
  if (post.scheduled_at === null) return null;
  return {
    id: post.id,
    version: post.version,
    state: stateOfPost(post),
    at: post.scheduled_at,
    text: post.content.slice(0, 200).replaceAll(/\s+/g, ' ').trim().slice(0, 80),
    picture,
    channels: post.targets.map((target) => ({ id: target.channel_id, state: stateOfTarget(target, post) })),
    labels: post.labels.map(({ id }) => id),
    ...(unread !== undefined && { unread }),
  };
}

/** Puts a row into every window that has its time, or takes it out (`null`). Returns a function that undoes that. */
export function putRow(id: number, row: CalendarPost | null): () => void {
  const before = queries.getQueriesData<Window>({ queryKey: keyOf('getCalendar') });
  for (const [key, shown] of before) {
    if (shown === undefined) continue;
    const { from, to } = (key[1] as { query: Query }).query;
    const isIn =
      row !== null && Date.parse(row.at) >= Date.parse(from) && Date.parse(row.at) <= Date.parse(to);
    const others = shown.posts.filter((post) => post.id !== id);
    queries.setQueryData<Window>(key, { ...shown, posts: isIn ? [...others, row] : others });
  }
  return () => {
    for (const [key, shown] of before) queries.setQueryData(key, shown);
  };
}

/** Adds a label to some rows of every window, or takes it off. What the service refuses is read again. */
export function relabelRows(ids: ReadonlySet<number>, action: 'label' | 'unlabel', label: number): void {
  const relabel = (post: CalendarPost) => {
    const others = post.labels.filter((one) => one !== label);
    return { ...post, labels: action === 'label' ? [...others, label] : others };
  };
  queries.setQueriesData<Window>({ queryKey: keyOf('getCalendar') }, (shown) =>
    shown === undefined
      ? undefined
      : { ...shown, posts: shown.posts.map((post) => (ids.has(post.id) ? relabel(post) : post)) },
  );
}

export function findRow(id: number): CalendarPost | undefined {
  for (const [, shown] of queries.getQueriesData<Window>({ queryKey: keyOf('getCalendar') })) {
    const row = shown?.posts.find((post) => post.id === id);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Reads again what a change may have changed. */
export function refresh(): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: keyOf('getCalendar') }),
    queries.invalidateQueries({ queryKey: keyOf('listPosts') }),
    queries.invalidateQueries({ queryKey: keyOf('listSlots') }),
    queries.invalidateQueries({ queryKey: keyOf('getStart') }),
  ]);
}
