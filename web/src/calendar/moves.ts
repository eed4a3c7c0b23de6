/** Moves posts in time. A move is shown at once and sent at once; a refusal puts it back and says why. */
import type { CalendarPost } from '@belfry/contract/calendar.ts';
import type { PostPatch } from '@belfry/contract/post-changes.ts';
import type { Post } from '@belfry/contract/posts.ts';
import { ApiError } from '@belfry/sdk/client.ts';
import { begin, tell } from '../app/acts.ts';
import { api, isConflict, noteFailure } from '../data/client.ts';
import type { Zoned } from '../data/time.ts';
import { sentenceOf } from '../look/problem.tsx';
import type { Dates } from '../words/dates.ts';
import { describeViolation, loadRuleWords } from '../words/rules.ts';
import { type FirstWords, loadWords } from '../words/words.ts';
import type { Desk } from './desk.tsx';
import { canPublishNow, isPast } from './movable.ts';
import { findRow, putRow, refresh, rowOf } from './posts.ts';
import { inTurn, noteVersion, versionOf } from './turns.ts';

/** What a move needs to show itself: a row of the calendar, or a draft that has no time yet. */
export type Movable = Pick<CalendarPost, 'id' | 'version' | 'state'> & Partial<CalendarPost>;

export interface Said {
  words: FirstWords;
  dates: Dates;
  /** Its name. */
  networkOf(of: { platform: string }): string;
}

/** Characters of the beginning that names a post. */
const NAME = 40;

const ofVersion = (post: Movable) => ({ params: { id: post.id }, ifMatch: `"${versionOf(post)}"` });

function noted({ data }: { data: Post }): Post {
  noteVersion(data.id, data.version);
  return data;
}

async function patch(post: Movable, body: PostPatch) {
  try {
    const data = await inTurn([post.id], async () =>
      noted(await api().call('patchPost', { ...ofVersion(post), body })),
    );
    putRow(post.id, rowOf(data, findRow(post.id) ?? post));
    return data;
  } finally {
    void refresh();
  }
}

/** The body that brings back the time and the status of before. */
function bodyBefore({ at, state }: Movable): PostPatch {
  const status = state === 'draft' ? 'draft' : 'scheduled';
  return at === undefined ? { scheduled_at: null, status: 'draft' } : { scheduled_at: at, status };
}

function putBack(post: Movable, said: Said): () => Promise<void> {
  const { back, backInDrafts } = said.words.calendar.done;
  return async () => {
    try {
      await patch(post, bodyBefore(post));
      tell(post.at === undefined ? backInDrafts() : back({ time: said.dates.momentOf(post.at) }));
    } catch (error) {
      await sayWhy(error, said);
    }
  };
}

export async function sayWhy(
  error: unknown,
  { words, networkOf }: Said,
  offer?: { name: string; run: () => void },
): Promise<void> {
  noteFailure(error);
  const isChanged = isConflict(error);
  const reason = isChanged ? words.calendar.failed.changed() : sentenceOf(words, error);
  const first = error instanceof ApiError ? error.violations?.[0] : undefined;
  const rules = first && (await loadRuleWords(words.language).catch(() => undefined));
  const detail = first && describeViolation(rules, networkOf(first), first);
  // Where the service's own words stand, both are the same.
  const sentences = new Set([reason, ...(detail === undefined ? [] : [detail])]);
  tell([...sentences].join(' '), {
    isFailure: true,
    ...(!isChanged && offer && { offer }),
  });
}

/** A time in the past would publish at once. That needs a decision of its own: the post stays, and a dialog can be opened. */
export async function dropAt(post: Movable, to: Zoned, said: Said, setOpen: Desk['setOpen']): Promise<void> {
  if (!isPast(to)) return movePost(post, to, said);
  const { failed } = said.words.calendar;
  const { publishNow } = (await loadWords()).post;
  tell(failed.past({ post: nameOf(post, said.words) }), {
    isFailure: true,
    isBrief: true,
    ...(canPublishNow(post.state) && {
      offer: {
        name: publishNow.open(),
        run: () => setOpen({ kind: 'publish', post, anchor: document.documentElement }),
      },
    }),
  });
}

/** How its text begins. */
export function nameOf({ text = '' }: Movable, { calendar }: FirstWords): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return calendar.noText();
  return line.length > NAME ? `${line.slice(0, NAME).replace(/\W+$/u, '')}…` : line;
}

