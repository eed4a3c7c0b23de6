/** Writes the generated files. `npm run check` fails when one is stale. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generated } from './generated/files.ts';

process.chdir(join(import.meta.dirname, '..'));
for (const [path, make] of generated) await writeFile(path, await make());
