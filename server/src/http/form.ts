/** Forms with a file, read as they arrive, so that no file is completely in memory. */
import type { IncomingMessage } from 'node:http';
import { detail } from '@belfry/contract/details.ts';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem } from '../base/problem.ts';

export type FormPart =
  | { kind: 'field'; name: string; value: string }
  /** Read its bytes before you request the next part. */
  | { kind: 'file'; name: string; fileName: string; bytes: AsyncIterable<Uint8Array> };

/** Bytes: 16 MB. A file of exactly this size is accepted. */
export const MAX_UPLOAD = 16 * 1024 * 1024;
const MAX_FIELD = 16 * 1024;
const MAX_NAME = 100;
/** Bytes. A smaller chunk costs as much work as one of 64 KB, and no client needs to send many of them. */
const SMALL_CHUNK = 64;
const MAX_SMALL_CHUNKS = 2000;

/** Call it in a scope of its own: only routes in this scope accept forms. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  const limits = {
    fileSize: MAX_UPLOAD,
    files: 1,
    fields: 8,
    parts: 9,
    fieldSize: MAX_FIELD,
    headerPairs: 32,
  };
  await scope.register(multipart, { limits });
  scope.addContentTypeParser('*', (_request, _body, done) => done(notForm()));
}

/** Throws a {@link Problem} for an invalid form. Runs `onArrived` when the whole form has arrived. */
export async function* readForm(
  request: FastifyRequest,
  onArrived: () => Promise<unknown>,
): AsyncIterable<FormPart> {
  if (!request.isMultipart()) throw notForm();
  limitSmallChunks(request.raw);
  try {
    for await (const part of request.parts()) {
      const name = requireName(part.fieldname);
      if (part.type === 'file') {
        yield { kind: 'file', name, fileName: part.filename ?? '', bytes: readFile(part.file) };
        if (part.file.truncated) throw tooLarge();
      } else {
        yield { kind: 'field', name, value: requireText(name, part.value, part.valueTruncated) };
      }
    }
  } catch (error) {
    throw explain(error);
  } finally {
    // Drops the rest of a form that is refused. It would block the connection if it stayed unread.
    request.raw.unpipe().resume();
  }
  await onArrived();
}

/** Call it only when the form is read, since it makes the bytes flow. */
export function limitSmallChunks(request: IncomingMessage): void {
  let smallChunks = 0;
  request.on('data', ({ length }: Buffer) => {
    if (length < SMALL_CHUNK) smallChunks += 1;
    // Without an answer: the client would read it only after we have received the whole form.
    if (smallChunks > MAX_SMALL_CHUNKS) request.destroy();
  });
}

async function* readFile(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw explain(error);
  }
}

/** The parser leaves the name undefined if the part has none. */
function requireName(name: string | undefined): string {
  if (name === undefined || name === '' || name.length > MAX_NAME) {
    throw wrong('body', `needs a name of at most ${MAX_NAME} characters for every part`);
  }
  return name;
}

/** The parser parses a field that is declared as JSON. */
function requireText(name: string, value: unknown, isCut: boolean): string {
  if (isCut) throw wrong(name, 'is too long');
  if (typeof value !== 'string') throw wrong(name, 'must be text. Send it without a Content-Type');
  // The parser replaces bytes that are not UTF-8. Stored, they would be a text that its author did not write.
  if (value.includes('\ufffd')) throw wrong(name, 'is not text in UTF-8. If it is a file, add a file name');
  return value;
}

/** By the parser's code. It does not say which field is wrong. */
const reasons: Record<string, string | undefined> = {
  FST_PARTS_LIMIT: 'has too many parts',
  FST_FIELDS_LIMIT: 'has too many fields',
  FST_FILES_LIMIT: 'has more than one file. Send one file per form',
  FST_PROTO_VIOLATION: 'has a field with a name that is not allowed',
  FST_INVALID_JSON_FIELD_ERROR:
    'has a field that is declared as JSON but is not valid JSON. Send fields as text',
};

/** The parser's other errors have no codes. All of them are about malformed bytes. */
function explain(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  const reason = reasons[code];
  if (reason !== undefined) return wrong('body', reason);
  const message = 'The form is not complete, or its Content-Type does not name its boundary. Send it again.';
  return new Problem('bad_request', { message });
}

/** `reason`: a sentence without its subject and its period. */
function wrong(field: string, reason: string): Problem {
  return invalid([detail(field, 'not_valid', { reason })]);
}

function notForm(): Problem {
  return new Problem('unsupported_media_type', { message: 'Send the file as multipart/form-data.' });
}

function tooLarge(): Problem {
  return new Problem('file_too_large', { message: `The file has more than ${MAX_UPLOAD} bytes (16 MB).` });
}
