/** The post that a client sent, in the one form that use cases read. */
import { isDeepStrictEqual } from 'node:util';
import { detail } from '@belfry/contract/details.ts';
import { findIncomplete } from '@belfry/contract/incomplete.ts';
import type { IgnoredField, PostIn } from '@belfry/contract/posts.ts';
import { nothingWritten, writtenFields, writtenOf } from '@belfry/contract/written.ts';
import type { ImageFit } from '@belfry/networks/core/images.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import { invalid } from '../base/problem.ts';
import type { OldPost } from './saving/decide.ts';

/** Undefined fields were not sent. */
export interface SentPost extends Omit<PostIn, IgnoredField | Lists> {
  targets?: readonly SentTarget[] | undefined;
  media_ids?: readonly number[] | undefined;
  /** Undefined: the post keeps its labels. */
  label_ids?: readonly number[] | undefined;
  confirm_resend?: readonly number[] | undefined;
}

type Lists = 'targets' | 'media_ids' | 'label_ids' | 'confirm_resend';

export interface SentTarget {
  channel_id: number;
  content: string | null;
  settings: JsonObject;
  /** Its own files. Null: those of the post. */
  media_ids: readonly number[] | null;
  image_fit: ImageFit;
}

/** Throws 422 for errors that it can find without the database. */
export function readPost(body: PostIn): SentPost {
  requireMediaIds(body);
  const { targets, media_ids, label_ids, confirm_resend } = body;
  const sent = {
    ...body,
    targets: targets === null ? [] : targets?.map(readTarget),
    media_ids: media_ids === null ? [] : media_ids,
    label_ids: label_ids === null ? [] : label_ids,
    confirm_resend: confirm_resend === null ? [] : confirm_resend,
  };
  requireComplete(sent);
  requireDistinctChannels(sent.targets ?? []);
  return sent;
}

function readTarget(target: NonNullable<PostIn['targets']>[number]): SentTarget {
  const { channel_id, content = null, settings, media_ids = null, image_fit } = target;
  return {
    channel_id,
    content,
    settings: Array.isArray(settings) ? {} : ((settings ?? {}) as JsonObject),
    media_ids,
    image_fit: image_fit ?? 'pad',
  };
}

/** Answers have `media`, requests `media_ids`. A client that sent an answer back unchanged would drop all files. */
function requireMediaIds({ media = null, media_ids = null }: PostIn): void {
  const isEmpty = media === null || (Array.isArray(media) && media.length === 0);
  if (isEmpty || media_ids !== null) return;
  throw invalid([detail('media', 'media_not_settable')]);
}

/** Checks what every scheduled post needs, on any network. */
function requireComplete(body: SentPost): void {
  if (body.status === 'draft') return;
  const missing = findIncomplete(body);
  if (missing.length > 0) throw invalid(missing);
}

function requireDistinctChannels(targets: readonly SentTarget[]): void {
  const seen = new Set<number>();
  for (const [index, { channel_id }] of targets.entries()) {
    if (seen.has(channel_id)) {
      throw invalid([detail(`targets.${index}.channel_id`, 'repeated_channel', { channel_id })]);
    }
    seen.add(channel_id);
  }
}

/** Throws 422 for a draft without content, targets and media_ids, which would empty the post by accident. */
export function requireContents(sent: SentPost, old: Omit<OldPost, 'doubts' | 'labels'>): void {
  const given = [...writtenFields.map((name) => sent[name]), sent.targets, sent.media_ids];
  const isEmpty =
    isDeepStrictEqual(writtenOf(old.post), nothingWritten) &&
    old.targets.length === 0 &&
    old.mediaIds.length === 0;
  if (sent.status !== 'draft' || isEmpty || given.some((part) => part !== undefined)) return;
  throw invalid([detail('body', 'would_empty')]);
}
