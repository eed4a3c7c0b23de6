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
  const service = await startService(config, log);
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
    ...(isSetUp ? [] : [['Set up', `${config.publicUrl}/setup?token=${config.setupToken}`]]),
  ];
  return ['', ...lines.map(([name = '', value]) => `  ${name.padEnd(8)}${value}`), ''].join('\n');
}

/** Mistakes of an operator are said in a sentence; anything else keeps its stack. */
function sayWhy(error: unknown): never {
  const isPlain = error instanceof ConfigError || error instanceof DataDirectoryInUse;
  const { code } = error as { code?: string };
  if (isPlain) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('The port is taken: stop what listens there, or set PORT.');
  else console.error(error);
  process.exit(1);
}

await main().catch(sayWhy);
