/** Makes a build in a child process of the lowest priority, so that publishing is never late because of it. */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pinnedPackages } from '../base/children.ts';

/** Of the child's last words, for the log. */
const MAX_OUTPUT = 4000;

/** Throws with the child's output if it fails. */
export async function build(root: string, outDir: string, signal: AbortSignal): Promise<void> {
  const packages = packagesOf(root, process.execArgv);
  const args = [join(root, 'web/build/main.ts'), outDir, ...(packages === undefined ? [] : [packages])];
  const child = spawn(process.execPath, [...pinnedPackages(), ...args], {
    cwd: root,
    // Our environment has secrets, and the build needs nothing of it.
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(output.trim() || `The build ended with code ${code}.`);
}

/** The folder of packages to which this process is pinned. Its name stands behind `pin.mjs?`. */
function packagesOf(root: string, args: readonly string[]): string | undefined {
  const folder = args.map((arg) => /\/pin\.mjs\?(.+)$/.exec(arg)?.[1]).find((name) => name !== undefined);
  return folder === undefined ? undefined : join(root, '.packages', folder);
}
