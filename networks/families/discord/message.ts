/** The body of a message: https://docs.discord.com/developers/resources/message#create-message (2026-11-22). */
import { encodeForm, type Form, filePart } from '../../core/form.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Media } from '../../core/network.ts';
import type { MessageSettings } from './settings.ts';

/** https://docs.discord.com/developers/resources/message#message-object-message-flags (2026-11-21) */
const SUPPRESS_EMBEDS = 1 << 2;
const SUPPRESS_NOTIFICATIONS = 1 << 12;

export interface Draft {
  text: string;
  settings: MessageSettings;
  media: readonly Pick<Media, 'altText'>[];
}

export function composeMessage({ text, settings, media }: Draft): JsonObject {
  const { silent, suppress_embeds, spoiler, poll, mentions = 'none' } = settings;
  const flags = (suppress_embeds ? SUPPRESS_EMBEDS : 0) | (silent ? SUPPRESS_NOTIFICATIONS : 0);
  const attachments = media.map(({ altText }, id) => ({
    id,
    ...(altText && { description: altText }),
    ...(spoiler && { is_spoiler: true }),
  }));
  return {
    ...(text !== '' && { content: text }),
    // Without this, Discord notifies everybody whom the text mentions.
    allowed_mentions: { parse: parsed[mentions] },
    ...(flags !== 0 && { flags }),
    ...(poll !== undefined && { poll: encodePoll(poll) }),
    ...(attachments.length > 0 && { attachments }),
  };
}

const parsed = {
  none: [],
  users: ['users'],
  roles: ['users', 'roles'],
  everyone: ['users', 'roles', 'everyone'],
} satisfies Record<NonNullable<MessageSettings['mentions']>, string[]>;

function encodePoll(poll: NonNullable<MessageSettings['poll']>): JsonObject {
  const { question, options, duration_minutes = 24 * 60, is_multiple = false } = poll;
  return {
    question: { text: question },
    answers: options.map((text) => ({ poll_media: { text } })),
    duration: duration_minutes / 60,
    allow_multiselect: is_multiple,
  };
}

/** The message with its files. Discord takes both in one request only. */
export function encodeBody(message: JsonObject, media: readonly Media[]): Form {
  const json = JSON.stringify(message);
  if (media.length === 0) return { headers: { 'content-type': 'application/json' }, body: json };
  const files = media.map((file, index) => filePart(`files[${index}]`, file));
  return encodeForm({ payload_json: json }, ...files);
}
