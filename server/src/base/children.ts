/** What child processes and threads take over from this process. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import process from 'node:process';

/** Options for the child's Node: it loads the same packages (`scripts/pin.mjs`). */
export function pinnedPackages(): string[] {
  return process.execArgv.filter((option) => option.startsWith('--import='));
}

/** The environment variable with which the child's Node reuses compiled code, as this process does. */
export function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  // Each version of Node has a folder of its own in the one that the variable names.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
