/** What the parts of the service need, built once at start. Use cases take the few fields they use. */

import type { Http } from '@belfry/networks/core/http.ts';
import type { Caller, Network } from '@belfry/networks/core/network.ts';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Files } from './files/files.ts';
import type { Host } from './host.ts';
import type { Meters } from './meters.ts';
import type { Lookup } from './outbound/dial.ts';
import type { AnswerFiles } from './posts/reading/answer-files.ts';
import type { KeptTexts } from './posts/reading/kept-texts.ts';
import type { Process } from './processes/lookup.ts';
import type { Slices } from './slices.ts';
import type { Tracing } from './tracing.ts';
import type { Vault } from './vault.ts';

/** How this process calls out: all of it finds addresses in one way. */
interface Outbound {
  /** What an adapter gets before it is anybody: its guarded client, its base URL, the time. */
  callerOf(platform: string): Caller;
  /** To the OpenID provider. */
  toProvider: Http;
  /** For addresses that members gave: of each answer, little more than the status. */
  webhookHttp: Http;
  lookup: Lookup;
}

/** How far a database had counted when this process last looked: one that is behind was taken back since. */
export interface Seen {
  installation: string;
  beat: number;
}

export interface Context {
  config: Config;
  /** This process, as the others on its database know it. */
  self: Process;
  db: Database;
  clock: Clock;
  host: Host;
  slices: Pick<Slices, 'walk'>;
  log: Logger;
  /** By platform. */
  networks: ReadonlyMap<string, Network>;
  vault: Vault;
  outbound: Outbound;
  /** The bytes of media. */
  files: Files;
  /** The last call to where they lie found it away. */
  isStorageAway(): boolean;
  /** Nothing new should be sent to this process: it is about to stop. */
  isDraining: boolean;
  /** What answers that show posts keep, and the files of the largest. */
  shown: { kept: KeptTexts; files: AnswerFiles };
  /** Ids of keys used since they were last written down. */
  keyUse: Set<number>;
  /** Undefined before the first look. */
  seen: Seen | undefined;
  meters: Meters;
  tracing: Tracing;
}
