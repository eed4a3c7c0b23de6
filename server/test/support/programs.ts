/** Before the first test: the programs of others that the tests need, on machines that lack them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Of the oldest PostgreSQL that Belfry serves. */
export const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';
/** Debian's packages, each with a program of it and how that tells that it is there. */
const programs = {
  ffmpeg: ['ffmpeg', '-version'],
  openssl: ['openssl', 'version'],
  pgbouncer: ['pgbouncer', '--version'],
  prometheus: ['promtool', '--version'],
  'postgresql-15': [`${OLDEST_POSTGRES}/postgres`, '--version'],
  unzip: ['unzip', '-v'],
} as const;
/** Servers lie where a plain user does not look. */
export const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Installs what is missing where it may: in containers that test as root. */
export async function setup(): Promise<void> {
  const missing: string[] = [];
  for (const [name, [program, option]] of Object.entries(programs)) {
    if (!(await has(program, option))) missing.push(name);
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
