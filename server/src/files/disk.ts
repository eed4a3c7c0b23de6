/** Stores media in a directory of this machine: `<root>/ab/cd/abcd….png`. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, mkdir, open, opendir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { sync } from '../base/durable.ts';
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

/** The first stored file creates `root`. Processes may share it. */
export function openDisk(root: string): Store {
  const throwUnavailable = (error: unknown): never => {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw UNAVAILABLE_CODES.has(code) ? new StorageUnavailable(root, code, { cause: error }) : error;
  };
  return {
    place: root,
    adopt: (key, path) => adopt(root, key, path).catch(throwUnavailable),
    find: async (key) => find(pathOf(root, key), key).catch(throwUnavailable),
    read: async (key, range) => read(pathOf(root, key), key, range).catch(throwUnavailable),
    remove: async (key) => removeIfThere(pathOf(root, key)).catch(throwUnavailable),
    list: (prefix) => list(root, prefix),
    clearHalfDone: (before) => clearDrafts(root, before),
    check: () => check(root).catch(throwUnavailable),
  };
}

/** Error codes of a disk that is broken, is not mounted or belongs to another user. */
const UNAVAILABLE_CODES = new Set([
  'EACCES',
  'EIO',
  'ENOTCONN',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
]);

/**
 * Two levels of folders keep each folder small. Their names are the first characters of the key's last part. The file
 * name is the key with `~` in place of slashes, so that `a` and `a/b` can both be files.
 */
function pathOf(root: string, key: string): string {
  checkKey(key);
  const last = key.slice(key.lastIndexOf('/') + 1).padEnd(4, '_');
  return join(root, last.slice(0, 2), last.slice(2, 4), key.replaceAll('/', '~'));
}

/** rename() is atomic, so {@link list} and {@link read} find only complete and durable files. */
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

/** rename() cannot move a file between file systems. So copy the file, and rename the copy when it is complete. */
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

/** A name is durable after its directory was synced. This includes the names of new directories. A sync without changes is cheap. */
async function syncUpTo(top: string, directory: string): Promise<void> {
  await sync(directory);
  if (directory !== top && directory !== dirname(directory)) await syncUpTo(top, dirname(directory));
}

async function find(path: string, key: string): Promise<StoredFile | undefined> {
  const stats = await statIfThere(path);
  return stats && { key, size: stats.size, modifiedAt: stats.mtime };
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

/** Removes copies that killed processes left. Another process may still be writing the newer ones. */
async function clearDrafts(root: string, before: Date): Promise<number> {
  let count = 0;
  for await (const name of entriesOf(draftsIn(root))) {
    const path = join(draftsIn(root), name);
    const stats = await statIfThere(path);
    if (stats === undefined || stats.mtime >= before) continue;
    await removeIfThere(path);
    count += 1;
  }
  return count;
}

/** Empty if `path` is not a directory. Skips names that begin with a dot: they are not ours, or not finished. */
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

/** Without a sync: if a power failure restores the file, no row names it. */
async function removeIfThere(path: string): Promise<void> {
  await rm(path, { force: true });
}

async function check(root: string): Promise<void> {
  const exists = (await statIfThere(root)) !== undefined;
  await access(exists ? root : dirname(root), constants.R_OK | constants.W_OK | constants.X_OK).catch(
    (error) => {
      throw new StorageUnavailable(root, reasonOf(error), { cause: error });
    },
  );
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
