/** Which sources a build of the web app was made of. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the app and of everything that it may import. */
const folders = ['web', 'contract', 'messages', 'sdk', 'networks'];
const SOURCE = /\.(tsx?|css|svg|html|json|woff2|png|webmanifest)$/;
const LEFT_OUT = /(^|\/)(node_modules|dist|journeys|walk)(\/|$)|\.test\.tsx?$/;

/** A hash of the sources and of the versions of their packages. Undefined: this installation has a build only. */
export async function stampOf(root: string): Promise<string | undefined> {
  const lists = await Promise.all(folders.map((folder) => listSources(root, folder)));
  if (lists[0]?.length === 0) return undefined;
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', ...lists.flat()]) {
    hash
      .update(name)
      .update('\0')
      .update(await readFile(join(root, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function listSources(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true }).catch(() => []);
  return entries
    .filter((name) => SOURCE.test(name) && !LEFT_OUT.test(name))
    .map((name) => join(folder, name))
    .sort();
}
