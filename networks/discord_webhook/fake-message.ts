/** Discord's checks of one message: https://docs.discord.com/developers/resources/webhook#execute-webhook (2026-11-21). */
import type { FakeResponse } from '../testing/fake-server.ts';
import type { ReceivedPart } from '../testing/multipart.ts';
import { refuse } from './fake-refusal.ts';

export interface Message {
  content?: string;
  username?: string;
  avatar_url?: string;
  allowed_mentions?: { parse?: string[] };
  attachments?: { id: number; description?: string; is_spoiler?: boolean }[];
  flags?: number;
  thread_name?: string;
  applied_tags?: string[];
  poll?: {
    question: { text: string };
    answers: { poll_media: { text: string } }[];
    duration?: number;
    allow_multiselect?: boolean;
  };
}

export interface Received {
  message: Message;
  files: ReceivedPart[];
  /** Bytes of the whole request. */
  size: number;
}

const MiB = 1024 * 1024;
const allFlags = (1 << 2) | (1 << 12);

/** A field that is not as it must be, as the path of the field and Discord's sentence. */
type Finding = readonly [field: string, message: string];

/** The refusal of this message; undefined if Discord accepts it. */
export function findProblem(received: Received): FakeResponse | undefined {
  const { message, files, size } = received;
  if (size > 25 * MiB || files.some(({ content }) => content.length > 10 * MiB))
    return refuse(413, 40005, 'Request entity too large');
  if (files.length > 10) return refuse(400, 30015, 'Maximum number of attachments in a message reached (10)');
  const [finding] = [...findUnknown(message), ...findWrong(received)];
  if (finding !== undefined) {
    const [field, sentence] = finding;
    const { body, ...rest } = refuse(400, 50035, sentence, field);
    return { ...rest, body: { ...(body as object), message: 'Invalid Form Body' } };
  }
  const isEmpty = (message.content ?? '').trim() === '' && files.length === 0 && message.poll === undefined;
  return isEmpty ? refuse(400, 50006, 'Cannot send an empty message') : undefined;
}

const known = [
  ...['content', 'username', 'avatar_url', 'tts', 'embeds', 'allowed_mentions', 'components'],
  ...['attachments', 'flags', 'thread_name', 'applied_tags', 'poll'],
];

/** Discord ignores unknown fields, which would hide a mistake of the adapter. */
function findUnknown(message: Message): Finding[] {
  const unknown = Object.keys(message).filter((name) => !known.includes(name));
  return unknown.map((name) => [name, 'This field is unknown.']);
}

function* findWrong({ message, files }: Received): Generator<Finding> {
  const { content, username, avatar_url, flags = 0, thread_name, allowed_mentions, poll } = message;
  yield* findLength('content', content, 0, 2000);
  yield* findLength('username', username, 1, 80);
  yield* findLength('thread_name', thread_name, 1, 100);
  if (/clyde|discord/i.test(username ?? '')) yield ['username', 'Username cannot contain "discord"'];
  if (avatar_url !== undefined && !/^https?:\/\//.test(avatar_url))
    yield ['avatar_url', 'Scheme must be http or https.'];
  if ((flags & ~allFlags) !== 0) yield ['flags', 'These flags cannot be set.'];
  // Without the field, a webhook notifies users. The adapter must always decide.
  if (!Array.isArray(allowed_mentions?.parse)) yield ['allowed_mentions', 'This field is required'];
  if (poll !== undefined) yield* findPollProblem(poll);
  yield* findAttachmentProblem(message, files);
}

function* findLength(field: string, text: unknown, least: number, most: number): Generator<Finding> {
  if (text === undefined) return;
  if (typeof text !== 'string') return void (yield [field, 'Must be a string.']);
  const length = [...text].length;
  if (length < least || length > most) yield [field, `Must be between ${least} and ${most} in length.`];
}

function* findPollProblem({
  question,
  answers,
  duration = 24,
}: NonNullable<Message['poll']>): Generator<Finding> {
  yield* findLength('poll.question.text', question.text, 1, 300);
  if (answers.length < 1 || answers.length > 10)
    yield ['poll.answers', 'Must be between 1 and 10 in length.'];
  for (const { poll_media } of answers) yield* findLength('poll.answers.text', poll_media.text, 1, 55);
  if (!Number.isInteger(duration) || duration < 1 || duration > 768)
    yield ['poll.duration', 'Must be between 1 and 768.'];
}

function* findAttachmentProblem({ attachments = [] }: Message, files: ReceivedPart[]): Generator<Finding> {
  const names = files.map(({ name }) => name);
  for (const [index, { id, description }] of attachments.entries()) {
    if (!names.includes(`files[${id}]`)) yield [`attachments.${index}.id`, 'There is no file of this id.'];
    yield* findLength(`attachments.${index}.description`, description, 0, 1024);
  }
  const odd = names.find((name) => !/^files\[\d\]$/.test(name));
  if (odd !== undefined || new Set(names).size !== names.length) yield ['files', 'The files are misnamed.'];
}
