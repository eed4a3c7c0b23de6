/** Opens the store of media that the configuration names. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openDisk } from './disk.ts';
import type { Files } from './files.ts';

export async function openFiles({
  dataDir,
  storageUrl,
}: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<Files> {
  if (storageUrl === undefined) return openDisk(join(dataDir, 'media'));
  const { openS3 } = await import('./s3.ts');
  return openS3(storageUrl);
}
