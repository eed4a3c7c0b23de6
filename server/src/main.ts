/** The process: reads the environment, starts the service, says where it is, and stops when it is told to. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { allRules } from '@belfry/networks/rules.ts';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { ConfigError, readConfig } from './config.ts';
import { DataDirectoryInUse } from './db/embedded-lock.ts';
import type { Service } from './service.ts';
import { startService } from './service.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const known = allRules.map(({ platform }) => platform);
  const read = readConfig(process.env, known);
  const config = { ...read, setupToken: read.setupToken ?? randomBytes(16).toString('hex') };
  // People read the screen below; machines read the log.
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] });
  const stopped = waitForSignal();
  // Told to stop before everything runs: there is nothing in flight to wait for, and the next start recovers.
  const service = await Promise.race([startService(config, log), stopped.then(() => process.exit(1))]);
  console.log(screenOf(config, service));
  const reason = await Promise.race([stopped, service.failed]);
  if (reason instanceof Error) {
    log.fatal({ err: reason }, 'the service cannot go on');
    // Without its database there is nothing left to put in order; the next start recovers.
    process.exit(1);
  }
  log.info({ signal: reason }, 'stopping');
  await service.stop();
}

function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
  });
}

function screenOf(config: Config, { isSetUp }: Service): string {
  const lines = [
    ['Belfry', config.publicUrl],
    ['Data', config.databaseUrl === undefined ? config.dataDir : `${config.dataDir} and DATABASE_URL`],
    ...(isSetUp || config.role === 'worker'
      ? []
      : [['Set up', `${config.publicUrl}/setup?token=${config.setupToken}`]]),
  ];
  return ['', ...lines.map(([name = '', value]) => `  ${name.padEnd(8)}${value}`), ''].join('\n');
}

const mishaps: Record<string, string> = {
  EADDRINUSE: 'The port is taken: stop what listens there, or set PORT.',
  EADDRNOTAVAIL: 'HOST is no address of this machine.',
  EACCES: 'A file, folder or port may not be used by this user: see DATA_DIR and PORT.',
  ECONNREFUSED: 'The database of DATABASE_URL does not answer: is it running, and is the address right?',
  ENOTFOUND: 'The host of DATABASE_URL or HOST cannot be resolved.',
  '28P01': 'The database of DATABASE_URL refuses this user or password.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
};

/** Mistakes of an operator are said in a sentence; anything else keeps its stack. */
function sayWhy(error: unknown): never {
  const isPlain = error instanceof ConfigError || error instanceof DataDirectoryInUse;
  const { code } = error as { code?: string };
  if (isPlain) console.error(error.message);
  else if (code !== undefined && code in mishaps) console.error(mishaps[code]);
  else console.error(error);
  process.exit(1);
}

await main().catch(sayWhy);
