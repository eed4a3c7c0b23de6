/**
 * Installs the development tools in a separate folder, and moves them to `node_modules`, where editors look for them.
 */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { findUser } from './in-use.mjs';
import { install, remove, workspaces } from './install.mjs';
import { isComplete, root } from './packages.mjs';

const modules = join(root, 'node_modules');

/** Returns the reason why they are missing; undefined when they are installed. */
export function provideTools() {
  if (isComplete({ dev: true })) return undefined;
  const user = findUser(modules);
  if (user !== undefined) {
    return `Process ${user} uses ${modules}, which lacks the development tools. Stop this process first, then run this again.`;
  }
  const made = install('dev');
  if (made === undefined)
    return 'Run this again when npm can reach its registry. Running processes are not affected.';
  return moveIn(made) ? undefined : `Belfry could not replace ${modules}. Run npm ci.`;
}

/**
 * The root's `node_modules` has the list of installed packages. It is removed first and moved last, so that an
 * interrupted move is recognized as incomplete, and repeated from the same folder.
 */
function moveIn(made) {
  if (!remove(modules)) return false;
  for (const place of [...workspaces(), '.']) {
    const from = join(made, place, 'node_modules');
    // An interrupted run has already moved it.
    if (!existsSync(from)) continue;
    remove(join(root, place, 'node_modules'));
    renameSync(from, join(root, place, 'node_modules'));
  }
  remove(made);
  return true;
}
