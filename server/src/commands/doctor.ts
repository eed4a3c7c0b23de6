/** `belfry doctor`. Exit code 0 when no finding is bad, else 1. */

import { findSecret, openVault } from '../base/vault.ts';
import { type Config, ConfigError, findSentence, loadConfig } from '../config/index.ts';
import { bad, examine, type Finding, ok } from '../doctor/index.ts';
import { openFiles } from '../files/index.ts';
import { createClients, createLookup } from '../outbound/index.ts';
import { openAsService, type Reached, reachDatabase } from './reach-database.ts';

export async function runDoctor({ json }: { json?: boolean | undefined }): Promise<number> {
  const findings = await examineAll();
  console.log(json ? JSON.stringify({ findings }) : findings.map(describe).join('\n'));
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

async function examineAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice =
      'Correct the environment or .env, then run doctor again. Until then it checks nothing else.';
    return error.sentences.map((sentence) => ({ name: 'settings', ...bad(sentence, advice) }));
  }
  return [{ name: 'settings', ...ok('All settings are valid.') }, ...(await examineWith(config))];
}

async function examineWith(config: Config): Promise<Finding[]> {
  await using parts = new AsyncDisposableStack();
  const failures: Finding[] = [];
  const reached = await reachDatabase(config, 'any').catch((error: unknown) => {
    failures.push({
      name: 'database',
      ...bad(findSentence(error) ?? String(error), 'See docs/operating.md.'),
    });
    return undefined;
  });
  if (reached !== undefined) parts.use<Reached>(reached);
  const service = openAsService(config);
  parts.defer(async () => service?.close());
  const endpoints = new Map(Object.entries(config.networkEndpoints));
  const lookup = createLookup(config.outboundAllow, [...endpoints.values(), config.publicUrl]);
  const clients = createClients(config.outboundAllow, endpoints, lookup);
  const ownClient = createClients([], new Map([[config.publicUrl, config.publicUrl]]), lookup);
  parts.defer(() => clients.close());
  parts.defer(() => ownClient.close());
  const secret = config.secret ?? (await findSecret(config.dataDir));
  const vault = secret === undefined ? undefined : openVault({ secret });
  const files = await openFiles(config);
  const db = reached?.db;
  return [...failures, ...(await examine({ config, db, service, vault, files, clients, ownClient }))];
}

function describe({ state, name, message, advice }: Finding): string {
  const line = `${state.padEnd(5)} ${name.padEnd(16)} ${message}`;
  return advice === undefined ? line : `${line}\n${' '.repeat(23)}${advice}`;
}
