#!/usr/bin/env -S node --max-semi-space-size=8
/** `belfry`, and `npm start`: installs what running needs on a fresh clone, then runs a command under the project's Node. */
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { handOver } from './hand-over.mjs';
import { ensureInstalled, isNode24 } from './install.mjs';
import { endWithParent, LAUNCHER } from './parent-watch.mjs';

ensureInstalled({ dev: false });
endWithParent();
// The first start runs under the machine's Node; the later ones find the project's in node_modules/.bin.
if (isNode24()) {
  // What the last start compiled need not be compiled again.
  module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache', import.meta.url)));
  await import(new URL('../server/src/commands/belfry.ts', import.meta.url));
} else {
  process.env[LAUNCHER] = String(process.pid);
  handOver('node', [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}
