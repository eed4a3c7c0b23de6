/** Rewrites the files that are made from others; `npm run check` compares them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generated } from './generated/files.ts';

process.chdir(join(import.meta.dirname, '..'));
for (const [path, make] of generated) await writeFile(path, await make());
