/** Installs missing programs that the tests need, before the first test. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The programs of the oldest supported PostgreSQL. */
export const OLDEST_POSTGRES = '/usr/lib/postgresql/15/bin';
/** Debian's packages, each with a command that succeeds if it is installed. */
const programs = {
  'chromium-headless-shell': ['chromium-headless-shell', '--version'],
  ffmpeg: ['ffmpeg', '-version'],
  openssl: ['openssl', 'version'],
  'poppler-utils': ['pdfinfo', '-v'],
  pgbouncer: ['pgbouncer', '--version'],
  prometheus: ['promtool', '--version'],
  'postgresql-15': [`${OLDEST_POSTGRES}/postgres`, '--version'],
  unzip: ['unzip', '-v'],
} as const;
/** Includes the directory of servers, which is not in a normal user's PATH. */
export const PATH = `${process.env['PATH']}:/usr/sbin`;

/** Installs missing packages if it runs as root, as in containers. */
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
