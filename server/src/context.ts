/** What the parts of the service need, built once at start. Use cases take the few fields they use. */

import type { Http } from '@belfry/networks/core/http.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Meters } from './meters.ts';
import type { Vault } from './vault.ts';

export interface Context {
  config: Config;
  db: Database;
  clock: Clock;
  log: Logger;
  /** By platform. */
  networks: ReadonlyMap<string, Network>;
  /** Base URLs in place of the networks' own, by platform. */
  endpoints: ReadonlyMap<string, string>;
  vault: Vault;
  /** The guarded client of a network. */
  httpOf(platform: string): Http;
  /** Ids of keys used since they were last written down. */
  keyUse: Set<number>;
  meters: Meters;
}
