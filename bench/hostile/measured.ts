/** The service and an idle Node side by side, each with a probe in its event loop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchService, startService } from '../harness.ts';
import type { Turns } from './turns.ts';

export interface Measured extends AsyncDisposable {
  service: BenchService;
  /** The longest turns of the service since the previous call. */
  readTurns(): Promise<Turns>;
  /** The longest turns of the idle Node since the previous call. */
  readIdle(): Promise<Turns>;
}

const probe = `--import ${join(import.meta.dirname, 'turns.ts')}`;

export async function startMeasured(env: Record<string, string>): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-bench-'));
  const [ours, others] = [join(directory, 'service'), join(directory, 'idle')];
  const watched = { NODE_OPTIONS: probe };
  const idle = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 60_000)'], {
    env: { ...process.env, ...watched, BENCH_TURNS: others },
    stdio: 'inherit',
  });
  const service = await startService({ env: { ...env, ...watched, BENCH_TURNS: ours } });
  await readTurns(others);
  return {
    service,
    readTurns: () => readTurns(ours),
    readIdle: () => readTurns(others),
    async [Symbol.asyncDispose]() {
      idle.kill();
      await Promise.all([once(idle, 'exit'), service[Symbol.asyncDispose]()]);
      await rm(directory, { recursive: true });
    },
  };
}

async function readTurns(path: string): Promise<Turns> {
  const socket = connect(path);
  try {
    return (await json(socket)) as Turns;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await sleep(10);
    return readTurns(path);
  }
}
