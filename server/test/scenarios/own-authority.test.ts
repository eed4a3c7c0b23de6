import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { makeCertificates } from '../support/certificates.ts';
import { belfry } from '../support/command.ts';
import { startFakeS3 } from '../support/fake-s3.ts';
import { openMailbox } from '../support/mailbox.ts';
import { startOldestPostgres } from '../support/oldest-postgres.ts';

const directory = await mkdtemp(join(tmpdir(), 'belfry-authority-'));
const certificates = await makeCertificates(directory);
const [mailbox, s3, postgres] = [await openMailbox(), await startFakeS3(), await startOldestPostgres()];
const [mail, store] = [await guard(mailbox.url), await guard(s3.endpoint)];
const { bucket } = await s3.makeBucket();
const name = await postgres.makeDatabase();

afterAll(async () => {
  for (const { close } of [mail, store, mailbox]) close();
  await s3.stop();
  await postgres[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** A TLS proxy before a server without TLS. */
async function guard(url: string): Promise<{ port: number; close(): void }> {
  const { port } = new URL(url);
  const server = createServer({ cert: certificates.cert, key: certificates.key }, (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    behind.pipe(socket).pipe(behind);
    for (const side of [behind, socket]) side.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

type Findings = Record<string, [state: string, message: string]>;

/** The doctor's findings about the three servers. */
async function examine(env: Record<string, string> = {}, cwd = directory): Promise<Findings> {
  const settings = {
    DATA_DIR: directory,
    DATABASE_URL: `postgres://guarded@localhost:${postgres.port}/${name}?sslmode=verify-full`,
    STORAGE_URL: `s3://${bucket}?endpoint=https://localhost:${store.port}`,
    AWS_ACCESS_KEY_ID: 'tests',
    AWS_SECRET_ACCESS_KEY: 'tests',
    SMTP_URL: `smtps://localhost:${mail.port}`,
    ...env,
  };
  const { stdout, stderr } = await belfry(['doctor', '--json'], settings, cwd);
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { findings: { name: string; state: string; message: string }[] };
  return Object.fromEntries(findings.map((one) => [one.name, [one.state, one.message]]));
}

describe('a server with a certificate of a private authority', () => {
  test('is refused: database, store and mail', async () => {
    const { database, storage, mail: mailing } = await examine();
    expect(database).toEqual(['bad', expect.stringContaining('cannot be verified')]);
    expect(storage).toEqual(['bad', expect.stringMatching(/certificate/)]);
    expect(mailing).toEqual(['bad', expect.stringMatching(/certificate/)]);
  });

  test.each(['the environment', '.env'])('is trusted if %s names the authority', async (where) => {
    const folder = join(directory, where.replaceAll(/\W/g, ''));
    await mkdir(folder);
    // Two authorities in one file.
    const both = await Promise.all(
      [certificates.authority, postgres.authority].map((path) => readFile(path)),
    );
    const NODE_EXTRA_CA_CERTS = join(folder, 'both.pem');
    await writeFile(NODE_EXTRA_CA_CERTS, Buffer.concat(both));
    if (where === '.env')
      await writeFile(join(folder, '.env'), `NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS}\n`);
    const found = await examine(where === '.env' ? {} : { NODE_EXTRA_CA_CERTS }, folder);
    expect([found['database']?.[0], found['storage']?.[0], found['mail']?.[0]]).toEqual(['ok', 'ok', 'ok']);
  });

  test('can send mail without a verified certificate, by a setting', async () => {
    const { database, mail: mailing } = await examine({ SMTP_TLS: 'unverified' });
    expect([database?.[0], mailing?.[0]]).toEqual(['bad', 'ok']);
  });
});
