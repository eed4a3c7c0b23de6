/** A machine with an older Node: the launcher runs the service as a child, under the Node of the project. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { copyTemplate, findFreePort } from '../support/app.ts';
import { untilIdle } from '../support/held-inserts.ts';
import { urlOf } from '../support/killable.ts';

const launcherFile = join(import.meta.dirname, '../../../scripts/belfry.mjs');
/** Runs it as Node 18 would; the options by which it does so are not for the child. */
const asOldNode = `
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } });
  process.execArgv.length = 0;
  await import(${JSON.stringify(launcherFile)});`;

test('a service ends in order when its launcher is killed', { timeout: 60_000 }, async () => {
  const { connection, drop } = await copyTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-launcher-'));
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    PORT: String(await findFreePort()),
    BELFRY_ROLE: 'api',
  };
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', asOldNode, launcherFile, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let service: number | undefined;
  onTestFinished(async () => {
    launcher.kill('SIGKILL');
    // Still there only where the test fails.
    if (service !== undefined && isAlive(service)) process.kill(service, 'SIGKILL');
    const db = openDatabase(connection, { poolSize: 1 });
    await untilIdle(db);
    await db.close();
    await drop();
    await rm(dataDir, { recursive: true });
  });
  const said: string[] = [];
  // They end when nobody holds them any more: neither the launcher nor the service.
  for await (const line of createInterface(launcher.stdout)) {
    if (!line.startsWith('{')) continue;
    const { msg, pid } = JSON.parse(line) as { msg: string; pid: number };
    said.push(msg);
    if (msg !== 'started') continue;
    service = pid;
    expect(service).not.toBe(launcher.pid);
    launcher.kill('SIGKILL');
  }
  expect(said.slice(-3)).toEqual(['started', 'stopping', 'stopped']);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
