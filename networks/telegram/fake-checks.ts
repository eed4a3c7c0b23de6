/** Checks of the fields of a call, by the types of the Bot API. */
import type { ApiMethods, InputMediaPhoto, InputMediaVideo, MessageEntity } from '@grammyjs/types';

type FieldOf<Method extends keyof ApiMethods<never>> = keyof NonNullable<
  Parameters<ApiMethods<never>[Method]>[0]
>;

const common = [
  'chat_id',
  'message_thread_id',
  'disable_notification',
  'protect_content',
  'reply_parameters',
] as const satisfies FieldOf<'sendMessage'>[];

const captioned = [
  ...common,
  'caption',
  'caption_entities',
  'show_caption_above_media',
  'has_spoiler',
  'reply_markup',
] as const satisfies FieldOf<'sendPhoto'>[];

/** The fields that the fake knows of each method. */
const known: Readonly<Record<string, readonly string[]>> = {
  getMe: [],
  getChat: ['chat_id'] satisfies FieldOf<'getChat'>[],
  getChatMember: ['chat_id', 'user_id'] satisfies FieldOf<'getChatMember'>[],
  getUpdates: ['limit', 'timeout', 'allowed_updates', 'offset'] satisfies FieldOf<'getUpdates'>[],
  sendMessage: [
    ...common,
    'text',
    'entities',
    'link_preview_options',
    'reply_markup',
  ] satisfies FieldOf<'sendMessage'>[],
  sendPhoto: [...captioned, 'photo'] satisfies FieldOf<'sendPhoto'>[],
  sendAnimation: [...captioned, 'animation'] satisfies FieldOf<'sendAnimation'>[],
  sendVideo: [
    ...captioned,
    ...(['video', 'width', 'height', 'duration', 'supports_streaming'] as const),
  ] satisfies FieldOf<'sendVideo'>[],
  sendMediaGroup: [...common, 'media'] satisfies FieldOf<'sendMediaGroup'>[],
  sendPoll: [
    ...common,
    ...(['question', 'options', 'allows_multiple_answers', 'open_period'] as const),
    ...(['description', 'description_entities', 'reply_markup'] as const),
  ] satisfies FieldOf<'sendPoll'>[],
  pinChatMessage: ['chat_id', 'message_id', 'disable_notification'] satisfies FieldOf<'pinChatMessage'>[],
  deleteMessage: ['chat_id', 'message_id'] satisfies FieldOf<'deleteMessage'>[],
};

export const albumFields: readonly string[] = [
  ...(['type', 'media', 'caption', 'caption_entities', 'has_spoiler', 'show_caption_above_media'] as const),
  ...(['width', 'height', 'duration', 'supports_streaming'] as const),
] satisfies (keyof InputMediaPhoto<never> | keyof InputMediaVideo<never>)[];

const entityTypes: readonly string[] = [
  ...(['bold', 'italic', 'underline', 'strikethrough', 'spoiler'] as const),
  ...(['code', 'pre', 'blockquote', 'text_link'] as const),
] satisfies MessageEntity['type'][];

type Fields = Record<string, unknown>;

/** Why Telegram refuses these fields; undefined if it does not. */
export function findProblem(method: string, fields: Fields): string | undefined {
  const names = known[method];
  if (names === undefined) return 'Not Found';
  const odd = Object.keys(fields).find((name) => !names.includes(name));
  if (odd !== undefined) return `Bad Request: the fake does not know the field ${odd}`;
  if (method === 'sendMessage') return findTextProblem(fields);
  if (method === 'sendPoll') return findPollProblem(fields);
  return findCaptionProblem(fields);
}

function findTextProblem({ text, entities }: Fields): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'Bad Request: message text is empty';
  if ([...text].length > 4096) return 'Bad Request: message is too long';
  return findEntityProblem(text, entities);
}

export function findCaptionProblem({ caption, caption_entities }: Fields): string | undefined {
  if (caption === undefined) return undefined;
  if (typeof caption !== 'string' || [...caption].length > 1024)
    return 'Bad Request: message caption is too long';
  return findEntityProblem(caption, caption_entities);
}

function findPollProblem(fields: Fields): string | undefined {
  const { question, options, open_period = 60, description } = fields;
  const isText = (text: unknown, most: number) =>
    typeof text === 'string' && text !== '' && [...text].length <= most;
  if (!isText(question, 300)) return 'Bad Request: poll question must be 1-300 characters long';
  if (!Array.isArray(options) || options.length < 1 || options.length > 12)
    return 'Bad Request: poll must have 1-12 answer options';
  if (!options.every(({ text }) => isText(text, 100)))
    return 'Bad Request: poll options length must not exceed 100';
  if (Number(open_period) < 5 || Number(open_period) > 2_628_000)
    return 'Bad Request: poll open period is wrong';
  return findCaptionProblem({ caption: description, caption_entities: fields.description_entities });
}

/** Offsets are UTF-16 units, and no format may cut a character or go beyond the text. */
function findEntityProblem(text: string, entities: unknown): string | undefined {
  if (entities === undefined) return undefined;
  const all = entities as { type: string; offset: number; length: number; url?: string }[];
  const isWrong = all.some(
    ({ type, offset, length, url }) =>
      !entityTypes.includes(type) ||
      length < 1 ||
      offset + length > text.length ||
      !text.slice(offset, offset + length).isWellFormed() ||
      (type === 'text_link') !== (url !== undefined),
  );
  return isWrong || all.length > 100 ? "Bad Request: can't parse entities" : undefined;
}
