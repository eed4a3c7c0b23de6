/** Builds the service worker, which names the parts of a build of the app. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { fromInstall } from './packages.ts';

/** Bytes. What is larger is kept when it is used, such as the names of emoji. */
const SMALL = 130_000;
const COMPRESSED = /\.(br|gz)$/;
/** Loaded only where the browser lacks it. */
const POLYFILL = /^temporal-polyfill/;

/** `outDir`: the build of the app. The worker is added to it. */
export async function configureWorker(outDir: string, packages?: string): Promise<InlineConfig> {
  return {
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(await describeBuild(outDir)) },
    plugins: [fromInstall(packages), compressed()],
    build: {
      target: 'es2024',
      outDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../src/offline/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  };
}

async function describeBuild(outDir: string) {
  const html = await readFile(join(outDir, 'index.html'), 'utf8');
  const names = (await readdir(join(outDir, 'assets'))).filter((name) => !COMPRESSED.test(name)).sort();
  const page = names.map((name) => `/assets/${name}`).filter((path) => html.includes(path));
  const ahead: string[] = [];
  for (const name of names) {
    const { size } = await stat(join(outDir, 'assets', name));
    const path = `/assets/${name}`;
    if (page.includes(path) || (size <= SMALL && !POLYFILL.test(name))) ahead.push(path);
  }
  const polyfill = names.filter((name) => POLYFILL.test(name)).map((name) => `/assets/${name}`);
  const hash = createHash('sha256').update(html).update(names.join());
  return { name: hash.digest('hex').slice(0, 16), page, ahead, polyfill };
}
