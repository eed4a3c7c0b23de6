/** Headers of requests and answers. */
import { Id } from '../shapes.ts';
import type { Plain } from './schemas.ts';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

export const answerHeaders = {
  ETag: {
    description: 'The version of the answer. Send it as `If-Match` or `If-None-Match`.',
    schema: text,
    example: '"7"',
  },
  'RateLimit-Limit': {
    description: 'Requests of this kind that you may send in the present minute or hour.',
    schema: count,
    example: 300,
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: count, example: 299 },
  'RateLimit-Reset': { description: 'Seconds until the count begins again.', schema: count, example: 60 },
  'Retry-After': {
    description: 'Seconds to wait before you send the request again.',
    schema: count,
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'The scheme of the missing credentials: an API key as a bearer token.',
    schema: { type: 'string', enum: ['Bearer'] },
    example: 'Bearer',
  },
  'X-Request-Id': {
    description: 'The id of this request in the log of the service. Quote it when you report an error.',
    schema: { type: 'string', format: 'uuid' },
    example: '58055e29-6a7d-41f9-ba09-89b376b332fe',
  },
  'Idempotency-Replayed': {
    description: 'The answer is that of the first request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Location: { description: 'Where the browser goes next.', schema: text, example: 'https://id.example/' },
  'Content-Range': {
    description: 'The part of the file in this answer, and the size of the file.',
    schema: text,
    example: 'bytes 0-1023/146515',
  },
  'Belfry-Media-Id': {
    description: 'The id of the file in the library, when the upload is complete.',
    schema: count,
    example: 12,
  },
  'Tus-Resumable': { description: 'The version of tus.', schema: text, example: '1.0.0' },
  'Upload-Expires': {
    description: 'When the upload ends.',
    schema: text,
    example: 'Sun, 22 Nov 2026 08:00:00 GMT',
  },
  'Upload-Length': { description: 'Bytes of the whole file.', schema: count, example: 146515 },
  'Upload-Offset': { description: 'Bytes that have arrived.', schema: count, example: 65536 },
} as const satisfies Record<string, Plain>;

export type AnswerHeader = keyof typeof answerHeaders;

/** On every answer. */
const always: readonly AnswerHeader[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

export function describeHeaders(more: readonly AnswerHeader[] = []): Plain {
  const names = [...always, ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const requestHeaders = {
  'X-Workspace': {
    name: 'X-Workspace',
    in: 'header',
    required: false,
    description:
      'The id of a workspace of the signed-in person. Default: the workspace that they selected last. An API key belongs to one workspace and does not need it.',
    schema: Id,
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repeat of this request within 24 hours gets the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that you read. If the post has changed, the answer is 409 `version_conflict`.',
    schema: text,
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The `id` of the last event that you received. The stream continues after it.',
    schema: { type: 'integer', minimum: 0 },
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'Asks for a part of the file, such as `bytes=0-1023`.',
    schema: text,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'An ETag that you have. If the file has not changed, the answer is 304 without a body.',
    schema: text,
  },
  'Tus-Resumable': {
    name: 'Tus-Resumable',
    in: 'header',
    required: false,
    description: 'The version of tus. Belfry supports 1.0.0.',
    schema: text,
  },
  'Upload-Length': {
    name: 'Upload-Length',
    in: 'header',
    required: true,
    description: 'Bytes of the whole file.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Upload-Metadata': {
    name: 'Upload-Metadata',
    in: 'header',
    required: false,
    description: 'Pairs of a key and a value in Base64, with commas between them.',
    schema: text,
    example: 'filename YmVsbC5wbmc=,alt_text QSBiZWxs',
  },
  'Upload-Offset': {
    name: 'Upload-Offset',
    in: 'header',
    required: true,
    description: 'The offset of the first byte of the slice: the number of bytes that have arrived.',
    schema: count,
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The same for every try of an event. Store it to detect repeats.',
    schema: text,
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this try was made, in seconds since 1970.',
    schema: text,
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'One or two signatures after Standard Webhooks, with a space between them.',
    schema: text,
  },
} as const satisfies Record<string, Plain>;

export type RequestHeader = keyof typeof requestHeaders;

export function describeRequestHeader(name: RequestHeader): Plain {
  return { $ref: `#/components/parameters/${name}` };
}
