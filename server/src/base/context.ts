/** The parts that the service shares, created once at start. Use cases declare only the fields that they need. */
import type { Http } from '@belfry/networks/core/http.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Caller, Network } from '@belfry/networks/core/network.ts';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/database.ts';
import type { Files } from '../files/index.ts';
import type { Callers } from '../keys/index.ts';
import type { NetworkApps } from '../network-apps/index.ts';
import type { Lookup } from '../outbound/index.ts';
import type { AnswerCache, AnswerFiles } from '../posts/index.ts';
import type { Process } from '../process/index.ts';
import type { WebApp } from '../web-app/index.ts';
import type { Clock } from './clock.ts';
import type { Host } from './host.ts';
import type { Meters } from './meters.ts';
import type { Slices } from './slices.ts';
import type { Tracing } from './tracing.ts';
import type { Vault } from './vault.ts';

/** The HTTP clients of this process. All resolve names with `lookup`. */
interface Outbound {
  /** The adapter's input before it has an account: its guarded client, its base URL, the operator's app and the time. */
  callerOf(platform: string, app: JsonObject | undefined): Caller;
  /** For the OpenID provider. */
  toProvider: Http;
  /** For addresses that members entered. It returns little more than the status of each answer. */
  webhookHttp: Http;
  lookup: Lookup;
}

/**
 * The database's counter at the last check by this process. A lower value later means that the database was restored.
 */
export interface Heartbeat {
  installation: string;
  beat: number;
}

export interface Context {
  config: Config;
  /** This process, as registered in the database. */
  self: Process;
  db: Database;
  clock: Clock;
  host: Host;
  slices: Pick<Slices, 'walk'>;
  log: Logger;
  /** By platform. Their rules say whether this process transcodes videos. */
  networks: ReadonlyMap<string, Network>;
  /** This machine has an ffmpeg that can, as it was asked at the start. */
  canTranscode: boolean;
  vault: Vault;
  apps: NetworkApps;
  outbound: Outbound;
  /** The bytes of media. */
  files: Files;
  /** Whether the last call to the storage failed because the storage did not work. */
  isStorageUnreachable(): boolean;
  /** This process is about to stop, so load balancers should not send it new requests. */
  isDraining: boolean;
  /** For answers that show posts: what is cached of them, and files for the largest. */
  postCaches: { answers: AnswerCache; files: AnswerFiles };
  callers: Callers;
  webApp: WebApp;
  /** Undefined before the first check. */
  lastHeartbeat: Heartbeat | undefined;
  meters: Meters;
  tracing: Tracing;
}
