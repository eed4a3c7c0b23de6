/** The main program: reads the environment, starts the service, prints its address, and stops on a signal. */
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import type { Logger } from 'pino';
import { openLog } from '../base/log.ts';
import { type Config, exitWithError, loadConfig } from '../config/index.ts';
import { openInstallation } from './installation.ts';
import type { Service } from './service.ts';
import { describeStart } from './start-line.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

async function main(): Promise<void> {
  const read = loadConfig();
  const config = { ...read, setupToken: read.setupToken ?? randomBytes(16).toString('hex') };
  // People read the screen below; machines read the log.
  const log = openLog(config.logLevel);
  const stopped = waitForSignal();
  const service = await Promise.race([start(config, log), stopped]);
  // A signal before the service runs: no attempt is in flight, and the next start recovers.
  if (typeof service === 'string') process.exit(1);
  console.log(describeScreen(config, service));
  log.info(describeStart(config, service.ctx.self.release), 'started');
  const reason = await Promise.race([stopped, service.failed]);
  if (reason instanceof Error) {
    log.fatal({ err: reason }, 'the service cannot continue');
    // Without its database the service cannot stop in order. The next start recovers.
    process.exit(1);
  }
  log.info({ signal: reason }, 'stopping');
  await service.stop();
  log.info({ signal: reason }, 'stopped');
}

/** Loads the service only when its database is there, because loading it takes long. */
async function start(config: Config, log: Logger): Promise<Service> {
  const installation = await openInstallation(config, log);
  const { startService } = await import('./service.ts');
  // Node itself keeps compiled code only when a process exits, so a killed one would leave none to the next start.
  flushCompileCache();
  return startService(config, log, undefined, installation);
}

function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
  });
}

function describeScreen(config: Config, { isSetUp }: Service): string {
  const lines = [
    ['Belfry', config.publicUrl],
    ['Data', config.databaseUrl === undefined ? config.dataDir : `${config.dataDir} and DATABASE_URL`],
    ...(isSetUp || config.role === 'worker'
      ? []
      : [['Set up', `${config.publicUrl}/setup?token=${config.setupToken}`]]),
  ];
  return ['', ...lines.map(([name = '', value]) => `  ${name.padEnd(8)}${value}`), ''].join('\n');
}

await main().catch(exitWithError);
