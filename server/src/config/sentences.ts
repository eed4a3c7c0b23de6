/** Errors that an operator can correct get a sentence. All other errors are printed with their stack. */
import process from 'node:process';
import { OperatorError } from '../base/operator-error.ts';
import { isUnavailable } from '../base/unavailable.ts';
import { DataDirectoryInUse } from '../db/embedded-lock.ts';
import { PooledConnection } from '../db/pooled.ts';
import { Standby } from '../db/standby.ts';
import { StorageUnavailable } from '../files/index.ts';
import { ConfigError } from './config.ts';

const CREATE =
  'The user of DATABASE_URL may not create tables in its database. Run this there as the owner of the database: ' +
  'grant usage, create on schema public to <that user>;';

/** By the code or the name of the error. */
const sentences: Record<string, string> = {
  EADDRINUSE: 'Another program already listens on this port. Stop it, or set PORT to another port.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine. Set it to one, or to 0.0.0.0 for all of them.',
  EACCES: 'This user may not use a file, directory or port. Check DATA_DIR and PORT.',
  EROFS: 'The file system of DATA_DIR is read-only. Set DATA_DIR to another directory.',
  ECONNREFUSED:
    'The server of DATABASE_URL or STORAGE_URL does not answer. Check that it runs and that the address is right.',
  ENOTFOUND:
    'The host name in DATABASE_URL, STORAGE_URL or HOST cannot be resolved. Check its spelling and your DNS.',
  ENOSPC: 'The disk is full. Free some space, then try again.',
  StorageFull: 'The storage of the media is full. Free some space, then try again.',
  '53100': 'The disk of the database is full. Free some space, then try again.',
  '28P01': 'The server of DATABASE_URL refuses this user or password. Correct them in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist. Create it, or correct the name.',
  '25006':
    'The server of DATABASE_URL is read-only. Set DATABASE_URL to the primary, or list all hosts in it, separated by commas.',
  '28000':
    'The server of DATABASE_URL does not let this user connect from this machine to this database. ' +
    'Add a line to its pg_hba.conf.',
  '42501': CREATE,
  // PostgreSQL reports a schema that this user may not use as missing.
  '3F000': CREATE,
  NoSuchBucket: 'The bucket that STORAGE_URL names does not exist. Create it, or correct the name.',
  AccessDenied:
    'The store of STORAGE_URL denies access. Allow its keys to list, read, write and delete objects, ' +
    'and to list and abort multipart uploads.',
  InvalidAccessKeyId: 'The store of STORAGE_URL does not know this AWS_ACCESS_KEY_ID. Correct it.',
  SignatureDoesNotMatch: 'The store of STORAGE_URL refuses this AWS_SECRET_ACCESS_KEY. Correct it.',
  CredentialsProviderError: 'STORAGE_URL needs keys. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
};

/** Codes of OpenSSL and Node for an invalid or untrusted certificate. */
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH$)/;

export function exitWithError(error: unknown): never {
  console.error(findSentence(error) ?? error);
  process.exit(1);
}

/** Undefined: an operator cannot correct this error. */
export function findSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    [ConfigError, DataDirectoryInUse, OperatorError, PooledConnection, Standby].some(
      (kind) => error instanceof kind,
    )
  ) {
    return error.message;
  }
  if (error instanceof StorageUnavailable) return describeStorageError(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = findTlsSentence(code, error.message) ?? sentences[code] ?? sentences[error.name];
  return (
    known ??
    (isUnavailable(error)
      ? 'The connection to the database was lost. Try again when the database runs.'
      : undefined)
  );
}

function describeStorageError({ place, reason, cause }: StorageUnavailable): string {
  const because = cause instanceof Error && cause.message !== reason ? ` (${cause.message})` : '';
  const what = `Belfry cannot use the storage of media: ${reason}${because} at ${place}.`;
  const { code = '', message = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  const known = findTlsSentence(code, message) ?? sentences[reason] ?? sentences[code];
  return known === undefined ? what : `${what} ${known}`;
}

function findTlsSentence(code: string, message: string): string | undefined {
  if (CERTIFICATE.test(code)) {
    return (
      `The certificate of the server that DATABASE_URL or STORAGE_URL names cannot be verified (${code}). ` +
      'Set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority. See docs/tls.md.'
    );
  }
  if (code === '28000' && message.endsWith('no encryption')) {
    return 'The server of DATABASE_URL demands TLS. Add sslmode=verify-full to DATABASE_URL. See docs/tls.md.';
  }
  if (message === 'The server does not support SSL connections') {
    return 'The server of DATABASE_URL does not support TLS. Set up TLS there, or leave out sslmode.';
  }
  return undefined;
}
