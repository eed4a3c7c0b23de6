/** Checks every part of an installation, and changes nothing. */
import process from 'node:process';
import type { Vault } from '../base/vault.ts';
import { nameRelease, readRelease } from '../base/version.ts';
import { listOrigins } from '../channels/index.ts';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/database.ts';
import type { Files } from '../files/index.ts';
import { verifyServer } from '../mail/index.ts';
import type { Clients } from '../outbound/index.ts';
import { count } from '../text/format.ts';
import { checkDatabase, checkPooler } from './database.ts';
import { check, type Finding, ok } from './finding.ts';
import { checkDisk, checkFfmpeg, checkStorage, checkVersions } from './machine.ts';
import { checkMail, checkNetwork, checkPublicUrl } from './servers.ts';

export interface Installation {
  config: Config;
  /** Undefined: the database could not be reached. The caller reports that. */
  db: Database | undefined;
  /** The database, opened as the service opens it; undefined when it is embedded. */
  service: Database | undefined;
  /** Undefined: the secret is missing. */
  vault: Vault | undefined;
  files: Files;
  /** For calls to networks. */
  clients: Clients;
  /** For calls to PUBLIC_URL only. */
  ownClient: Clients;
}

/** Servers of networks to check at most. */
const MAX_ORIGINS = 50;

export async function examine(installation: Installation): Promise<Finding[]> {
  const { config, files, ownClient } = installation;
  const databases = await checkDatabases(installation);
  return [
    checkVersions(nameRelease(await readRelease()), process.versions.node),
    await checkDisk(config),
    await checkFfmpeg(),
    await checkStorage(config, files),
    ...databases,
    await checkPublicUrl(config.publicUrl, ownClient),
    ...(isDatabaseBad(databases) ? [] : await checkNetworks(installation)),
    await checkMail(config.smtpUrl === undefined ? undefined : () => verifyServer(config)),
  ];
}

async function checkDatabases({ config, db, service, vault }: Installation): Promise<Finding[]> {
  if (db === undefined) return [];
  const findings = await checkDatabase(db, vault);
  if (isDatabaseBad(findings) || service === undefined) return findings;
  return [...findings, await checkPooler(service, config.databaseDirectUrl !== undefined)];
}

function isDatabaseBad(findings: readonly Finding[]): boolean {
  return findings.some(({ name, state }) => name === 'database' && state === 'bad');
}

async function checkNetworks({ config, db, vault, clients }: Installation): Promise<Finding[]> {
  if (db === undefined || vault === undefined) return [];
  let findings: Finding[] = [];
  const listing = await check('networks', 'See the finding about the secret.', async () => {
    const origins = await listOrigins({ db, vault });
    // Belfry calls the addresses of NETWORK_ENDPOINTS instead of the accounts' own servers.
    const asked = origins.filter(({ platform }) => config.networkEndpoints[platform] === undefined);
    const replaced = Object.entries(config.networkEndpoints).map(([platform, url]) => {
      return { platform, origin: new URL(url).origin };
    });
    const all = [...asked, ...replaced].slice(0, MAX_ORIGINS);
    findings = await Promise.all(all.map(({ platform, origin }) => checkNetwork(platform, origin, clients)));
    return ok(`Checked ${count(all.length, 'server')} of networks, without an access token.`);
  });
  return [listing, ...findings];
}
