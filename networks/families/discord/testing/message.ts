/** Discord's checks of one message: https://docs.discord.com/developers/resources/message#create-message (2026-11-22). */
import { createHash } from 'node:crypto';
import type { FakeRequest, FakeResponse } from '../../../testing/fake-server.ts';
import { type ReceivedPart, readMultipart } from '../../../testing/multipart.ts';
import { refuse } from './refusal.ts';

export interface Message {
  content?: string;
  allowed_mentions?: { parse?: string[] };
  attachments?: { id: number; description?: string; is_spoiler?: boolean }[];
  flags?: number;
  poll?: {
    question: { text: string };
    answers: { poll_media: { text: string } }[];
    duration?: number;
    allow_multiselect?: boolean;
  };
}

export interface Received<Body extends Message = Message> {
  message: Body;
  files: ReceivedPart[];
  /** Bytes of the whole request. */
  size: number;
}

const MiB = 1024 * 1024;
const allFlags = (1 << 2) | (1 << 12);

/** A field that is not as it must be, as the path of the field and Discord's sentence. */
export type Finding = readonly [field: string, message: string];

/** The refusal of this message; undefined if Discord accepts it. `own`: findings about fields that only this kind of message has. */
export function findProblem(
  received: Received,
  ownFields: readonly string[],
  own: readonly Finding[],
): FakeResponse | undefined {
  const { message, files, size } = received;
  if (size > 25 * MiB || files.some(({ content }) => content.length > 10 * MiB))
    return refuse(413, 40005, 'Request entity too large');
  if (files.length > 10) return refuse(400, 30015, 'Maximum number of attachments in a message reached (10)');
  const [finding] = [...findUnknown(message, ownFields), ...findWrong(received), ...own];
  if (finding !== undefined) {
    const [field, sentence] = finding;
    const { body, ...rest } = refuse(400, 50035, sentence, field);
    return { ...rest, body: { ...(body as object), message: 'Invalid Form Body' } };
  }
  const isEmpty = (message.content ?? '').trim() === '' && files.length === 0 && message.poll === undefined;
  return isEmpty ? refuse(400, 50006, 'Cannot send an empty message') : undefined;
}

const known = ['content', 'tts', 'embeds', 'allowed_mentions', 'components', 'attachments', 'flags', 'poll'];

/** Discord ignores unknown fields, which would hide a mistake of the adapter. */
function findUnknown(message: Message, ownFields: readonly string[]): Finding[] {
  const unknown = Object.keys(message).filter((name) => ![...known, ...ownFields].includes(name));
  return unknown.map((name) => [name, 'This field is unknown.']);
}

function* findWrong({ message, files }: Received): Generator<Finding> {
  const { content, flags = 0, allowed_mentions, poll } = message;
  yield* findLength('content', content, 0, 2000);
  if ((flags & ~allFlags) !== 0) yield ['flags', 'These flags cannot be set.'];
  // Without the field, a webhook notifies users. The adapter must always decide.
  if (!Array.isArray(allowed_mentions?.parse)) yield ['allowed_mentions', 'This field is required'];
  if (poll !== undefined) yield* findPollProblem(poll);
  yield* findAttachmentProblem(message, files);
}

export function* findLength(field: string, text: unknown, least: number, most: number): Generator<Finding> {
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

/** A file as the fake keeps it. */
export interface StoredFile {
  name: string;
  mimeType: string | undefined;
  content: Buffer;
}

export function storeFiles(files: readonly ReceivedPart[]): StoredFile[] {
  return files.map(({ filename = '', mimeType, content }) => ({ name: filename, mimeType, content }));
}

/** The files as {@link Shown} has them. */
export function showFiles({ attachments = [] }: Message, files: readonly StoredFile[]) {
  return files.map(({ content }, index) => ({
    sha256: createHash('sha256').update(content).digest('hex'),
    alt: attachments.find(({ id }) => id === index)?.description ?? null,
  }));
}

/** The message in a request, with its files; undefined if there is none. */
export function readMessage<Body extends Message>({
  headers,
  json,
  body,
}: FakeRequest): Received<Body> | undefined {
  const type = headers['content-type'] ?? '';
  const size = Number(headers['content-length'] ?? body.length);
  if (type === 'application/json') return toReceived(json, [], size);
  const parts = readMultipart(body, type);
  const payload = parts.find(({ name }) => name === 'payload_json');
  const files = parts.filter((part) => part !== payload);
  return payload && toReceived(parseJson(payload.content.toString()), files, size);
}

function toReceived<Body extends Message>(
  json: unknown,
  files: ReceivedPart[],
  size: number,
): Received<Body> | undefined {
  return typeof json === 'object' && json !== null ? { message: json as Body, files, size } : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
