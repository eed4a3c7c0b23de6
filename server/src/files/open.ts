/** Opens the media store that the configuration names. */
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { openDisk } from './disk.ts';
import type { Files, Store } from './files.ts';
import { limitStore } from './limits.ts';

export async function openFiles(config: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Files> {
  return limitStore(await openStore(config));
}

async function openStore({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Store> {
  if (storageUrl === undefined) return openDisk(join(dataDir, 'media'));
  const { openS3 } = await import('./s3.ts');
  return openS3(storageUrl);
}
