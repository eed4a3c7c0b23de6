/** Builds the service worker, which names the parts of a build of the app. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { fromInstall } from './packages.ts';

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
  const { polyfill = [], ahead = [] } = Object.groupBy(names, (name) =>
    POLYFILL.test(name) ? 'polyfill' : 'ahead',
  );
  const pathOf = (name: string) => `/assets/${name}`;
  const hash = createHash('sha256').update(html).update(names.join());
  return {
    name: hash.digest('hex').slice(0, 16),
    page: names.map(pathOf).filter((path) => html.includes(path)),
    ahead: ahead.map(pathOf),
    polyfill: polyfill.map(pathOf),
  };
}
