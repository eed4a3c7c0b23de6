/** The version of this Belfry, and the oldest version that may run beside it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The oldest release whose processes may use a database that this release has migrated. This is the previous minor
 * release while migrations only expand. Raise it with each minor release, and with a migration that breaks older ones.
 */
export const OLDEST_BESIDE = '0.1.0';

export interface Release {
  version: string;
  /** Undefined: this is not a clone, and there is no commit.txt. */
  commit: string | undefined;
}

const ROOT = join(import.meta.dirname, '../../..');
/** Seconds. */
const GIT_TIMEOUT = 5;

export async function readRelease(root = ROOT): Promise<Release> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: (await readPackagedCommit(root)) ?? (await askGit(root)) };
}

/** Such as `0.1.0 (bca541a6d8f2)`. */
export function nameRelease({ version, commit }: Release): string {
  return commit === undefined ? version : `${version} (${commit.slice(0, 12)})`;
}

/** git archive writes commit.txt. Other packagers write it with `git rev-parse HEAD`. */
async function readPackagedCommit(root: string): Promise<string | undefined> {
  const text = await readFile(join(root, 'server/commit.txt'), 'utf8').catch(() => '');
  return asCommit(text);
}

/** Also undefined when git is missing, or the clone is damaged. */
async function askGit(root: string): Promise<string | undefined> {
  const history = join(root, '.git');
  // Without this check git would search the parent directories.
  if (!existsSync(history)) return undefined;
  const args = [`--git-dir=${history}`, 'rev-parse', 'HEAD'];
  const answer = await promisify(execFile)('git', args, { timeout: GIT_TIMEOUT * 1000 }).catch(
    () => undefined,
  );
  return asCommit(answer?.stdout ?? '');
}

function asCommit(text: string): string | undefined {
  return /^[0-9a-f]{40,64}$/.exec(text.trim())?.[0];
}
