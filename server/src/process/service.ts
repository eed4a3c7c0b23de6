/** Creates the service from its configuration, starts the parts for its role, and stops them in order. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { installRules } from '@belfry/networks/core/installed.ts';
import type { JsonObject } from '@belfry/networks/core/json.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import type { Logger } from 'pino';
import { checkHeartbeat } from '../backup/index.ts';
import type { Context } from '../base/context.ts';
import { systemHost } from '../base/host.ts';
import { createMeters } from '../base/meters.ts';
import { Slices } from '../base/slices.ts';
import { openTracing } from '../base/tracing.ts';
import { openVault, provideSecret } from '../base/vault.ts';
import type { Release } from '../base/version.ts';
import { releaseGrants } from '../channels/index.ts';
import type { Config } from '../config/index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { startSealer } from '../events/index.ts';
import { clearAbandoned, openFiles, watchFiles } from '../files/index.ts';
import { prepareClosing } from '../http/index.ts';
import { Callers } from '../keys/index.ts';
import { releaseAll } from '../lanes/index.ts';
import { canTranscode } from '../media/index.ts';
import { NetworkApps, requireValidApps } from '../network-apps/index.ts';
import { type Clients, createClients, createLookup, type Lookup } from '../outbound/index.ts';
import { AnswerCache, AnswerFiles } from '../posts/index.ts';
import { Publisher, startWaker } from '../publishing/index.ts';
import { isSetUp, requireSameSecret } from '../setup/index.ts';
import { WebApp } from '../web-app/index.ts';
import { releaseWebhooks, startSender } from '../webhooks/index.ts';
import { buildApp, buildOperation } from './app.ts';
import { startDuties } from './duties.ts';
import { type Installation, openInstallation } from './installation.ts';
import { deleteProcess, noteProcess } from './processes/store.ts';
import { asOwn } from './services/own.ts';

/** Seconds for which attempts in flight, and then requests, may finish when the service stops. */
const GRACE = 20;

/** The key of the OpenID provider among the trusted endpoints. The other keys are platforms. */
const OPENID = 'openid';

export interface Service {
  ctx: Context;
  /** False: the first user does not exist yet. The configuration has the set-up token for it. */
  isSetUp: boolean;
  /** Resolves when the service cannot continue. */
  failed: Promise<Error>;
  stop(): Promise<void>;
}

/** Parts that a proof replaces: the networks, and the connection to the database. */
export interface Overrides {
  networks: readonly Network[];
  openDatabase: typeof openDatabase;
}

/**
 * Starts the parts in order. Stops them in the reverse order, also when a later part fails to start. `installation`:
 * as the caller opened it.
 */
export async function startService(
  config: Config,
  log: Logger,
  overrides: Overrides = { networks: allNetworks, openDatabase },
  installation?: Installation,
): Promise<Service> {
  await using parts = new AsyncDisposableStack();
  const { db, embedded, clock, release } = parts.use(
    installation ?? (await openInstallation(config, log, overrides.openDatabase)),
  );
  const options = { release, networks: overrides.networks, canTranscode: await canTranscode() };
  const { ctx, clients } = await createContext(config, log, db, clock, options);
  parts.defer(() => ctx.tracing.close());
  parts.defer(() => clients.close());
  await requireSameSecret(ctx);
  await checkHeartbeat(ctx);
  if (embedded !== undefined) await releaseLeases(config, db);
  const app = config.role === 'worker' ? await buildOperation(ctx) : await buildApp(ctx);
  parts.defer(prepareClosing(app, GRACE, ctx));
  const drain = prepareDrain(ctx);
  parts.defer(drain.end);
  await app.listen({ port: config.port, host: config.host });
  await noteProcess(db, ctx.self);
  // An unavailable database may be ignored: a process without a heartbeat for 30 s counts as gone.
  parts.defer(() => deleteProcess(db, ctx.self.id).catch(() => undefined));
  const duties = startDuties(ctx, clock);
  parts.defer(() => duties.stop());
  // Stopped before the app, because an attempt in flight may call a network that this service hosts.
  parts.defer(await startRole(ctx));
  const state = await isSetUp(db);
  parts.defer(drain.begin);
  const started = parts.move();
  return {
    ctx,
    isSetUp: state,
    failed: embedded === undefined ? new Promise(() => undefined) : embedded.exited.then(databaseEnded),
    stop: () => started.disposeAsync(),
  };
}

/**
 * The process still answers for a while, so that load balancers notice before it refuses requests. The worker stops
 * meanwhile.
 */
