/** A post before it is sent, and in X's answers: https://docs.x.com/x-api/posts/create-post (2026-11-22). */
import { digitsField, field, type JsonObject, listField, textField } from '../core/json.ts';
import type { Uploaded } from './media.ts';
import type { Settings } from './settings.ts';

export interface Draft {
  text: string;
  /** Those that this part has; of a reply, those of {@link settingsOfReply}. */
  settings: Settings;
  media: readonly Uploaded[];
  /** Id of the post that this one answers. */
  inReplyTo: string | null;
}

/**
 * What holds for the whole thread and its comments: who sees it, and what it declares. Not confirmed: that X takes the first
 * one of a reply. If it does not, nothing becomes public.
 */
export function settingsOfReply(settings: Settings, hasFiles: boolean): Settings {
  const { for_super_followers_only = false, paid_partnership = false, made_with_ai = false } = settings;
  return { for_super_followers_only, paid_partnership, made_with_ai: made_with_ai && hasFiles };
}

export type Posted = { id: string };

/** The body of `POST /2/tweets`. Defaults are left out. */
export function encodePost({ text, settings, media, inReplyTo }: Draft): JsonObject {
  const { quote, poll, community_id, reply_settings } = settings;
  const flags = [
    'made_with_ai',
    'paid_partnership',
    'share_with_followers',
    'for_super_followers_only',
  ] as const;
  return {
    text,
    ...(media.length > 0 && { media: { media_ids: media.map(({ id }) => id) } }),
    ...(inReplyTo !== null && { reply: { in_reply_to_tweet_id: inReplyTo } }),
    ...(quote !== undefined && { quote_tweet_id: quote }),
    ...(poll !== undefined && {
      poll: { options: [...poll.options], duration_minutes: poll.duration_minutes },
    }),
    ...(community_id !== undefined && { community_id }),
    ...(reply_settings !== undefined && reply_settings !== 'everyone' && { reply_settings }),
    ...Object.fromEntries(flags.flatMap((flag) => (settings[flag] ? [[flag, true]] : []))),
  };
}

/** A post in the account's own list. */
export type Listed = NonNullable<ReturnType<typeof readListed>>;

/** Undefined for an entry that makes no sense. A long post has its whole text in `note_tweet`. */
export function readListed(post: unknown) {
  const id = digitsField(post, 'id');
  const createdAt = Date.parse(textField(post, 'created_at') ?? '');
  if (id === undefined || Number.isNaN(createdAt)) return undefined;
  const long = textField(post, 'note_tweet', 'text');
  const entities = field(long === undefined ? post : field(post, 'note_tweet'), 'entities');
  const referenced = (type: string) =>
    listField(post, 'referenced_tweets').find((each) => textField(each, 'type') === type);
  return {
    id,
    createdAt,
    text: long ?? textField(post, 'text') ?? '',
    /** The short addresses in the text, and where they lead. */
    links: listField(entities, 'urls').map((each) => ({
      short: textField(each, 'url') ?? '',
      target: textField(each, 'expanded_url') ?? '',
    })),
    mediaKeys: listField(post, 'attachments', 'media_keys').map(String),
    hasPoll: listField(post, 'attachments', 'poll_ids').length > 0,
    inReplyTo: digitsField(referenced('replied_to'), 'id') ?? null,
    quoted: digitsField(referenced('quoted'), 'id') ?? null,
  };
}
