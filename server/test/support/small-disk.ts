/** A file system of a few megabytes, which a test can fill. */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const block = Buffer.alloc(4096);
const many = Buffer.alloc(256 * block.length);

export interface SmallDisk {
  path: string;
  /** Fills the disk except for this number of blocks of 4 KB. */
  fill(room?: number): Promise<void>;
  /** Uses up all inodes, so that no file can be created. */
  fillNames(): Promise<void>;
  /** Removes the filler. */
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns undefined when this user may not mount one. `names` is the maximum number of files. */
export async function mountSmallDisk({
  megabytes = 8,
  names: maxNames = 500,
} = {}): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const options = `size=${megabytes}m,nr_inodes=${maxNames}`;
  try {
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, 'filler');
  const reserve = join(path, 'reserve');
  const names: string[] = [];
  return {
    path,
    async fill(room = 0) {
      await writeFile(reserve, Buffer.alloc(room * block.length));
      for (const bytes of [many, block]) await untilFull(() => appendFile(filler, bytes));
      await rm(reserve);
    },
    async fillNames() {
      await untilFull(async () => {
        const name = join(path, `name-${names.length}`);
        await writeFile(name, '');
        names.push(name);
      });
    },
    async free() {
      for (const name of [filler, reserve, ...names.splice(0)]) await rm(name, { force: true });
    },
    async remove() {
      await run('umount', [path]);
      await rm(path, { recursive: true });
    },
  };
}

async function untilFull(add: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await add();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
}
