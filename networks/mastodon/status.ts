/** A status before it is sent, and as servers show it. */
import type { JsonObject } from '../core/json.ts';
import { field, idField, textField } from '../core/json.ts';

export interface Draft {
  text: string;
  settings: JsonObject;
  mediaIds: string[];
  /** Images and videos in one post. */
  isMixed: boolean;
  inReplyTo: string | null;
}

export type Posted = { id: string; url: string | null };

/** The body of `POST /api/v1/statuses`. */
export function encodeStatus({ text, settings, mediaIds, inReplyTo }: Draft): JsonObject {
  const { thread: _, ...own } = settings;
  return {
    ...own,
    // Pixelfed drops the content warning of what is not sensitive; Mastodon sets this by itself.
    ...(textField(settings, 'spoiler_text') && { sensitive: settings.sensitive ?? true }),
    // Hollo refuses an empty text, where leaving it out is fine.
    ...(text !== '' && { status: text }),
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(inReplyTo !== null && { in_reply_to_id: inReplyTo }),
  };
}

/** Undefined where the answer is no status. Not every post has a page of its own; each has an identifier. */
export function readPosted(status: unknown): Posted | undefined {
  const id = idField(status, 'id');
  return id === undefined
    ? undefined
    : { id, url: textField(status, 'url') ?? textField(status, 'uri') ?? null };
}

export interface Listed {
  /** Null where the list does not name it in a way that can be kept. */
  posted: Posted | null;
  createdAt: Date;
  html: string;
  spoilerText: string;
  mediaIds: string[];
  inReplyTo: string | null;
}

/** Undefined for what is no status of one's own, such as a boost. */
export function readListed(status: unknown): Listed | undefined {
  const media = field(status, 'media_attachments');
  if (textField(status, 'id') === undefined || field(status, 'reblog')) return undefined;
  return {
    posted: readPosted(status) ?? null,
    createdAt: new Date(textField(status, 'created_at') ?? Number.NaN),
    html: textField(status, 'content') ?? '',
    spoilerText: textField(status, 'spoiler_text') ?? '',
    mediaIds: Array.isArray(media) ? media.map((file) => textField(file, 'id') ?? '') : [],
    inReplyTo: textField(status, 'in_reply_to_id') ?? null,
  };
}
