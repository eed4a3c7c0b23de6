/** The log's line that a service has started: which one, and on what. It holds no user, password or parameter. */
import type { Config } from './config.ts';
import type { Release } from './version.ts';

type NoticeParams = Pick<Config, 'role' | 'dataDir' | 'databaseUrl' | 'storageUrl' | 'host' | 'port'>;

export function describeStart(config: NoticeParams, { version, commit }: Release) {
  const { role, host, port } = config;
  return {
    version,
    commit: commit ?? null,
    role,
    database: nameDatabase(config),
    storage: nameStorage(config),
    host,
    port,
  };
}

function nameDatabase({ databaseUrl, dataDir }: NoticeParams): string {
  if (databaseUrl === undefined) return `${dataDir}/postgres`;
  const [, hosts, name] = /^[^:]*:\/\/(?:.*@)?([^/?#]*)\/?([^?#]*)/.exec(databaseUrl) ?? [];
  return `${hosts || 'localhost'}/${name ?? ''}`;
}

function nameStorage({ storageUrl, dataDir }: NoticeParams): string {
  if (storageUrl === undefined) return `${dataDir}/media`;
  const { bucket, prefix, endpoint } = storageUrl;
  return `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}
