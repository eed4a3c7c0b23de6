import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Fonts are compressed already. */
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;

/** Writes each text a second and a third time, compressed, so that the service compresses nothing. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => TEXT.test(name));
      for (const path of names.map((name) => join(dir, name))) {
        const text = await readFile(path);
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        await writeFile(`${path}.br`, await brotli(text, { params }));
        await writeFile(`${path}.gz`, await gzipped(text, { level: 9 }));
      }
    },
  };
}
