#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=40
/**
 * `belfry` and `npm start`: finds the packages and runs a command with them. `serve` installs missing packages first.
 */
import module from 'node:module';
import { basename, join } from 'node:path';
import { handOver } from './hand-over.mjs';
import { noteUse } from './in-use.mjs';
import { install, removeOld } from './install.mjs';
import { findForService, findNode, isComplete, isNode24, root } from './packages.mjs';
import { endWithParent, LAUNCHER } from './parent-watch.mjs';
import { provideTools } from './tools.mjs';

const [command, ...rest] = process.argv.slice(2);

const packages = command === 'serve' && rest.length === 0 ? provideForService() : findForCommand();
endWithParent();
// The first start runs with the machine's Node. Later starts find the project's Node in .packages/bin.
if (isNode24()) await run();
else if (findNode(packages) !== undefined) {
  process.env[LAUNCHER] = String(process.pid);
  handOver(packages, 'node', [...process.execArgv, ...process.argv.slice(1)]);
} else fail(`Belfry includes no Node for ${process.platform} on ${process.arch}. Install Node 24 or newer.`);

async function run() {
  await load(packages);
  // Reuses the code that the last start compiled.
  module.enableCompileCache?.(join(packages, 'node_modules/.cache'));
  await import(new URL('../server/src/commands/belfry.ts', import.meta.url));
}

function provideForService() {
  const found = findForService();
  if (found !== undefined) return found;
  const made = install('run');
  if (made !== undefined) {
    removeOld();
    return made;
  }
  if (!isComplete({ dev: false }))
    fail('Run this again when npm can reach its registry. Running processes are not affected.');
  console.error('Belfry uses the packages of node_modules instead, which include the development tools.');
  return root;
}

function findForCommand() {
  const why = command === 'prove' ? provideTools() : undefined;
  if (why !== undefined) fail(why);
  const found = findForService();
  if (found !== undefined) return found;
  if (isComplete({ dev: false })) return root;
  return fail(
    'The packages of this version of Belfry are not installed. Run npm start, which installs them.',
  );
}

/** Loads the packages of `folder` in this process, and in child processes with the same Node and options. */
async function load(folder) {
  noteUse(folder === root ? join(root, 'node_modules') : folder);
  process.execPath = findNode(folder) ?? process.execPath;
  if (folder === root) return;
  const pin = new URL(`pin.mjs?${basename(folder)}`, import.meta.url).href;
  process.execArgv.push(`--import=${pin}`);
  await import(pin);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
