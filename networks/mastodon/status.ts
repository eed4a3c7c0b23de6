/** A status before it is sent, and in a server's answers. */
import { field, idField, type JsonObject, listField, textField } from '../core/json.ts';
import type { Settings } from './rules.ts';

export interface Draft {
  text: string;
  settings: Settings;
  mediaIds: string[];
  /** True if the post contains both images and videos. */
  isMixed: boolean;
  inReplyTo: string | null;
}

export type Posted = { id: string; url: string | null };

/** The body of `POST /api/v1/statuses`. */
export function encodeStatus({ text, settings, mediaIds, inReplyTo }: Draft): JsonObject {
  const { thread: _, ...own } = settings;
  return {
    ...own,
    // Pixelfed drops the content warning of a post that is not sensitive; Mastodon sets this by itself.
    ...(settings.spoiler_text && { sensitive: settings.sensitive ?? true }),
    // Hollo refuses an empty text, but accepts a post without one.
    ...(text !== '' && { status: text }),
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(inReplyTo !== null && { in_reply_to_id: inReplyTo }),
  };
}

/** Undefined if the answer is not a status. Some posts have no page of their own, but each has a URI. */
export function readPosted(status: unknown): Posted | undefined {
  const id = idField(status, 'id');
  const url = textField(status, 'url') ?? textField(status, 'uri') ?? null;
  return id === undefined ? undefined : { id, url };
}

export type Listed = NonNullable<ReturnType<typeof readListed>>;

/** Undefined for an entry that is not the account's own status, such as a boost. */
export function readListed(status: unknown) {
  if (textField(status, 'id') === undefined || field(status, 'reblog')) return undefined;
  return {
    /** Null if the listed id is not one that can be stored. */
    posted: readPosted(status) ?? null,
    createdAt: new Date(textField(status, 'created_at') ?? Number.NaN),
    html: textField(status, 'content') ?? '',
    spoilerText: textField(status, 'spoiler_text') ?? '',
    mediaIds: listField(status, 'media_attachments').map((file) => textField(file, 'id') ?? ''),
    inReplyTo: textField(status, 'in_reply_to_id') ?? null,
  };
}
