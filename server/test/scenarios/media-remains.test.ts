import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { clearAbandoned } from '../../src/files/incoming.ts';
import { startService } from '../../src/process/service.ts';
import { copyTemplate } from '../support/app.ts';
import { findFreePort } from '../support/free-port.ts';
import { urlOf } from '../support/killable.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'belfry-remains-'));
  await mkdir(join(dataDir, 'incoming'));
  for (const name of ['young', 'old']) await writeFile(join(dataDir, 'incoming', name), 'half');
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(dataDir, 'incoming/old'), longAgo, longAgo);
});
afterEach(() => rm(dataDir, { recursive: true }));

const listIncoming = () => readdir(join(dataDir, 'incoming'));

async function startAndStop(env: Record<string, string>): Promise<void> {
  const own = { DATA_DIR: dataDir, PORT: String(await findFreePort()), BELFRY_ROLE: 'api' };
  const service = await startService(readConfig({ ...own, ...env }, []), pino({ level: 'silent' }));
  await service.stop();
}

test('partial files of a killed process are removed at the next start', async () => {
  await startAndStop({});
  expect(await listIncoming()).toEqual([]);
});

test('if processes may share the data directory, a start does not remove files that may still be arriving', async () => {
  const { connection, drop } = await copyTemplate();
  await startAndStop({ DATABASE_URL: urlOf(connection) });
  await drop();
  expect(await listIncoming()).toContain('young');
});

test('a partial file that was not written to for an hour is removed', async () => {
  expect(await clearAbandoned(dataDir)).toBe(1);
  expect(await listIncoming()).toEqual(['young']);
});
