/** The fields of the log line `started`. They hold no user, password or parameter of an address. */

import type { Release } from '../base/version.ts';
import type { Config } from '../config/index.ts';

type StartSettings = Pick<Config, 'role' | 'dataDir' | 'databaseUrl' | 'storageUrl' | 'host' | 'port'>;

export function describeStart(config: StartSettings, { version, commit }: Release) {
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

function nameDatabase({ databaseUrl, dataDir }: StartSettings): string {
  if (databaseUrl === undefined) return `${dataDir}/postgres`;
  const [, hosts, name] = /^[^:]*:\/\/(?:.*@)?([^/?#]*)\/?([^?#]*)/.exec(databaseUrl) ?? [];
  return `${hosts || 'localhost'}/${name ?? ''}`;
}

function nameStorage({ storageUrl, dataDir }: StartSettings): string {
  if (storageUrl === undefined) return `${dataDir}/media`;
  const { bucket, prefix, endpoint } = storageUrl;
  return `s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
}
