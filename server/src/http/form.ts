/** Forms with a file in them, read as they arrive: nothing is ever whole in memory. */
import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

export type FormPart =
  | { kind: 'field'; name: string; value: string }
  /** Its bytes must be read before the next part is asked for. */
  | { kind: 'file'; name: string; fileName: string; bytes: AsyncIterable<Uint8Array> };

/** 16 MB as the API counts them. A file of exactly this size passes. */
export const MOST_UPLOAD = 16 * 1024 * 1024;
const MOST_FIELD = 16 * 1024;
const LONGEST_NAME = 100;
/** Bytes. A smaller piece is as much work as one of 64 KB, and no sender of a file has a reason for many of them. */
const CRUMB = 64;
const MOST_CRUMBS = 2000;

/** For a scope of its own: elsewhere a form is an unsupported media type. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  const limits = {
    fileSize: MOST_UPLOAD,
    files: 1,
    fields: 8,
    parts: 9,
    fieldSize: MOST_FIELD,
    headerPairs: 32,
  };
  await scope.register(multipart, { limits });
  scope.addContentTypeParser('*', (_request, _body, done) => done(notForm()));
}

/** Throws a {@link Problem} for whatever is wrong with the form. `arrived` is run when all of it is there. */
export async function* readForm(
  request: FastifyRequest,
  arrived: () => Promise<unknown>,
): AsyncIterable<FormPart> {
  if (!request.isMultipart()) throw notForm();
  endCrumbs(request.raw);
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
    // Of a form that is refused half-way the rest is let go: unread, it would block its connection for good.
    request.raw.unpipe().resume();
  }
  await arrived();
}

/** Called as the form begins to be read: this makes its bytes flow. */
function endCrumbs(request: IncomingMessage): void {
  let crumbs = 0;
  request.on('data', ({ length }: Buffer) => {
    if (length < CRUMB) crumbs += 1;
    // Not answered: to read on until the end would be the very work that is spared.
    if (crumbs > MOST_CRUMBS) request.destroy();
  });
}

async function* readFile(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw explain(error);
  }
}

/** The parser leaves the name of a part undefined where the sender gave none. */
function requireName(name: string | undefined): string {
  if (name === undefined || name === '' || name.length > LONGEST_NAME) {
    throw invalid(`Every part of the form needs a name of at most ${LONGEST_NAME} characters.`);
  }
  return name;
}

/** The parser turns a field that is declared as JSON into what it says. */
function requireText(name: string, value: unknown, isCut: boolean): string {
  if (isCut) throw invalid(`${name} is too long.`);
  if (typeof value !== 'string') throw invalid(`${name} must be text; send it without a type of its own.`);
  // The parser's mark for bytes that are none: kept, it would store what nobody wrote.
  if (value.includes('\ufffd')) throw invalid(`${name} is not text in UTF-8; a file needs a file name.`);
  return value;
}

const sentences: Record<string, string | undefined> = {
  FST_PARTS_LIMIT: 'The form has too many parts.',
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_FILES_LIMIT: 'The form has more than one file; send them one by one.',
  FST_PROTO_VIOLATION: 'The form has a field of a name that is not taken.',
  FST_INVALID_JSON_FIELD_ERROR: 'A field that is declared as JSON is none; send fields as text.',
};

/** Whatever else the parser throws is about the bytes that came, and it has no codes for it. */
function explain(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  const sentence = sentences[code];
  if (sentence !== undefined) return invalid(sentence);
  const message = 'The form is not complete, or its Content-Type does not name its boundary; send it again.';
  return new Problem('bad_request', { message });
}

function invalid(message: string): Problem {
  return new Problem('invalid', { message });
}

function notForm(): Problem {
  return new Problem('unsupported_media_type', { message: 'Send the file as multipart/form-data.' });
}

function tooLarge(): Problem {
  return new Problem('file_too_large', { message: `The file has more than ${MOST_UPLOAD} bytes (16 MB).` });
}
