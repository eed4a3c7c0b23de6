/** Answers a request with a stored file. */
import { Readable } from 'node:stream';
import type { Routes } from '@belfry/contract/routes.ts';
import type { Context } from '../../base/context.ts';
import { type Files, NoSuchFile } from '../../files/index.ts';
import type { Answer } from '../../http/index.ts';
import { type FileRequest, planAnswer, type ServedFile } from './serve-file.ts';

export type FileQuestion = Pick<FileRequest, 'method' | 'headers'>;

/** Throws {@link NoSuchFile}. */
export async function answerWithFile(
  { files }: Pick<Context, 'files'>,
  request: FileQuestion,
  key: string,
  about: Omit<ServedFile, 'etag'>,
): Promise<Answer<Routes['getMediaFile']>> {
  const { status, headers, range } = planAnswer({ ...request, file: { etag: key, ...about } });
  if (status !== 200 && status !== 206) return { body: undefined, status, headers };
  // A HEAD request does not read the bytes.
  const isHead = request.method === 'HEAD';
  const bytes = isHead ? await readNothing(files, key) : await files.read(key, range);
  return { body: undefined, status, headers, bytes };
}

async function readNothing(files: Files, key: string): Promise<Readable> {
  if ((await files.find(key)) === undefined) throw new NoSuchFile(key);
  return Readable.from([]);
}
