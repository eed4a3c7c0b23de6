/** `belfry backup`: everything that an installation is, in one file, while the service runs or while it does not. */
import { resolve } from 'node:path';
import { allRules } from '@belfry/networks/rules.ts';
import { takeBackup } from '../backup/backup.ts';
import type { Manifest } from '../backup/manifest.ts';
import { loadConfig } from '../config.ts';
import { openFiles } from '../files/open.ts';
import { count, readMoment } from '../format.ts';
import { findSecret } from '../vault.ts';
import { reachDatabase } from './reach-database.ts';

export interface BackupOptions {
  json: boolean;
  /** Undefined: when they lie in the data directory. */
  media?: boolean;
  /** Undefined: when it lies in the data directory. One from the environment is never written. */
  secret?: boolean;
}

export async function runBackup(path: string, { json, media, secret }: BackupOptions): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
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
    `${path} holds Belfry as it was at ${readMoment(taken_at)}.`,
    `${count(rows, 'row')} of ${count(tables.length, 'table')}; ${describeMedia(media)}.`,
    has_secret
      ? 'With the secret: whoever has this file has every account that Belfry posts to. Keep it as you keep DATA_DIR.'
      : 'Without the secret: it is of use only together with BELFRY_SECRET, so keep that elsewhere.',
  ].join('\n');
}

function describeMedia(media: Manifest['media']): string {
  if (media === null) return 'without the media: save their storage too, after this';
  const size = `${count(media.files, 'file')} of media (${(media.bytes / 1e6).toFixed(1)} MB)`;
  return media.missing === 0 ? size : `${size}, and ${count(media.missing, 'file')} were missing`;
}
