/** The tools of development: installed beside, then moved to where npm would put them and editors look for them. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { findUser } from './in-use.mjs';
import { install, remove, workspaces } from './install.mjs';
import { isComplete, root } from './packages.mjs';

const modules = join(root, 'node_modules');

/** Answers why there are none; undefined when they are there. */
export function provideTools() {
  if (isComplete({ dev: true })) return undefined;
  const user = findUser(modules);
  if (user !== undefined) {
    return `Process ${user} runs with ${modules}, which npm made and the tools of development are missing from: stop it first.`;
  }
  const made = install('dev');
  if (made === undefined) return 'Run this again when npm can reach its registry. What runs is as it was.';
  return moveIn(made) ? undefined : `${modules} could not be replaced: run npm ci.`;
}

/**
 * The record of what is there lies in the first `node_modules`: it goes first and comes last, so that what is cut short
 * is seen to be incomplete, and done again from the same folder.
 */
function moveIn(made) {
  if (!remove(modules)) return false;
  for (const place of [...workspaces(), '.']) {
    const from = join(made, place, 'node_modules');
    // Moved before this was cut short.
    if (!existsSync(from)) continue;
    remove(join(root, place, 'node_modules'));
    renameSync(from, join(root, place, 'node_modules'));
  }
  remove(made);
  return true;
}