/** Moves a post to a time. A draft from the shelf is scheduled by that; a draft with a time stays a draft. */
function movePost(post: Movable, to: Zoned, said: Said): Promise<void> {
  return begin(async () => {
    const isPlanning = post.state === 'draft' && post.at === undefined;
    const at = to.toInstant().toString();
    if (post.at !== undefined && Date.parse(post.at) === to.epochMilliseconds) return;
    const undoShown = putRow(post.id, {
      text: '',
      picture: null,
      channels: [],
      labels: [],
      ...post,
      at,
      state: isPlanning ? 'scheduled' : post.state,
    });
    const time = said.dates.moment(to);
    try {
      await patch(post, { scheduled_at: at, ...(isPlanning && { status: 'scheduled' }) });
      const { moved, planned } = said.words.calendar.done;
      tell((isPlanning ? planned : moved)({ time }), { undo: putBack(post, said) });
    } catch (error) {
      undoShown();
      const keep = {
        name: said.words.calendar.failed.keepDraft({ time }),
        run: () => keepDraft(post, at, said),
      };
      await sayWhy(error, said, isPlanning ? keep : undefined);
    }
  });
}

/** A draft that its networks refuse can have a time all the same. */
async function keepDraft(post: Movable, at: string, said: Said): Promise<void> {
  try {
    await patch(post, { scheduled_at: at, status: 'draft' });
  } catch (error) {
    await sayWhy(error, said);
  }
}

/** Makes a draft without a time of a planned post. */
export function unplanPost(post: Movable, said: Said): Promise<void> {
  return begin(async () => {
    const undoShown = putRow(post.id, null);
    try {
      await patch(post, { scheduled_at: null, status: 'draft' });
      tell(said.words.calendar.done.unplanned(), { undo: putBack(post, said) });
    } catch (error) {
      undoShown();
      await sayWhy(error, said);
    }
  });
}

/** Plans a post at the next slot that is free for all its channels. Only the service knows it. */
export function queuePost(post: Movable, said: Said): Promise<void> {
  return begin(async () => {
    try {
      const { scheduled_at } = await patch(post, { queue: true, status: 'scheduled' });
      const time = scheduled_at === null ? '' : said.dates.momentOf(scheduled_at);
      tell(said.words.calendar.done.planned({ time }), { undo: putBack(post, said) });
    } catch (error) {
      await sayWhy(error, said);
    }
  });
}

/** Publishes a post in ten seconds, which the service counts. */
export async function publishSoon(post: Movable, said: Said): Promise<void> {
  const { publishNow } = (await loadWords()).post;
  try {
    await patch(post, { publish_in: 10, status: 'scheduled' });
    const stop = async () => {
      try {
        await patch(post, { scheduled_at: post.at ?? null, status: 'draft' });
        tell(publishNow.stopped());
      } catch (error) {
        await sayWhy(error, said);
      }
    };
    tell(publishNow.counting(), { offer: { name: publishNow.stop(), run: () => void stop() } });
  } catch (error) {
    await sayWhy(error, said);
  }
}

export function removePost(post: Movable, said: Said): Promise<void> {
  return begin(async () => {
    const undoShown = putRow(post.id, null);
    try {
      await inTurn([post.id], () => api().call('deletePost', ofVersion(post)));
      tell(said.words.calendar.done.removed(), { undo: () => restorePost(post, said) });
      void refresh();
    } catch (error) {
      undoShown();
      await sayWhy(error, said);
    }
  });
}

/** Brings back a deleted post. Its time comes back only where it is still possible. */
async function restorePost(post: Movable, said: Said): Promise<void> {
  const { id } = post;
  const { restored, restoredAsDraft } = said.words.calendar.done;
  try {
    const data = await inTurn([id], async () => noted(await api().call('restorePost', { params: { id } })));
    putRow(id, rowOf(data, post));
    const isAsBefore = post.state === 'draft' || data.status !== 'draft';
    tell(isAsBefore ? restored() : restoredAsDraft(), { isFailure: !isAsBefore });
    void refresh();
  } catch (error) {
    await sayWhy(error, said);
  }
}

/** A draft without a time and with the same content. */
export async function duplicatePost({ id }: Pick<Movable, 'id'>, said: Said): Promise<void> {
  try {
    const { data: post } = await api().call('getPost', { params: { id } });
    await api().call('createPost', {
      body: {
        status: 'draft',
        content: post.content,
        media_ids: post.media.map((file) => file.id),
        label_ids: post.labels.map((label) => label.id),
        targets: post.targets.map(({ channel_id, content, settings, media_ids, image_fit }) => ({
          channel_id,
          content,
          settings,
          media_ids,
          image_fit,
        })),
      },
    });
    tell(said.words.calendar.done.duplicated());
    void refresh();
  } catch (error) {
    await sayWhy(error, said);
  }
}
