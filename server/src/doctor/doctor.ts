/** Looks at an installation from all sides, and changes nothing. */
import process from 'node:process';
import { listOrigins } from '../channels/lookup.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import { count } from '../format.ts';
import { verifyServer } from '../mail/lookup.ts';
import type { Clients } from '../outbound/clients.ts';
import type { Vault } from '../vault.ts';
import { nameRelease, readRelease } from '../version.ts';
import { lookAtDatabase, lookAtPooler } from './database.ts';
import { type Finding, look, ok } from './finding.ts';
import { lookAtRoom, lookAtStorage, lookAtVersions } from './machine.ts';
import { lookAtMail, lookAtNetwork, lookAtPublicUrl } from './reach.ts';

export interface Patient {
  config: Config;
  /** Undefined: it could not be reached, which is found elsewhere. */
  db: Database | undefined;
  /** As the service reaches it; undefined: it is the embedded one. */
  service: Database | undefined;
  /** Undefined: there is no secret. */
  vault: Vault | undefined;
  files: Files;
  /** For the networks. */
  clients: Clients;
  /** For PUBLIC_URL alone. */
  ownClient: Clients;
}

/** Servers of networks that are asked, at most: one that does not answer takes ten seconds. */
const MOST_ORIGINS = 50;

export async function examine(patient: Patient): Promise<Finding[]> {
  const { config, files, ownClient } = patient;
  const databases = await lookAtDatabases(patient);
  return [
    lookAtVersions(nameRelease(await readRelease()), process.versions.node),
    await lookAtRoom(config),
    await lookAtStorage(config, files),
    ...databases,
    await lookAtPublicUrl(config.publicUrl, ownClient),
    ...(isAway(databases) ? [] : await lookAtNetworks(patient)),
    await lookAtMail(config.smtpUrl === undefined ? undefined : () => verifyServer(config)),
  ];
}

async function lookAtDatabases({ config, db, service, vault }: Patient): Promise<Finding[]> {
  if (db === undefined) return [];
  const findings = await lookAtDatabase(db, vault);
  if (isAway(findings) || service === undefined) return findings;
  return [...findings, await lookAtPooler(service, config.databaseDirectUrl !== undefined)];
}

function isAway(findings: readonly Finding[]): boolean {
  return findings.some(({ name, state }) => name === 'database' && state === 'bad');
}

async function lookAtNetworks({ config, db, vault, clients }: Patient): Promise<Finding[]> {
  if (db === undefined || vault === undefined) return [];
  let findings: Finding[] = [];
  const listing = await look('networks', 'See the finding about the secret.', async () => {
    const origins = await listOrigins({ db, vault });
    // What NETWORK_ENDPOINTS names is called in place of the accounts' own servers.
    const asked = origins.filter(({ platform }) => config.networkEndpoints[platform] === undefined);
    const all = [...asked, ...Object.entries(config.networkEndpoints).map(toOrigin)].slice(0, MOST_ORIGINS);
    findings = await Promise.all(all.map(({ platform, origin }) => lookAtNetwork(platform, origin, clients)));
    return ok(`Known here, and asked without any token: ${count(all.length, 'server')}.`);
  });
  return [listing, ...findings];
}

function toOrigin([platform, url]: [string, string]): { platform: string; origin: string } {
  return { platform, origin: new URL(url).origin };
}
