import { readFile } from 'node:fs/promises';
import { generated } from '../generated/files.ts';

/** Generated files that differ from what their sources make today. */
export async function findStale(): Promise<string> {
  const stale: string[] = [];
  for (const [path, make] of generated) {
    const kept = await readFile(path, 'utf8').catch(() => '');
    if (kept !== (await make())) stale.push(path);
  }
  return stale.map((path) => `${path} is stale: run \`node scripts/generate.ts\`.`).join('\n');
}
