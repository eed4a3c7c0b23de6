import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTowers, setUp, type Tower, type Towers } from '../../test/support/bell-tower.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { connectSandbox } from '../../test/support/sandbox.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Service } from '../process/service.ts';

let towers: Towers;
let tower: Tower;
let service: Service;
beforeAll(async () => {
  towers = await openTowers();
  tower = await towers.make('tower');
  await tower.prepare();
  service = await tower.start();
  await connectSandbox(await setUp(tower));
});
afterAll(async () => {
  await service.stop();
  await towers[Symbol.asyncDispose]();
});

/** Runs doctor with `env` in addition. */
async function examine(env: Record<string, string> = {}): Promise<{ code: number; findings: Finding[] }> {
  const before = { ...tower.env };
  Object.assign(tower.env, env);
  const { code, stdout, stderr } = await tower.belfry('doctor', '--json');
  for (const name of Object.keys(env)) delete tower.env[name];
  Object.assign(tower.env, before);
  expect(stderr).toBe('');
  return { code, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings };
}

const badIn = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'bad').map(({ name }) => name);

describe('belfry doctor', () => {
  test('finds no problem in a working installation', async () => {
    const { code, findings } = await examine({ PUBLIC_URL: `http://127.0.0.1:${tower.env.PORT}` });
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(code).toBe(0);
    const names = findings.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['storage', 'database', 'secret', 'worker', 'network sandbox']),
    );
    const { stdout } = await tower.belfry('doctor');
    expect(stdout).toMatch(/^ok {4}secret {11}The secret decrypts the values in the database\.$/m);
    expect(stdout).toMatch(/Belfry \d+\.\d+\.\d+ (\(\w+\) )?runs on Node \d+/);
    expect(stdout).toMatch(/the oldest due copy has waited \d+ s/);
  });

  test('says whether videos are transcoded, as the service found at its start', async () => {
    expect(service.ctx.canTranscode).toBe(true);
    expect([...service.ctx.networks.values()].every(({ rules }) => rules.transcodes)).toBe(true);
    const { findings } = await examine();
    expect(findings.find(({ name }) => name === 'ffmpeg')).toMatchObject({
      ...{ state: 'ok', message: expect.stringMatching(/^ffmpeg converts videos/) },
    });
    // Node and a shell, and nothing else.
    const place = await mkdtemp(join(tmpdir(), 'belfry-no-ffmpeg-'));
    for (const program of [process.execPath, '/bin/sh'])
      await symlink(program, join(place, basename(program)));
    const bare = await examine({ PATH: place });
    expect(bare.findings.find(({ name }) => name === 'ffmpeg')).toMatchObject({
      ...{ state: 'ok', message: expect.stringMatching(/not installed: videos .* are refused/) },
    });
    await rm(place, { recursive: true });
  });

  test('names every invalid setting', async () => {
    const { code, findings } = await examine({ PORT: 'x', HOST: '?' });
    expect([code, findings.map(({ name, state }) => [name, state])]).toEqual([
      1,
      [
        ['settings', 'bad'],
        ['settings', 'bad'],
      ],
    ]);
  });

  test('notices a wrong secret', async () => {
    const { code, findings } = await examine({ BELFRY_SECRET: 'another secret of 32 characters or more' });
    expect([code, badIn(findings)]).toEqual([1, ['secret', 'networks']]);
  });

  test('notices another server at the public address', async () => {
    const stranger = createServer((_request, response) => response.end('Hello')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const { findings } = await examine({ PUBLIC_URL: `http://127.0.0.1:${port}` });
    stranger.close();
    expect(badIn(findings)).toEqual(['public address']);
  });

  test('notices networks and a mail server that do not answer', async () => {
    const nowhere = `127.0.0.1:${await findFreePort()}`;
    const { code, findings } = await examine({
      NETWORK_ENDPOINTS: JSON.stringify({ sandbox: `http://${nowhere}` }),
      SMTP_URL: `smtp://ada:hush@${nowhere}`,
    });
    expect([code, badIn(findings)]).toEqual([1, ['network sandbox', 'mail']]);
    expect(JSON.stringify(findings)).not.toContain('hush');
  });

  test('names the address of a store of media that does not answer', async () => {
    const store = `http://127.0.0.1:${await findFreePort()}`;
    const { code, findings } = await examine({
      STORAGE_URL: `s3://bells?endpoint=${store}`,
      AWS_ACCESS_KEY_ID: 'ada',
      AWS_SECRET_ACCESS_KEY: 'hush',
    });
    expect([code, badIn(findings)]).toEqual([1, ['storage']]);
    const { message } = findings.find(({ name }) => name === 'storage') ?? {};
    expect(message).toContain(`at ${store}, bucket bells.`);
    expect(message).toContain('ECONNREFUSED');
    expect(JSON.stringify(findings)).not.toContain('hush');
  });

  test('notices a database that does not answer, and checks everything else', async () => {
    const { code, findings } = await examine({
      DATABASE_URL: `postgres://ada:hush@127.0.0.1:${await findFreePort()}/belfry`,
    });
    expect([code, badIn(findings)]).toEqual([1, ['database']]);
    expect(findings.find(({ name }) => name === 'database')?.message).toContain('does not answer');
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['disk', 'public address', 'mail']),
    );
    expect(JSON.stringify(findings)).not.toContain('hush');
  });

  test('notices tables of another version', async () => {
    const { db } = service.ctx;
    await db.rows("insert into migrations (name) values ('9999_later.sql')");
    const { findings } = await examine();
    await db.rows("delete from migrations where name = '9999_later.sql'");
    expect(badIn(findings)).toEqual(['migrations']);
  });

  test('fails when no worker runs', async () => {
    await service.stop();
    const { code, findings } = await examine();
    expect([code, badIn(findings)]).toEqual([1, ['worker']]);
    expect(findings.find(({ name }) => name === 'worker')?.message).toBe(
      'No worker runs, so no post is published.',
    );
  });

  test('creates nothing where there is no installation', async () => {
    const other = await towers.make('other');
    const { code, stdout } = await other.belfry('doctor', '--json');
    expect(code).toBe(1);
    expect(badIn((JSON.parse(stdout) as { findings: Finding[] }).findings)).toEqual([
      'database',
      'disk',
      'storage',
    ]);
    expect((await other.belfry('doctor')).stdout).toContain('There is no database in');
  });
});
