/** Data directories with an empty cluster. To copy one costs a tenth of creating it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';

/** Makes `dataDir`, which must not exist. */
export async function copyEmptyCluster(dataDir: string): Promise<void> {
  // Keeps owners, because the server's account may not be this user.
  await promisify(execFile)('cp', ['-a', await provideEmpty(), dataDir]);
}

/** The one of this run, which its first caller makes. */
async function provideEmpty(): Promise<string> {
  const shared = inject('clusters');
  const empty = join(shared, 'empty');
  if ((await stat(empty).catch(() => undefined)) !== undefined) return empty;
  const draft = await mkdtemp(join(shared, 'draft-'));
  await (await startEmbedded({ dataDir: draft })).stop();
  // Another worker may have been faster.
  await rename(draft, empty).catch(() => rm(draft, { recursive: true }));
  return empty;
}
