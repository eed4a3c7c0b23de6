/** Mistakes of an operator are said in a sentence; anything else keeps its stack. */
import process from 'node:process';
import { ConfigError } from './config.ts';
import { DataDirectoryInUse } from './db/embedded-lock.ts';
import { PooledConnection } from './db/pooled.ts';
import { isUnavailable } from './db/unavailable.ts';
import { StorageUnavailable } from './files/files.ts';

/** Its message is all that the operator needs to know. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** By code, or by name. */
const sentences: Record<string, string> = {
  EADDRINUSE: 'The port is taken: stop what listens there, or set PORT.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
  EACCES: 'A file, folder or port may not be used by this user: see DATA_DIR and PORT.',
  ECONNREFUSED:
    'What DATABASE_URL or STORAGE_URL names does not answer: is it running, and is the address right?',
  ENOTFOUND: 'The host of DATABASE_URL, STORAGE_URL or HOST cannot be resolved.',
  ENOSPC: 'The disk is full: make room, then try again.',
  StorageFull: 'The storage of the media is full: make room, then try again.',
  '53100': 'The disk of the database is full: make room, then try again.',
  '28P01': 'The database of DATABASE_URL refuses this user or password.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  NoSuchBucket: 'The bucket that STORAGE_URL names does not exist.',
  AccessDenied:
    'The store of STORAGE_URL does not allow its keys all they need: to list, read, write and delete objects, ' +
    'and to list and abort multipart uploads.',
  InvalidAccessKeyId: 'The store of STORAGE_URL does not know this AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The store of STORAGE_URL refuses this AWS_SECRET_ACCESS_KEY.',
  CredentialsProviderError: 'STORAGE_URL needs keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
};

export function sayWhy(error: unknown): never {
  console.error(findSentence(error) ?? error);
  process.exit(1);
}

/** Undefined: it is nothing that an operator did. */
export function findSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    [ConfigError, DataDirectoryInUse, OperatorError, PooledConnection].some((plain) => error instanceof plain)
  ) {
    return error.message;
  }
  if (error instanceof StorageUnavailable) return sayStorage(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = sentences[code] ?? sentences[error.name];
  return known ?? (isUnavailable(error) ? 'The database has gone away: try again when it runs.' : undefined);
}

function sayStorage({ place, reason, cause }: StorageUnavailable): string {
  const because = cause instanceof Error && cause.message !== reason ? ` (${cause.message})` : '';
  const what = `The storage of media cannot be used: ${reason}${because} at ${place}.`;
  const known = sentences[reason] ?? sentences[(cause as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return known === undefined ? what : `${what} ${known}`;
}
