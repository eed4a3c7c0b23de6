import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDisk } from './disk.ts';
import { StorageFull, type Store } from './files.ts';

const run = promisify(execFile);
let directory: string;
let root: string;
let files: Store;

beforeEach(async () => {
  directory = realpathSync(await mkdtemp(join(tmpdir(), 'disk-')));
  root = join(directory, 'media');
  files = openDisk(root);
});

afterEach(() => rm(directory, { recursive: true }));

async function makeFile(bytes: Uint8Array | string, at = directory): Promise<string> {
  const path = join(at, `incoming-${process.pid}`);
  await writeFile(path, bytes);
  return path;
}

async function keysOf(one: Store): Promise<string[]> {
  return (await Array.fromAsync(one.list(''))).map(({ key }) => key).sort();
}

describe('the folders', () => {
  it.each([
    ['ab12-34.png', 'ab/12/ab12-34.png'],
    ['thumbs/ab12.png', 'ab/12/thumbs~ab12.png'],
    ['abc', 'ab/c_/abc'],
    ['a/b', 'b_/__/a~b'],
    ['ab./x', 'x_/__/ab.~x'],
  ])('of %s are %s', async (key, path) => {
    await files.adopt(key, await makeFile('x'));
    expect(await readFile(join(root, path), 'utf8')).toBe('x');
  });

  it('are for this user only', async () => {
    await files.adopt('ab12', await makeFile('x'));
    const modes = await Promise.all(['', 'ab', 'ab/12'].map((one) => stat(join(root, one))));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  it('list only finished files that are ours', async () => {
    await files.adopt('ab12', await makeFile('x'));
    for (const path of ['ab/12/.ab13', '.drafts/ab/ab14', 'ab/12/AB15', 'ab/12/ab~', 'lost+found/a/b!']) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), 'half');
    }
    await writeFile(join(root, 'file'), 'half');
    expect(await keysOf(files)).toEqual(['ab12']);
  });
});

const other = '/dev/shm';
const hasOther = existsSync(other) && statSync(other).dev !== statSync(tmpdir()).dev;

describe.skipIf(!hasOther)('a file of another file system', () => {
  let otherDisk: string;
  beforeEach(async () => {
    otherDisk = await mkdtemp(join(other, 'away-'));
  });
  afterEach(() => rm(otherDisk, { recursive: true }));

  it('is moved by a copy', async () => {
    await files.adopt('ab12', await makeFile('from afar', otherDisk));
    expect(await readFile(join(root, 'ab/12/ab12'), 'utf8')).toBe('from afar');
    expect([await readdir(otherDisk), await readdir(join(root, '.drafts'))]).toEqual([[], []]);
  });

  it('leaves no draft when the rename fails', async () => {
    await mkdir(join(root, 'ab/12/ab12/full'), { recursive: true });
    const path = await makeFile('x', otherDisk);
    await expect(files.adopt('ab12', path)).rejects.toThrow();
    expect([await readdir(join(root, '.drafts')), await readFile(path, 'utf8')]).toEqual([[], 'x']);
  });
});

describe('a full disk', () => {
  it('throws StorageFull, stores no part of the file, and leaves it to the caller', async ({ skip }) => {
    const small = join(directory, 'small');
    await mkdir(small);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).catch(
      () => undefined,
    );
    if (mounted === undefined) return skip('Only root can make a small file system.');
    try {
      const full = openDisk(join(small, 'media'));
      await full.adopt('ab12', await makeFile('fits'));
      const path = await makeFile(new Uint8Array(100_000));
      await expect(full.adopt('ab13', path)).rejects.toThrow(new StorageFull('There is no room for ab13.'));
      expect([await keysOf(full), await readdir(join(small, 'media/.drafts'))]).toEqual([['ab12'], []]);
      expect((await stat(path)).size).toBe(100_000);
    } finally {
      await run('umount', [small]);
    }
  });
});
