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
  /** The id of the status that it quotes. */
  quotedId?: string | undefined;
}

/** `lost`: the files that the server left out, if there are any. */
export type Posted = { id: string; url: string | null; lost?: number };

/** The body of `POST /api/v1/statuses`. */
export function encodeStatus({ text, settings, mediaIds, inReplyTo, quotedId }: Draft): JsonObject {
  const { thread: _, quote: __, ...own } = settings;
  return {
    ...own,
    // Pixelfed drops the content warning of a post that is not sensitive; Mastodon sets this by itself.
    ...(settings.spoiler_text && { sensitive: settings.sensitive ?? true }),
    // Hollo refuses an empty text, but accepts a post without one.
    ...(text !== '' && { status: text }),
    ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    ...(inReplyTo !== null && { in_reply_to_id: inReplyTo }),
    ...(quotedId !== undefined && { quoted_status_id: quotedId }),
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
    /** Null also while the author of the quoted status has not accepted the quote. */
    quotedId: textField(status, 'quote', 'quoted_status', 'id') ?? null,
  };
}
