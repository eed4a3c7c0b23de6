import { readFile } from 'node:fs/promises';
import { generated } from '../generated/files.ts';

/** Names generated files that differ from the output of their generators. */
export async function findStale(): Promise<string> {
  const stale: string[] = [];
  for (const [path, make] of generated) {
    const kept = await readFile(path, 'utf8').catch(() => '');
    if (kept !== (await make())) stale.push(path);
  }
  return stale.map((path) => `${path} is stale. Run \`node scripts/generate.ts\`.`).join('\n');
}
