/** The call that publishes a post: https://core.telegram.org/bots/api#available-methods (2026-11-22). */
import type { JsonObject } from '../core/json.ts';
import type { Media, Outgoing } from '../core/network.ts';
import type { Call } from './api.ts';
import { readFormatted } from './formatted.ts';
import type { Settings } from './settings.ts';

export interface Draft extends Pick<Outgoing<Settings>, 'text' | 'settings' | 'media'> {
  /** The message to which this one replies: https://core.telegram.org/bots/api#replyparameters (2026-11-22) */
  replyTo: { message_id: number; allow_sending_without_reply?: true } | undefined;
}

export function composeCall(draft: Draft): Call {
  const { media, settings } = draft;
  const common = composeCommon(draft);
  if (settings.poll !== undefined)
    return { method: 'sendPoll', fields: { ...common, ...composePoll(draft, settings.poll) } };
  const [file, ...others] = media;
  if (file === undefined) return { method: 'sendMessage', fields: { ...common, ...composeMessage(draft) } };
  if (others.length > 0) return composeAlbum(draft, common);
  const { type, media: attached, ...facts } = describeFile(file, 0, settings);
  const method = { photo: 'sendPhoto', video: 'sendVideo', animation: 'sendAnimation' }[type];
  const fields = { ...common, ...composeButtons(settings), ...facts, ...composeText(draft, 'caption') };
  return { method, fields: { ...fields, [type]: attached }, files: media };
}

function composeCommon({ settings, replyTo }: Draft): JsonObject {
  const { message_thread_id, silent, protect_content } = settings;
  return {
    ...(message_thread_id !== undefined && { message_thread_id }),
    ...(silent && { disable_notification: true }),
    ...(protect_content && { protect_content: true }),
    // Without `chat_id`, the message must lie in the same chat.
    ...(replyTo !== undefined && { reply_parameters: replyTo }),
  };
}

function composeMessage(draft: Draft): JsonObject {
  const options = previews[draft.settings.link_preview ?? 'default'];
  return {
    ...composeText(draft, 'text'),
    ...(options !== undefined && { link_preview_options: options }),
    ...composeButtons(draft.settings),
  };
}

/** The text and its formats, which have other names beside a file or a poll. */
function composeText(
  { text: written, settings }: Draft,
  name: 'text' | 'caption' | 'description',
): JsonObject {
  const { text, entities } = readFormatted(written, settings);
  const ofEntities = name === 'text' ? 'entities' : `${name}_entities`;
  return {
    ...((name === 'text' || text !== '') && { [name]: text }),
    ...(entities.length > 0 && { [ofEntities]: entities }),
    ...(name === 'caption' && settings.caption_above && { show_caption_above_media: true }),
  };
}

const previews: Record<NonNullable<Settings['link_preview']>, JsonObject | undefined> = {
  default: undefined,
  off: { is_disabled: true },
  small: { prefer_small_media: true },
  large: { prefer_large_media: true },
  above: { show_above_text: true },
};

function composeButtons({ buttons = [] }: Settings): JsonObject {
  if (buttons.length === 0) return {};
  return { reply_markup: { inline_keyboard: buttons.map(({ text, url }) => [{ text, url }]) } };
}

/** The caption of the first file is the album's. */
function composeAlbum(draft: Draft, common: JsonObject): Call {
  const files = draft.media.map((file, index) => ({
    ...describeFile(file, index, draft.settings),
    ...(index === 0 && composeText(draft, 'caption')),
  }));
  return { method: 'sendMediaGroup', fields: { ...common, media: files }, files: draft.media };
}

function describeFile(file: Media, index: number, { spoiler }: Settings) {
  const { kind, animated, width, height, duration } = file;
  const type = kind === 'video' ? 'video' : animated ? 'animation' : 'photo';
  return {
    type,
    media: `attach://file${index}`,
    ...(spoiler && { has_spoiler: true }),
    ...(kind === 'video' && {
      supports_streaming: true,
      ...(width !== null && height !== null && { width, height }),
      ...(duration !== null && { duration: Math.round(duration) }),
    }),
  } as const;
}

function composePoll(draft: Draft, poll: NonNullable<Settings['poll']>): JsonObject {
  const { question, options, duration_minutes, is_multiple } = poll;
  return {
    question,
    options: options.map((text) => ({ text })),
    ...(is_multiple && { allows_multiple_answers: true }),
    ...(duration_minutes !== undefined && { open_period: duration_minutes * 60 }),
    ...composeText(draft, 'description'),
    ...composeButtons(draft.settings),
  };
}
