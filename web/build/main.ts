/**
 * `node web/build/main.ts FOLDER [PACKAGES]`: builds the app into a folder that is empty or does not exist, with the
 * packages of a folder of `.packages`.
 */
import { build, mergeConfig } from 'vite';
import { configure } from '../vite.config.ts';
import { configureWorker } from './worker.ts';

const [outDir, packages] = process.argv.slice(2);
if (outDir === undefined) throw new Error('The folder for the build is missing.');
// As an object, because Vite would copy the file into a folder of packages and look for packages there.
await build(
  mergeConfig(configure(packages), {
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  }),
);
await build(await configureWorker(outDir, packages));
