/**
 * Keeps what is shown as it is at the service: reads the stream of events, and reads again what they name. Only a visible tab
 * reads it. A tab that is hidden for a minute ends it, and goes on from the last event when it is shown again.
 */
import { isPassing, type StreamedEvent } from '@belfry/sdk/client.ts';
import { api, keyOf, noteFailure, queries } from './client.ts';

/** Milliseconds. Changes within this time are read together. */
const TOGETHER = 500;
const HIDDEN = 60_000;
const AGAIN = 5000;

/** Answers that any post changes. */
const ofPosts = ['getCalendar', 'listPosts', 'listSlots', 'getStart', 'getAttention'] as const;
const ofOnePost = [
  'getPost',
  'listPostEvents',
  'listReviews',
  'getPostMetrics',
  'listComments',
  'getWorkingCopy',
] as const;
/** Answers with files, which many posts may have. */
const ofFiles = ['getPost', 'listMedia'] as const;
const ofNotices = ['listNotices', 'getStart'] as const;

let last: number | undefined;
let reading: AbortController | undefined;
/** The answer with which the app began has the notices of before the first connection. */
let isFresh = true;
let ending: ReturnType<typeof setTimeout> | undefined;
const changed = new Set<number>();
let hasOthers = false;
let hasCaptions = false;
let isPlanned = false;

/** `after`: the position of the answer with which the app began. Returns a function that ends the stream. */
export function followStream(after: number): () => void {
  last = after;
  const onShow = () => {
    clearTimeout(ending);
    if (document.visibilityState === 'visible') begin();
    else ending = setTimeout(end, HIDDEN);
  };
  document.addEventListener('visibilitychange', onShow);
  onShow();
  return () => {
    document.removeEventListener('visibilitychange', onShow);
    clearTimeout(ending);
    end();
    // Another workspace has events of its own.
    last = undefined;
    isFresh = true;
  };
}

function begin(): void {
  if (reading !== undefined) return;
  reading = new AbortController();
  void read(reading);
}

function end(): void {
  reading?.abort();
  reading = undefined;
}

async function read(own: AbortController): Promise<void> {
  try {
    const from = last === undefined ? {} : { lastEventId: last };
    for await (const event of api().events({ ...from, signal: own.signal, onNotices })) note(event);
  } catch (error) {
    if (own.signal.aborted) return;
    noteFailure(error);
    if (isPassing(error)) setTimeout(beginAgain, AGAIN);
  } finally {
    if (reading === own) reading = undefined;
  }
}

/** The client goes on after a broken connection by itself, and not if there was never one, or the sign-in ended. */
export function beginAgain(): void {
  if (last !== undefined && document.visibilityState === 'visible') begin();
}

/** `ids` empty: after each connection, as some may have been missed. */
function onNotices(ids: readonly number[]): void {
  const isKnown = isFresh && ids.length === 0;
  isFresh = false;
  if (isKnown) return;
  for (const name of ofNotices) void queries.invalidateQueries({ queryKey: keyOf(name) });
}

function note({ seq, kind, post_id: post }: Pick<StreamedEvent, 'seq' | 'kind' | 'post_id'>): void {
  last = seq;
  if (kind === 'media.captions_changed') hasCaptions = true;
  if (post === null) hasOthers = true;
  else changed.add(post);
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(flush, TOGETHER);
}

/** Reads again what is on the screen. The rest is old, and is read when it is shown. */
function flush(): void {
  isPlanned = false;
  const ids = new Set(changed);
  changed.clear();
  if (ids.size > 0) for (const name of ofPosts) void queries.invalidateQueries({ queryKey: keyOf(name) });
  else if (hasOthers) void queries.invalidateQueries({ queryKey: keyOf('getStart') });
  if (hasCaptions) for (const name of ofFiles) void queries.invalidateQueries({ queryKey: keyOf(name) });
  [hasOthers, hasCaptions] = [false, false];
  void queries.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      ofOnePost.some((one) => one === name) &&
      ids.has((input as { params?: { id?: number } } | undefined)?.params?.id ?? 0),
  });
}
