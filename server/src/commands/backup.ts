/** `belfry backup`: writes the whole installation into one file. The service may run meanwhile. */
import { resolve } from 'node:path';
import { type Manifest, takeBackup } from '../backup/index.ts';
import { findSecret } from '../base/vault.ts';
import { loadConfig } from '../config/index.ts';
import { openFiles } from '../files/index.ts';
import { count, readMoment } from '../text/format.ts';
import { reachDatabase } from './reach-database.ts';

export interface BackupOptions {
  json?: boolean | undefined;
  /** Undefined: included if the data directory holds them. */
  media?: boolean | undefined;
  /** Undefined: included if the data directory holds it. A secret from the environment is never written. */
  secret?: boolean | undefined;
}

export async function runBackup(path: string, { json, media, secret }: BackupOptions): Promise<number> {
  const config = loadConfig();
  await using reached = await reachDatabase(config);
  const isWithMedia = media ?? config.storageUrl === undefined;
  const isWithSecret = (secret ?? true) && config.secret === undefined;
  const manifest = await takeBackup({
    db: reached.db,
    files: isWithMedia ? await openFiles(config) : undefined,
    secret: isWithSecret ? await findSecret(config.dataDir) : undefined,
    path: resolve(path),
  });
  console.log(json ? JSON.stringify(manifest) : describe(path, manifest));
  return 0;
}

function describe(path: string, { taken_at, tables, media, has_secret }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${path} holds the state of Belfry at ${readMoment(taken_at)}.`,
    `It has ${count(rows, 'row')} of ${count(tables.length, 'table')}, ${describeMedia(media)}.`,
    has_secret
      ? 'It has the secret, so anybody with this file can post to every connected account. Protect it as you protect DATA_DIR.'
      : 'It does not have the secret. You can restore it only with the same BELFRY_SECRET, so keep a copy of that elsewhere.',
  ].join('\n');
}

function describeMedia(media: Manifest['media']): string {
  if (media === null) return 'but not the media: back up their storage too, after this backup';
  const size = `${count(media.files, 'file')} of media (${(media.bytes / 1e6).toFixed(1)} MB)`;
  return media.missing === 0
    ? `and ${size}`
    : `and ${size}; the storage lacked ${count(media.missing, 'file')}`;
}
