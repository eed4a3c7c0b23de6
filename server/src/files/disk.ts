/** Media in a directory of this machine: `<root>/ab/cd/abcd….png`. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  isKey,
  isStorageFull,
  NoSuchFile,
  reasonOf,
  StorageFull,
  StorageUnavailable,
  type Store,
  type StoredFile,
} from './files.ts';

/** `root` is made by the first file. Processes may share it. */
export function openDisk(root: string): Store {
  const sayAway = (error: unknown): never => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw AWAY.has(code) ? new StorageUnavailable(root, code, { cause: error }) : error;
  };
  return {
    place: root,
    adopt: (key, path) => adopt(root, key, path).catch(sayAway),
    find: async (key) => find(pathOf(root, key), key).catch(sayAway),
    read: async (key, range) => read(pathOf(root, key), key, range).catch(sayAway),
    remove: async (key) => removeIfThere(pathOf(root, key)).catch(sayAway),
    list: (prefix) => list(root, prefix),
    clearHalfDone: (before) => clearDrafts(root, before),
    check: () => check(root).catch(sayAway),
  };
}

/** What a disk says that is broken, not mounted or somebody else's. */
const AWAY = new Set(['EACCES', 'EIO', 'ENOTCONN', 'ENOTDIR', 'EPERM', 'EROFS', 'ESTALE', 'ETIMEDOUT']);

/**
 * Two levels of folders, named by how the last part of the key begins, keep each folder small. A key is one file
 * name, with `~` for its slashes: so `a` and `a/b` can both be files.
 */
function pathOf(root: string, key: string): string {
  checkKey(key);
  const last = key.slice(key.lastIndexOf('/') + 1).padEnd(4, '_');
  return join(root, last.slice(0, 2), last.slice(2, 4), key.replaceAll('/', '~'));
}

/** Only whole and durable files get a name that {@link list} and {@link read} look at: rename() is all or nothing. */
async function adopt(root: string, key: string, path: string): Promise<void> {
  const target = pathOf(root, key);
  try {
    await sync(path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await move(root, path, target);
    await syncUpTo(dirname(root), dirname(target));
  } catch (error) {
    throw isStorageFull(error) ? new StorageFull(`There is no room for ${key}.`, { cause: error }) : error;
  }
}

async function move(root: string, path: string, target: string): Promise<void> {
  try {
    await rename(path, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    await moveAcross(root, path, target);
    await unlink(path);
  }
}

/** From another file system only a copy can come; it gets its name when it is whole. */
async function moveAcross(root: string, path: string, target: string): Promise<void> {
  const drafts = draftsIn(root);
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  const draft = join(drafts, randomBytes(12).toString('hex'));
  try {
    await copyFile(path, draft, constants.COPYFILE_EXCL);
    await sync(draft);
    await rename(draft, target);
  } catch (error) {
    await removeIfThere(draft);
    throw error;
  }
}

function draftsIn(root: string): string {
  return join(root, '.drafts');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name is durable when its directory is, and new directories are names too. Syncing a clean one costs little. */
async function syncUpTo(top: string, directory: string): Promise<void> {
  await sync(directory);
  if (directory !== top && directory !== dirname(directory)) await syncUpTo(top, dirname(directory));
}

async function find(path: string, key: string): Promise<StoredFile | undefined> {
  const found = await statIfThere(path);
  return found && { key, size: found.size, modifiedAt: found.mtime };
}

async function read(path: string, key: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new NoSuchFile(key) : error;
  });
  try {
    const { size } = await handle.stat();
    if (range !== undefined && range.start >= size) {
      throw new RangeError(`${key} has no byte ${range.start}.`);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle.createReadStream(range);
}

async function* list(root: string, prefix: string): AsyncIterable<StoredFile> {
  checkPrefix(prefix);
  for await (const outer of entriesOf(root)) {
    for await (const inner of entriesOf(join(root, outer))) {
      for await (const name of entriesOf(join(root, outer, inner))) {
        const key = name.replaceAll('~', '/');
        if (!key.startsWith(prefix) || !isKey(key)) continue;
        const file = await find(join(root, outer, inner, name), key);
        if (file !== undefined) yield file;
      }
    }
  }
}

/** What a process that was killed left; another process may be writing the young ones. */
async function clearDrafts(root: string, before: Date): Promise<number> {
  let count = 0;
  for await (const name of entriesOf(draftsIn(root))) {
    const path = join(draftsIn(root), name);
    const found = await statIfThere(path);
    if (found === undefined || found.mtime >= before) continue;
    await removeIfThere(path);
    count += 1;
  }
  return count;
}

/** Nothing for what is no directory. Names that begin with a dot are not ours, or not finished. */
async function* entriesOf(path: string): AsyncIterable<string> {
  const directory = await opendir(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  });
  for await (const { name } of directory) if (!name.startsWith('.')) yield name;
}

async function statIfThere(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Not synced: a file that a power failure brings back is one that nothing names. */
async function removeIfThere(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function check(root: string): Promise<void> {
  const isMade = (await statIfThere(root)) !== undefined;
  await access(isMade ? root : dirname(root), constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error) => {
      throw new StorageUnavailable(root, reasonOf(error), { cause: error });
    },
  );
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
