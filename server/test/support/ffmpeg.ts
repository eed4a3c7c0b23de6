/** Before the first test: the encoder whose videos the tests read, on machines that lack it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Installs Debian's ffmpeg where it is missing and may be: in containers that test as root. */
export async function setup(): Promise<void> {
  if (await hasFfmpeg()) return;
  try {
    if (process.getuid?.() !== 0) throw new Error('not root');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg']);
  } catch (cause) {
    throw new Error('These tests need ffmpeg; install it with: apt-get install ffmpeg', { cause });
  }
}

const hasFfmpeg = () =>
  run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );
