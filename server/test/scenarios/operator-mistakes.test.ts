import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { type OldestPostgres, startOldestPostgres } from '../support/oldest-postgres.ts';
import { start, untilEnded } from '../support/started.ts';

const directory = await mkdtemp(join(tmpdir(), 'belfry-mistakes-'));
await chmod(directory, 0o755);
afterAll(() => rm(directory, { recursive: true }));
const asRoot = process.getuid?.() === 0;
/** A user id without a user on this machine. */
const STRANGER = 54_321;

/** The sentence that a failed start prints: one line, without a stack. */
async function complaint(
  env: Record<string, string>,
  options?: Parameters<typeof start>[1],
): Promise<string> {
  const child = start({ DATA_DIR: join(directory, 'data'), ...env }, options);
  onTestFinished(() => void child.kill('SIGKILL'));
  const { code, stderr } = await untilEnded(child);
  expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 1, lines: 2 });
  return stderr.trim();
}

describe('a start ends with one sentence', () => {
  describe('about DATABASE_URL', () => {
    let postgres: OldestPostgres;
    let name: string;
    beforeAll(async () => {
      postgres = await startOldestPostgres();
      name = await postgres.makeDatabase();
    });
    afterAll(() => postgres[Symbol.asyncDispose]());
    const url = (user: string, host: string, query = '') =>
      `postgres://${user}@${host}:${postgres.port}/${name}${query}`;

    test('if its user may not create tables', async () => {
      await postgres.db.rows('create role reader login');
      const env = {
        DATABASE_URL: url('reader', 'localhost', `?sslmode=verify-full&sslrootcert=${postgres.authority}`),
      };
      expect(await complaint(env)).toMatch(
        /^The user of DATABASE_URL may not create tables in its database\. Run this there/,
      );
    });

    test('if its server demands TLS', async () => {
      expect(await complaint({ DATABASE_URL: url('guarded', '127.0.0.1') })).toBe(
        'The server of DATABASE_URL demands TLS. Add sslmode=verify-full to DATABASE_URL. See docs/tls.md.',
      );
    });

    test.each(['verify-full', 'require'])(
      'if its certificate cannot be verified, with sslmode=%s',
      async (mode) => {
        expect(await complaint({ DATABASE_URL: url('guarded', 'localhost', `?sslmode=${mode}`) })).toMatch(
          /^The certificate of the server that DATABASE_URL or STORAGE_URL names cannot be verified \([A-Z_]+\)\. Set NODE_EXTRA_CA_CERTS/,
        );
      },
    );

    test('if its certificate is for another name', async () => {
      const query = `?sslmode=verify-full&sslrootcert=${postgres.authority}`;
      expect(await complaint({ DATABASE_URL: url('guarded', '127.0.0.1', query) })).toContain(
        '(ERR_TLS_CERT_ALTNAME_INVALID)',
      );
    });

    test('if none of several hosts answers', async () => {
      const [one, two] = [await findFreePort(), await findFreePort()];
      expect(
        await complaint({ DATABASE_URL: `postgres://belfry@127.0.0.1:${one},127.0.0.1:${two}/belfry` }),
      ).toMatch(/^The server of DATABASE_URL or STORAGE_URL does not answer/);
    });
  });

  describe('about DATA_DIR', () => {
    test('if it is a file', async () => {
      const DATA_DIR = join(directory, 'file');
      await writeFile(DATA_DIR, '');
      expect(await complaint({ DATA_DIR })).toBe(
        `DATA_DIR is ${DATA_DIR}, which is not a directory. Set it to a directory that this user may write to.`,
      );
      expect(await complaint({ DATA_DIR: join(DATA_DIR, 'below') })).toMatch(
        /which Belfry cannot create \(ENOTDIR\)/,
      );
    });

    test('if it is below /proc', async () => {
      expect(await complaint({ DATA_DIR: '/proc/belfry' })).toBe(
        'DATA_DIR is /proc/belfry, which Belfry cannot create (ENOENT). Set it to a directory that this user may write to.',
      );
    });

    test.runIf(asRoot)('if it belongs to another user', async () => {
      const DATA_DIR = join(directory, 'private');
      await mkdir(DATA_DIR, { mode: 0o700 });
      const message = await complaint({ DATA_DIR }, { uid: STRANGER });
      expect(message).toContain(
        `DATA_DIR is ${DATA_DIR}, which belongs to user 0, but Belfry runs as user ${STRANGER}`,
      );
    });
  });

  describe.runIf(asRoot)('about the user', () => {
    test('without a name, as in a container', async () => {
      const DATA_DIR = await mkdtemp(join(directory, 'nameless-'));
      await chmod(DATA_DIR, 0o777);
      const message = await complaint({ DATA_DIR }, { uid: STRANGER });
      expect(message).toContain(
        `PostgreSQL cannot create a database as user ${STRANGER}, who has no name on this machine`,
      );
    });

    test('who is root without the rights of root, as in a container', async () => {
      const by = ['setpriv', '--bounding-set=-setuid,-setgid,-chown', '--inh-caps=-all'];
      const message = await complaint({ DATA_DIR: await mkdtemp(join(directory, 'bound-')) }, { by });
      expect(message).toMatch(
        /^PostgreSQL refuses to run as root, and this root may not start it as another user \(EPERM\)/,
      );
    });
  });
});
