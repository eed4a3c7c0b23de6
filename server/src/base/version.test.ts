import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameRelease, readRelease } from './version.ts';

const COMMIT = 'bca541a6d8f2c1e7a90b3f4d5e6a7b8c9d0e1f20';

/** A directory with only the files that name the version and the commit. */
function makeTree(commitFile?: string): { root: string; git(...args: string[]): string } {
  const parent = mkdtempSync(join(tmpdir(), 'belfry-version-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const root = join(parent, 'belfry');
  mkdirSync(join(root, 'server'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"version": "1.2.3"}');
  if (commitFile !== undefined) writeFileSync(join(root, 'server/commit.txt'), commitFile);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  return { root, git };
}

function commitAll(git: (...args: string[]) => string): string {
  git('add', '.');
  git('commit', '-qm', 'a');
  return git('rev-parse', 'HEAD').trim();
}

describe('the commit of this Belfry', () => {
  test('is unknown without git and commit.txt, but the version is known', async () => {
    const { root } = makeTree('$Format:%H$\n');
    expect(await readRelease(root)).toEqual({ version: '1.2.3', commit: undefined });
    expect(await readRelease(makeTree().root)).toEqual({ version: '1.2.3', commit: undefined });
  });

  test('is that of the clone', async () => {
    const { root, git } = makeTree('$Format:%H$\n');
    git('init', '-q');
    const commit = commitAll(git);
    expect(await readRelease(root)).toEqual({ version: '1.2.3', commit });
  });

  test('is the one in commit.txt', async () => {
    const { root } = makeTree(`${COMMIT}\n`);
    expect(await readRelease(root)).toEqual({ version: '1.2.3', commit: COMMIT });
  });

  test('is in an archive that git makes of this repository', async () => {
    const { root, git } = makeTree('$Format:%H$\n');
    const attributes = new URL('../../../.gitattributes', import.meta.url);
    execFileSync('cp', [attributes.pathname, root]);
    git('init', '-q');
    const commit = commitAll(git);
    const { root: unpacked } = makeTree();
    git('archive', '--output', join(unpacked, '..', 'a.tar'), 'HEAD');
    execFileSync('tar', ['-xf', join(unpacked, '..', 'a.tar'), '-C', unpacked]);
    expect(await readRelease(unpacked)).toEqual({ version: '1.2.3', commit });
  });

  test('is not the one of a surrounding repository or of a damaged clone', async () => {
    const { root, git } = makeTree();
    git('init', '-q', '..');
    commitAll(git);
    expect((await readRelease(root)).commit).toBeUndefined();
    mkdirSync(join(root, '.git'));
    expect((await readRelease(root)).commit).toBeUndefined();
  });
});

test('a release is named by its version and the beginning of its commit', () => {
  expect(nameRelease({ version: '1.2.3', commit: COMMIT })).toBe('1.2.3 (bca541a6d8f2)');
  expect(nameRelease({ version: '1.2.3', commit: undefined })).toBe('1.2.3');
});
