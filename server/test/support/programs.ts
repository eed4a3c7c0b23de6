/** Before the first test: the encoder whose videos the tests read, the pooler, and the tool that tests alert rules. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Each with the Debian package that has it, and how it tells that it is there. */
const programs = {
  ffmpeg: { of: 'ffmpeg', option: '-version' },
  pgbouncer: { of: 'pgbouncer', option: '--version' },
  promtool: { of: 'prometheus', option: '--version' },
  unzip: { of: 'unzip', option: '-v' },
};
/** Servers lie where a plain user does not look. */
export const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Installs what is missing where it may: in containers that test as root. */
export async function setup(): Promise<void> {
  const missing: string[] = [];
  for (const [name, { of, option }] of Object.entries(programs)) {
    if (!(await has(name, option))) missing.push(of);
  }
  if (missing.length === 0) return;
  try {
    if (process.getuid?.() !== 0) throw new Error('not root');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  } catch (cause) {
    const names = missing.join(' ');
    throw new Error(`These tests need ${names}; install with: apt-get install ${names}`, { cause });
  }
}

const has = (name: string, option: string) =>
  run(name, [option], { env: { PATH } }).then(
    () => true,
    () => false,
  );