function prepareDrain(ctx: Context): { begin(): void; end(): Promise<void> } {
  let over = Promise.resolve();
  return {
    begin() {
      ctx.isDraining = true;
      over = pause(ctx.config.drainSeconds * 1000);
    },
    end: () => over,
  };
}

/** Releases the leases of a killed process. This is safe because no other process can use the embedded database. */
async function releaseLeases({ dataDir }: Config, db: Database): Promise<void> {
  await releaseAll(db);
  await releaseGrants(db);
  await releaseWebhooks(db);
  await clearAbandoned(dataDir, 0);
}

function databaseEnded(): Error {
  return new Error('The embedded PostgreSQL has stopped. Its last lines are in the log, at level debug.');
}

interface ContextOptions {
  /** Resolves names for all outbound calls; for tests with names of their own. */
  lookup?: Lookup | undefined;
  networks?: readonly Network[];
  /** Default: false. */
  canTranscode?: boolean;
  release: Release;
}

export async function createContext(
  config: Config,
  log: Logger,
  db: Database,
  clock: Context['clock'],
  { lookup: given, networks: all = allNetworks, canTranscode = false, release }: ContextOptions,
): Promise<{ ctx: Context; clients: Clients }> {
  requireValidApps(config.networkApps, all);
  const vault = openVault({ secret: await provideSecret(config.dataDir, config.secret) });
  const networks = new Map(
    all.map((network) => [network.rules.platform, install(network, config, canTranscode)]),
  );
  const own = ownServices(config, all);
  const endpoints = new Map([...own, ...Object.entries(config.networkEndpoints)]);
  if (config.openId !== undefined) endpoints.set(OPENID, config.openId.issuer);
  const lookup = given ?? createLookup(config.outboundAllow, endpoints.values());
  const [meters, tracing] = [createMeters([...networks.keys()]), await openTracing(config.traces)];
  const clients = createClients(config.outboundAllow, endpoints, lookup, { meters, tracing });
  const callerOf = (platform: string, app: JsonObject | undefined) => {
    const endpoint = endpoints.get(platform);
    const isOwn = endpoint !== undefined && endpoint === own.get(platform);
    const http = isOwn ? asOwn(clients.of(platform), vault, platform) : clients.of(platform);
    return { http, endpoint, app, now: () => clock.now() };
  };
  const { files, isUnavailable } = watchFiles(await openFiles(config), { meters, log });
  const ctx: Context = {
    config,
    self: { id: randomUUID(), role: config.role, release },
    db,
    clock,
    host: systemHost,
    slices: new Slices(systemHost),
    log,
    networks,
    canTranscode,
    vault,
    apps: new NetworkApps({ db, vault, config }),
    files,
    isStorageUnreachable: isUnavailable,
    outbound: { callerOf, webhookHttp: clients.webhookHttp, toProvider: clients.of(OPENID), lookup },
    isDraining: false,
    postCaches: { answers: new AnswerCache(), files: new AnswerFiles(config, systemHost) },
    callers: new Callers(db),
    webApp: new WebApp(),
    lastHeartbeat: undefined,
    meters,
    tracing,
  };
  return { ctx, clients };
}

function install(network: Network, { networkLimits }: Config, transcodes: boolean): Network {
  const set = networkLimits[network.rules.platform] ?? {};
  return { ...network, rules: installRules(network.rules, { transcodes, set }) };
}

/** Networks that this service hosts are called on its own port, whatever its role. */
function ownServices(config: Config, all: readonly Network[]): Map<string, string> {
  const host = config.host === '0.0.0.0' ? '127.0.0.1' : config.host === '::' ? '[::1]' : config.host;
  const hosted = all.filter(({ service }) => service !== undefined);
  return new Map(
    hosted.map(({ rules: { platform } }) => [platform, `http://${host}:${config.port}/${platform}`]),
  );
}

/** Starts what only some roles do. Returns a function that stops it. */
async function startRole(ctx: Context): Promise<() => Promise<void>> {
  if (ctx.config.role !== 'worker') void ctx.webApp.update(ctx.log);
  const stopWorker = ctx.config.role === 'api' ? undefined : await startWorker(ctx);
  return async () => {
    await stopWorker?.();
    await ctx.webApp.stop();
  };
}

/** Returns a function that stops the worker. */
async function startWorker(ctx: Context): Promise<() => Promise<void>> {
  const publisher = new Publisher(ctx);
  const waker = await startWaker(ctx, publisher);
  const sealer = startSealer(ctx);
  const sender = await startSender(ctx);
  return async () => {
    await waker.stop();
    await publisher.stop(GRACE);
    await sealer.stop();
    await sender.stop();
  };
}
