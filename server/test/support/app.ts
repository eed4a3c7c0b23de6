/** A complete service for a test file, with its own database, real HTTP and a fake clock. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@belfry/contract/roles.ts';
import type { Network } from '@belfry/networks/core/network.ts';
import { allNetworks } from '@belfry/networks/index.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inject } from 'vitest';
import type { Context } from '../../src/base/context.ts';
import type { Release } from '../../src/base/version.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { type Connection, type Database, openDatabase } from '../../src/db/database.ts';
import { prepareClosing } from '../../src/http/closing.ts';
import type { Lookup } from '../../src/outbound/dial.ts';
import { buildApp } from '../../src/process/app.ts';
import { createContext } from '../../src/process/service.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { type Client, createClient, type Identity } from './client.ts';
import { openClock, type TestClock } from './clock.ts';
import { requireEventShapes } from './event-shapes.ts';
import { findFreePort } from './free-port.ts';
import { requireNoLeaks } from './leaks.ts';
import { type KeyOptions, makeMember, makeWorkspace, type WorkspaceOptions } from './people.ts';
import { TEMPLATE } from './postgres.ts';
import { type SecretWatch, watchSecrets } from './secrets.ts';

export interface TestApp extends Client {
  ctx: Context;
  server: FastifyInstance;
  origin: string;
  db: Database;
  /** The settings for a second connection to the same database. */
  connection: Connection;
  clock: TestClock;
  publisher: Publisher;
  /** Publishes until no target is due. Returns the number of attempts. */
  publishDue(): Promise<number>;
  /** Another member of the same workspace. */
  as(role: Role, options?: KeyOptions): Promise<Client>;
  /** The owner, or another member, of another workspace. */
  inWorkspace(options?: WorkspaceOptions, role?: Role): Promise<Client>;
  /** Another member of this client's workspace. */
  beside(client: Client, role: Role, options?: KeyOptions): Promise<Client>;
  /** Stops the service. Throws when it left something behind. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The release as which the tests run. */
const release: Release = { version: '1.2.3', commit: undefined };

const NOBODY: Identity = { key: '', userId: 0, workspaceId: 0 };

export interface AppOptions extends Partial<Config> {
  workspace?: WorkspaceOptions;
  /** Leave out the first user, so that the set-up is still open. */
  bare?: true;
  /** Milliseconds within which a request must arrive; the default is that of the server. */
  timeout?: number;
  /** Replaces the connection of the service to the database. */
  connectThrough?: (connection: Connection) => Promise<Connection>;
  /** Timeout of a statement in milliseconds; the default is that of the service. */
  statementTimeout?: number;
  /** Replaces the networks of the product. */
  networks?: readonly Network[];
  /** Videos are transcoded. Default: false. */
  canTranscode?: boolean;
  /** Runs before each answer is sent. */
  beforeAnswer?: ((request: FastifyRequest) => Promise<void>) | undefined;
  /** Replaces the lookup of host names. */
  lookup?: Lookup | undefined;
}

/** Starts a service without rate limits. The caller is the owner of the first workspace. */
export async function app({
  workspace,
  bare,
  timeout,
  connectThrough,
  statementTimeout,
  networks = allNetworks,
  canTranscode = false,
  lookup,
  beforeAnswer,
  ...overrides
}: AppOptions = {}): Promise<TestApp> {
  const { connection, drop } = await copyTemplate();
  const db = openDatabase((await connectThrough?.(connection)) ?? connection, { statementTimeout });
  const clock = await openClock(db);
  const dataDir = await mkdtemp(join(tmpdir(), 'belfry-app-'));
  const config = await configure({ dataDir, ...overrides });
  const secrets = watchSecrets();
  const options = { lookup, networks, canTranscode, release };
  const { ctx, clients } = await createContext(config, secrets.log, db, clock, options);
  const server = await buildApp(ctx);
  secrets.watch(ctx, server);
  if (beforeAnswer !== undefined) server.addHook('onSend', beforeAnswer);
  setRequestTimeout(server, timeout);
  const stop = prepareClosing(server, 5);
  await server.listen({ host: config.host, port: config.port });
  const publisher = new Publisher(ctx);
  const client = (identity: Identity) => createClient(config.publicUrl, identity);
  const owner = bare ? NOBODY : await makeMember(db, await makeWorkspace(db, workspace), 'owner');
  const close = async () => {
    await publisher.idle();
    await stop();
    await Promise.all([clients.close(), ctx.tracing.close()]);
    await requireClean(db, secrets).finally(() => remove(db, drop, dataDir));
  };
  return {
    ...client(owner),
    ctx,
    server,
    origin: config.publicUrl,
    db,
    connection,
    clock,
    publisher,
    publishDue: () => publishDue(publisher),
    as: async (role, options) => client(await makeMember(db, owner.workspaceId, role, options)),
    inWorkspace: async (options, role = 'owner') =>
      client(await makeMember(db, await makeWorkspace(db, options), role)),
    beside: async ({ workspaceId }, role, options) =>
      client(await makeMember(db, workspaceId, role, options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function remove(db: Database, drop: () => Promise<void>, dataDir: string): Promise<void> {
  await db.close();
  await drop();
  // A thumbnail may still be made for a browser that has left.
  await rm(dataDir, { recursive: true, maxRetries: 50 });
}

async function requireClean(db: Database, secrets: SecretWatch): Promise<void> {
  await requireNoLeaks(db);
  await requireEventShapes(db);
  await secrets.requireNone(db);
}

/** `template0` is an empty database. */
export async function copyTemplate(template = TEMPLATE) {
  const server = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  // The other strategy writes each page to the log, too.
  await administer(`create database ${database} template ${template} strategy file_copy`);
  return { connection: { ...server, database }, drop: () => administer(`drop database ${database}`) };
}

/** PostgreSQL does not drop a database with open connections, so a test file fails if it leaves a pool open. */
async function administer(sql: string): Promise<void> {
  const db = openDatabase(inject('postgres'), { poolSize: 1, statementTimeout: 0 });
  await db.rows(sql).finally(() => db.close());
}

/** Node checks for late requests at an interval that it reads when it begins to listen. */
function setRequestTimeout({ server }: FastifyInstance, timeout: number | undefined): void {
  if (timeout === undefined) return;
  Object.assign(server, {
    requestTimeout: timeout,
    headersTimeout: timeout,
    connectionsCheckingInterval: 10,
  });
}

async function configure(overrides: Partial<Config>): Promise<Config> {
  const port = await findFreePort();
  const defaults = readConfig({ PORT: String(port), LOG_LEVEL: 'silent' }, []);
  const publicUrl = `http://127.0.0.1:${port}`;
  return { ...defaults, publicUrl, rateLimitReads: 0, rateLimitWrites: 0, ...overrides };
}

/** Repeats, because a round without a target may have updated lanes that blocked others. */
async function publishDue(publisher: Publisher): Promise<number> {
  let count = 0;
  for (let empty = 0; empty < 2; ) {
    const claimed = await publisher.claim();
    await publisher.idle();
    count += claimed;
    empty = claimed === 0 ? empty + 1 : 0;
  }
  return count;
}
